/** Numbers the citations and quotes of a run. Pure and browser-safe. */
import type { Trace } from '../protocol/trace.ts';
import { digestOf } from './digest.ts';

/**
 * The ended run with its citations and quotes numbered from 1 in the order in which its text has them: what a model has written; what else
 * the answer cites; conflicts; and the digest. Logs have the numbers in the order in which the places were found. Numbers that the text of
 * the answer itself has stay as they are.
 */
export function numberedByAppearance(trace: Trace): Trace {
  if (/\[\d+(?:\s*,\s*\d+)*\](?!\()/.test(trace.answer ?? '')) return trace;
  const { citations, written, conflicts, digest } = trace;
  const numbers = new Map<number, number>();
  for (const n of appearing(trace)) if (!numbers.has(n)) numbers.set(n, numbers.size + 1);
  const isInOrder = [...numbers].every(([was, is]) => was === is);
  if (isInOrder) return trace;
  const numberOf = (n: number): number => numbers.get(n) ?? n;
  const renumbered = <T extends { readonly n: number }>(some: readonly T[]): T[] =>
    some.map((one) => ({ ...one, n: numberOf(one.n) })).sort((a, b) => a.n - b.n);
  const inOrder = (some: readonly number[]): number[] => some.map(numberOf).sort((a, b) => a - b);
  return {
    ...trace,
    citations: renumbered(citations),
    ...(written && {
      written: {
        ...written,
        sentences: written.sentences.map((sentence) => ({ ...sentence, citations: inOrder(sentence.citations) })),
        citations: renumbered(written.citations),
      },
    }),
    ...(conflicts && { conflicts: conflicts.map((one) => ({ ...one, citations: one.citations.map(withNumber(numberOf)) })) }),
    ...(digest && { digest: digest.map(withNumber(numberOf)) }),
  };
}

function withNumber(numberOf: (n: number) => number) {
  return <T extends { readonly n: number }>(one: T): T => ({ ...one, n: numberOf(one.n) });
}

/** Numbers in the order of their first appearance; those of one sentence in the order of the digest, which lists them below. */
function appearing(trace: Trace): readonly number[] {
  const { citations, written, conflicts = [] } = trace;
  const digest = trace.digest ? digestOf(trace) : [];
  const places = new Map(digest.map(({ n }, i) => [n, i]));
  const placeOf = (n: number): number => places.get(n) ?? Infinity;
  const inDigestOrder = (some: readonly number[]): readonly number[] => some.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b);
  const said = written ? positionsIn(written).map((at) => written.sentences[at]?.citations ?? []) : [];
  return [
    ...[...said, citations.map(({ n }) => n)].flatMap(inDigestOrder),
    ...conflicts.flatMap((one) => one.citations.map(({ n }) => n)),
    ...digest.map(({ n }) => n),
  ];
}

/** Of the sentences of a written answer, in the order of reading. */
function positionsIn({ blocks, conflicts }: NonNullable<Trace['written']>): readonly number[] {
  return [
    ...blocks.flatMap((block) => {
      if (block.kind === 'paragraph') return block.sentences;
      return block.kind === 'list' ? block.items.flat() : block.rows.flatMap(({ cells }) => cells.flat());
    }),
    ...conflicts,
  ];
}
