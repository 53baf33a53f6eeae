declare module 'opencc-js/dict/TSCharacters' {
  /** Traditional characters and their simplified forms, the usual one first: "後 后|乾 干 乾|…". */
  const characters: string;
  export default characters;
}
