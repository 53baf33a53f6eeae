/** What a document's names follow from, as it is stored with the document. */
import type { CutDocument } from '../../corpus/document.ts';
import { passageAt } from '../../protocol/placeInPassage.ts';
import { nameHashes, namesOf, type KnownFile, type PassageAnchor } from './names.ts';

export interface OutlinedDocument {
  readonly path: string;
  readonly title: string;
  /** Its passages have rows from this one on. */
  readonly firstRow: number;
  readonly passages: number;
  /** JSON of an `Outline`. */
  readonly outline: string;
}

/**
 * Parts that are empty are left out, to take no space. Before them is `names`: a version and the `nameHashes`, in base64, which are read
 * without the rest when an index is opened. Outlines of before have none.
 */
interface Outline {
  /** Other names of the whole document. */
  readonly aliases?: readonly string[];
  /** How many passages follow each other below the same headings. */
  readonly sections?: readonly (readonly [passages: number, headings: readonly string[]])[];
  /** Places to which links may lead, or the sections that they name, by the number of their passage. */
  readonly anchors?: readonly (PassageAnchor & { readonly at: number })[];
}

/** Fields whose value names the document anywhere. */
const isIdentifying = /^(?:doi|arxiv|arxivid|eprint|isbn)$/i;

/** To be increased with every change of what `namesOf` returns. */
const namesVersion = 1;
const storedNames = new RegExp(`^\\{"names":"${namesVersion} ([^"]*)"`);

export function outlineOf({
  path,
  title,
  passages,
  anchors,
  aliases,
  fields,
}: Pick<CutDocument, 'path' | 'title' | 'passages' | 'anchors' | 'aliases' | 'fields'>): string {
  const names = [...aliases, ...fields.filter(({ name, part }) => !part && isIdentifying.test(name)).map(({ value }) => value)];
  const sections: [number, readonly string[]][] = [];
  for (const { headings } of passages) {
    const last = sections.at(-1);
    if (last && last[1].join('\0') === headings.join('\0')) last[0]++;
    else sections.push([1, headings]);
  }
  const placed = anchors.map(({ kind, name, offset, headings }) => ({ kind, name, headings, at: passageAt(passages, offset) }));
  const hasSections = sections.some(([, headings]) => headings.length > 0);
  const outline: Outline = {
    ...(names.length === 0 ? {} : { aliases: [...new Set(names)] }),
    ...(hasSections ? { sections } : {}),
    ...(placed.length === 0 ? {} : { anchors: placed }),
  };
  const hashes = nameHashes(namesOf(fileOf({ path, title, firstRow: 0, passages: passages.length }, outline)).keys());
  return JSON.stringify({ names: `${namesVersion} ${Buffer.from(hashes.buffer).toString('base64')}`, ...outline });
}

/** The `nameHashes` of its names. Those of an older version are made again. */
export function nameHashesOf(document: OutlinedDocument): Int32Array {
  const [, stored] = storedNames.exec(document.outline) ?? [];
  if (stored === undefined) return nameHashes(namesOf(knownFile(document)).keys());
  return new Int32Array(Uint8Array.from(Buffer.from(stored, 'base64')).buffer);
}

export function knownFile(document: OutlinedDocument): KnownFile {
  return fileOf(document, JSON.parse(document.outline) as Outline);
}

function fileOf(
  { path, title, firstRow, passages }: Omit<OutlinedDocument, 'outline'>,
  { aliases = [], sections = [[passages, []]], anchors = [] }: Outline,
): KnownFile {
  return {
    path,
    title,
    aliases,
    rows: Array.from({ length: passages }, (_, i) => firstRow + i),
    headings: sections.flatMap(([count, headings]) => Array.from({ length: count }, () => headings)),
    anchors: anchors.map(({ at, ...anchor }) => ({ ...anchor, row: firstRow + at })).sort((a, b) => a.row - b.row),
  };
}
