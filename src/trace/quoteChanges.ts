/** What a run quotes for its answer, and how that differs between two runs. Pure and browser-safe. */
import type { Citation, DigestQuote, Trace } from '../protocol/trace.ts';

export type ShownQuote = Pick<Citation | DigestQuote, 'path' | 'quote'>;

type Quoting = Pick<Trace, 'answer' | 'abstained' | 'citations' | 'written' | 'conflicts' | 'digest'>;

export interface QuoteChanges {
  /** No longer quoted. */
  readonly noMore: readonly ShownQuote[];
  /** Quoted for the first time. */
  readonly first: readonly ShownQuote[];
}

/**
 * Quotes that carry the answer and its conflicts; where neither run has one, those of the digests in its place. The same words
 * elsewhere in a document, or with other white space, are the same quote.
 */
export function quoteChanges(before: Quoting, now: Quoting): QuoteChanges {
  const areDigests = answerOf(before) === null && answerOf(now) === null;
  const [was, is] = [quotesOf(before, areDigests), quotesOf(now, areDigests)];
  const without = (some: typeof was, others: typeof was): readonly ShownQuote[] =>
    [...some].flatMap(([key, one]) => (others.has(key) ? [] : [one]));
  return { noMore: without(was, is), first: without(is, was) };
}

function quotesOf({ citations, written, conflicts = [], digest = [] }: Quoting, isDigest: boolean): ReadonlyMap<string, ShownQuote> {
  const disputed = conflicts.flatMap((one) => one.citations);
  const quotes = [...citations, ...(written?.citations ?? []), ...disputed, ...(isDigest ? digest : [])];
  return new Map(quotes.map((one) => [keyOf(one), one]));
}

/** Whether what two runs say to the question is the same: the short answer, the sentences written, and without an answer the quotes. */
export function saysSame(before: Quoting, now: Quoting): boolean {
  if (answerOf(before) !== answerOf(now) || saidIn(before) !== saidIn(now)) return false;
  const { noMore, first } = quoteChanges(before, now);
  return answerOf(now) !== null || noMore.length + first.length === 0;
}

function answerOf({ answer, abstained }: Quoting): string | null {
  return abstained ? null : answer;
}

function saidIn({ written }: Quoting): string {
  return (written?.sentences ?? []).map(({ text }) => text).join('\n');
}

function keyOf({ path, quote }: ShownQuote): string {
  return `${path}\n${quote.replace(/\s+/g, ' ')}`;
}
