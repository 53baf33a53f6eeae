/** The entries of a bibliography: BibTeX, BibLaTeX, CSL-JSON and CSL-YAML. */
import { parse } from 'yaml';
import * as z from 'zod';
import { pausing, yieldToEventLoop } from '../base/abort.ts';
import { LineTable } from '../base/lines.ts';
import { type BibtexEntry, bibtexEntries } from './readers/bibtexEntries.ts';
import { BibtexValues } from './readers/bibtex.ts';
import { SourceText } from './sourceText.ts';

export interface BibliographyEntry {
  readonly key: string;
  /** Empty where it has none. */
  readonly title: string;
  readonly authors: readonly string[];
  readonly year?: string;
  /** Without the address of a resolver. */
  readonly doi?: string;
  readonly arxiv?: string;
  readonly url?: string;
  /** Paths as they are written, of this machine or another one. */
  readonly files: readonly string[];
}

/** An entry as it was read, to be used again while it is written the same. */
interface ReadEntry {
  readonly entry: BibliographyEntry;
  readonly parents: readonly string[];
  /** The strings that its fields could use. */
  readonly strings: string;
}

export interface ReadBibliography {
  /** In order. Those that were read before, and have no parents, are the same objects. */
  readonly entries: readonly BibliographyEntry[];
  /** Where the key of each is in the text; -1 where that is not known. */
  readonly offsets: readonly number[];
  /** What could not be read as it is meant, with 1-based lines. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
  /** By their text. */
  readonly read: ReadonlyMap<string, ReadEntry>;
}

/**
 * @param before what was read of the same file
 * @throws AbortError; SyntaxError and what the parser of YAML throws for what is neither JSON nor YAML
 */
export async function readBibliography(
  text: string,
  path: string,
  signal: AbortSignal,
  before?: Pick<ReadBibliography, 'read'>,
): Promise<ReadBibliography> {
  if (/\.(?:json|ya?ml)$/i.test(path))
    return ofCsl(cslEntries(/\.json$/i.test(path) ? JSON.parse(text) : parse(text, { maxAliasCount: 100 })));
  const pause = pausing(signal);
  const source = new SourceText(text);
  const values = new BibtexValues(source);
  const found: ReadEntry[] = [];
  const offsets: number[] = [];
  const problems: { offset: number; reason: string }[] = [];
  const written = new Map<string, ReadEntry>();
  let strings = '';
  for (const entry of bibtexEntries(text)) {
    await pause();
    const own = text.slice(entry.place.start, entry.place.end);
    const name = text.slice(entry.key.start, entry.key.end);
    if (entry.isOpen)
      problems.push({ offset: entry.place.start, reason: name === '' ? 'an entry is not closed' : `the entry "${name}" is not closed` });
    if (values.define(entry)) {
      strings += own;
      continue;
    }
    if (name === '') problems.push({ offset: entry.place.start, reason: 'an entry has no key' });
    const known = before?.read.get(own);
    const one = known?.strings === strings ? known : { ...entryIn(text, entry, values), strings };
    found.push(one);
    offsets.push(entry.key.start);
    written.set(own, one);
  }
  const lines = problems.length > 0 ? new LineTable(text) : undefined;
  await yieldToEventLoop();
  const byKey = new Map(found.map(({ entry }) => [entry.key, entry]));
  const entries = found.map(({ entry, parents }) => (parents.length === 0 ? entry : inherited(entry, parents, byKey)));
  await yieldToEventLoop();
  return {
    entries,
    offsets,
    problems: problems.map(({ offset, reason }) => ({ line: (lines?.lineAt(offset) ?? 0) + 1, reason })),
    read: written,
  };
}

/** CSL as it is; its places are not known. */
export function ofCsl(entries: readonly BibliographyEntry[]): ReadBibliography {
  return { entries, offsets: entries.map(() => -1), problems: [], read: new Map() };
}

function entryIn(text: string, entry: BibtexEntry, values: BibtexValues): Omit<ReadEntry, 'strings'> {
  const fields = new Map(
    entry.fields.filter((field) => read.has(values.nameOf(field))).map((field) => [values.nameOf(field), field] as const),
  );
  const valueOf = (...names: readonly string[]): string => {
    const field = names.map((name) => fields.get(name)).find((one) => one !== undefined);
    return field ? (values.valueOf(field)?.text ?? '') : '';
  };
  const rawOf = (name: string): string => (fields.get(name)?.value ?? []).map(({ start, end }) => text.slice(start, end)).join('');
  const isArxiv = /^arxiv$/i.test(valueOf('archiveprefix', 'eprinttype'));
  const said = {
    title: [valueOf('title'), valueOf('subtitle')].filter((part) => part !== '').join(': '),
    authors: valueOf('author', 'editor').split(/\s+and\s+/),
    year: valueOf('year', 'date'),
    doi: valueOf('doi'),
    arxiv: isArxiv ? valueOf('eprint') : '',
    url: valueOf('url'),
  };
  return {
    entry: { ...entryOf(text.slice(entry.key.start, entry.key.end), said), files: filesIn(rawOf('file')) },
    parents: valueOf('crossref', 'xdata')
      .split(/[\s,]+/)
      .filter((key) => key !== ''),
  };
}

