import { parseFragment } from 'parse5';
import type { TextWriter } from './sourceText.ts';

/** Writes `source[start, end)` of HTML with what its character references stand for. */
export function copyDecoded(writer: TextWriter, source: string, start: number, end: number): void {
  let at = start;
  for (const { 0: reference, index } of source.slice(start, end).matchAll(REFERENCE)) {
    const decoded = decodedReference(reference);
    if (decoded === reference) continue;
    writer.copy(at, start + index);
    at = start + index + reference.length;
    writer.make(decoded, start + index, at);
  }
  writer.copy(at, end);
}

const REFERENCE = /&(?:#\d{1,8}|#[xX][\da-fA-F]{1,7}|[A-Za-z][A-Za-z\d]{1,40});?/g;

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
