import { perLanguage, type Language } from './language.ts';

/**
 * What is compared of answers, as in the scripts of SQuAD, HotpotQA, 2WikiMultihopQA and MuSiQue: lower case, no ASCII
 * punctuation, no articles, single spaces, in this order. No Unicode normalization. Idempotent. Source: metrics.md 1.
 */
export function normalizeAnswer(text: string, language: Language): string {
  return text.toLowerCase().replace(asciiPunctuation, '').replace(articlesOf(language), ' ').split(whiteSpace).filter(Boolean).join(' ');
}

const asciiPunctuation = /[!-/:-@[-`{-~]/g;
/** Word boundaries as Python has them: `\b` knows ASCII only and would take the `a` out of `éa`. */
const articlesOf = perLanguage(({ articles }) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${articles.join('|')})(?![\\p{L}\\p{N}_])`, 'gu'));
/** White space as Python's `str.split` has it: with U+001C to U+001F and U+0085, without U+FEFF. */
const whiteSpace = /[\u0009-\u000D\u001C-\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;
