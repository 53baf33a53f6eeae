/** Whether a finished run may answer otherwise now, because its documents have changed. */
import { AriadneError } from '../base/errors.ts';
import { unquoted } from '../language/phrases.ts';
import type { StaleReason, Standing } from '../protocol/staleReason.ts';
import type { Trace } from '../protocol/trace.ts';
import { unsearchedSentence } from '../protocol/unsearched.ts';
import { indexChanged } from '../trace/fold.ts';
import type { KeptVectors } from './queryVectors.ts';
import { hasPassage } from './resume.ts';
import type { RunComponents } from './run.ts';

/** Results of a search that count: what comes after them is seldom read. */
const first = 10;

type Components = Pick<RunComponents, 'index' | 'retriever' | 'embedder' | 'keepsVectors' | 'documents' | 'unsearched'>;

export interface StaleOptions {
  readonly signal: AbortSignal;
  /** Those of the run's log. */
  readonly vectors: KeptVectors;
  /**
   * Whether a server or a local model may be asked for vectors of queries that the log has none of. Without it such searches are not made:
   * users do not expect that anything is sent, or a model loaded, after each change of a document.
   */
  readonly mayAsk: boolean;
}

export type Stale = Omit<Standing, 'epoch'>;

/**
 * Why the run is stale, places first: passages that it cites and that its index no longer has as they were, and searches whose first ten
 * results are others. Empty while it is current. Nothing but searches is made, and not even those while the documents are the same.
 *
 * An embedder that has learned since orders passages otherwise, and so does another one, without any change of a document: of 12 questions
 * about 300 news articles, 10 had other first passages after the index had learned. Then only passages count that are gone, or whose
 * documents were read since the run began.
 * @param retriever of the run's first stage, within its scope
 * @throws AriadneError when a folder that the run searched cannot be searched now: what is in it looks gone, but is not known
 */
export async function staleReasons(
  { citations, written, conflicts = [], retrievals, indexEpoch, flags, models, startedAtUtc, unsearched }: Trace,
  { index, retriever, embedder, keepsVectors, documents, unsearched: missing }: Components,
  { signal, vectors, mayAsk }: StaleOptions,
): Promise<Stale> {
  // A run that went on after a change has results of before.
  if (indexEpoch === index.epoch && !flags.includes(indexChanged)) return { reasons: [] };
  const missed = missing?.find(({ name }) => !unsearched?.some((one) => one.name === name));
  if (missed) throw new AriadneError('index-missing', unsearchedSentence(missed));
  const known = (await documents?.()) ?? new Map<string, never>();
  const reasons: StaleReason[] = [];
  const disputed = conflicts.flatMap((one) => one.citations);
  const places = new Map([...citations, ...(written?.citations ?? []), ...disputed].map((citation) => [citation.passageId, citation]));
  for (const { passageId, path, quote } of places.values())
    if (!hasPassage(index, passageId)) reasons.push({ kind: 'cited-place', path, quote, ...(known.has(path) ? {} : { isGone: true }) });
  const isSameOrder = retriever.method === 'bm25' || models.embedder === embedder.id;
  const isNew = (path: string): boolean => isSameOrder || (known.get(path)?.indexedAtUtc ?? '') > startedAtUtc;
  const searches = new Map(retrievals.filter(({ method }) => method === retriever.method).map((one) => [one.query, one]));
  const hasToAsk = keepsVectors === true && retriever.method !== 'bm25';
  let notAsked: string | undefined;
  for (const { query, node, results } of searches.values()) {
    signal.throwIfAborted();
    const vectorOf = async (text: string, embed: () => Promise<Float32Array>): Promise<Float32Array> => {
      const kept = vectors(text, embedder.id) ?? (text === unquoted(query) ? vectors(query, embedder.id) : undefined);
      if (!kept && hasToAsk && !mayAsk) throw new NotAsked();
      return kept ?? embed();
    };
    const found = await unlessNotAsked(retriever.search(query, Math.max(first, results.length), { node, signal, vectorOf }));
    if (!found) {
      notAsked = embedder.id;
      continue;
    }
    const [before, now] = [idsOf(results), idsOf(found)];
    const others = await index.passages([...now].filter((id) => !before.has(id)).map((id) => index.rowOf(id)));
    const appeared = others.map(({ path }) => path).filter(isNew);
    const gone = [...before].filter((id) => !now.has(id) && (isSameOrder || !hasPassage(index, id))).length;
    if (appeared.length + gone > 0) reasons.push({ kind: 'search', query, appeared: [...new Set(appeared)], gone });
  }
  return { reasons, notAsked };
}

/** A vector is needed for which nobody may be asked. */
class NotAsked extends Error {}

async function unlessNotAsked<T>(search: Promise<T>): Promise<T | undefined> {
  try {
    return await search;
  } catch (error) {
    if (error instanceof NotAsked) return undefined;
    throw error;
  }
}

function idsOf(results: readonly { readonly passageId: string }[]): ReadonlySet<string> {
  return new Set(results.slice(0, first).map(({ passageId }) => passageId));
}
