/** Removes inserted answers, which are not evidence: their content is in the documents that they cite. */
import { firstWhere } from '../base/binarySearch.ts';
import type { Language } from '../language/language.ts';
import { citedRanges } from '../citations/citedRanges.ts';
import { syntaxOf } from '../citations/syntaxes/allSyntaxes.ts';
import { markdownSyntax } from '../citations/syntaxes/markdown.ts';
import type { TextRange } from '../citations/readText.ts';
import type { Block, ParsedDocument } from './document.ts';
import { markdownCells } from './readers/notebook.ts';
import { slicerOf } from './sourceText.ts';

export interface WithoutInserted {
  readonly parsed: ParsedDocument;
  /** Stretches that were left out. */
  readonly leftOut: number;
}

/**
 * The document without the sentences that cite with `ariadne:`. Without such citations, returns the same object.
 * @param source the decoded file
 */
export function withoutInserted(parsed: ParsedDocument, source: string, path: string, language: Language): WithoutInserted {
  if (!source.includes('ariadne:')) return { parsed, leftOut: 0 };
  const ranges = rangesOf(source, path, language);
  if (ranges.length === 0) return { parsed, leftOut: 0 };
  const blocks = parsed.blocks.flatMap((block) => keptParts(block, ranges));
  const links = parsed.links.filter(
    ({ start, end }) => !between(ranges, start, end + 1).some((range) => range.start <= start && end <= range.end),
  );
  return { parsed: { ...parsed, blocks, links }, leftOut: ranges.length };
}

function rangesOf(source: string, path: string, language: Language): readonly TextRange[] {
  // A row of a table says what its citations say.
  if (/\.[ct]sv$/i.test(path))
    return [...source.matchAll(citingRow)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  if (!path.toLowerCase().endsWith('.ipynb')) {
    const syntax = syntaxOf(path);
    return syntax ? citedRanges(source, syntax, language) : [];
  }
  return markdownCells(source).flatMap(({ text, offsetOf }) =>
    citedRanges(text, markdownSyntax, language).map(({ start, end }) => ({ start: offsetOf(start), end: offsetOf(end - 1) + 1 })),
  );
}

const citingRow = /^.*#L\d+(?:-L\d+)? ariadne:[0-9a-f]{16}.*$/gm;

/** The parts of a block before, between and after the ranges that are left out. Inserted text goes with the words around it. */
function keptParts(block: Block, ranges: readonly TextRange[]): readonly Block[] {
  const { startOffset, endOffset } = block.range;
  const within = between(ranges, startOffset, endOffset);
  if (within.length === 0) return [block];
  // Text without a verbatim part, which the reader made of what is left out.
  if (block.runs.length === 0) return within.some(({ start, end }) => start <= startOffset && endOffset <= end) ? [] : [block];
  const kept = keptIn(block, within);
  const slice = slicerOf(block);
  return kept.flatMap(({ start, end }) => {
    const text = block.text.slice(start, end);
    const [lead, trail] = [text.length - text.trimStart().length, text.length - text.trimEnd().length];
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    return [{ ...block, ...slice(start + lead, end - trail) }];
  });
}

/** Ranges of the block's text whose characters are not left out. */
function keptIn({ text, runs }: Block, ranges: readonly TextRange[]): readonly TextRange[] {
  const kept: TextRange[] = [];
  let from = 0;
  let isOut = false;
  for (let i = 0; i < runs.length; i += 4) {
    const [textStart = 0, offset = 0, length = 0] = runs.slice(i, i + 4);
    let at = offset;
    for (const range of between(ranges, offset, offset + length)) {
      if (range.start > at && isOut) [from, isOut] = [textStart + at - offset, false];
      if (!isOut) kept.push({ start: from, end: textStart + Math.max(at, range.start) - offset });
      isOut = true;
      at = range.end;
    }
    if (at < offset + length && isOut) [from, isOut] = [textStart + at - offset, false];
  }
  return isOut ? kept : [...kept, { start: from, end: text.length }];
}

/** The ranges that touch `[start, end)` of the source, in order. */
function between(ranges: readonly TextRange[], start: number, end: number): readonly TextRange[] {
  const from = firstWhere(ranges.length, (i) => ranges[i]!.end > start);
  return ranges.slice(
    from,
    firstWhere(ranges.length, (i) => i >= from && ranges[i]!.start >= end),
  );
}
