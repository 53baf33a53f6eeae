/** A card in words. Pure. */
import type { CardView } from './viewModel.ts';
import { plural } from './words.ts';

/** What a screen reader says of a card. */
export function cardWords({
  label,
  isStep,
  state,
  question,
  answer,
  replacedAnswer,
  evidenceCount,
  restsOn,
  aside = '',
}: CardView): string {
  const before = replacedAnswer === undefined ? '' : `, instead of ${replacedAnswer === '' ? 'no answer' : replacedAnswer}`;
  const said = answer === undefined ? '' : `Answer: ${answer}${before}`;
  const evidence = evidenceCount === 0 ? '' : plural(evidenceCount, 'passage');
  const base = restsOn === undefined ? evidence : restsOnWords[restsOn];
  return [`${isStep ? 'Sub-question ' : ''}${label}, ${state.words}`, question, said, base, aside]
    .filter((part) => part !== '')
    .join('. ')
    .replace(/([?.!])\. /g, '$1 ');
}

export const restsOnWords = { memory: 'from memory', parts: 'taken apart' } as const;
