/** Documents as the index of mentions keeps them, and what of them changes with their passages. */
import type { MentionKind, Row } from '../interfaces.ts';
import type { PassageAnchor } from '../passageReferences.ts';
import type { MentionRecord } from './mentionTable.ts';
import type { KnownFile, NameOwner } from './names.ts';
import type { Packing } from './packedMap.ts';
import type { PackedStrings } from './packedStrings.ts';

/**
 * The document without some passages and with others.
 * @param added replace passages of the same rows
 * @returns undefined when it has no passages left
 */
export function changedDocument(
  path: string,
  before: KnownFile | undefined,
  removed: ReadonlySet<Row>,
  added: readonly MentionRecord[],
): KnownFile | undefined {
  const kept = before?.rows.flatMap((row, i) => (removed.has(row) ? [] : [{ row, headings: before.headings[i] ?? [] }])) ?? [];
  const all = [...kept, ...added].sort((a, b) => a.row - b.row);
  if (all.length === 0) return undefined;
  const keptAnchors = before?.anchors.filter(({ row }) => !removed.has(row)) ?? [];
  const anchors = [...keptAnchors, ...added.flatMap(({ row, anchors: own }) => own.map((anchor) => ({ ...anchor, row })))];
  const aliases = [...(kept.length > 0 ? (before?.aliases ?? []) : []), ...added.flatMap((record) => record.aliases)];
  return {
    path,
    title: added[0]?.title ?? before?.title ?? '',
    aliases: [...new Set(aliases)],
    rows: all.map(({ row }) => row),
    headings: all.map(({ headings }) => headings),
    anchors: anchors.sort((a, b) => a.row - b.row),
  };
}

/** In the order in which owners of one name are listed. */
const kinds: readonly MentionKind[] = ['link', 'title', 'alias', 'identifier', 'file', 'heading'];

/** Of two owners of one name, the one that is meant first. */
export function byRankAndPath(a: NameOwner, b: NameOwner): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || pathOrder(a, b);
}

export function pathOrder(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

const anchorKinds: readonly PassageAnchor['kind'][] = ['heading', 'label', 'citation', 'term', 'object'];
const none = -1;

/**
 * Path, title; aliases; row and headings of each passage; kind, name, row and headings of each anchor. The lists begin with their length.
 */
export const documentPacking: Packing<KnownFile> = {
  pack: ({ path, title, aliases, rows, headings, anchors }, strings) => [
    strings.of(path),
    strings.of(title),
    aliases.length,
    ...aliases.map((alias) => strings.of(alias)),
    rows.length,
    ...rows.flatMap((row, i) => [row, headingsId(headings[i] ?? [], strings)]),
    anchors.length,
    ...anchors.flatMap((anchor) => [
      anchorKinds.indexOf(anchor.kind),
      strings.of(anchor.name),
      anchor.row,
      anchor.headings ? headingsId(anchor.headings, strings) : none,
    ]),
  ],
  unpack: (numbers, strings) => {
    let at = 0;
    const next = (): number => numbers[at++]!;
    const text = (): string => strings.at(next());
    const list = <T>(item: () => T): T[] => Array.from({ length: next() }, item);
    const headingsOf = headingsReader(strings);
    const [path, title, aliases] = [text(), text(), list(text)];
    const passages = list(() => ({ row: next(), headings: headingsOf(next()) }));
    const anchors = list(() => {
      const [kind, name, row, headings] = [anchorKinds[next()]!, text(), next(), next()];
      return { kind, name, row, ...(headings === none ? {} : { headings: headingsOf(headings) }) };
    });
    return { path, title, aliases, rows: passages.map(({ row }) => row), headings: passages.map(({ headings }) => headings), anchors };
  },
};

/** Numbers per owner: path, kind, name, headings and row of the part. */
export const ownerWidth = 5;

export const ownersPacking: Packing<readonly NameOwner[]> = {
  pack: (owners, strings) => owners.flatMap((owner) => packedOwner(owner, strings)),
  unpack: (numbers, strings) => {
    const headingsOf = headingsReader(strings);
    return Array.from({ length: numbers.length / ownerWidth }, (_, i) => {
      const [path = 0, kind = 0, name = 0, headings = none, row = none] = numbers.subarray(i * ownerWidth, (i + 1) * ownerWidth);
      const part = { headings: headings === none ? [] : headingsOf(headings), ...(row === none ? {} : { row }) };
      return { path: strings.at(path), kind: kinds[kind]!, name: strings.at(name), ...(headings === none ? {} : { part }) };
    });
  },
};

export function packedOwner({ path, kind, name, part }: NameOwner, strings: PackedStrings): readonly number[] {
  const headings = part ? headingsId(part.headings, strings) : none;
  return [strings.of(path), kinds.indexOf(kind), strings.of(name), headings, part?.row ?? none];
}

/** Headings are one string: most passages and names of a section have the same. */
function headingsId(headings: readonly string[], strings: PackedStrings): number {
  return strings.of(JSON.stringify(headings));
}

/** Equal headings are one object. */
function headingsReader(strings: PackedStrings): (id: number) => readonly string[] {
  const known = new Map<number, readonly string[]>();
  return (id) => {
    const headings = known.get(id) ?? (JSON.parse(strings.at(id)) as readonly string[]);
    known.set(id, headings);
    return headings;
  };
}

/** Sorts owners of one name, packed one after the other, by rank and path. */
export function sortPackedOwners(owners: Int32Array, strings: PackedStrings): void {
  const count = owners.length / ownerWidth;
  if (count < 2) return;
  const before = owners.slice();
  const all = Array.from({ length: count }, (_, i) => ({
    at: i * ownerWidth,
    rank: before[i * ownerWidth + 1]!,
    path: strings.at(before[i * ownerWidth]!),
  }));
  all.sort((a, b) => a.rank - b.rank || pathOrder(a, b));
  all.forEach(({ at }, i) => owners.set(before.subarray(at, at + ownerWidth), i * ownerWidth));
}
