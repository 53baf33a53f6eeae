/** What is said of a question in a language that the documents are not in. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { listed } from '../base/amounts.ts';
import { userLocale } from '../base/userLanguage.ts';

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
  const are = listed(names);
  return t(
    'The question is in {0}, most documents are in {1}. There, only words that both have, such as names and numbers, are found. Ask in {2}, or choose an embedder for many languages, such as {3}.',
    languageName(question),
    are,
    names[0] ?? t('their language'),
    embedder,
  );
}

/** In the language of the user. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(userLocale(), { type: 'language' }).of(tag) ?? tag;
}