function inherited(entry: BibliographyEntry, parents: readonly string[], byKey: ReadonlyMap<string, BibliographyEntry>): BibliographyEntry {
  const parent = parents.map((key) => byKey.get(key)).find((one) => one !== undefined);
  if (!parent) return entry;
  const { title, authors, year } = parent;
  return {
    ...(year === undefined ? {} : { year }),
    ...entry,
    title: entry.title || title,
    authors: entry.authors.length > 0 ? entry.authors : authors,
  };
}

const read = new Set('title subtitle author editor year date doi eprint archiveprefix eprinttype url file crossref xdata'.split(' '));

type Said = Readonly<Record<'title' | 'year' | 'doi' | 'arxiv' | 'url', string>> & { readonly authors: readonly string[] };

function entryOf(key: string, { title, authors, year, doi, arxiv, url }: Said): Omit<BibliographyEntry, 'files'> {
  const [, published] = /(\d{4})/.exec(year) ?? [];
  const [, named] = /\b(10\.\d{4,9}\/[^\s"<>]+)/.exec(doi === '' ? url : doi) ?? [];
  const [, preprint] =
    /(?:arxiv[.:]\s?|arxiv\.org\/(?:abs|pdf)\/|^)((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7}))/i.exec(
      arxiv === '' ? `${doi} ${url}` : arxiv,
    ) ?? [];
  return {
    ...{ key, title, authors: authors.map((name) => name.trim()).filter((name) => name !== '') },
    ...(published === undefined ? {} : { year: published }),
    ...(named === undefined ? {} : { doi: named }),
    ...(preprint === undefined ? {} : { arxiv: preprint }),
    ...(url === '' ? {} : { url }),
  };
}

/**
 * The paths of a field `file`: `path`, `Name:path:type;Name:path:type` as Zotero and JabRef write it, with `\:` `\;` and `\\` for these
 * characters, and braces of Mendeley.
 */
function filesIn(value: string): readonly string[] {
  const parts = value.match(/(?:\\.|[^;\\])+/gs) ?? [];
  return parts.flatMap((part) => {
    // The colon of a drive is mostly escaped.
    const fields = part.match(/(?:\\.|[A-Za-z]:(?=\\{1,2}|\/)|[^:\\])+|:/gs) ?? [];
    const cells = fields
      .join('\u0000')
      .split(/\u0000?:\u0000?/)
      .map((cell) => cell.replaceAll('\u0000', ''));
    const path =
      cells.length >= 3 ? cells.slice(1, -1).join(':') : cells.length === 2 && /^\w{2,5}$/.test(cells[1] ?? '') ? cells[0] : part;
    const plain = (path ?? '')
      .replace(/\\([:;\\_{}&%$# ])/g, '$1')
      .replace(/[{}]/g, '')
      .replaceAll('\\', '/')
      .replaceAll(/\/{2,}/g, '/')
      .trim();
    return plain === '' ? [] : [plain];
  });
}

const cslName = z.object({ family: z.string().optional(), given: z.string().optional(), literal: z.string().optional() });
const cslItem = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  'citation-key': z.string().optional(),
  title: z.string().default(''),
  author: z.array(cslName).optional(),
  editor: z.array(cslName).optional(),
  issued: z.unknown(),
  DOI: z.string().default(''),
  URL: z.string().default(''),
});

/** Of a list of items, or of `references: [...]`. What is no item is left out. */
export function cslEntries(value: unknown): readonly BibliographyEntry[] {
  const listed = z.union([z.array(z.unknown()), z.object({ references: z.array(z.unknown()) }).transform(({ references }) => references)]);
  return (listed.safeParse(value).data ?? []).flatMap((one): readonly BibliographyEntry[] => {
    const item = cslItem.safeParse(one).data;
    const key = item?.['citation-key'] ?? item?.id;
    if (!item || key === undefined) return [];
    const names = (item.author ?? item.editor ?? []).map(
      ({ family, given, literal }) => literal ?? [given, family].filter(Boolean).join(' '),
    );
    const { title, DOI, URL, issued } = item;
    return [
      {
        ...entryOf(String(key), { title, authors: names, year: JSON.stringify(issued ?? ''), doi: DOI, arxiv: '', url: URL }),
        files: [],
      },
    ];
  });
}
