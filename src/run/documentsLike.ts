/** What the documents of a folder are like, where they are numbered or dated things of one kind, such as specifications or reports. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import { identityLine, type IdentityPart } from '../protocol/identity.ts';

/** Looked at, evenly over the folder, whatever its size. */
const sampled = 8;
const shown = 3;
const maxLength = 100;
const kinds: ReadonlySet<IdentityPart['kind']> = new Set(['number', 'type', 'version', 'period']);

/** Lines about some of them; none where most have nothing but a name, or where they are not known. */
export function documentsLike(index: Pick<PassageIndex, 'passageCount' | 'pathOf' | 'identityOf'>): readonly string[] {
  const length = Math.min(sampled, index.passageCount);
  const rows = Array.from({ length }, (_, i) => Math.floor(((i + 0.5) * index.passageCount) / length));
  const paths = new Set(rows.flatMap((row) => index.pathOf(row) ?? []));
  const alike = [...paths].flatMap((path) => {
    const identity = index.identityOf(path);
    return identity?.parts.some(({ kind }) => kinds.has(kind)) === true ? [identity] : [];
  });
  if (alike.length < 2 || alike.length * 2 < paths.size) return [];
  return alike.slice(0, shown).map((identity) => identityLine({ title: '', identity }).slice(0, maxLength));
}
