/** The borders of a document's text, and the macros that state its author and date. */

/** The range between `\begin{document}` and `\end{document}`; the whole file if it is only part of a document. */
export function bodyOf(latex: string): { readonly start: number; readonly end: number } {
  const begin = /^(?:[^%\\\r\n\u2028\u2029]|\\.)*?\\begin\s*\{document\}/m.exec(latex);
  if (begin === null) return { start: 0, end: latex.length };
  const start = begin.index + begin[0].length;
  const end = latex.indexOf('\\end{document}', start);
  return { start, end: end < 0 ? latex.length : end };
}

/** Places of the names of macros that state the authors or the date, outside of comments. */
export function* statementsIn(latex: string): Generator<{ readonly start: number; readonly end: number }> {
  let count = 0;
  for (const { index, 0: name } of latex.matchAll(/(?<=\\)(?:author|date)(?=\s{0,9}[{[])/g)) {
    if (++count > MAX_STATEMENTS) return;
    const [line = ''] = /[^\r\n]*$/.exec(latex.slice(Math.max(0, index - MAX_LINE_CHARS), index)) ?? [];
    if (!/(?:^|[^\\])%/.test(line)) yield { start: index, end: index + name.length };
  }
}

const MAX_STATEMENTS = 100;
const MAX_LINE_CHARS = 500;
