import type { Language } from '../language/language.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { comparedParts } from '../language/spaceless.ts';
import { contentWords, plainWords } from '../language/words.ts';
import type { Passage } from '../protocol/passage.ts';

/**
 * The sentence of the passage that supports the answer: of those that contain it (otherwise of all), the one that shares most words with
 * answer and question, the first on ties. An exact substring of the text; null when no sentence shares a word.
 */
export function supportingQuote(passage: Text, answer: string, question: string, language: Language): string | null {
  const sentences = sentencesOf(passage, language);
  const saying = sentences.filter((sentence) => mentions(sentence, answer));
  return closest(saying.length > 0 ? saying : sentences, `${answer} ${question}`, language) ?? saying[0] ?? null;
}

type Text = Pick<Passage, 'text' | 'runs'>;

function sentencesOf({ text, runs }: Text, language: Language): readonly string[] {
  return sentenceRanges(text, language, runs).map(({ start, end }) => text.slice(start, end));
}

/** The first of those that share most words with a text; undefined when none shares one. */
function closest(sentences: readonly string[], text: string, language: Language): string | undefined {
  const wanted = new Set(contentParts(text, language));
  let best: string | undefined;
  let bestShared = 0;
  for (const sentence of sentences) {
    const shared = contentParts(sentence, language).filter((word) => wanted.has(word)).length;
    if (shared > bestShared) [best, bestShared] = [sentence, shared];
  }
  return best;
}

function contentParts(text: string, language: Language): readonly string[] {
  return [...new Set(contentWords(text, language).flatMap(comparedParts))];
}

/**
 * A sentence of another passage that contains the answer and a word of the question; null when there is none, since the answer alone
 * supports nothing.
 */
export function furtherSupport(passage: Text, answer: string, question: string, language: Language): string | null {
  const saying = sentencesOf(passage, language).filter((sentence) => mentions(sentence, answer));
  const quote = closest(saying, `${answer} ${question}`, language) ?? saying[0];
  if (quote === undefined) return null;
  const said = new Set(contentParts(answer, language));
  const asked = contentParts(question, language).filter((word) => !said.has(word));
  const words = new Set(contentParts(quote, language));
  return asked.some((word) => words.has(word)) ? quote : null;
}

/**
 * Whether the text contains the answer's words, ignoring case and punctuation. Yes and no never count. Where words are not told apart by
 * spaces, or little words are written as one with them, letters may be directly before or after the answer's.
 */
export function mentions(text: string, answer: string): boolean {
  const sought = plainWords(answer).join(' ');
  if (sought === '' || sought === 'yes' || sought === 'no') return false;
  const said = ` ${plainWords(text).join(' ')} `;
  const before = openBefore.test(sought) ? '' : ' ';
  const after = openAfter.test(sought) ? '' : ' ';
  return said.includes(`${before}${sought}${after}`);
}

const unspaced = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
/** Arabic writes `and` and `the` as one with the next word, Korean its particles with the last. */
const openBefore = new RegExp(`^[${unspaced}\\p{sc=Arabic}]`, 'u');
const openAfter = new RegExp(`[${unspaced}\\p{sc=Hangul}]$`, 'u');
