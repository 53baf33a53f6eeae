/** What of a sentence is shown by what its documents are known by: title, headings, file, and what tells them apart. Pure. */
import { present } from '../base/defined.ts';
import { eachOnce } from '../base/eachOnce.ts';
import type { Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { plainWords, unaccented } from '../language/words.ts';
import { identityLine } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Shown } from '../protocol/writtenAnswer.ts';
import { datesBeside } from './claimDates.ts';
import { numbersBeside } from './claimNumbers.ts';
import { contentStems } from './support.ts';

/** A document that a sentence quotes. */
export type Identified = Pick<Passage, 'path' | 'title' | 'headings' | 'identity'>;

/** All that a document is known by, also in the lines that models see. */
export function identityWords(document: Identified): string {
  const { title, headings, identity } = document;
  const lines = [[title, ...headings].join(' › '), identityLine({ title, identity })];
  return [...lines, ...sides(document).map(([, text]) => text)].join('\n');
}

/** The places of a document's identity, those that people see first. */
function sides({ path, title, headings, identity }: Identified): readonly (readonly [Shown['from'], string])[] {
  const folders = path.split('/');
  const name = (folders.pop() ?? '').replace(/\.[a-z]\w{0,5}$/i, '');
  const readable = (text: string): string => text.replace(/[_-]+/g, ' ');
  return [
    ['title', title],
    ['headings', headings.join('\n')],
    ...(identity ? [[identity.titleFrom, identity.title] as const] : []),
    ...(identity?.parts ?? []).map(({ from, value, written = '' }) => [from, `${value}\n${written}`] as const),
    // As it is, and as its words.
    ['fileName', `${name}\n${readable(name)}`],
    ['folder', readable(folders.join('\n'))],
  ];
}

/** Whether a text has all words, one after the other. */
export function hasWords(text: string, words: string): boolean {
  const spaced = (one: string): string => ` ${plainWords(unaccented(one)).join(' ')} `;
  return spaced(words).trim() !== '' && spaced(text).includes(spaced(words));
}

/**
 * The numbers, dates and names of a sentence that no quote has and the identity of a document shows, each with where; and whether there is
 * no number or date that neither has.
 */
export function shownByIdentity(
  claim: string,
  quotes: readonly string[],
  documents: readonly Identified[],
  language: Language,
): { readonly shown: readonly Shown[]; readonly isWhole: boolean } {
  const values = [...datesBeside(claim, quotes, language), ...numbersBeside(claim, quotes, language)];
  const quoted = new Set(contentStems(quotes.join('\n'), language));
  const names = findNames(claim, language).filter(({ start, end }) => {
    const stems = contentStems(claim.slice(start, end), language);
    return start > 0 && stems.length > 0 && !stems.every((stem) => quoted.has(stem));
  });
  const placed = (start: number, end: number): Shown | undefined => {
    for (const document of documents) {
      for (const [from, text] of sides(document)) {
        // `RFC 3085`, where the file name has only the number.
        const lead = /\p{Lu}[\p{L}\p{N}]{0,15}[ \u00a0]$/u.exec(claim.slice(Math.max(0, start - 18), start))?.[0] ?? '';
        if (hasWords(text, claim.slice(start, end))) return { words: `${lead}${claim.slice(start, end)}`, from, path: document.path };
      }
    }
    return undefined;
  };
  const each = values.map(({ start, end }) => placed(start, end));
  const isIn = (name: { readonly start: number; readonly end: number }): boolean =>
    values.some(({ start, end }) => start < name.end && name.start <= end + 1);
  const shown = [...each, ...names.filter((name) => !isIn(name)).map(({ start, end }) => placed(start, end))];
  return { shown: eachOnce(present(shown), ({ words }) => words), isWhole: each.every((one) => one !== undefined) };
}
