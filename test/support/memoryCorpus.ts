import { AriadneError } from '../../src/base/errors.ts';
import { hashOf } from '../../src/base/hash.ts';
import { searchTermsOf } from '../../src/corpus/searchTerms.ts';
import { identityOfFile } from '../../src/corpus/identity/identityOfFile.ts';
import type { Discovery } from '../../src/corpus/discover.ts';
import type { CutDocument, FoundFile, KnownContent, SkippedFile } from '../../src/corpus/document.ts';
import { addressTarget } from '../../src/corpus/linkTargets.ts';
import { NO_REFERENCES, type Link } from '../../src/corpus/references.ts';
import { english } from '../../src/language/english.ts';
import type { Corpus } from '../../src/indexing/readPass.ts';

interface MemoryFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/**
 * A folder in memory. Every paragraph of a file is a passage. A first paragraph `# …` is the title, else the file name; a paragraph `## …`
 * is a heading, and `[text](address)` a link. Records which files were read.
 */
export class MemoryCorpus implements Corpus {
  readonly #files = new Map<string, MemoryFile>();
  /** Paths that do not answer: when they are looked for, or only when they are read. */
  readonly silent = { found: new Set<string>(), read: new Set<string>() };
  #leaves: 'never' | 'now' | 'when found' = 'never';
  #clock = 1;
  /** Paths read since the last `takeReads`. */
  #reads: string[] = [];

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** Writes a new or existing file. Its time changes even if its text does not. */
  write(path: string, text: string): void {
    this.#files.set(path, { text, mtimeMs: this.#clock++ });
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  rename(from: string, to: string): void {
    const file = this.#files.get(from);
    if (!file) return;
    this.#files.delete(from);
    this.#files.set(to, file);
  }

  get paths(): readonly string[] {
    return [...this.#files.keys()].sort();
  }

  textOf(path: string): string {
    return this.#files.get(path)?.text ?? '';
  }

  /** From when on the drive is not connected, so that the folder is empty. */
  leaves(when: 'never' | 'now' | 'when found'): void {
    this.#leaves = when;
  }

  takeReads(): readonly string[] {
    const reads = this.#reads.sort();
    this.#reads = [];
    return reads;
  }

  get #isAway(): boolean {
    return this.#leaves === 'now';
  }

  async discover(): Promise<Discovery> {
    const there = this.#isAway ? [] : this.paths;
    const skipped = there.flatMap((path): readonly SkippedFile[] =>
      this.silent.found.has(path) ? [{ path, reason: 'does not answer', isUnreachable: true }] : [],
    );
    const answering = there.filter((path) => !this.silent.found.has(path));
    const files = answering.map((path) => ({ path, sizeBytes: this.textOf(path).length, mtimeMs: this.#files.get(path)?.mtimeMs ?? 0 }));
    if (this.#leaves === 'when found') this.#leaves = 'now';
    return { files, skipped };
  }

  async discoverPaths(paths: readonly string[]): ReturnType<Corpus['discoverPaths']> {
    const { files, skipped } = await this.discover();
    const isAsked = (path: string): boolean => paths.includes(path);
    return {
      files: files.filter(({ path }) => isAsked(path)),
      skipped: skipped.filter(({ path }) => isAsked(path)),
      gone: paths.filter((path) => this.#isAway || !this.#files.has(path)),
      needsFullPass: false,
    };
  }

  async requirePresent(): Promise<void> {
    if (this.#isAway) throw new AriadneError('folder-emptied', 'The folder is empty.');
  }

  readerOf(): { readonly name: string; readonly version: number } {
    return { name: 'memory', version: 1 };
  }

  async read({ path }: Pick<FoundFile, 'path'>, { known }: { readonly known?: KnownContent } = {}): Promise<CutDocument | 'unchanged'> {
    this.#reads.push(path);
    if (this.#isAway) throw new AriadneError('file-missing', `${path} no longer exists.`);
    if (this.silent.read.has(path)) throw new AriadneError('file-unreachable', `${path} does not answer.`);
    const text = this.textOf(path);
    if (known?.hash === hashOf([text])) return 'unchanged';
    if (text === '') throw new AriadneError('empty-document', `${path} has no text.`);
    const hash = hashOf([text]);
    const title = /^# (.*)/.exec(text)?.[1];
    let headings: string[] = [];
    let next = 0;
    const passages = text.split('\n\n').flatMap((paragraph, i) => {
      const start = next;
      next += paragraph.length + 2;
      const heading = /^## (.*)/.exec(paragraph)?.[1];
      if (heading !== undefined) headings = [heading];
      if (heading !== undefined || (i === 0 && title !== undefined)) return [];
      return [
        {
          id: hashOf([path, String(i), paragraph], 16),
          path,
          title: title ?? path,
          headings,
          text: paragraph,
          range: { startLine: 2 * i, endLine: 2 * i + 1, startOffset: start, endOffset: start + paragraph.length },
          runs: [0, start, paragraph.length, 2 * i],
          documentHash: hash,
        },
      ];
    });
    const titled = title === undefined ? { title: path, titleOrigin: 'path' as const } : { title, titleOrigin: 'document' as const };
    return {
      path,
      ...titled,
      identity: identityOfFile(path, { ...titled, ...NO_REFERENCES }, passages, english),
      hash,
      parser: 'memory',
      parserVersion: 1,
      passages,
      searchTerms: await searchTermsOf(passages),
      ...NO_REFERENCES,
      links: linksIn(text, path),
      readMs: 0,
      cutMs: 0,
    };
  }
}

function linksIn(text: string, path: string): readonly Link[] {
  return [...text.matchAll(/\[([^[\]]*)\]\(([^()\s]*)\)/g)].flatMap(({ 1: shown = '', 2: address = '', index }) => {
    const target = addressTarget(address, path);
    return target ? [{ ...target, start: index + 1, end: index + 1 + shown.length }] : [];
  });
}
