/**
 * What links lead to, as keys that a link and the document it means both give: a path, a label, a citation key, or a name. These keys begin
 * with a sign, which no name found in text does.
 */
import { anchorKey } from '../../language/words.ts';
import { nameKey } from '../../language/nameWords.ts';
import type { PassageLink } from '../passageLinks.ts';

export interface Address {
  readonly key: string;
  /** The part of the document, as an `anchorKey`; empty for the whole. */
  readonly fragment: string;
}

const signs = { path: '/', label: ':', citation: '@', name: '=', pathEnd: '~' } as const;

/** @returns undefined for a link that can lead to no document */
export function addressOf({ kind, target, fragment = '' }: Pick<PassageLink, 'kind' | 'target' | 'fragment'>): Address | undefined {
  const part = anchorKey(fragment);
  switch (kind) {
    case 'path':
      return { key: pathKey(target), fragment: part };
    case 'label':
      return { key: labelKey(target), fragment: part };
    case 'citation':
      return { key: citationKey(target), fragment: part };
    case 'wiki':
      return { key: target.includes('/') ? pathEndKey(target) : writtenNameKey(target), fragment: part };
    case 'name':
      return { key: writtenNameKey(target), fragment: part };
    case 'url':
      return addressOfUrl(target);
  }
}

/** @param path relative to the folder; with or without extension, or of a folder */
function pathKey(path: string): string {
  return `${signs.path}${path.replace(/\/$/, '')}`;
}

export function labelKey(name: string): string {
  return `${signs.label}${anchorKey(name)}`;
}

export function citationKey(name: string): string {
  return `${signs.citation}${anchorKey(name)}`;
}

/** @param name a title, an alias or the name of a file */
export function writtenNameKey(name: string): string {
  return `${signs.name}${nameKey(name)}`;
}

/** @param path the end of a file's path, folders first, with or without extension; case and diacritics do not matter */
function pathEndKey(path: string): string {
  return `${signs.pathEnd}${path.split('/').map(nameKey).join('/')}`;
}

/** Whether a key is of the end of a path. */
export function isPathEnd(key: string): boolean {
  return key.startsWith(signs.pathEnd);
}

/** The key of the name that files with such a path have. @param key of a path's end */
export function nameOfPathEnd(key: string): string {
  return `${signs.name}${key.slice(key.lastIndexOf('/') + 1)}`;
}

/** The key of a name with slashes in it. @param key of a path's end */
export function nameOfWholePathEnd(key: string): string {
  return `${signs.name}${key.slice(1).replaceAll('/', ' ').trim()}`;
}

/** The keys of all ends of a file's path that begin with a folder, the whole path first, with and without extension. */
export function pathEndsOf(path: string): readonly string[] {
  const parts = path.split('/');
  const stem = withoutExtension(parts.at(-1) ?? '');
  return parts
    .slice(0, -1)
    .flatMap((_, i) => [parts.slice(i), [...parts.slice(i, -1), stem]])
    .map((end) => pathEndKey(end.join('/')));
}

/**
 * The keys under which a file can be linked: its path, that without extension, that of the page made of it, and for the page of a folder
 * that of the folder.
 */
export function keysOfPath(path: string): readonly string[] {
  const stem = withoutExtension(path);
  const isMarkup = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|ipynb|tex|txt|html?|xhtml)$/i.test(path);
  const keys = [path, stem, ...(isMarkup ? [`${stem}.html`] : [])];
  if (/(?:^|\/)(?:readme|index|_index)$/i.test(stem)) keys.push(stem.slice(0, Math.max(0, stem.lastIndexOf('/'))));
  return [...new Set(keys.map(pathKey))];
}

function withoutExtension(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]*$/, '');
}

/** The fragment of a label that may be of the linking document itself. */
export function fragmentOfLabel(key: string): string | undefined {
  return key.startsWith(signs.label) ? key.slice(1) : undefined;
}

/** A part of a document by the key of its number, see `PartName`. */
export function partFragment(key: string): string {
  return `§${key}`;
}

/** A page of the web may name a document: by DOI, arXiv id, or a number such as `pep-0484` in its path. */
function addressOfUrl(url: string): Address | undefined {
  const [, fragment = ''] = /#([^#]*)$/.exec(url) ?? [];
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '');
  const doi = /\b(10\.\d{4,9}\/\S+)$/.exec(path)?.[1];
  const arxiv = /arxiv\.org\/(?:abs|pdf)\/([^/]+?)(?:v\d+)?(?:\.pdf)?$/i.exec(path)?.[1];
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:html?|txt|md|rst)$/i, '');
  const numbered = /^\p{L}{2,12}[-_]?\d+$/u.test(last) ? last : undefined;
  const name = doi ?? arxiv ?? numbered;
  return name === undefined ? undefined : { key: `${signs.name}${nameKey(name)}`, fragment: anchorKey(fragment) };
}
