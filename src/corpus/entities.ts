import { parseFragment } from 'parse5';
import type { TextWriter } from './sourceText.ts';

/**
 * Writes `decoded`, an HTML parser's result for `source[start, end)`, and keeps every character that is literally in the source verbatim.
 * Handles character references and line breaks.
 */
export function copyDecoded(writer: TextWriter, source: string, start: number, end: number, decoded: string): void {
  if (end - start === decoded.length && source.startsWith(decoded, start)) return writer.copy(start, end);
  let at = start;
  let verbatimFrom = start;
  for (let i = 0; i < decoded.length;) {
    const { text, made } = differenceAt(source, at, end) ?? { text: '', made: '' };
    if (text !== made && decoded.startsWith(made, i)) {
      writer.copy(verbatimFrom, at);
      writer.make(made, at, at + text.length);
      at += text.length;
      i += made.length;
      verbatimFrom = at;
    } else if (source.charAt(at) === decoded.charAt(i) && at < end) {
      at++;
      i++;
    } else {
      writer.copy(verbatimFrom, at);
      return writer.make(decoded.slice(i), Math.min(at, end - 1), end);
    }
  }
  writer.copy(verbatimFrom, at);
}

/** A character reference, a line break other than LF or a NUL in the source, and what parsers make of it. */
function differenceAt(source: string, at: number, end: number): { readonly text: string; readonly made: string } | undefined {
  if (!'&\r\0'.includes(source.charAt(at))) return undefined;
  DIFFERENCE.lastIndex = at;
  const text = DIFFERENCE.exec(source)?.[0];
  if (text === undefined || at + text.length > end) return undefined;
  return { text, made: text === '\0' ? '\ufffd' : text.startsWith('\r') ? '\n' : decodedReference(text) };
}

const DIFFERENCE = /\r\n?|\0|&(?:#\d{1,8}|#[xX][\da-fA-F]{1,7}|[A-Za-z][A-Za-z\d]{1,40});?/y;

/** What a character reference stands for: `&amp;` for `&`. The reference itself when it is unknown. */
export function decodedReference(reference: string): string {
  const known = decodedReferences.get(reference);
  if (known !== undefined) return known;
  const node = parseFragment(reference).childNodes[0];
  const decoded = node !== undefined && 'value' in node ? node.value : reference;
  if (decodedReferences.size < 4096) decodedReferences.set(reference, decoded);
  return decoded;
}

const decodedReferences = new Map<string, string>();
