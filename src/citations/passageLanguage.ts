import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { shownLanguage } from '../language/languages.ts';
import type { Passage } from '../protocol/passage.ts';

type Text = Pick<Passage, 'text'>;

/** A run asks for the language of a passage at each of its steps. */
const known = new WeakMap<Text, { readonly shown: Language | undefined }>();

/** @param otherwise of a passage that does not show its language */
export function passageLanguage(passage: Text, otherwise: Language = assumedLanguage): Language {
  const { shown } = known.get(passage) ?? { shown: shownLanguage(passage.text) };
  known.set(passage, { shown });
  return shown ?? otherwise;
}
