import type { TextWriter } from '../sourceText.ts';
import { blanksBefore } from './blanks.ts';
import { accented, isAccent, LETTERS, LIGATURES, SYMBOLS } from './latexWords.ts';

/**
 * Writes a bibliography value without braces and macros, with accents and ligatures as characters. Math is unchanged, and wrapped lines
 * keep their breaks.
 */
export function writeBibtexText(writer: TextWriter, source: string, start: number, end: number): void {
  const text = source.slice(start, end);
  const special = new RegExp(SPECIAL);
  let at = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    writer.copy(start + at, start + (/^[\r\n]/.test(match[0]) ? blanksBefore(text, match.index, at) : match.index));
    at = special.lastIndex = writeSpecial(writer, text, start, match);
  }
  writer.copy(start + at, end);
}

/** @returns the offset where the text continues */
function writeSpecial(writer: TextWriter, text: string, start: number, match: RegExpExecArray): number {
  const [token] = match;
  const at = match.index;
  const end = at + token.length;
  if (token.startsWith('$') && token.length > 1) writer.copy(start + at, start + end);
  else if (token.startsWith('\\')) return writeMacro(writer, text, start, at, token);
  else if (token === '~') writer.make(' ', start + at, start + end);
  else if (/^[\r\n]/.test(token)) writer.copy(start + at, start + at + (token.startsWith('\r\n') ? 2 : 1));
  else if (LIGATURES.has(token)) writer.make(LIGATURES.get(token) ?? '', start + at, start + end);
  else if (token === '$') writer.copy(start + at, start + end);
  return end;
}

function writeMacro(writer: TextWriter, text: string, start: number, at: number, token: string): number {
  const name = token.slice(1).trimEnd();
  const end = at + token.length;
  if (isAccent(name)) {
    ACCENTED.lastIndex = end;
    const found = ACCENTED.exec(text);
    const [whole = '', macro, letter = ''] = found ?? [];
    const base = macro === undefined ? letter : (LETTERS.get(macro) ?? '');
    writer.make(accented(name, base), start + at, start + end + whole.length);
    return end + whole.length;
  }
  const letter = LETTERS.get(name);
  const symbol = SYMBOLS.get(name === '' ? ' ' : name);
  if (letter !== undefined) writer.make(letter, start + at, start + end);
  else if (symbol !== undefined && symbol === name) writer.copy(start + at + 1, start + at + 2);
  else if (symbol !== undefined) writer.make(symbol, start + at, start + end);
  else if (name === '\\' || name === 'newline' || name === 'par') writer.space();
  return end;
}

/** A macro's name with the spaces after it, math, or a line break with the indentation after it. */
const SPECIAL = /\\[A-Za-z]+[ \t]*|\\[^]?|\$[^$]{1,500}\$|\$|[{}~]|(?:\r\n|\r|\n)\s*|---?|``|''/g;
const ACCENTED = /\s{0,9}\{?(?:\\([A-Za-z]{1,2})(?![A-Za-z])\s?|([^\s{}\\]))/uy;
