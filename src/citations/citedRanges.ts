/** Finds the text that only repeats what it cites: the sentences of inserted answers. Pure. */
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { type CitingBlock, citingBlocks, masked } from './citing.ts';
import type { CitationSyntax } from './syntaxes/syntax.ts';
import type { TextRange } from './readText.ts';

/**
 * Every sentence with a citation in it or directly after it, including the citation, and the question that such a sentence answers. In
 * order, without overlap. All other sentences are the author's.
 */
export function citedRanges(text: string, syntax: CitationSyntax, language: Language): readonly TextRange[] {
  const blocks = citingBlocks(text, syntax);
  const definitions = blocks.flatMap(({ citations }) => citations.flatMap(({ definition }) => definition ?? []));
  return merged([...blocks.flatMap((block) => rangesIn(text, block, language)), ...definitions]);
}

function rangesIn(text: string, { block, citations }: CitingBlock, language: Language): readonly TextRange[] {
  const words = masked(text, { block, citations });
  const sentences = sentenceRanges(words, languageOf(words, language)).map(({ start, end }) => ({
    start: start + block.start,
    end: end + block.start,
  }));
  const found: TextRange[] = [];
  let own = 0;
  for (const { range } of citations) {
    while (own + 1 < sentences.length && (sentences[own + 1]?.start ?? Infinity) < range.start) own++;
    const sentence = sentences[own];
    found.push(range);
    if (sentence === undefined || sentence.start > range.start) continue;
    found.push({ start: sentence.start, end: Math.max(sentence.end, range.end) });
    const before = sentences[own - 1];
    if (before !== undefined && isQuestion(text, before)) found.push(before);
  }
  return found;
}

/** A question alone would rank above its answer in a search. */
function isQuestion(text: string, { end }: TextRange): boolean {
  return /[?？؟;]["'”’」』)）\]]*$/.test(text.slice(Math.max(0, end - 4), end));
}

function merged(ranges: readonly TextRange[]): readonly TextRange[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}
