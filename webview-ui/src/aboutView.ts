/** What is shown of the documents that the question of a run names. Pure. */
import { ambiguous, preferredDocuments, type AboutDocuments, type NamedDocument } from '../../src/protocol/aboutDocuments.ts';
import { pathTerm } from '../../src/protocol/scopeSyntax.ts';
import type { Trace } from '../../src/protocol/trace.ts';

interface AboutChip extends NamedDocument {
  /** Limits a question to this document. */
  readonly scope: string;
}

export interface AboutView {
  /** Best first. Empty where the run searches no other documents anyway. */
  readonly documents: readonly AboutChip[];
  /** Limits a question to all of them. */
  readonly scope: string;
  /** Words that name several documents. */
  readonly ambiguous: readonly { readonly words: string; readonly total: number }[];
  /** Names of which no document seems to be. */
  readonly unknown: readonly string[];
  /** Words that were searched in another spelling. */
  readonly respelled: NonNullable<AboutDocuments['respelled']>;
  /** The question was asked without preferring what it names. */
  readonly isDropped: boolean;
}

/** Undefined where there is nothing to say. */
export function aboutView({ identity, anyDocument, scope }: Trace): AboutView | undefined {
  const isDropped = anyDocument === true;
  if (!identity) return isDropped ? { documents: [], scope: '', ambiguous: [], unknown: [], respelled: [], isDropped } : undefined;
  const preferred = preferredDocuments(identity);
  const isLimited = scope !== undefined && scope.documents <= preferred.length;
  const documents = isLimited ? [] : preferred.map((one) => ({ ...one, scope: pathTerm(one.path) }));
  const view = {
    documents,
    scope: documents.map((one) => one.scope).join(' '),
    ambiguous: isLimited ? [] : ambiguous(identity),
    unknown: identity.unknown,
    respelled: identity.respelled ?? [],
    isDropped,
  };
  return documents.length + view.unknown.length + view.respelled.length === 0 ? undefined : view;
}
