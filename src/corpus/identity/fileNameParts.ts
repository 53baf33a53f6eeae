import { plainLine } from '../../base/plainText.ts';
import type { IdentityPart } from '../../protocol/identity.ts';

/** What a file's name says, taken apart. */
export function fileNameParts(path: string): readonly IdentityPart[] {
  const name = plainLine(path.slice(path.lastIndexOf('/') + 1)).replace(/(?<=.)\.[^.]*$/, '');
  return name
    .split(/[\s_.-]+/)
    .filter((word) => /\p{L}{2}|\d\p{L}|\p{L}\d|^(?:19|20)\d\d$/u.test(word))
    .slice(0, 12)
    .map((word) => ({ kind: /^\d+$/.test(word) ? 'date' : 'name', value: word, from: 'fileName' }));
}
