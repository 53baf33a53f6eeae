/** What LaTeX macros name, by patterns: keys, labels, files, authors and dates; and the borders of the text. */
import { pathTarget } from '../linkTargets.ts';
import type { Outline } from '../outline.ts';

export interface Key {
  readonly key: string;
  readonly offset: number;
}

/** The keys of a list such as `a, b`, between two offsets of the text. */
export function keysIn(text: string, start: number, end: number): readonly Key[] {
  return [...text.slice(start, end).matchAll(/[^\s,][^,]*/g)].map(({ 0: key, index }) => ({ key: key.trimEnd(), offset: start + index }));
}

/** The labels in math, which is not parsed. */
export function labelsIn(text: string, start: number, end: number): readonly Key[] {
  const math = text.slice(start, end);
  if (!math.includes('\\label')) return [];
  return [...math.matchAll(/\\label\s{0,9}\{([^{}\r\n]{1,200})\}/g)].map(({ 1: key = '', index }) => ({
    key: key.trim(),
    offset: start + index,
  }));
}

/** Macros whose argument names other files, with the extension that it may lack. */
export const LINKED_FILES: ReadonlyMap<string, string> = new Map([
  ['input', '.tex'],
  ['include', '.tex'],
  ['subfile', '.tex'],
  ['subfileinclude', '.tex'],
  ['bibliography', '.bib'],
  ['addbibresource', '.bib'],
]);

/** Links to the files that a macro names, at the place of their names. */
export function linkFiles(
  outline: Outline,
  text: string,
  { name, start, end }: { readonly name: string; readonly start: number; readonly end: number },
  path: string,
): void {
  for (const { key, offset } of keysIn(text, start, end)) {
    const file = /\.[A-Za-z]{2,5}$/.test(key) ? key : `${key}${LINKED_FILES.get(name) ?? ''}`;
    outline.link({ ...pathTarget(file, path), start: offset, end: offset + key.length });
  }
}

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
