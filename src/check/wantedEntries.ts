/** Entries of bibliographies that are asked for, with the documents that they mean; and documents by their titles. */
import { pausing } from '../base/abort.ts';
import type { BibliographyEntry } from '../corpus/bibliography.ts';
import type { CheckedEntry } from '../protocol/documentCheck.ts';
import type { EngineParams, EngineResult } from '../protocol/engine.ts';
import { type OpenedBibliographies, referenceOf } from './bibliographies.ts';
import type { FolderDocument } from './pairing.ts';

export interface WantedEntries extends Pick<EngineParams<'bibliography'>, 'wanted' | 'most'> {
  readonly signal: AbortSignal;
}

interface FoundEntries {
  readonly entries: CheckedEntry[];
  /** Whether there are no more. */
  readonly isComplete: boolean;
}

/** In the order of the bibliographies. @throws AbortError */
export async function wantedEntries(
  { files, pairing }: OpenedBibliographies,
  { wanted, most, signal }: WantedEntries,
): Promise<FoundEntries> {
  const has = wordsIn('words' in wanted ? wanted.words : '');
  const isWanted = (entry: BibliographyEntry): boolean =>
    'key' in wanted ? entry.key === wanted.key : has(entry, () => [entry.key, entry.title, ...entry.authors, entry.year ?? '']);
  const seen = new Set<string>();
  const entries: CheckedEntry[] = [];
  const pause = pausing(signal);
  for (const { entries: own, offsets, path } of files) {
    for (const [i, entry] of own.entries()) {
      await pause();
      const isSeen = seen.has(entry.key);
      seen.add(entry.key);
      if (!isWanted(entry)) continue;
      const { by, paths = [] } = pairing.pair(entry, path) ?? {};
      if ('document' in wanted && (isSeen || paths[0] !== wanted.document)) continue;
      if (entries.length === most) return { entries, isComplete: false };
      entries.push({
        ...{ key: entry.key, title: entry.title, reference: referenceOf(entry), bibliography: path, offset: offsets[i] ?? -1 },
        ...{
          state: paths.length > 1 || isSeen ? 'twice' : paths.length === 0 ? 'no-file' : 'paired',
          paths: [...paths],
          ...(by && { by }),
        },
      });
    }
  }
  return { entries, isComplete: true };
}

/** In their order. @throws AbortError */
export async function titledDocuments(
  documents: readonly FolderDocument[],
  { words, most }: EngineParams<'titled'>,
  signal: AbortSignal,
): Promise<EngineResult<'titled'>> {
  const has = wordsIn(words);
  const found: EngineResult<'titled'>['documents'] = [];
  const pause = pausing(signal);
  for (const document of documents) {
    await pause();
    const { path, title = path, identity } = document;
    const parts = identity?.parts ?? [];
    const authors = parts.flatMap(({ kind, value }) => (kind === 'author' ? [value] : [])).join(', ');
    const dated = parts.find(({ kind, value }) => (kind === 'date' || kind === 'period') && /\d{4}/.test(value));
    const [year = ''] = /\d{4}/.exec(dated?.value ?? '') ?? [];
    if (!has(document, () => [title, path, authors, year])) continue;
    if (found.length === most) return { documents: found, isComplete: false };
    found.push({ path, title, authors, year });
  }
  return { documents: found, isComplete: true };
}

/** By entry or document, which stay the same while they are written the same. */
const searched = new WeakMap<object, string>();

/** Whether something has all words, or parts of words. @param texts what it has */
function wordsIn(words: string): (of: object, texts: () => readonly string[]) => boolean {
  const parts = folded(words)
    .split(/\s+/)
    .filter((part) => part !== '');
  return (of, texts) => {
    if (parts.length === 0) return true;
    const text = searched.get(of) ?? folded(texts().join(' '));
    searched.set(of, text);
    return parts.every((part) => text.includes(part));
  };
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
