/** The language that people read Ariadne in: its words, which `t` of `@vscode/l10n` looks up, and how it writes numbers. */
import { config } from '@vscode/l10n';

let locale = 'en';

/**
 * English counts until this is called: before modules with words are loaded, because their constants take them then.
 * @param tag of the language that the words are in, such as `zh-cn`
 * @param words translations by their English text
 */
export function setUserLanguage(tag: string, words: Readonly<Record<string, string>>): void {
  locale = tag;
  config({ contents: words });
}

/** For `Intl`, and for the page's `lang`. */
export function userLocale(): string {
  return locale;
}
