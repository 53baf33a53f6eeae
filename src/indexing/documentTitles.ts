/** Which titles tell the documents of an index apart: those of forms and code are the same in many. */
import { nameKey } from '../language/nameWords.ts';

interface Titled {
  readonly path: string;
  readonly title: string;
}

/** Counts documents by title and by file name. Adding or removing one costs the same in an index of any size. */
export class DocumentTitles {
  readonly #counts = new Map<string, number>();

  add(document: Titled): void {
    for (const key of keysOf(document)) this.#counts.set(key, this.#countOf(key) + 1);
  }

  remove(document: Titled): void {
    for (const key of keysOf(document)) {
      const left = this.#countOf(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  /**
   * The file name of a document whose title is that of others, or says nothing; its path where others have that file name too.
   * @returns undefined where the title tells the document apart
   */
  listedAs(document: Titled): string | undefined {
    const [title, file] = keysOf(document);
    if (title !== titleKey('') && this.#countOf(title) <= 1) return undefined;
    return this.#countOf(file) > 1 ? document.path : fileNameOf(document.path);
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

function keysOf({ path, title }: Titled): readonly [title: string, file: string] {
  return [titleKey(title), `file ${fileNameOf(path).toLowerCase()}`];
}

function titleKey(title: string): string {
  return `title ${nameKey(title)}`;
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
