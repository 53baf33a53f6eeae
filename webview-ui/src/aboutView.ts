/** What is shown of the documents that the question of a run names. Pure. */
import { ambiguous, preferredDocuments, type AboutDocuments, type NamedDocument } from '../../src/protocol/aboutDocuments.ts';
import { pathTerm } from '../../src/protocol/scopeSyntax.ts';
import type { Trace } from '../../src/protocol/trace.ts';

/** So many documents are shown before the others are asked for. */
export const fewestChips = 3;

interface AboutChip extends NamedDocument {
  /** The title, shorter where another begins with the same words. */
  readonly label: string;
  /** Limits a question to this document. */
  readonly scope: string;
}

interface AboutView {
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
  const documents = isLimited ? [] : preferred.map((one) => ({ ...one, label: labelOf(one, preferred), scope: pathTerm(one.path) }));
  const view = {
    documents,
    scope: documents.map((one) => one.scope).join(' '),
    // The others are all in sight.
    ambiguous: isLimited ? [] : ambiguous(identity).filter(({ total }) => total > fewestChips),
    unknown: identity.unknown,
    respelled: identity.respelled ?? [],
    isDropped,
  };
  return documents.length + view.unknown.length + view.respelled.length === 0 ? undefined : view;
}

/** Reports of a series differ where a chip has no more room, so most of what a title shares with the nearest one is left out. */
function labelOf({ path, title }: NamedDocument, all: readonly NamedDocument[]): string {
  const shared = Math.max(0, ...all.filter((one) => one.path !== path && one.title !== title).map((one) => sharedStart(title, one.title)));
  const word = /[\p{L}\p{N}]*$/u.exec(title.slice(0, shared))?.index ?? 0;
  const start = /^.{14}/u.exec(title)?.[0] ?? '';
  return word - start.length < fewestLeftOut ? title : `${start}…${title.slice(word)}`;
}

const fewestLeftOut = 8;

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
