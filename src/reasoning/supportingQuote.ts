import type { Language } from '../language/language.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { contentWords, plainWords } from '../language/words.ts';
import type { Passage } from '../protocol/passage.ts';

/**
 * The sentence of the passage that supports the answer: of those that contain it (otherwise of all), the one that shares most words with
 * answer and question, the first on ties. An exact substring of the text; null when no sentence shares a word.
 */
export function supportingQuote(
  { text, runs }: Pick<Passage, 'text' | 'runs'>,
  answer: string,
  question: string,
  language: Language,
): string | null {
  const sentences = sentenceRanges(text, language, runs).map(({ start, end }) => text.slice(start, end));
  const saying = sentences.filter((sentence) => mentions(sentence, answer));
  const wanted = new Set(contentWords(`${answer} ${question}`, language));
  let best: string | null = null;
  let bestShared = 0;
  for (const sentence of saying.length > 0 ? saying : sentences) {
    const shared = contentWords(sentence, language).filter((word) => wanted.has(word)).length;
    if (shared > bestShared) [best, bestShared] = [sentence, shared];
  }
  return best ?? saying[0] ?? null;
}

/**
 * A sentence of another passage that contains the answer and a word of the question; null when there is none, since the answer alone
 * supports nothing.
 */
export function furtherSupport(
  passage: Pick<Passage, 'text' | 'runs'>,
  answer: string,
  question: string,
  language: Language,
): string | null {
  const quote = supportingQuote(passage, answer, question, language);
  if (quote === null || !mentions(quote, answer)) return null;
  const said = new Set(contentWords(answer, language));
  const asked = contentWords(question, language).filter((word) => !said.has(word));
  const words = new Set(contentWords(quote, language));
  return asked.some((word) => words.has(word)) ? quote : null;
}

/** Whether the text contains the answer's words, ignoring case and punctuation. Yes and no never count. */
export function mentions(text: string, answer: string): boolean {
  const sought = plainWords(answer).join(' ');
  return sought !== '' && sought !== 'yes' && sought !== 'no' && ` ${plainWords(text).join(' ')} `.includes(` ${sought} `);
}
