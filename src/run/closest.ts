/**
 * What a search for the whole question finds first, beside what a pipeline has read. Steps, reranking and walks may lose a document that
 * the question names, and a person who gets quotes in place of an answer needs it.
 *
 * With them come the first passages of the documents that this search is about: they say what the document is, in its title, its header
 * and its summary, mostly in words that the question does not have.
 *
 * The passages become evidence of the question's own node: found, not used. No reasoner has read them, no measure counts them, and a search
 * for them is no part of the pipeline's cost or budget.
 */
import { eachOnce } from '../base/eachOnce.ts';
import { questionKey } from '../base/questionKey.ts';
import type { RunContext } from '../pipelines/pipeline.ts';
import type { RunEdits } from '../protocol/runOptions.ts';
import type { Retrieval, Trace } from '../protocol/trace.ts';
import type { CallOptions, SearchHit, Retriever } from '../retrieval/retrieval.ts';
import { followDepth } from '../retrieval/scale.ts';
import { isWithoutChat } from '../trace/otherMethod.ts';
import type { RunRecorder } from '../trace/runRecorder.ts';
import { allowed } from './edits.ts';

/** As many as the digest reads for a question: of 120 natural ones, it has the place that answers for 3 more than with 5. */
export const mostClosest = 14;
const mostLeads = 2;
/** Behind the best results: of 98 questions about documentation, ranks 2 and 3 are best for 80, rank 0 for 76. */
const leadRank = 2;

export interface ClosestSearch extends Pick<RunContext, 'passages' | 'signal'> {
  /** Outside the pipeline's cost, with the edits applied. */
  readonly retriever: Retriever;
  readonly edits: RunEdits | undefined;
  /** What the documents say first that results are about. */
  readonly leads: LeadSource;
}

export interface LeadSource {
  /** At most `n` passages; see `leadsOf`. */
  leadsOf(found: readonly Pick<SearchHit, 'passageId' | 'score'>[], n: number, options: CallOptions): Promise<readonly string[]>;
}

/**
 * Adds them where quotes are what the user gets, which is unless a model has answered: its answer rests on what it has read; and where an
 * answer is written out, for which a short one has not read enough. A method that did not search shows no documents.
 */
export async function addClosest(
  { answer, isWritten }: { readonly answer: string | null; readonly isWritten: boolean },
  search: ClosestSearch,
  recorder: RunRecorder,
): Promise<void> {
  const { trace } = recorder;
  const root = trace.nodes.find(({ kind }) => kind === 'root');
  if (!root || trace.retrievals.length === 0) return;
  if (answer !== null && !isWritten && !isWithoutChat(trace.models)) return;
  const call = { node: root.id, signal: search.signal };
  const closest = searchedBefore(trace, search.edits) ?? (await search.retriever.search(trace.question, followDepth, call));
  const leads = await search.leads.leadsOf(closest, mostLeads, call);
  // What a step has read is added too: the rank that it has in the search for the whole question may be better.
  const isKnown = new Set(root.evidence.map(({ passageId }) => passageId));
  const best = closest.slice(0, mostClosest).map(({ passageId }) => passageId);
  const ranked = [
    ...best.map((id, i) => ({ id, rank: i })),
    ...leads.filter(allowed(search.edits)).map((id, i) => ({ id, rank: leadRank + i })),
  ];
  const added = eachOnce(ranked, ({ id }) => id).filter(({ id }) => !isKnown.has(id));
  if (added.length === 0) return;
  const ids = added.map(({ id }) => id);
  const passages = await search.passages.passages(ids, call);
  const evidence = added.map(({ id: passageId, rank }) => {
    const { score = null, mentionedBy } = closest.find((one) => one.passageId === passageId) ?? {};
    const own = { passageId, rank: root.evidence.length + rank, score, used: false, source: 'search' as const };
    return { ...own, mentionedBy };
  });
  recorder.emit({ kind: 'evidence-found', node: root.id, evidence: [...root.evidence, ...evidence], passages: [...passages] });
}

/** The results of the run's own last search for the question, as of a step that asks all of it, if they are enough. */
function searchedBefore({ question, retrievals }: Trace, edits: RunEdits | undefined): Retrieval['results'] | undefined {
  const key = questionKey(question);
  const isAllowed = allowed(edits);
  const { results } = retrievals.findLast(({ query, results: found }) => questionKey(query) === key && found.length >= followDepth) ?? {};
  return results?.filter(({ passageId }) => isAllowed(passageId));
}
