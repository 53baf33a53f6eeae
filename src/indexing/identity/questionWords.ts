/** Words of a question, and the places that some of them are at. */
import { assumedLanguage } from '../../language/assumed.ts';
import { eachNameWord } from '../../language/nameWords.ts';
import { isSmallWord, maxIdentityWords } from './knownDocument.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

const maxQuestionWords = 400;

export interface QuestionWord extends Span {
  readonly word: string;
}

export function questionWords(text: string): readonly QuestionWord[] {
  const words: QuestionWord[] = [];
  eachNameWord(text.slice(0, maxQuestionWords * 100), (word, start, end) => {
    if (words.length < maxQuestionWords) words.push({ word, start, end });
  });
  return words;
}

/** From left to right, the longest first. */
export function nameSpans<T extends object>(
  words: readonly QuestionWord[],
  namedBy: (words: readonly QuestionWord[]) => T | undefined,
): readonly (Span & T)[] {
  const spans: (Span & T)[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(maxIdentityWords, words.length - at);
    let named: T | undefined;
    for (; length > 0; length--) {
      named = namedBy(words.slice(at, at + length));
      if (named !== undefined) break;
    }
    if (named !== undefined) spans.push({ ...named, start: words[at]!.start, end: words[at + length - 1]!.end });
    at += Math.max(1, length);
  }
  return spans;
}

export function wordsKey(words: readonly Pick<QuestionWord, 'word'>[]): string {
  return words.map(({ word }) => word).join('');
}

export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Without these places and the possessive after them. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    rest += `${text.slice(at, start)} `;
    at = end + (assumedLanguage.caseEnding.exec(/^\S{0,8}/u.exec(text.slice(end, end + 8))?.[0] ?? '')?.[0].length ?? 0);
  }
  rest = (rest + text.slice(at)).replace(/\s+/gu, ' ').trim();
  return questionWords(rest).some(({ word }) => !isSmallWord(word)) ? rest : text;
}
