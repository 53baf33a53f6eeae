import assert from 'node:assert/strict';
import { LineTable } from '../../../src/base/lines.ts';
import { sentenceRanges } from '../../../src/language/sentences.ts';
import { linesOf } from '../../../src/citations/anchor.ts';
import { locate, quoteIn, quotePlace } from '../../../src/citations/locate.ts';
import { MAX_CHARS, MAX_TOKENS, MAX_WORDS } from '../../../src/corpus/atoms.ts';
import { cutPassages } from '../../../src/corpus/cut.ts';
import type { ExtractedDocument, ParsedDocument } from '../../../src/corpus/document.ts';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';
import { sizeOf } from '../../../src/corpus/textSize.ts';
import type { Passage, SourceRange } from '../../../src/protocol/passage.ts';
import { english } from '../../../src/language/english.ts';

export interface Cut {
  readonly parsed: ParsedDocument;
  readonly passages: readonly Passage[];
}

export function cut(path: string, source: string): Cut {
  const reader = readerOf(path);
  assert(reader?.kind === 'text', `no text reader for ${path}`);
  const parsed = reader.parse(source, path);
  return { parsed, passages: cutPassages({ path, hash: 'h', parsed, language: english }) };
}

/** What must hold for every document: maps are exact, nothing is lost or said twice, passages are bounded, quotes are in their lines. */
export function assertExact(path: string, source: string): Cut {
  const result = cut(path, source);
  assertExactMaps(result, source);
  return result;
}

/** The same for a format whose text is extracted; pages and lines are in order besides, and nothing of the blocks was made up. */
export async function assertExactExtracted(path: string, bytes: Uint8Array): Promise<Cut & { readonly parsed: ExtractedDocument }> {
  const reader = readerOf(path);
  assert(reader?.kind === 'extracting', `no extracting reader for ${path}`);
  const parsed = await reader.extract(bytes, path, {});
  const result = { parsed, passages: cutPassages({ path, hash: 'h', parsed, language: english }) };
  assertExactMaps(result, parsed.text);
  const starts = parsed.pageStarts;
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  assert(starts.every((start) => start >= 0 && start <= parsed.text.length));
  for (const { text, runs } of parsed.blocks) assert.deepEqual([runs[0], runs[2], runs.length], [0, text.length, 4]);
  return result;
}

function assertExactMaps(result: Cut, source: string): void {
  const lines = new LineTable(source);
  for (const piece of [...result.parsed.blocks, ...result.passages]) assertMap(piece, source, lines);
  assertCoversEveryWordOnce(result);
  assertPlaces(result.parsed, source);
  for (const passage of result.passages) assertQuotes(passage, source, lines);
  assert.equal(new Set(result.passages.map(({ id }) => id)).size, result.passages.length, 'ids are unique');
}

/** Links and anchors are in the source and in order, and no target is empty except for the folder. */
function assertPlaces({ links, anchors, aliases, fields }: ParsedDocument, source: string): void {
  let previous = 0;
  for (const { start, end, kind, target } of links) {
    assert(previous <= start && start <= end && end <= source.length, `${start}-${end} after ${previous} in ${source.length}`);
    assert(target !== '' || kind === 'path', kind);
    previous = start;
  }
  previous = 0;
  for (const { offset, name } of anchors) {
    assert(previous <= offset && offset <= source.length && name !== '', `${name} at ${offset} after ${previous}`);
    previous = offset;
  }
  for (const text of [...aliases, ...fields.map(({ name }) => name)]) assert.notEqual(text.trim(), '');
}

interface Mapped {
  readonly text: string;
  readonly runs: readonly number[];
  readonly range: SourceRange;
}

function assertMap({ text, runs, range }: Mapped, source: string, lines: LineTable): void {
  let textEnd = 0;
  for (let i = 0; i < runs.length; i += 4) {
    const [textStart = -1, offset = -1, length = 0, line = -1] = runs.slice(i, i + 4);
    assert.deepEqual(
      {
        text: text.slice(textStart, textStart + length),
        line,
        isAscending: textStart >= textEnd,
        isInRange: offset >= range.startOffset && offset + length <= range.endOffset,
      },
      { text: source.slice(offset, offset + length), line: lines.lineAt(offset), isAscending: true, isInRange: true },
    );
    textEnd = textStart + length;
  }
  const { startOffset, endOffset } = range;
  assert.deepEqual([range.startLine, range.endLine], [lines.lineAt(startOffset), lines.lineAt(Math.max(startOffset, endOffset - 1)) + 1]);
}

function assertCoversEveryWordOnce({ parsed, passages }: Cut): void {
  const ofBlocks = parsed.blocks.flatMap(({ text }) => text.match(/\S+/g) ?? []).join('');
  const ofPassages = passages.flatMap(({ text }) => text.match(/\S+/g) ?? []).join('');
  // Headings of merged tiny sections are the only words a passage adds.
  if (ofBlocks.length === ofPassages.length) assert.equal(ofPassages, ofBlocks);
  else assert(isSubsequence(ofBlocks, ofPassages), 'a block is missing or out of order');
  for (const { text } of passages) {
    assert.notEqual(text.trim(), '');
    const { words, tokens } = sizeOf(text);
    const isBounded = text.length <= MAX_CHARS && words <= MAX_WORDS && tokens <= MAX_TOKENS;
    assert(isBounded, `a passage is too large: ${text.length} characters, ${words} words, ${tokens} tokens`);
  }
}

function isSubsequence(part: string, whole: string): boolean {
  let i = 0;
  for (const char of whole) if (part.startsWith(char, i)) i += char.length;
  return i === part.length;
}

/** Every sentence can be quoted: what is found in its lines holds every verbatim word of it. */
function assertQuotes(passage: Passage, source: string, lines: LineTable): void {
  for (const { start, end } of sentenceRanges(passage.text, english, passage.runs)) {
    const place = quotePlace(passage, start, end);
    if (place === undefined) continue;
    const { range, stretches } = place;
    const sourceLines = source.slice(
      lines.startOf(range.startLine),
      range.endLine < lines.lineCount ? lines.startOf(range.endLine) : source.length,
    );
    const quote = quoteIn(place, linesOf(sourceLines).slice(0, range.endLine - range.startLine)) ?? '';
    assert(linesOf(sourceLines).join('\n').includes(quote), `not in its lines: ${quote}`);
    for (const { text } of stretches) assert(quote.includes(linesOf(text).join('\n')), `${text} is missing in: ${quote}`);
    const whole = locate(passage, start, end);
    assert(whole.startOffset <= range.startOffset && whole.endOffset >= range.endOffset);
  }
}
