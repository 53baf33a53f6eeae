/** What Org's links name. */
import { addressTarget, pathTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';

/**
 * The target of `[[target]]`: a file with or without a place in it (`file:a.org::*Heading`), an id, a heading or id of this document, an
 * address, or the name of a target, heading or element.
 * @param path of the document
 */
export function orgTarget(written: string, path: string): LinkTarget | undefined {
  const target = written.replace(/\\(?=[[\]\\])/g, '').trim();
  if (target === '' || target.length > MAX_TARGET_CHARS) return undefined;
  if (/^[*#]/.test(target)) return { kind: 'path', target: path, fragment: target.slice(1).trim() };
  const [, scheme = '', rest = ''] = /^([A-Za-z][\w+-]{1,20}):([^]*)$/.exec(target) ?? [];
  if (scheme === 'file' || (scheme === '' && /^(?:~|\.{0,2}\/)/.test(target))) return fileTarget(scheme === '' ? target : rest, path);
  if (scheme === 'id') return { kind: 'label', target: rest };
  if (scheme === 'roam' || scheme === 'denote') return { kind: 'wiki', target: rest };
  if (/^(?:\w{0,20}cite\w{0,20})$/.test(scheme)) return { kind: 'citation', target: rest.replace(/^&/, '') };
  return scheme === '' ? { kind: 'label', target } : addressTarget(target, path);
}

/** What follows `::` is a heading, an id, or text to search for. */
function fileTarget(written: string, path: string): LinkTarget {
  const [file = '', place = ''] = written.split('::', 2);
  const fragment = place.replace(/^[*#]/, '').trim();
  return { ...pathTarget(file, path), ...(fragment === '' || /^\d+$/.test(fragment) ? {} : { fragment }) };
}

const MAX_TARGET_CHARS = 2000;
