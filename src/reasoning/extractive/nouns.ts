import { english } from '../../language/english.ts';

const { questions, reading, singular } = english;

/** Whether a noun in lower case is for people: `engineer`, `pianist`, and who does something: `designer`. */
export function isPersonNoun(noun: string): boolean {
  const { persons, peoplesEndings } = questions;
  return persons.has(noun) || persons.has(singular(noun)) || peoplesEndings.test(noun) || isAgent(noun);
}

/** Whether a noun is for who does something: `designer`, `co-owners`. */
export function isAgent(noun: string): boolean {
  return verbOf(singular(noun)) !== null;
}

/** The verb of what someone does: `design` of `designer`; null for other nouns. */
export function verbOf(noun: string): string | null {
  const [, stem] = questions.agents.exec(noun) ?? [];
  if (stem === undefined) return null;
  return [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, '$1')].find((verb) => questions.verbs.has(verb)) ?? null;
}

/** Whether a thing of this kind is one thing with a name, which can be looked up: no `shareholders`, `sales`, `revenue` or `population`. */
export function isNameable(noun: string): boolean {
  if (reading.heads.get(noun) === 'amount' || questions.uncounted.has(noun) || isPlural(noun)) return false;
  return isPersonNoun(noun) || questions.concrete.test(noun) || !questions.abstract.test(noun);
}

/** Not `headquarters` or `series`, which are one thing, nor `basis`. */
export function isPlural(noun: string): boolean {
  return singular(noun) !== noun && !noun.endsWith('is') && !reading.heads.has(noun);
}
