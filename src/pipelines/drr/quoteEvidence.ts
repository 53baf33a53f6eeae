import type { Passage } from '../../protocol/passage.ts';

/**
 * Finds evidence in passages, ignoring white space, case and the kind of quotation marks and dashes: the first such passage, best first,
 * with its exact words; null when there is none. Of words of several passages, with an ellipsis between them, the first that are found, of
 * at most three.
 */
export function quoteEvidence(evidence: string, passages: readonly Passage[]): { readonly index: number; readonly quote: string } | null {
  const parts = [evidence, ...evidence.split(/ (?:…|\.\.\.) /, 3)];
  return parts.reduce<ReturnType<typeof find>>((found, part) => found ?? find(part, passages), null);
}

function find(evidence: string, passages: readonly Passage[]): { readonly index: number; readonly quote: string } | null {
  const sought = folded(evidence.trim()).text;
  if (sought === '') return null;
  for (const [index, { text }] of passages.entries()) {
    const { text: plain, offsets } = folded(text);
    const at = plain.indexOf(sought);
    const [start, last] = [offsets[at], offsets[at + sought.length - 1]];
    if (start !== undefined && last !== undefined) return { index, quote: text.slice(start, last + 1) };
  }
  return null;
}

/** Lowercase text with single spaces; `offsets` gives the place of each character in the original. */
function folded(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  let plain = '';
  let wasSpace = false;
  const offsets: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const isSpace = /\s/.test(char);
    const isFurther = isSpace && wasSpace;
    wasSpace = isSpace;
    if (isFurther) continue;
    const lower = (marks[char] ?? char).toLowerCase();
    // A few letters become two in lowercase. They stay as they are, so that each character has one place.
    plain += isSpace ? ' ' : lower.length === 1 ? lower : char;
    offsets.push(i);
  }
  return { text: plain, offsets };
}

const marks: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"', '„': '"', '–': '-', '—': '-', '−': '-' };
