import type { LinkTarget } from './references.ts';

/**
 * The target of an address: a URL, a path relative to the document, or `#fragment`.
 * @param address as written, with character references resolved
 * @param path of the document in the folder
 * @returns undefined when it cannot name a document: empty, a `mailto:` or `data:` address, longer than any path
 */
export function addressTarget(address: string, path: string): LinkTarget | undefined {
  const trimmed = address.trim();
  if (trimmed === '' || trimmed.length > MAX_TARGET_CHARS) return undefined;
  if (/^(?:[a-z][a-z\d+.-]+:|\/\/)/i.test(trimmed)) return OTHER_SCHEMES.test(trimmed) ? undefined : { kind: 'url', target: trimmed };
  const hash = trimmed.indexOf('#');
  const file = (hash < 0 ? trimmed : trimmed.slice(0, hash)).replace(/\?.*$/s, '');
  const fragment = hash < 0 ? '' : decoded(trimmed.slice(hash + 1));
  if (file === '' && fragment === '') return undefined;
  return { ...pathTarget(decoded(file), path), ...(fragment === '' ? {} : { fragment }) };
}

/**
 * The target of a path relative to the document's folder, or to the whole folder when it begins with a slash. An empty one is the document.
 * @param path of the document in the folder
 */
export function pathTarget(file: string, path: string): LinkTarget {
  if (file === '') return { kind: 'path', target: path };
  const slashed = file.replaceAll('\\', '/');
  const isAbsolute = slashed.startsWith('/');
  const parts = isAbsolute ? [] : path.split('/').slice(0, -1);
  for (const part of slashed.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push('..');
  }
  return { kind: 'path', target: parts.join('/') };
}

/**
 * The target of a wiki link, `page#heading`. Without a page it is the document itself; a page that begins with `/`, `./` or `../` is a
 * path.
 */
export function wikiTarget(written: string, path: string): LinkTarget | undefined {
  const hash = written.indexOf('#');
  const page = (hash < 0 ? written : written.slice(0, hash)).trim();
  const fragment = hash < 0 ? '' : written.slice(hash + 1).trim();
  if ((page === '' && fragment === '') || written.length > MAX_TARGET_CHARS) return undefined;
  const to: LinkTarget = page === '' || /^\.{0,2}\//.test(page) ? pathTarget(page, path) : { kind: 'wiki', target: page };
  return fragment === '' ? to : { ...to, fragment };
}

/** Longer targets name no document: no file system has such paths. */
const MAX_TARGET_CHARS = 2000;
const OTHER_SCHEMES = /^(?:data|javascript|mailto|tel|about|blob):/i;

/** Decodes percent signs; text that is not valid UTF-8 when decoded stays as written. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
