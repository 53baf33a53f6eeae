import type { Language } from '../language/language.ts';
import { hashOf } from '../base/hash.ts';
import type { Passage } from '../protocol/passage.ts';
import { atomsOf, MAX_CHARS, MAX_TOKENS, MAX_WORDS } from './atoms.ts';
import type { Atom, Context } from './atoms.ts';
import type { Block, ParsedDocument } from './document.ts';
import { slicerOf } from './sourceText.ts';
import type { Piece, Slicer } from './sourceText.ts';
import { sizeOf } from './textSize.ts';
import type { TextSize } from './textSize.ts';

const TARGET_WORDS = 150;
/** A section below this size may share a passage with its tiny siblings. */
export const TINY_SECTION_WORDS = 25;

/**
 * Cuts a document into passages. Passages are in document order and hold every word of the blocks exactly once; each has at most MAX_WORDS
 * words, MAX_CHARS characters and an estimated MAX_TOKENS tokens.
 *
 * A heading starts a new passage, except between tiny sections with the same parent: their headings become lines of the text. A sentence,
 * list item or table row is cut only when it is larger than a passage: first at sentences or cells, then at white space. Blocks are joined
 * by a blank line, items and rows by a line break. A passage that begins within a table repeats what is above it: see `Block.table`.
 */
export function cutPassages({
  path,
  hash,
  parsed,
  language,
}: {
  readonly path: string;
  readonly hash: string;
  readonly parsed: ParsedDocument;
  readonly language: Language;
}): Passage[] {
  const occurrences = new Map<string, number>();
  const slicers = new Map<Block, Slicer>();
  const passages: Passage[] = [];
  const groups = sectionsOf(parsed.blocks, language).flatMap(({ headings, atoms }) =>
    groupsOf(atoms).map((group) => ({ headings, group })),
  );
  for (const { headings, group } of groups) {
    const { text, runs, range } = joined(group, slicers);
    const occurrence = occurrences.get(text) ?? 0;
    occurrences.set(text, occurrence + 1);
    const id = hashOf([path, text, String(occurrence)], 16);
    passages.push({
      id,
      path,
      title: parsed.title,
      headings: [...headings],
      text,
      range,
      runs: [...runs],
      documentHash: hash,
    });
  }
  return passages;
}

interface Section {
  readonly headings: readonly string[];
  readonly atoms: readonly Atom[];
  readonly words: number;
}

function sectionsOf(blocks: readonly Block[], language: Language): readonly Section[] {
  const sections: Section[] = [];
  for (let start = 0; start < blocks.length;) {
    const headings = blocks[start]?.headings ?? [];
    let end = start + 1;
    while (end < blocks.length && isSameList(blocks[end]?.headings ?? [], headings)) end++;
    const atoms = blocks
      .slice(start, end)
      .flatMap((block, i) => atomsOf(block, start + i + 1 < end ? blocks[start + i + 1] : undefined, language));
    sections.push({ headings, atoms, words: wordsOf(atoms) });
    start = end;
  }
  return mergeTiny(sections);
}

function mergeTiny(sections: readonly Section[]): readonly Section[] {
  const merged: Section[] = [];
  let open: Section[] = [];
  for (const section of sections) {
    const last = open.at(-1);
    const fits = open.reduce((words, { words: more }) => words + more, section.words) <= TARGET_WORDS;
    if (last !== undefined && !(fits && isTiny(last) && isTiny(section) && areSiblings(last, section))) {
      merged.push(joinSections(open));
      open = [];
    }
    open.push(section);
  }
  if (open.length > 0) merged.push(joinSections(open));
  return merged;
}

function isTiny({ words }: Section): boolean {
  return words < TINY_SECTION_WORDS;
}

function areSiblings({ headings: a }: Section, { headings: b }: Section): boolean {
  return a.length > 0 && a.length === b.length && isSameList(a.slice(0, -1), b.slice(0, -1));
}

function joinSections(sections: readonly Section[]): Section {
  const [first, ...others] = sections;
  if (first === undefined || others.length === 0) return first ?? { headings: [], atoms: [], words: 0 };
  const atoms = sections.flatMap((section) => {
    const text = section.headings.at(-1) ?? '';
    const heading: Atom = { kind: 'heading', text, ...sizeOf(text), chars: text.length, separator: '\n', cutCost: NEVER };
    return [heading, ...section.atoms];
  });
  return { headings: first.headings.slice(0, -1), atoms, words: wordsOf(atoms) };
}

