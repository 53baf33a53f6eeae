/** Paths from one place to another. On Windows the path of a URI begins with its drive, in capitals or not, as in `/c:/notes/a.md`. */
import { posix } from 'node:path';

/** As a `Uri` of VS Code. */
export interface UriParts {
  readonly scheme: string;
  /** The server of a shared folder. */
  readonly authority: string;
  readonly path: string;
}

/** The path of `place` relative to the folder, `/`-separated; undefined when it is outside, or the folder itself. */
export function pathBelow(folder: UriParts, place: UriParts): string | undefined {
  const root = comparable(folder.path).replace(/\/$/, '');
  const isBelow = place.scheme === folder.scheme && isSameServer(folder, place) && comparable(place.path).startsWith(`${root}/`);
  return (isBelow && place.path.slice(root.length + 1)) || undefined;
}

/** The place of a path in a run: relative to the folder, or the address of a file on another drive. */
export function partsOf(folder: UriParts, path: string): UriParts {
  const [, server = '', absolute] = /^file:\/\/([^/]*)(\/.*)$/s.exec(path) ?? [];
  const { scheme, authority } = folder;
  if (absolute === undefined) return { scheme, authority, path: posix.join(folder.path, path) };
  return { scheme, authority: scheme === 'file' ? server : authority, path: absolute };
}

/** A link's path from a folder to `place`: relative, or its address where no way leads there. */
export function linkTo(folder: UriParts, place: UriParts): string {
  return wayTo(folder, place) ?? `file://${place.scheme === 'file' ? place.authority : ''}${place.path}`;
}

/** The way from a folder to `place`, `/`-separated; undefined when there is none, as to another drive or server. */
export function wayTo(folder: UriParts, place: UriParts): string | undefined {
  const [from, to] = [comparable(folder.path), comparable(place.path)];
  if (!isSameServer(folder, place) || driveOf(from) !== driveOf(to)) return undefined;
  return posix.relative(from, to);
}

function isSameServer(a: UriParts, b: UriParts): boolean {
  return a.authority.toLowerCase() === b.authority.toLowerCase();
}

function driveOf(path: string): string | undefined {
  return /^\/[a-z]:(?=\/|$)/.exec(path)?.[0];
}

function comparable(path: string): string {
  return path.replace(/^\/[A-Z]:(?=\/|$)/, (drive) => drive.toLowerCase());
}
