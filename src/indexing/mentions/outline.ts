/** What a document's names follow from, as it is stored with the document. */
import type { CutDocument } from '../../corpus/document.ts';
import { passageAt } from '../../protocol/placeInPassage.ts';
import type { KnownFile, PassageAnchor } from './names.ts';

export interface OutlinedDocument {
  readonly path: string;
  readonly title: string;
  /** Its passages have rows from this one on. */
  readonly firstRow: number;
  readonly passages: number;
  /** JSON of an `Outline`. */
  readonly outline: string;
}

/** Parts that are empty are left out, to take no space. */
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

export function outlineOf({
  passages,
  anchors,
  aliases,
  fields,
}: Pick<CutDocument, 'passages' | 'anchors' | 'aliases' | 'fields'>): string {
  const names = [...aliases, ...fields.filter(({ name, part }) => !part && isIdentifying.test(name)).map(({ value }) => value)];
  const sections: [number, readonly string[]][] = [];
  for (const { headings } of passages) {
    const last = sections.at(-1);
    if (last && last[1].join('\0') === headings.join('\0')) last[0]++;
    else sections.push([1, headings]);
  }
  const placed = anchors.map(({ kind, name, offset, headings }) => ({ kind, name, headings, at: passageAt(passages, offset) }));
  const hasSections = sections.some(([, headings]) => headings.length > 0);
  return JSON.stringify({
    ...(names.length === 0 ? {} : { aliases: [...new Set(names)] }),
    ...(hasSections ? { sections } : {}),
    ...(placed.length === 0 ? {} : { anchors: placed }),
  } satisfies Outline);
}

export function knownFile({ path, title, firstRow, passages, outline }: OutlinedDocument): KnownFile {
  const { aliases = [], sections = [[passages, []]], anchors = [] } = JSON.parse(outline) as Outline;
  return {
    path,
    title,
    aliases,
    rows: Array.from({ length: passages }, (_, i) => firstRow + i),
    headings: sections.flatMap(([count, headings]) => Array.from({ length: count }, () => headings)),
    anchors: anchors.map(({ at, ...anchor }) => ({ ...anchor, row: firstRow + at })).sort((a, b) => a.row - b.row),
  };
}
