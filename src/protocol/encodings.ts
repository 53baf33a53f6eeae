/**
 * Encodings in which documents are read besides UTF-8, by their name in the Encoding Standard, with VS Code's id. One that VS Code does not
 * have is not read: a citation could not be shown in its document.
 */
export const editorEncodings: ReadonlyMap<string, string> = new Map([
  ['utf-16le', 'utf16le'],
  ['utf-16be', 'utf16be'],
  ['shift_jis', 'shiftjis'],
  ['euc-jp', 'eucjp'],
  ['gbk', 'gbk'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5hkscs'],
  ['euc-kr', 'euckr'],
  ['koi8-r', 'koi8r'],
  ['koi8-u', 'koi8u'],
  ['ibm866', 'cp866'],
  ['macintosh', 'macroman'],
  ['iso-8859-8-i', 'iso88598'],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => [`iso-8859-${part}`, `iso8859${part}`] as const),
  ...[874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => [`windows-${page}`, `windows${page}`] as const),
]);
