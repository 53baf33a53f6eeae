import type { Interval, Part } from './pdfTableLines.ts';

/** Of the name of a column. */
export interface HeaderPart {
  readonly text: string;
}

/** A cell of a header with the columns that it is over, both inclusive. */
interface PlacedCell {
  readonly cell: Part;
  readonly from: number;
  readonly to: number;
}

/**
 * Says which columns the cells of a header are over. A header is centered over its columns, or begins or ends where they do: which of these
 * holds in a table, and how far its headers are off because cells are wider than their numbers, is learned from a line with a cell for each
 * column. Of all ways to put the cells of a line over columns, the one that fits best is taken.
 */
export class HeaderSpans {
  readonly #columns: { x0: number; x1: number }[];
  readonly #alignments: readonly Alignment[];
  /** By column: the columns that share a cell in the line below. */
  readonly #groups: { from: number; to: number }[];

  /** @param lines the cells of each line of the header, from top to bottom */
  constructor(columns: { x0: number; x1: number }[], lines: readonly (readonly Part[])[]) {
    this.#columns = columns;
    this.#groups = columns.map((_, i) => ({ from: i, to: i }));
    const alone = lines.findLast((cells) => cells.length > 1 && columnOfEach(cells, columns) !== undefined) ?? [];
    const places = columnOfEach(alone, columns) ?? [];
    this.#alignments = EDGES.map(({ at, usual }) => {
      const offsets = alone.map((cell, i) => at(cell) - at(columns[places[i]!]!)).sort((a, b) => a - b);
      const shift = offsets[offsets.length >> 1] ?? 0;
      const spread = offsets.reduce((sum, offset) => sum + Math.abs(offset - shift), 0) / Math.max(1, offsets.length);
      return { at, shift, spread, usual };
    });
  }

  /**
   * Takes the next line above. Lines go from bottom to top.
   * @param names what the lines below say of each column
   * @returns the cells in order, without those that no columns fit; misfit: how far the worst is off, in ems
   */
  place(cells: readonly Part[], names: readonly (readonly HeaderPart[])[], em: number): { placed: readonly PlacedCell[]; misfit: number } {
    const count = this.#columns.length;
    const spans = cells.length === count ? cells.map((_, i) => ({ from: i, to: i, misfit: 0 })) : this.#best(cells, names, em);
    const placed = spans.flatMap((span, i): PlacedCell[] =>
      span === undefined ? [] : [{ cell: cells[i]!, from: span.from, to: span.to }],
    );
    for (const { cell, from, to } of placed) {
      for (let column = from; column <= to; column++) this.#groups[column] = { from, to };
      const only = this.#columns[from]!;
      if (from === to) Object.assign(only, { x0: Math.min(only.x0, cell.x0), x1: Math.max(only.x1, cell.x1) });
    }
    return { placed, misfit: spans.reduce((most, span) => Math.max(most, span?.misfit ?? NO_COLUMN_EM), 0) };
  }

  /** By cell. Each takes columns right of the ones before it. */
  #best(cells: readonly Part[], names: readonly (readonly HeaderPart[])[], em: number): readonly (Span | undefined)[] {
    const count = this.#columns.length;
    // best[to + 1] is the cheapest way to place the cells so far over the columns up to `to`.
    const { before: same, skipped } = sameNames(names);
    let best = [0, ...skipped].map((_, i): Way => ({ cost: sumOf(skipped.slice(0, i)), span: undefined, before: undefined }));
    const kinds = names.map((name): Below => {
      const isDate = name.some(({ text }) => /\d/.test(text));
      return {
        areDates: isDate,
        areNamed: name.length > 0,
      };
    });
    for (const cell of cells) {
      const next = best.map((way): Way => ({ cost: way.cost + NO_COLUMN_EM, span: undefined, before: way }));
      for (let from = 0; from < count; from++) {
        if (this.#groups[from]!.from !== from) continue;
        let below = kinds[from]!;
        for (let to = from; to < count; to++) {
          if (same[to]! >= from) break;
          below = both(below, kinds[to]!);
          if (this.#groups[to]!.to !== to) continue;
          const misfit = this.#misfit(cell, { from, to }, below, em);
          const cost = best[from]!.cost + misfit;
          if (cost < next[to + 1]!.cost) next[to + 1] = { cost, span: { from, to, misfit }, before: best[from] };
        }
      }
      for (let i = 1; i <= count; i++) {
        const cost = next[i - 1]!.cost + skipped[i - 1]!;
        if (cost < next[i]!.cost) next[i] = { ...next[i - 1]!, cost };
      }
      best = next;
    }
    const spans: (Span | undefined)[] = [];
    for (let way: Way | undefined = best[count]; way?.before !== undefined; way = way.before) spans.unshift(way.span);
    return spans;
  }

  /** In ems. Ways that fit as well differ by how many columns they take. */
  #misfit(cell: Part, { from, to }: Group, { areDates, areNamed }: Below, em: number): number {
    const all = { x0: this.#columns[from]!.x0, x1: this.#columns[to]!.x1 };
    const group = this.#groups[from]!;
    const isOne = group.to >= to;
    const overlap = Math.min(this.#columns[group.to]!.x1 - cell.x0, cell.x1 - this.#columns[this.#groups[to]!.from]!.x0);
    // A narrow cell can be over several years, dates or parts of a year, but not over other words.
    const isWide = overlap > (areDates ? 0 : em);
    const isPeriod = /(?:19|20)\d\d/.test(cell.text) && areNamed;
    return Math.min(
      ...this.#alignments.map(({ at, shift, spread, usual }) => {
        const off = (Math.abs(at(cell) - at(all) - shift) + spread) / em;
        const mayShare = isWide || isPeriod || areDates;
        const size = isOne ? 0 : mayShare ? -Math.min(MAX_WIDER_EM, WIDER_EM * (to - from)) : usual === 0 ? NOT_WIDE_EM : NO_COLUMN_EM;
        return off + usual + size;
      }),
    );
  }
}

