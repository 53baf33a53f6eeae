/** What a question names and describes, in a language of which only patterns are known. */
import type { CarryWords, Named } from './carrying.ts';
import type { Language } from './language.ts';
import { findNames, type NameSpan } from './names.ts';
import { unaccented } from './words.ts';

export interface NamedPlace extends Named {
  readonly start: number;
  readonly end: number;
  /** What is asked for: `Who was the architect …`. The answer names it. */
  readonly isAsked: boolean;
}

/** Articles with their nouns: `the bridge of Ardel`. */
export function describedIn(question: string, words: CarryWords): readonly NamedPlace[] {
  const { described, articleOf, askedNext } = words;
  if (!described || !articleOf) return [];
  const found: NamedPlace[] = [];
  // One is in another: `the repair of the harbor`.
  for (let from = 0; from < question.length;) {
    described.lastIndex = from;
    const match = described.exec(question);
    if (!match) break;
    const { article: said = '', between = '', head = '', rest = '' } = match.groups ?? {};
    const before = question.slice(0, match.index);
    const { article, genders } = articleOf(said.trim().toLowerCase(), before);
    found.push({
      text: `${article}${/['’]$/u.test(article) ? '' : ' '}${between}${head}${rest}`,
      article,
      genders,
      kind: 'thing',
      head: head.toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
      isAsked: askedNext.test(before),
    });
    from = match.index + said.length;
  }
  return found;
}

/** Names that no article describes. */
export function namesIn(question: string, language: Language): readonly NamedPlace[] {
  const described = language.carrying ? describedIn(question, language.carrying) : [];
  return properNames(question, language).flatMap(({ start, end }) =>
    described.some((one) => one.start <= start && end <= one.end)
      ? []
      : [{ text: question.slice(start, end), genders: '', kind: 'unknown' as const, start, end, isAsked: false }],
  );
}

/** Names, without the word that begins a question and without common nouns where these are capitalized too. */
export function properNames(question: string, language: Language): readonly NameSpan[] {
  const { carrying: words } = language;
  const first = /\p{L}+/u.exec(question)?.[0].toLowerCase() ?? '';
  const isOpening = language.functionWords.has(unaccented(first)) || language.askingWords.has(first);
  const text = isOpening ? question.replace(/\p{L}/u, (letter) => letter.toLowerCase()) : question;
  return findNames(text, language).flatMap(({ start, end }) => {
    // The year after it is none of it: `in Vellan 1901`.
    const own = end - (/\s\d+$/u.exec(text.slice(start, end))?.[0].length ?? 0);
    const isCommon = words?.determiners?.test(text.slice(0, start)) === true && !/\s/u.test(text.slice(start, own));
    return isCommon ? [] : [{ start, end: own }];
  });
}
