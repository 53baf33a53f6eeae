/** What the documents of one index can be limited by. */
import { isIndexed, type StoredDocument } from '../indexing/documentRows.ts';
import { fieldsOfRow } from '../indexing/passageFields.ts';
import type { PassagePlaces } from '../indexing/passageReader.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import { extensionOf } from '../protocol/documentFormats.ts';
import type { ScopeNames } from '../protocol/scopeNames.ts';
import { fieldKey, fieldNames, namesOfField } from '../protocol/scopeSyntax.ts';
import { itemsOfField } from './scopeMatch.ts';
import { withFields } from './scopeRows.ts';

interface NamedIndex {
  places(where?: string): AsyncIterable<PassagePlaces>;
  identityOf(path: string): DocumentIdentity | undefined;
}

const mostFolders = 300;
const mostFiles = 500;
const mostTypes = 50;
const mostMonths = 36;
const mostFields = 40;
const mostValues = 50;
/** What is longer is a sentence that nobody picks from a list. */
const longestValue = 80;
/** Different values of one field that are counted. The rest is as rare. */
const mostCounted = 20_000;

export async function scopeNamesOf(index: NamedIndex, documents: () => Promise<ReadonlyMap<string, StoredDocument>>): Promise<ScopeNames> {
  const indexed = [...(await documents()).values()].filter(isIndexed);
  const folders = new Map<string, number>();
  const types = new Map<string, number>();
  const months = new Set<string>();
  for (const { path, mtimeMs } of indexed) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) count(folders, path.slice(0, end));
    count(types, extensionOf(path).slice(1));
    months.add(monthOf(mtimeMs));
  }
  types.delete('');
  const latest = indexed.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
  return {
    folders: mostFrequent(folders, mostFolders),
    files: latest.slice(0, mostFiles).map(({ path }) => path),
    types: mostFrequent(types, mostTypes),
    months: [...months].sort().reverse().slice(0, mostMonths),
    fields: await fieldsOf(index),
    names: namesOf(index, latest),
  };
}

const namingKinds: ReadonlySet<string> = new Set(['name', 'author', 'organization']);
const mostTitles = 500;
const mostNames = 500;
const shortestName = 4;
/** Who is named is counted in so many, the latest: each edit counts again, while nothing else of the process goes on. */
const mostIdentified = 5000;

function namesOf(index: NamedIndex, documents: readonly StoredDocument[]): string[] {
  const others = new Map<string, number>();
  const titles = documents.slice(0, mostTitles).map(({ path, title }) => index.identityOf(path)?.title ?? title);
  for (const { path } of documents.slice(0, mostIdentified)) {
    for (const { kind, value } of index.identityOf(path)?.parts ?? []) if (namingKinds.has(kind)) count(others, value);
  }
  const named = [...titles, ...mostFrequent(others, mostNames)];
  return [...new Set(named)].filter(({ length }) => length >= shortestName && length <= longestValue);
}

/** A field that documents call by several names is one. */
async function fieldsOf(index: NamedIndex): Promise<ScopeNames['fields']> {
  const uses = new Map<string, number>();
  const valuesOf = new Map<string, Map<string, number>>();
  for await (const { fields } of index.places(withFields)) {
    for (const stored of fields) {
      const { document = [], parts = [] } = fieldsOfRow(stored);
      for (const [written, value] of [document, ...parts].flat()) {
        for (const name of termNames(written)) {
          count(uses, name);
          const values = valuesOf.get(name) ?? new Map<string, number>();
          for (const item of itemsOfField(name, value)) if (item !== '' && item.length <= longestValue) count(values, item);
          valuesOf.set(name, values);
        }
      }
    }
  }
  return mostFrequent(uses, mostFields).map((name) => ({ name, values: mostFrequent(valuesOf.get(name) ?? new Map(), mostValues) }));
}

/** How terms name a field; several for one that is also another, such as an editor, who is also looked for as an author. */
function termNames(written: string): readonly string[] {
  const key = fieldKey(written);
  const usual = Object.keys(fieldNames).filter((name) => namesOfField(name).some((other) => fieldKey(other) === key));
  return [...new Set([...usual, key])].filter((name) => /^\p{L}[\p{L}\p{N}]*$/u.test(name));
}

function count(counts: Map<string, number>, name: string): void {
  const before = counts.get(name);
  if (before !== undefined || counts.size < mostCounted) counts.set(name, (before ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>, most: number): string[] {
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name);
}

function monthOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