/**
 * Splits a section's atoms so that the passages miss the target size least: dynamic programming over (size / target - 1)² plus each atom's
 * cut cost. Linear in the number of atoms, since each looks only at as many as fit in one passage.
 */
function groupsOf(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  const cost = new Float64Array(atoms.length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(atoms.length + 1);
  cost[0] = 0;
  for (let end = 1; end <= atoms.length; end++) {
    let words = 0;
    let chars = 0;
    let tokens = 0;
    for (let start = end - 1; start >= 0; start--) {
      const atom = atoms[start];
      if (atom === undefined) break;
      words += atom.words;
      tokens += atom.tokens;
      chars += atom.chars + (start < end - 1 ? atom.separator.length : 0);
      if ((words > MAX_WORDS || chars > MAX_CHARS || tokens > MAX_TOKENS) && start < end - 1) break;
      if (start < end - 1 && !hasRoomFor(contextOf(atom), { words, chars, tokens })) continue;
      const size = Math.max(words, (chars * MAX_WORDS) / MAX_CHARS);
      const cut = end === atoms.length ? 0 : (atoms[end - 1]?.cutCost ?? 0);
      const total = (cost[start] ?? 0) + (size / TARGET_WORDS - 1) ** 2 + cut;
      if (total < (cost[end] ?? 0)) {
        cost[end] = total;
        from[end] = start;
      }
    }
  }
  const groups: (readonly Atom[])[] = [];
  for (let end = atoms.length; end > 0; end = from[end] ?? 0) groups.push(atoms.slice(from[end], end));
  return groups.reverse();
}

function contextOf(first: Atom | undefined): Context | undefined {
  return first?.kind === 'text' ? first.context : undefined;
}

/** Whether a passage can repeat what is said above the table. */
function hasRoomFor(context: Context | undefined, { words, chars, tokens }: TextSize & { readonly chars: number }): boolean {
  if (context === undefined) return true;
  return words + context.words <= MAX_WORDS && chars + context.text.length <= MAX_CHARS && tokens + context.tokens <= MAX_TOKENS;
}

/** The cost of a cut after a heading line, which stays with the text below it. */
const NEVER = 1e6;

function joined(group: readonly Atom[], slicers: Map<Block, Slicer>): Piece {
  const parts: string[] = [];
  const runs: number[] = [];
  const ranges: Piece['range'][] = [];
  const context = contextOf(group[0]);
  const chars = group.reduce((sum, atom) => sum + atom.chars + atom.separator.length, 0);
  const repeated = context && hasRoomFor(context, { ...sumOf(group), chars }) ? context.text : '';
  parts.push(repeated);
  let length = repeated.length;
  for (let i = 0; i < group.length;) {
    const atom = group[i];
    if (atom === undefined) break;
    // Neighboring atoms of one block are sliced together to keep the white space between them in the run.
    let last = i;
    let piece: Pick<Piece, 'text' | 'runs'>;
    if (atom.kind === 'heading') piece = { text: atom.text, runs: [] };
    else {
      let end = atom.end;
      for (let next = group[last + 1]; next?.kind === 'text' && next.block === atom.block; next = group[last + 1]) {
        end = next.end;
        last++;
      }
      const slicer = slicers.get(atom.block) ?? slicerOf(atom.block);
      slicers.set(atom.block, slicer);
      const sliced = slicer(atom.start, end);
      ranges.push(sliced.range);
      piece = sliced;
    }
    for (let k = 0; k < piece.runs.length; k++) runs.push((piece.runs[k] ?? 0) + (k % 4 === 0 ? length : 0));
    const separator = last + 1 < group.length ? (group[last]?.separator ?? '') : '';
    parts.push(piece.text, separator);
    length += piece.text.length + separator.length;
    i = last + 1;
  }
  return { text: parts.join(''), runs, range: ranges.reduce(cover) };
}

function cover(a: Piece['range'], b: Piece['range']): Piece['range'] {
  return {
    startLine: Math.min(a.startLine, b.startLine),
    endLine: Math.max(a.endLine, b.endLine),
    startOffset: Math.min(a.startOffset, b.startOffset),
    endOffset: Math.max(a.endOffset, b.endOffset),
  };
}

function wordsOf(atoms: readonly Atom[]): number {
  return sumOf(atoms).words;
}

function sumOf(atoms: readonly Atom[]): TextSize {
  return atoms.reduce((sum, { words, tokens }) => ({ words: sum.words + words, tokens: sum.tokens + tokens }), { words: 0, tokens: 0 });
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((item, i) => item === b[i]));
}
