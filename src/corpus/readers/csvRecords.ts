/** Offsets of a cell in the text, without the quotes around it. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/**
 * The records of separated values as in RFC 4180, with any delimiter. Blank lines are skipped. A quote inside an unquoted cell is text, and
 * so is an unclosed one, with the rest of its line.
 */
export function* csvRecords(text: string, start: number, delimiter: string): Generator<readonly Cell[]> {
  const delimiterCode = delimiter.charCodeAt(0);
  let unclosed = 0;
  let literalUntil = start;
  let cells: Cell[] = [];
  let at = start;
  while (at < text.length || cells.length > 0) {
    const cellStart = at;
    const quoteAt = quoteFrom(text, at, delimiterCode);
    let end = -1;
    if (quoteAt >= 0 && quoteAt >= literalUntil && unclosed < MAX_UNCLOSED) {
      end = closingQuote(text, quoteAt + 1, delimiterCode);
      if (end < 0) {
        unclosed++;
        literalUntil = lineEnd(text, at);
      }
    }
    if (end >= 0) {
      cells.push({ start: quoteAt + 1, end, isQuoted: true });
      at = pastBlanks(text, end + 1, delimiterCode);
    } else {
      while (at < text.length && !endsCell(text.charCodeAt(at), delimiterCode)) at++;
      cells.push({ start: cellStart, end: at, isQuoted: false });
    }
    if (text.charCodeAt(at) === delimiterCode) {
      at++;
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (cells.some((cell) => cell.end > cell.start)) yield cells;
    cells = [];
  }
}

/** Limits the searches for the end of an unclosed quote, each of which reads to the end of the file. */
const MAX_UNCLOSED = 20;

function quoteFrom(text: string, at: number, delimiter: number): number {
  const quoteAt = pastBlanks(text, at, delimiter);
  return text.charCodeAt(quoteAt) === QUOTE ? quoteAt : -1;
}

function closingQuote(text: string, start: number, delimiter: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at + 1) === QUOTE) at++;
    else if (isCellEnd(text, pastBlanks(text, at + 1, delimiter), delimiter)) return at;
  }
  return -1;
}

function isCellEnd(text: string, at: number, delimiter: number): boolean {
  return at >= text.length || endsCell(text.charCodeAt(at), delimiter);
}

function endsCell(code: number, delimiter: number): boolean {
  return code === delimiter || code === LF || code === CR;
}

function pastBlanks(text: string, at: number, delimiter: number): number {
  for (let code = text.charCodeAt(at); (code === SPACE || code === TAB) && code !== delimiter; code = text.charCodeAt(at)) at++;
  return at;
}

function lineEnd(text: string, at: number): number {
  while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++;
  return at;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
