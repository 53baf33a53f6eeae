/** The entries of a bibliography: BibTeX, BibLaTeX, CSL-JSON and CSL-YAML. */
import { parse } from 'yaml';
import * as z from 'zod';
import { yieldToEventLoop } from '../base/abort.ts';
import { bibtexEntries } from './readers/bibtexEntries.ts';
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
  /** Where its key is in the text; -1 where that is not known. */
  readonly offset: number;
}

/** In order. @throws AbortError; SyntaxError and what the parser of YAML throws for what is neither JSON nor YAML */
export async function readBibliography(text: string, path: string, signal: AbortSignal): Promise<readonly BibliographyEntry[]> {
  if (/\.(?:json|ya?ml)$/i.test(path)) return cslEntries(/\.json$/i.test(path) ? JSON.parse(text) : parse(text, { maxAliasCount: 100 }));
  const source = new SourceText(text);
  const values = new BibtexValues(source);
  const found: (BibliographyEntry & { readonly parents: readonly string[] })[] = [];
  let since = performance.now();
  for (const entry of bibtexEntries(text)) {
    if (values.define(entry)) continue;
    const fields = new Map(
      entry.fields.filter((field) => read.has(values.nameOf(field))).map((field) => [values.nameOf(field), field] as const),
    );
    const valueOf = (...names: readonly string[]): string => {
      const field = names.map((name) => fields.get(name)).find((one) => one !== undefined);
      return field ? (values.valueOf(field)?.text ?? '') : '';
    };
    const rawOf = (name: string): string => (fields.get(name)?.value ?? []).map(({ start, end }) => text.slice(start, end)).join('');
    const isArxiv = /^arxiv$/i.test(valueOf('archiveprefix', 'eprinttype'));
    found.push({
      ...entryOf(text.slice(entry.key.start, entry.key.end), {
        title: [valueOf('title'), valueOf('subtitle')].filter((part) => part !== '').join(': '),
        authors: valueOf('author', 'editor').split(/\s+and\s+/),
        year: valueOf('year', 'date'),
        doi: valueOf('doi'),
        arxiv: isArxiv ? valueOf('eprint') : '',
        url: valueOf('url'),
      }),
      files: filesIn(rawOf('file')),
      offset: entry.key.start,
      parents: valueOf('crossref', 'xdata').split(/[\s,]+/),
    });
    if (performance.now() - since < slice) continue;
    await yieldToEventLoop();
    signal.throwIfAborted();
    since = performance.now();
  }
  const byKey = new Map(found.map((entry) => [entry.key, entry]));
  return found.map(({ parents, ...entry }) => {
    const parent = parents.map((key) => byKey.get(key)).find((one) => one !== undefined);
    if (!parent) return entry;
    const { title, authors, year } = parent;
    return {
      ...(year === undefined ? {} : { year }),
      ...entry,
      title: entry.title || title,
      authors: entry.authors.length > 0 ? entry.authors : authors,
    };
  });
}

/** Milliseconds. */
const slice = 20;
const read = new Set('title subtitle author editor year date doi eprint archiveprefix eprinttype url file crossref xdata'.split(' '));

type Said = Readonly<Record<'title' | 'year' | 'doi' | 'arxiv' | 'url', string>> & { readonly authors: readonly string[] };

function entryOf(key: string, { title, authors, year, doi, arxiv, url }: Said): Omit<BibliographyEntry, 'files' | 'offset'> {
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
        offset: -1,
      },
    ];
  });
}
