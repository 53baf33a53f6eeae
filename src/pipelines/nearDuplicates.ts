import { RecentValues } from '../base/recentValues.ts';
import type { Passage } from '../protocol/passage.ts';

type Text = Pick<Passage, 'text'>;

/**
 * Which passages say nearly the same as one before them: at least 0.7 of the three-word sequences of both (Jaccard). Short passages are
 * compared too little to tell and count as distinct.
 * @param passages best first
 * @returns in the same order
 */
export function nearDuplicates(passages: readonly Text[]): readonly boolean[] {
  const kept: ReadonlySet<string>[] = [];
  return passages.map((passage) => {
    const own = sequencesOf(passage);
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
  const isEnough = (shared: number): boolean => shared >= near * (one.size + other.size - shared);
  let most = small.size;
  if (!isEnough(most)) return false;
  for (const sequence of small) if (!large.has(sequence) && !isEnough(--most)) return false;
  return true;
}

/** Steps of a run find the same passages, and each compares them more than once. */
const recent = new RecentValues<Text, ReadonlySet<string>>(200);

function sequencesOf(passage: Text): ReadonlySet<string> {
  const known = recent.get(passage);
  if (known) return known;
  const words = passage.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
  recent.set(passage, found);
  return found;
}
