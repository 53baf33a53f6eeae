import type { Passage } from '../protocol/passage.ts';

/**
 * Which passages say nearly the same as one before them: at least 0.7 of the three-word sequences of both (Jaccard). Short passages are
 * compared too little to tell and count as distinct.
 * @param passages best first
 * @returns in the same order
 */
export function nearDuplicates(passages: readonly Pick<Passage, 'text'>[]): readonly boolean[] {
  const kept: ReadonlySet<string>[] = [];
  return passages.map(({ text }) => {
    const own = sequences(text);
    if (own.size < fewest) return false;
    if (kept.some((other) => isNear(own, other))) return true;
    kept.push(own);
    return false;
  });
}

/** Sequences that a passage needs to be compared. */
const fewest = 12;
const near = 0.7;

function isNear(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < near * large.size) return false;
  let shared = 0;
  for (const sequence of small) if (large.has(sequence)) shared++;
  return shared >= near * (one.size + other.size - shared);
}

function sequences(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
}
