import { languagesOf } from '../language/terms/detect.ts';
import { joinedTermsOf } from '../language/terms/terms.ts';
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
    return { language, terms: joinedTermsOf([title, ...headings, withNamesOnce(text)].join('\n'), language) };
  });
}

/**
 * Rows of tables name their columns, their group and their unit again and again, which says no more of a passage than once.
 * @returns the text without what rows repeat of the rows before
 */
function withNamesOnce(text: string): string {
  const seen = new Set<string>();
  const once = (name: string, rest: string): string => (seen.has(name) ? rest : (seen.add(name), name + rest));
  const cellOnce = (cell: string, i: number): string => {
    const end = cell.indexOf(i === 0 ? GROUP_END : NAME_END);
    if (end >= 0) return once(cell.slice(0, end), cell.slice(end));
    return i > 0 && !/\d/.test(cell) ? once(cell, '') : cell;
  };
  const rowOnce = (line: string): string => (line.includes(CELL) ? line.split(CELL).map(cellOnce).join(CELL) : line);
  return text.includes(CELL) ? text.split('\n').map(rowOnce).join('\n') : text;
}

const CELL = ' | ';
const GROUP_END = ' › ';
const NAME_END = ': ';
