import { spellableIn, spelledNear, type Respelled } from '../../language/terms/spelling.ts';
import { termsOf } from '../../language/terms/terms.ts';
import type { PassageTerms } from './passageTerms.ts';

/** Where the words of a question are looked for. */
interface WordsOfPassages {
  /** Whether a passage has one of the terms. */
  readonly hasAny: (terms: readonly string[]) => Promise<boolean>;
  /** Asked for where a word of the question is missing. */
  readonly terms: () => Promise<PassageTerms>;
  /** Whether passages have the word as it is: *shortes* has the term of *short*. */
  readonly isWritten: (word: string) => Promise<boolean>;
}

/** Of so many languages, those of most passages, a word may be. */
const mostLanguages = 3;
const mostWords = 8;
/** Of the words one letter away whose terms are there, those of the commonest are looked for. */
const mostLooked = 5;

/**
 * The long words of a query that no passage has, however inflected, each as the commonest word one letter away. Words without content are
 * in no passage, and stay.
 * @param languages the number of passages in each, by tag
 */
export async function respelledIn(
  query: string,
  languages: ReadonlyMap<string, number>,
  { hasAny, terms, isWritten }: WordsOfPassages,
): Promise<readonly Respelled[]> {
  const byPassages = [...languages].sort((a, b) => b[1] - a[1]).slice(0, mostLanguages);
  const inEach = (word: string): readonly (readonly string[])[] => byPassages.map(([tag]) => termsOf(word, tag));
  const isAbsent = async (word: string): Promise<boolean> => {
    const forms = inEach(word);
    return forms.every(({ length }) => length > 0) && !(await hasAny([...new Set(forms.flat())]));
  };
  const words = spellableIn(query);
  const areAbsent = await Promise.all(words.map(({ written }) => isAbsent(written)));
  const respelled: Respelled[] = [];
  for (const { start, written } of words.filter((_, i) => areAbsent[i]).slice(0, mostWords)) {
    for (const meant of commonest(spelledNear(written), inEach, await terms())) {
      if (!(await isWritten(meant))) continue;
      respelled.push({ start, written, meant });
      break;
    }
  }
  return respelled;
}

function commonest(
  words: readonly string[],
  inEach: (word: string) => readonly (readonly string[])[],
  terms: PassageTerms,
): readonly string[] {
  const counted = words.map((word) => {
    const first = inEach(word).flatMap(([term]) => (term === undefined ? [] : terms.containing(term)));
    return { word, count: first.find((count) => count > 0) ?? 0 };
  });
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostLooked)
    .map(({ word }) => word);
}
