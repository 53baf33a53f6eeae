/** What is said of a question in a language that the documents are not in. */
import * as z from 'zod';

export const otherLanguage = z.object({
  /** BCP 47, as are the others. */
  question: z.string(),
  /** Those that most passages are in, the commonest first. */
  documents: z.array(z.string()),
  /** An embedder that would find the one by the other. */
  embedder: z.string(),
});
export type OtherLanguage = Readonly<z.infer<typeof otherLanguage>>;

export function otherLanguageSentence({ question, documents, embedder }: OtherLanguage): string {
  const names = documents.map(languageName);
  const are = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}` : (names[0] ?? '');
  return `The question is in ${languageName(question)}, most documents are in ${are}. There, only words that both have, such as names and numbers, are found. Ask in ${names[0] ?? 'their language'}, or choose an embedder for many languages, such as ${embedder}.`;
}

/** In English. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
}
