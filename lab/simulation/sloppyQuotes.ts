/** How models write a true quote and the passage that it is from, other than letter by letter and as they are asked to. */

/** One of so many choices, 0-based. */
export type Pick = (choices: number) => number;

/** Each changes how some words are written, not what they say. */
export const sloppyQuotes = {
  'white space': (words, pick) => words.replace(/ /g, () => [' ', '  ', '\n', '\u00a0', ' \n  '][pick(5)] ?? ' '),
  escapes: (words, pick) => words.replace(/ /g, () => (pick(4) === 0 ? '\\n' : ' ')).replace(/["“”]/gu, '\\"'),
  'markup put in': (words, pick) => {
    const sign = ['**', '*', '`', '__'][pick(4)] ?? '*';
    return atWord(words, pick, (word) => `${sign}${word}${sign}`);
  },
  'markup left out': (words) => words.replace(/(?<![\p{L}\p{N}])[*_`~]+|[*_`~]+(?![\p{L}\p{N}])/gu, ''),
  'quotation marks': (words, pick) =>
    words
      .replace(/(?<![\p{L}\p{N}])["“”„«»‘’'](?=\S)/gu, () => ['“', "'", '«', '‘', ''][pick(5)] ?? '')
      .replace(/["“”«»‘’'](?![\p{L}\p{N}])/gu, () => ['”', "'", '»', '’', ''][pick(5)] ?? '')
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, () => (pick(2) === 0 ? '’' : "'")),
  dashes: (words, pick) => words.replace(/[-–—−](?!\p{L})/gu, () => ['-', '–', '—', '--'][pick(4)] ?? '-'),
  ellipsis: (words, pick) => {
    const all = words.split(' ');
    if (all.length < 9) return words;
    const [before, after] = [3 + pick(Math.floor(all.length / 2) - 3), 3 + pick(Math.floor(all.length / 2) - 3)];
    const mark = [' … ', ' ... ', ' [...] ', '… '][pick(4)] ?? ' … ';
    return `${all.slice(0, before).join(' ')}${mark}${all.slice(-after).join(' ')}`;
  },
  capital: (words, pick) => (pick(4) === 0 ? words.toUpperCase() : `${words.charAt(0).toUpperCase()}${words.slice(1)}`),
  insertion: (words, pick) =>
    pick(2) === 0 && /^\p{L}/u.test(words)
      ? `[${words.charAt(0).toUpperCase()}]${words.slice(1)}`
      : atWord(words, pick, (word) => `${word} [that is, the same one]`),
  'footnote mark': (words, pick) => atWord(words, pick, (word) => `${word}${/\p{L}$/u.test(word) ? `[${1 + pick(99)}]` : ''}`),
  'hyphen at a line end': (words, pick) =>
    atWord(words, pick, (word) => (/^\p{L}{6,}$/u.test(word) ? `${word.slice(0, 3)}-\n${word.slice(3)}` : word)),
  'compatibility forms': (words, pick) =>
    words
      .replace(/fi/g, 'ﬁ')
      .replace(/fl/g, 'ﬂ')
      .replace(/\d/g, (digit) => (pick(2) === 0 ? String.fromCodePoint(0xff10 + Number(digit)) : digit))
      .normalize('NFD'),
} as const satisfies Readonly<Record<string, (words: string, pick: Pick) => string>>;

function atWord(words: string, pick: Pick, change: (word: string) => string): string {
  const all = words.split(' ');
  const at = pick(all.length);
  return all.map((word, i) => (i === at ? change(word) : word)).join(' ');
}

/** The passage by its number, as models name it beside the words they quote, or behind them. */
export const sloppyMarks: readonly ((number: number, words: string) => string)[] = [
  (number, words) => `[${number}: “${words}”]`,
  (number, words) => `[Passage ${number}: "${words}"]`,
  (number, words) => `(Passage ${number}: "${words}")`,
  (number, words) => `[P${number}, "${words}"]`,
  (number, words) => `[Source ${number} – "${words}"]`,
  (number, words) => `[${number}] "${words}"`,
  (number, words) => `【${number}: "${words}"】`,
  (number) => `(Source ${number})`,
  (number) => `[^${number}]`,
];
