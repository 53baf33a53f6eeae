/** Whether sentences of two documents can be about the same, as far as their documents tell. Pure. */
import type { DocumentIdentity } from '../../protocol/identity.ts';
import { versionsAmong, type SentenceOf } from './pairs.ts';

type OfTwo = (one: SentenceOf, other: SentenceOf) => boolean;

/**
 * Versions of one document are about the same. Otherwise, rows of tables have to be of one organization, and so has everything in a folder
 * of reports, where most documents have one: what "the Company" is depends on the report.
 * @param identities by the number of the document
 */
export function ofOneSubject(
  sentences: readonly SentenceOf[],
  identities: readonly (DocumentIdentity | undefined)[],
): { readonly isComparable: OfTwo; readonly areVersions: OfTwo } {
  const versions = versionsAmong(sentences, identities.length);
  const organizations = identities.map((identity) => {
    const own = (identity?.parts ?? []).filter(({ kind }) => kind === 'organization');
    return new Set(own.map(({ value }) => value.toLowerCase()));
  });
  const areReports = organizations.filter(({ size }) => size > 0).length * 2 > organizations.length;
  const areVersions: OfTwo = ({ document: a }, { document: b }) => versions.has(Math.min(a, b) * identities.length + Math.max(a, b));
  const isComparable: OfTwo = (one, other) =>
    areVersions(one, other) ||
    !(areReports || one.isRow || other.isRow) ||
    [...organizations[one.document]!].some((name) => organizations[other.document]!.has(name));
  return { isComparable, areVersions };
}
