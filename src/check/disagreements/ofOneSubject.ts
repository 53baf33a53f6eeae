/** Whether sentences of two documents can be about the same, as far as their documents tell. Pure. */
import type { DocumentIdentity } from '../../protocol/identity.ts';
import { versionsAmong, type SentenceOf } from './pairs.ts';

/**
 * Versions of one document are about the same. Otherwise, rows of tables have to be of one organization, and so has everything in a folder
 * of reports, where most documents have one: what "the Company" is depends on the report.
 * @param identities by the number of the document
 */
export function ofOneSubject(
  sentences: readonly SentenceOf[],
  identities: readonly (DocumentIdentity | undefined)[],
): (one: SentenceOf, other: SentenceOf) => boolean {
  const versions = versionsAmong(sentences, identities.length);
  const organizations = identities.map((identity) => {
    const own = (identity?.parts ?? []).filter(({ kind }) => kind === 'organization');
    return new Set(own.map(({ value }) => value.toLowerCase()));
  });
  const areReports = organizations.filter(({ size }) => size > 0).length * 2 > organizations.length;
  return (one, other) => {
    const [a, b] = [Math.min(one.document, other.document), Math.max(one.document, other.document)];
    if (versions.has(a * identities.length + b)) return true;
    return !(areReports || one.isRow || other.isRow) || [...organizations[a]!].some((name) => organizations[b]!.has(name));
  };
}
