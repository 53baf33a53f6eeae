/** A folder of small documents that is edited at random, as people and their tools do. Reports the paths that a watcher would name. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seededRandom } from '../../src/base/seededRandom.ts';

/** Larger files are not documents of the index. */
export const maxFileBytes = 6000;

const folders = ['', 'notes', 'notes/old', 'papers', 'papers/drafts', 'papers/drafts/cut', 'letters', 'letters/sent', 'drawings', 'build'];
const endings = ['.md', '.md', '.md', '.txt', '.html'];
const things =
  'harbor lamp keeper tide storm ferry captain letter archive survey bridge chapel engine signal island winter painter ledger garden river railway mountain glass copper orchard teacher violin market museum festival'.split(
    ' ',
  );
/** Hundreds of words, so that no word is in most passages. */
const words = things.flatMap((thing) =>
  ['', 'side', 'wright', 'gate', 'field', 'stone', 'mill', 'yard', 'wick', 'holm'].map((end) => `${thing}${end}`),
);
const ignoreRules = ['build/', '*.html', 'papers/drafts/', 'note-1*.md', '!note-11*.md', 'letters/*.txt', ''];

export class EditedFolder {
  readonly folder: string;
  readonly #random: () => number;
  /** Paths of the existing files, relative to the folder. */
  readonly #files = new Set<string>();
  readonly #most: number;
  #created = 0;

  /** @param most how many files there are at most, about */
  constructor(folder: string, seed: number, most = Infinity) {
    this.folder = folder;
    this.#random = seededRandom(seed);
    this.#most = most;
  }

  /**
   * Makes one edit.
   * @returns the paths it touched
   */
  edit(): readonly string[] {
    const kinds: readonly (readonly [number, () => readonly string[]])[] = [
      [30, () => this.#create()],
      [26, () => this.#change()],
      [3, () => this.#touch()],
      [10, () => this.#rename()],
      [8, () => this.#copy()],
      [14, () => this.#remove()],
      [2, () => this.#breakFile()],
      [2, () => this.#renameFolder()],
      [0.5, () => this.#ignore()],
    ];
    let at = this.#random() * kinds.reduce((sum, [share]) => sum + share, 0);
    for (const [share, edit] of kinds) if ((at -= share) < 0) return edit();
    return this.#create();
  }

  #create(): readonly string[] {
    if (this.#files.size >= this.#most) return this.#remove();
    const path = this.#newPath();
    this.#write(path, this.#text(path));
    return [path];
  }

  #change(): readonly string[] {
    const path = this.#anyFile();
    if (path === undefined) return this.#create();
    const text = readFileSync(join(this.folder, path), 'utf8');
    const sentences = text.split('. ');
    const kind = this.#below(4);
    if (kind === 0) this.#write(path, this.#text(path));
    else if (kind === 1) this.#write(path, `${text}\n${this.#sentence()}\n`);
    else if (kind === 2) this.#write(path, sentences.slice(0, Math.ceil(sentences.length / 2)).join('. '));
    else this.#write(path, text.replace(this.#of(words), this.#of(words)));
    return [path];
  }

  /** Changes the time but not the bytes. */
  #touch(): readonly string[] {
    const path = this.#anyFile();
    if (path === undefined) return this.#create();
    utimesSync(join(this.folder, path), 1_700_000_000 + this.#below(1000), 1_700_000_000 + this.#below(1000));
    return [path];
  }

  /** May replace an existing file, or move to another folder. */
  #rename(): readonly string[] {
    const from = this.#anyFile();
    if (from === undefined) return this.#create();
    const to = this.#below(6) === 0 ? (this.#anyFile() ?? this.#newPath()) : this.#newPath();
    if (from === to) return [];
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    renameSync(join(this.folder, from), join(this.folder, to));
    this.#files.delete(from);
    this.#files.add(to);
    return [from, to];
  }

  #copy(): readonly string[] {
    const from = this.#anyFile();
    if (from === undefined) return this.#create();
    const to = this.#newPath();
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    cpSync(join(this.folder, from), join(this.folder, to));
    this.#files.add(to);
    return [to];
  }

  #remove(): readonly string[] {
    const path = this.#anyFile();
    if (path === undefined) return this.#create();
    rmSync(join(this.folder, path));
    this.#files.delete(path);
    return [path];
  }

  /** Makes a file a non-document: empty, not text, or too large. */
  #breakFile(): readonly string[] {
    const path = this.#anyFile();
    if (path === undefined) return this.#create();
    this.#write(path, this.#of(['', '\0\0\0\u0001binary\0', `${this.#sentence()} `.repeat(1 + maxFileBytes / 20)]));
    return [path];
  }

  /** A watcher names the folders, not their contents. */
  #renameFolder(): readonly string[] {
    const from = this.#of(folders.slice(1));
    const to = this.#of(folders.slice(1));
    const [source, target] = [join(this.folder, from), join(this.folder, to)];
    if (!existsSync(source) || existsSync(target) || to.startsWith(from)) return this.#create();
    mkdirSync(dirname(target), { recursive: true });
    renameSync(source, target);
    for (const path of [...this.#files].filter((file) => file.startsWith(`${from}/`))) {
      this.#files.delete(path);
      this.#files.add(`${to}${path.slice(from.length)}`);
    }
    return [from, to];
  }

  #ignore(): readonly string[] {
    const path = this.#of(['.gitignore', 'papers/.gitignore', '.ignore']);
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), `${this.#of(ignoreRules)}\n${this.#of(ignoreRules)}\n`);
    return [path];
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
    this.#files.add(path);
  }

  #text(path: string): string {
    const paragraphs = Array.from({ length: 1 + this.#below(4) }, () =>
      Array.from({ length: 2 + this.#below(5) }, () => this.#sentence()).join(' '),
    );
    if (path.endsWith('.html'))
      return `<title>${this.#name()}</title><h1>Part</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}`;
    const heading = path.endsWith('.md') && this.#below(3) > 0 ? `# ${this.#name()}\n\n` : '';
    return `${heading}${paragraphs.join(path.endsWith('.md') ? '\n\n## Later\n\n' : '\n\n')}\n`;
  }

  #sentence(): string {
    const said = Array.from({ length: 4 + this.#below(8) }, () => this.#of(words)).join(' ');
    return `${this.#name()} of the ${said} number ${this.#below(500)}.`;
  }

  #name(): string {
    return `${this.#of(['Ada', 'Bela', 'Cora', 'Dario'])} ${this.#of(['Quist', 'Rurik', 'Sand', 'Tove', 'Ulm'])}`;
  }

  #newPath(): string {
    const folder = this.#of(folders);
    return `${folder === '' ? '' : `${folder}/`}note-${this.#created++}${this.#of(endings)}`;
  }

  #anyFile(): string | undefined {
    return [...this.#files][this.#below(this.#files.size)];
  }

  #of(values: readonly string[]): string {
    return values[this.#below(values.length)] ?? '';
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** Queries with words of the folder. */
export function someQueries(count: number, seed: number): readonly string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(random() * 4) }, () => words[Math.floor(random() * words.length)]).join(' '),
  );
}
