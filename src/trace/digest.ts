/** The digest of a run as it is shown: the sentences of its evidence that bear on the question, quoted. Pure and browser-safe. */
import { listedTitle } from '../protocol/passage.ts';
import type { DigestQuote, QuotePart, Trace } from '../protocol/trace.ts';

/** The digest of a run, in the order in which it is shown. Grouped by what was asked, then by document. */
export interface DigestOfRun {
  readonly first: readonly DigestQuote[];
  /**
   * Shown on demand, after the others: where there is an answer, of the run or of a step, quotes that do not carry it; otherwise those
   * beyond one screen.
   */
  readonly further: readonly DigestQuote[];
}

/** The digest in the run's log. */
export function digestOfRun(trace: Trace): DigestOfRun {
  const { digest = [], citations } = trace;
  const carrying = new Set(citations.map(({ n }) => n));
  return inOrderShown(trace, digest, ({ n }) => carrying.has(n));
}

/** In the order in which it is shown. */
export function digestOf(trace: Trace): readonly DigestQuote[] {
  const { first, further } = digestOfRun(trace);
  return [...first, ...further];
}

/** @param carries whether an answer rests on a quote */
export function inOrderShown<T extends Omit<DigestQuote, 'n'>>(
  { answer, nodes }: Trace,
  quotes: readonly T[],
  carries: (quote: T) => boolean,
): { readonly first: readonly T[]; readonly further: readonly T[] } {
  const isAnswered = new Set(nodes.flatMap((node) => (node.answer == null ? [] : [node.id])));
  const groups =
    answer === null ? [...Map.groupBy(quotes, ({ nodeId }) => nodeId)].filter(([id]) => isAnswered.has(id)) : [['', quotes] as const];
  const carried = new Set(groups.flatMap(([, some]) => (some.some(carries) ? some : [])));
  const isFurther = (quote: T): boolean => !carries(quote) && (carried.has(quote) || quote.isFurther === true);
  return { first: quotes.filter((quote) => !isFurther(quote)), further: quotes.filter(isFurther) };
}

/** Its text as it is shown: prose and code. */
export function partsOf({ quote, text = quote, parts = [{ text }] }: Pick<DigestQuote, 'quote' | 'text' | 'parts'>): readonly QuotePart[] {
  return parts;
}

/**
 * What introduces a quote, unless that has just been shown.
 * @param before the quote that is shown before it
 */
export function newLead({ path, lead }: DigestQuote, before: DigestQuote | undefined): string | undefined {
  if (lead === undefined || before?.path !== path) return lead;
  return before.lead === lead || (before.text ?? before.quote).includes(lead) ? undefined : lead;
}

/** The title of a quote's document, unless it says no more than the path. */
export function titleBesidePath({ path, passageId }: Pick<DigestQuote, 'path' | 'passageId'>, { passages }: Trace): string | undefined {
  const passage = passages[passageId];
  const title = passage ? listedTitle(passage) : '';
  return lettersOf(path).includes(lettersOf(title)) ? undefined : title;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
