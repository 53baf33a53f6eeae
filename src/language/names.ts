import { perLanguage, type Language } from './language.ts';
import { unaccented } from './words.ts';

/** A capitalized name in a text. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Names in text order: runs of capitalized words with the particles inside them (`Ludwig van Beethoven`, `Isles of Scilly`), an appended
 * title (`Edmund Grey, 1st Earl of Kent`), `No. 4`, and bracketed qualifiers when they follow at once and `brackets` is set. A sentence's
 * first word starts a name only when it is not a function word.
 */
export function findNames(text: string, language: Language, { brackets = false }: { readonly brackets?: boolean } = {}): NameSpan[] {
  const { notNames, lead, caseEnding } = language.names;
  const names: NameSpan[] = [];
  for (const match of text.matchAll(grammarOf(language))) {
    let start = match.index;
    let end = start + match[0].length;
    start += lead.exec(text.slice(start, end))?.[0].length ?? 0;
    const possessive = caseEnding.exec(text.slice(start, end));
    // `Tarrow's wife` but `in St. John's, Newfoundland`.
    if (possessive !== null && /^\s|^$/u.test(text.slice(end, end + 1))) end = start + possessive.index;
    if (end <= start || notNames.test(text.slice(start, end))) continue;
    if (brackets) end += /^ ?\([^()]{1,60}\)/u.exec(text.slice(end, end + 64))?.[0].length ?? 0;
    names.push({ start, end });
  }
  return names;
}

/** Names in a question, without the word that it begins with and without common nouns where these are capitalized too. */
export function properNames(question: string, language: Language): readonly NameSpan[] {
  const first = /\p{L}+/u.exec(question)?.[0].toLowerCase() ?? '';
  const isOpening = language.functionWords.has(unaccented(first)) || language.askingWords.has(first);
  const text = isOpening ? question.replace(/\p{L}/u, (letter) => letter.toLowerCase()) : question;
  return findNames(text, language).flatMap(({ start, end }) => {
    // The year after it is none of it: `in Vellan 1901`.
    const own = end - (/\s\d+$/u.exec(text.slice(start, end))?.[0].length ?? 0);
    const isCommon = language.determiners?.test(text.slice(0, start)) === true && !/\s/u.test(text.slice(start, own));
    return isCommon ? [] : [{ start, end: own }];
  });
}

/** Titles and works in quotation marks, without the marks. */
export function findQuoted(text: string): NameSpan[] {
  return [...text.matchAll(/(?:"([^"\n]{2,90})"|“([^”\n]{2,90})”|‘([^’\n]{2,90})’)/gu)].map((match) => {
    const inner = match[1] ?? match[2] ?? match[3] ?? '';
    const padding = inner.length - inner.trimStart().length;
    const start = match.index + 1 + padding;
    return { start, end: start + inner.trim().replace(/[,.;]$/u, '').length };
  });
}

const CAPITALIZED = "\\p{Lu}[\\p{L}\\p{M}\\p{N}]*(?:['’.&][\\p{L}\\p{N}]+)*(?:['’](?=\\s))?";

const grammarOf = perLanguage(({ names, numbers }) => {
  const token = `${CAPITALIZED}(?:-\\s?[\\p{L}\\p{N}]+(?:['’]\\p{L}+)*)*(?:(?<=\\b${names.endings})\\.)?`;
  const initials = `(?:(?:\\p{Lu}\\.\\s?)+|${names.abbreviations}\\.\\s)`;
  const numeral = `(?:\\d{1,4}${numbers.ordinalEnding}?(?![\\p{L}\\p{N}.,]\\d))`;
  const word = `(?:${initials})*(?:(?:d'|d’|al-|el-|ʻ|ʿ)?${token})`;
  return new RegExp(
    // What may begin one is looked at first, which spares most characters the rest.
    `(?=\\p{Lu}|d['’]|al-|el-|[ʻʿ]|${names.abbreviations})(?<![\\p{L}\\p{N}])${word}(?:(?:\\s|\\s?&\\s)(?:${names.particles}\\s?(?=['’]?\\p{Lu}))?(?:${word}|${numeral}))*(?:,\\s${names.suffixes}\\.)?${names.appended(CAPITALIZED)}?`,
    'gu',
  );
});
