import { languagesOf } from '../language/search/detect.ts';
import { termsOf } from '../language/search/terms.ts';
import type { Passage } from '../protocol/passage.ts';

/** What the full-text index holds of a passage. */
export interface SearchTerms {
  /** BCP 47; `und` for a script of no known language. */
  readonly language: string;
  /** Terms of title, headings and text, separated by blanks. */
  readonly terms: string;
}

/** The terms of a document's passages, in their order. */
export async function searchTermsOf(passages: readonly Passage[]): Promise<readonly SearchTerms[]> {
  const languages = await languagesOf(passages.map(({ text }) => text));
  return passages.map(({ title, headings, text }, i) => {
    const language = languages[i] ?? 'und';
    return { language, terms: termsOf([title, ...headings, text].join('\n'), language).join(' ') };
  });
}
