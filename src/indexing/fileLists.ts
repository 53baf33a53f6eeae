/** The files of an index by path, those that are not indexed among them. */
import { firstWhere } from '../base/binarySearch.ts';
import type { EngineResult } from '../protocol/engine.ts';
import { bareReason, type IndexedFile } from '../protocol/indexedFile.ts';
import { shownAtOnce, type ShownFolder, type ShownPart } from '../protocol/indexRequests.ts';
import type { LeftOut } from '../protocol/indexStatus.ts';
import type { StoredDocument } from './documentRows.ts';
import type { Reasons } from './leftOut.ts';

/** Reasons name sizes and places, so there may be as many as files. */
const mostReasons = 50;
/** Sorting more as people do takes seconds, so these stay in the order of their characters. */
const mostSorted = 20_000;
const naturally = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

export class FileLists {
  /** Of the files that rules leave out. A document on a drive that does not answer is one of them, and is indexed. */
  readonly reasons: Reasons;
  readonly leftOut: LeftOut;
  readonly #documents: ReadonlyMap<string, StoredDocument>;
  readonly #all: readonly string[];
  readonly #notIndexed: readonly string[];
  /** Not indexed, or not up to date: failed ones first. */
  readonly #attention: readonly string[];

  /** @param paths of the documents, in order */
  constructor(documents: ReadonlyMap<string, StoredDocument>, paths: readonly string[], reasons: Reasons) {
    this.reasons = reasons;
    this.#documents = documents;
    const added = [...reasons.keys()].filter((path) => !documents.has(path));
    this.#all = added.length === 0 ? paths : [...paths, ...added].sort();
    this.#notIndexed = this.#all.filter((path) => this.#file(path).state !== 'indexed');
    const failed = this.#notIndexed.filter((path) => !this.reasons.has(path));
    this.#attention = [...sorted(failed), ...sorted([...this.reasons.keys()])];
    this.leftOut = { files: this.#attention.length, reasons: this.#counted(this.#attention) };
  }

  /** The number of indexed documents. */
  get indexed(): number {
    return this.#all.length - this.#notIndexed.length;
  }

  /** By path: indexed, failed and skipped ones. Costs what is on the page, also of a million files. */
  page(from: number, count: number): EngineResult<'files'> {
    return { total: this.#all.length, files: this.#all.slice(from, from + count).map((path) => this.#file(path)) };
  }

  /** See `shownFiles` of the engine's requests. */
  shown(folder: string | undefined, from?: number): EngineResult<'shownFiles'> {
    const { folders, files } = folder === undefined ? { folders: [], files: this.#attention } : this.#within(folder);
    const show = (someFolders: readonly string[], someFiles: readonly string[], parts: ShownPart[]): EngineResult<'shownFiles'> => ({
      folders: someFolders.map((path) => this.#folder(path)),
      files: someFiles.map((path) => this.#file(path)),
      parts,
    });
    if (from !== undefined) {
      const [first, to] = [from - folders.length, from + shownAtOnce];
      return first < 0 ? show(folders.slice(from, to), [], []) : show([], files.slice(first, to - folders.length), []);
    }
    const parts = [...partsOf(folders, 0), ...partsOf(files, folders.length)];
    return show(folders.length > shownAtOnce ? [] : folders, files.length > shownAtOnce ? [] : files, parts);
  }

  #within(folder: string): { readonly folders: readonly string[]; readonly files: readonly string[] } {
    const [folders, files]: [string[], string[]] = [[], []];
    const start = folder === '' ? 0 : folder.length + 1;
    const [from, to] = folder === '' ? [0, this.#all.length] : rangeOf(this.#all, folder);
    for (let at = from; at < to;) {
      const path = this.#all[at]!;
      const slash = path.indexOf('/', start);
      if (slash < 0) {
        files.push(path);
        at++;
      } else {
        const [, end] = rangeOf(this.#all, path.slice(0, slash));
        folders.push(alone(path, this.#all[end - 1]!, slash));
        at = end;
      }
    }
    return { folders: sorted(folders), files: sorted(files) };
  }

  #folder(path: string): ShownFolder {
    const [all, problems] = [this.#all, this.#notIndexed].map((paths) => rangeOf(paths, path)).map(([from, to]) => to - from);
    return { path, documents: all! - problems!, problems: problems! };
  }

  #file(path: string): IndexedFile {
    const document = this.#documents.get(path);
    const reason = this.reasons.get(path) ?? document?.reason ?? '';
    if (!document) return { path, reason, state: 'skipped', passages: 0 };
    const { state, passages, parser, sizeBytes, readMs, indexedAtUtc } = document;
    return { path, state, passages, parser, sizeBytes, readMs, indexedAtUtc, ...(reason === '' ? {} : { reason }) };
  }

  #counted(paths: readonly string[]): LeftOut['reasons'] {
    const counts = new Map<string, number>();
    for (const path of paths) {
      const { reason = '' } = this.#file(path);
      const bare = bareReason({ path, reason });
      counts.set(bare, (counts.get(bare) ?? 0) + 1);
    }
    const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostReasons);
    return frequent.map(([reason, files]) => ({ reason, files }));
  }
}

/** Where what is below a folder is among paths in order. */
function rangeOf(paths: readonly string[], folder: string): readonly [number, number] {
  // The character after the slash.
  const [from, to] = [`${folder}/`, `${folder}0`];
  return [firstWhere(paths.length, (i) => paths[i]! >= from), firstWhere(paths.length, (i) => paths[i]! >= to)];
}

/** The folder that `first` to `last` share, without those that have only that folder. @param slash after the outermost folder */
function alone(first: string, last: string, slash: number): string {
  const next = first.indexOf('/', slash + 1);
  return next >= 0 && last.startsWith(first.slice(0, next + 1)) ? alone(first, last, next) : first.slice(0, slash);
}

function sorted(paths: readonly string[]): readonly string[] {
  return paths.length > mostSorted ? paths : [...paths].sort((a, b) => naturally.compare(a, b) || (a < b ? -1 : 1));
}

function partsOf(paths: readonly string[], start: number): readonly ShownPart[] {
  if (paths.length <= shownAtOnce) return [];
  return Array.from({ length: Math.ceil(paths.length / shownAtOnce) }, (_, i) => {
    const part = paths.slice(i * shownAtOnce, (i + 1) * shownAtOnce);
    return { from: start + i * shownAtOnce, count: part.length, first: part[0]!, last: part.at(-1)! };
  });
}
