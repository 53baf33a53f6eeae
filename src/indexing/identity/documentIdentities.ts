/** Who the documents of an index are: what tells each apart from the others. */
import type { FileIdentity } from '../../corpus/identity/fileIdentity.ts';
import { nameKey } from '../../language/nameWords.ts';
import type { DocumentIdentity } from '../../protocol/identity.ts';
import { DocumentNames } from './documentNames.ts';

interface Identified {
  readonly path: string;
  /** JSON of a `FileIdentity`. */
  readonly identity: string;
}

const maxParts = 16;

/** Counts documents by title and by file name. Adding or removing one costs the same in an index of any size. */
export class DocumentIdentities {
  readonly #documents = new Map<string, FileIdentity>();
  readonly #counts = new Map<string, number>();
  readonly names = new DocumentNames();
  /** What was asked for since the last change. */
  readonly #known = new Map<string, DocumentIdentity>();

  add({ path, identity }: Identified): void {
    const file = JSON.parse(identity) as FileIdentity;
    this.#documents.set(path, file);
    this.names.add(path, file.parts);
    this.#known.clear();
    for (const key of keysOf(path, file)) this.#counts.set(key, this.#countOf(key) + 1);
  }

  remove({ path }: Pick<Identified, 'path'>): void {
    const file = this.#documents.get(path);
    if (!file) return;
    this.#documents.delete(path);
    this.names.remove(path);
    this.#known.clear();
    for (const key of keysOf(path, file)) {
      const left = this.#countOf(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  /** Undefined for a path without a document. The same object until a document changes. */
  of(path: string): DocumentIdentity | undefined {
    const known = this.#known.get(path);
    const file = this.#documents.get(path);
    if (known || !file) return known;
    const made = { ...this.#titleOf(path, file), parts: file.parts.slice(0, maxParts) };
    this.#known.set(path, made);
    return made;
  }

  /** The first title that is no other document's; else the name of the file without its extension, with it, or its path. */
  #titleOf(path: string, { titles }: FileIdentity): Pick<DocumentIdentity, 'title' | 'titleFrom'> {
    const own = titles.find(({ text }) => this.#countOf(titleKey(text)) === 1);
    if (own) return { title: own.text, titleFrom: own.from };
    const [whole, stem] = fileNamesOf(path);
    const title = [stem, whole].find((name) => this.#countOf(fileKey(name)) === 1) ?? path;
    return { title, titleFrom: 'fileName' };
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

/** Each once. */
function keysOf(path: string, { titles }: FileIdentity): ReadonlySet<string> {
  return new Set([...titles.map(({ text }) => titleKey(text)), ...fileNamesOf(path).map(fileKey)].filter((key) => key !== emptyTitle));
}

function titleKey(title: string): string {
  return `title ${nameKey(title)}`;
}

const emptyTitle = titleKey('');

function fileKey(name: string): string {
  return `file ${name.toLowerCase()}`;
}

function fileNamesOf(path: string): readonly [whole: string, stem: string] {
  const whole = path.slice(path.lastIndexOf('/') + 1);
  return [whole, whole.replace(/(?<=.)\.[^.]*$/, '')];
}
