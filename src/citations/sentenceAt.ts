/** The sentence at a place of a text. Pure. */
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import type { TextRange } from './readText.ts';
import type { CitationSyntax } from './syntaxes/syntax.ts';

export interface Sentence extends TextRange {
  /** As a reader sees it, without citations. */
  readonly words: string;
}

/**
 * The sentence that an offset is in, or directly behind.
 * @param cited ranges of citations, in any order
 * @returns undefined outside of prose
 */
export function sentenceAt(
  text: string,
  offset: number,
  { syntax, cited, language }: { readonly syntax: CitationSyntax; readonly cited: readonly TextRange[]; readonly language: Language },
): Sentence | undefined {
  const block = syntax.blocks(text).find(({ start, end, kind }) => start <= offset && offset <= end && kind !== 'code');
  if (!block) return undefined;
  // Spaces keep offsets as they are.
  const masked = wordsIn(text, block, cited);
  const sentences = sentenceRanges(masked, languageOf(masked, language));
  const at = offset - block.start;
  const found = sentences.find(({ end }) => at <= end) ?? sentences.at(-1);
  if (!found) return undefined;
  const range = { start: block.start + found.start, end: block.start + found.end };
  return { ...range, words: plainWords(text, range, cited, syntax) };
}

/** A range as a reader sees it, without citations. */
export function plainWords(text: string, range: TextRange, cited: readonly TextRange[], syntax: CitationSyntax): string {
  const words = syntax.plain(wordsIn(text, range, cited), true).replaceAll(/\s+/g, ' ');
  return words.replaceAll(/ (?=[.,;:!?])/g, '').trim();
}

function wordsIn(text: string, { start, end }: TextRange, cited: readonly TextRange[]): string {
  let words = text.slice(start, end);
  for (const one of cited) {
    const [from, to] = [Math.max(0, one.start - start), Math.min(words.length, one.end - start)];
    if (from < to) words = words.slice(0, from) + ' '.repeat(to - from) + words.slice(to);
  }
  return words;
}