/**
 * What is above columns with the same name tells them apart.
 * @returns by column: the one before with its name, or -1; what it costs to leave the column out
 */
function sameNames(names: readonly (readonly HeaderPart[])[]): { before: readonly number[]; skipped: readonly number[] } {
  const keys = names.map((name) => name.map(({ text }) => text).join(' '));
  const last = new Map<string, number>();
  const before = keys.map((key, i) => {
    const known = key === '' ? -1 : (last.get(key) ?? -1);
    last.set(key, i);
    return known;
  });
  return { before, skipped: keys.map((key, i) => (before[i]! >= 0 || (key !== '' && last.get(key) !== i) ? SKIPPED_EM : 0)) };
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}

interface Group {
  readonly from: number;
  readonly to: number;
}

/** What the lines below say of all columns of a group. */
interface Below {
  readonly areDates: boolean;
  readonly areNamed: boolean;
}

function both(a: Below, b: Below): Below {
  return { areDates: a.areDates && b.areDates, areNamed: a.areNamed && b.areNamed };
}

interface Span extends Group {
  readonly misfit: number;
}

interface Way {
  readonly cost: number;
  /** Of the last cell; undefined where it is over no column. */
  readonly span: Span | undefined;
  readonly before: Way | undefined;
}

interface Alignment {
  readonly at: (place: Interval) => number;
  /** How far cells are from their columns, and how much that differs, in points. */
  readonly shift: number;
  readonly spread: number;
  /** What an alignment that is less usual costs, in ems. */
  readonly usual: number;
}

const EDGES: readonly Pick<Alignment, 'at' | 'usual'>[] = [
  { at: ({ x0, x1 }) => (x0 + x1) / 2, usual: 0 },
  { at: ({ x1 }) => x1, usual: 0.1 },
  { at: ({ x0 }) => x0, usual: 0.2 },
];
const NO_COLUMN_EM = 6;
const SKIPPED_EM = 2;
const NOT_WIDE_EM = 0.5;
const WIDER_EM = 0.15;
const MAX_WIDER_EM = 0.45;

/** The column that each cell alone is over, if each has one. */
function columnOfEach(cells: readonly Part[], columns: readonly Interval[]): readonly number[] | undefined {
  if (cells.length === columns.length) return cells.map((_, i) => i);
  const places = cells.map(({ x0, x1 }) => {
    const from = columns.findIndex((column) => column.x1 > x0);
    return from >= 0 && columns[from]!.x0 < x1 && (columns[from + 1]?.x0 ?? Infinity) >= x1 ? from : -1;
  });
  return places.every((place, i) => place > (places[i - 1] ?? -1)) ? places : undefined;
}
