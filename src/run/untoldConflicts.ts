/** Finds where another passage gives another value than an answer does, which the answer does not say. Pure. */
import { disagreement, statementIn, type PassageWords } from '../citations/disagreement.ts';
import { passageLanguage } from '../citations/passageLanguage.ts';
import { quotablesOf } from '../citations/quotable.ts';
import type { TextRange } from '../citations/readText.ts';
import type { Passage } from '../protocol/passage.ts';

/** A sentence of the answer with what it quotes. */
export interface CarriedSentence {
  readonly text: string;
  readonly found: readonly PassageWords[];
}

export interface UntoldConflict<T extends PassageWords> {
  readonly own: T;
  readonly other: PassageWords;
  /** The value that the answer gives, and the other one. */
  readonly words: readonly [string, string];
}

/** More would hide the answer. */
const most = 5;

/**
 * @param sentences those whose quotes carry them
 * @param told what any sentence of the answer quotes: where one of them has the other value, the answer speaks of it
 */
export function untoldConflicts<T extends PassageWords>(
  sentences: readonly (CarriedSentence & { readonly found: readonly T[] })[],
  told: readonly PassageWords[],
  passages: readonly Passage[],
): readonly UntoldConflict<T>[] {
  const isTold = (passage: Passage, range: TextRange): boolean =>
    told.some((one) => one.passage.id === passage.id && one.range.start < range.end && range.start < one.range.end);
  const others = passages.flatMap((passage) =>
    quotablesOf(passage, passageLanguage(passage))
      .filter((range) => !isTold(passage, range))
      .map(({ start, end }) => ({ passage, range: { start, end } }))
      .map((words) => ({ words, statement: statementIn(words) })),
  );
  const saidWords = told.map(({ passage, range }) => passage.text.slice(range.start, range.end));
  const conflicts = new Map<string, UntoldConflict<T>>();
  for (const { text, found } of sentences) {
    for (const own of found) {
      const statement = statementIn(own);
      for (const { words: other, statement: theirs } of others) {
        if (other.passage.id === own.passage.id) continue;
        const words = disagreement(statement, theirs, text);
        if (!words || saidWords.some((one) => one.includes(words[1]))) continue;
        conflicts.set(words.join('\n'), conflicts.get(words.join('\n')) ?? { own, other, words });
      }
    }
  }
  return [...conflicts.values()].slice(0, most);
}
