/** The language that people read Ariadne in: its words, which `t` of `@vscode/l10n` looks up, and how it writes numbers. */
import { config } from '@vscode/l10n';

let locale = 'en';
let texts: Readonly<Record<string, string>> = {};
let patterns: readonly Pattern[] | undefined;

/**
 * English counts until this is called: before modules with words are loaded, because their constants take them then.
 * @param tag of the language that the words are in, such as `zh-cn`
 * @param words translations by their English text
 */
export function setUserLanguage(tag: string, words: Readonly<Record<string, string>>): void {
  locale = tag;
  texts = words;
  patterns = undefined;
  config({ contents: words });
}

/** For `Intl`, and for the page's `lang`. */
export function userLocale(): string {
  return locale;
}

/**
 * What the engine has written, in the user's language: logs and replies keep it in English, so it is found by its English text, with names
 * and numbers in place of `{0}`. What no translation fits stays as it is.
 */
export function translated(english: string): string {
  if (locale === 'en' || english.length > longestSaid) return english;
  const whole = known(english);
  if (whole !== undefined) return whole;
  // Two sentences were joined, or one follows a name.
  for (const { index } of english.matchAll(/(?<=[.?!]) /g)) {
    const first = known(english.slice(0, index));
    if (first !== undefined) return `${first} ${translated(english.slice(index + 1))}`;
  }
  for (const { index } of english.matchAll(/ /g)) {
    const rest = known(english.slice(index + 1));
    if (rest !== undefined) return `${english.slice(0, index)} ${rest}`;
  }
  return english;
}

/** Longer texts are no sentences of ours, and would take long. */
const longestSaid = 2000;

/** An English text with placeholders. */
interface Pattern {
  /** What is before, between and after them. */
  readonly parts: readonly string[];
  readonly names: readonly string[];
  /** Too few words to recognize a sentence by, unless all that differs are numbers. */
  readonly isShort: boolean;
  readonly text: string;
}

function known(english: string): string | undefined {
  if (english.includes(' ') && texts[english] !== undefined) return texts[english];
  for (const { parts, names, isShort, text } of (patterns ??= patternsOf(texts))) {
    const values = valuesIn(english, parts);
    if (!values || (isShort && !values.every((value) => /^[\d.,]+$/.test(value)))) continue;
    // What is in quotation marks is the user's.
    const shown = values.map((value, i) => (/["“]$/.test(parts[i] ?? '') ? value : translated(value)));
    return text.replace(/\{(\d+)\}/g, (placeholder, name: string) => shown[names.indexOf(name)] ?? placeholder);
  }
  return undefined;
}

/** The longest first, since a shorter one may fit too. */
function patternsOf(words: Readonly<Record<string, string>>): readonly Pattern[] {
  const found = Object.entries(words).flatMap(([english, text]) => {
    const [parts, names] = [english.split(/\{\d+\}/), [...english.matchAll(/\{(\d+)\}/g)].map(([, name = '']) => name)];
    return names.length === 0 ? [] : [{ parts, names, isShort: (parts.join(' ').match(/\p{L}{2,}/gu) ?? []).length < 3, text }];
  });
  return found.toSorted((a, b) => b.parts.join('').length - a.parts.join('').length);
}

function valuesIn(english: string, parts: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = parts;
  if (!english.startsWith(first) || !english.endsWith(rest.at(-1) ?? '')) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [i, part] of rest.entries()) {
    const end = i === rest.length - 1 ? english.length - part.length : english.indexOf(part, at);
    if (end < at) return undefined;
    values.push(english.slice(at, end));
    at = end + part.length;
  }
  return values;
}
