import { parseFragment } from 'parse5';
import type { TextWriter } from './sourceText.ts';

/**
 * Writes `decoded`, a parser's result for `source[start, end)`, and keeps every character that is literally in the source verbatim. Handles
 * character references, backslash escapes (`isEscape`) and line breaks where the parser dropped indentation or quote markers.
 */
export function copyDecoded(writer: TextWriter, source: string, start: number, end: number, decoded: string, isEscape = false): void {
  if (end - start === decoded.length && source.startsWith(decoded, start)) return writer.copy(start, end);
  let at = start;
  let verbatimFrom = start;
  const flush = (): void => writer.copy(verbatimFrom, at);
  for (let i = 0; i < decoded.length;) {
    const char = decoded.charAt(i);
    const here = source.charAt(at);
    const reference = here === '&' ? referenceAt(source, at, end) : undefined;
    if (reference !== undefined && reference.text !== reference.decoded && decoded.startsWith(reference.decoded, i)) {
      flush();
      writer.make(reference.decoded, at, at + reference.text.length);
      at += reference.text.length;
      verbatimFrom = at;
      i += reference.decoded.length;
    } else if (isEscape && here === '\\' && isPunctuation(source.charAt(at + 1)) && char === source.charAt(at + 1)) {
      flush();
      verbatimFrom = ++at;
      at++;
      i++;
    } else if (here === char && at < end) {
      at++;
      i++;
    } else {
      flush();
      const moved = pastLineBreak(source, at, end, char, decoded.charAt(i - 1));
      if (moved === undefined) {
        writer.make(decoded.slice(i), Math.min(at, end - 1), end);
        return;
      }
      i += moved.written.length;
      writer.make(moved.written, at, moved.at);
      verbatimFrom = at = moved.at;
    }
  }
  flush();
}

interface Reference {
  readonly text: string;
  readonly decoded: string;
}

function referenceAt(source: string, at: number, end: number): Reference | undefined {
  REFERENCE.lastIndex = at;
  const text = REFERENCE.exec(source)?.[0];
  if (text === undefined || at + text.length > end) return undefined;
  const known = decodedReferences.get(text);
  if (known !== undefined) return { text, decoded: known };
  const node = parseFragment(text).childNodes[0];
  const decoded = node !== undefined && 'value' in node ? node.value : text;
  if (decodedReferences.size < 4096) decodedReferences.set(text, decoded);
  return { text, decoded };
}

const REFERENCE = /&(?:#\d{1,8}|#[xX][\da-fA-F]{1,7}|[A-Za-z][A-Za-z\d]{1,40});?/y;
const decodedReferences = new Map<string, string>();

/** Where the parser's text continues after a difference from the source, and what to write for the difference. */
function pastLineBreak(
  source: string,
  at: number,
  end: number,
  next: string,
  previous: string,
): { readonly at: number; readonly written: string } | undefined {
  // HTML parsers turn CRLF and CR into LF.
  if (next === '\n' && source.startsWith('\r', at)) return { at: at + (source.startsWith('\r\n', at) ? 2 : 1), written: '\n' };
  // The parser drops white space before a line break.
  let to = at;
  while (to < end && BLANK.test(source.charAt(to))) to++;
  if (to > at && source.charAt(to) === next) return { at: to, written: '' };
  // The parser drops indentation and quote markers at the start of a line.
  if (previous === '\n' || previous === '\r') {
    while (to < end && BLANK_OR_QUOTE.test(source.charAt(to))) to++;
    if (to > at && (source.charAt(to) === next || source.charAt(to) === '\\' || source.charAt(to) === '&')) return { at: to, written: '' };
  }
  // The parser replaces NUL.
  if (next === '\ufffd' && source.charAt(at) === '\0') return { at: at + 1, written: next };
  return undefined;
}

const BLANK = /[ \t]/;
const BLANK_OR_QUOTE = /[ \t>]/;

function isPunctuation(char: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(char);
}
