/** The files that rules leave out, as the index stores them: compressed, since a million have few reasons, and paths that begin alike. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SkippedFile } from '../corpus/document.ts';

/** Why a file is left out, by path, in order. */
export type Reasons = ReadonlyMap<string, string>;

export function reasonsOf(files: readonly SkippedFile[]): Reasons {
  const inOrder = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return new Map(inOrder.map(({ path, reason }) => [path, reason]));
}

export async function packReasons(reasons: Reasons): Promise<string> {
  const paths = new Map<string, string[]>();
  for (const [path, reason] of reasons) {
    const others = paths.get(reason);
    if (others) others.push(path);
    else paths.set(reason, [path]);
  }
  return (await promisify(gzip)(JSON.stringify([...paths]), { level: 1 })).toString('base64');
}

/** @param packed undefined before the first pass */
export async function unpackReasons(packed: string | undefined): Promise<Reasons> {
  if (packed === undefined) return new Map();
  const text = (await promisify(gunzip)(Buffer.from(packed, 'base64'))).toString();
  const files = (JSON.parse(text) as [string, string[]][]).flatMap(([reason, paths]) => paths.map((path) => ({ path, reason })));
  return reasonsOf(files);
}

export function areSame(reasons: Reasons, files: readonly SkippedFile[]): boolean {
  return reasons.size === files.length && files.every(({ path, reason }) => reasons.get(path) === reason);
}

/** Whether a path is one of these, or below one. The time does not depend on how many there are. */
export function isAtOrBelow(path: string, these: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) if (these.has(path.slice(0, end))) return true;
  return false;
}
