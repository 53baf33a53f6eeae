/**
 * What a search for the whole question finds first, beside what a pipeline has read. Steps, reranking and walks may lose a document that
 * the question names, and a person who gets quotes in place of an answer needs it.
 *
 * The passages become evidence of the question's own node: found, not used. No reasoner has read them, no measure counts them, and a search
 * for them is no part of the pipeline's cost or budget.
 */
import { isAriadneError } from '../base/errors.ts';
import { questionKey } from '../language/questionKey.ts';
import type { RunContext } from '../pipelines/pipeline.ts';
import type { RunEdits } from '../protocol/runOptions.ts';
import type { Retrieval, Trace } from '../protocol/trace.ts';
import type { Retriever } from '../retrieval/retrieval.ts';
import { isWithoutChat } from '../trace/otherMethod.ts';
import type { RunRecorder } from '../trace/runRecorder.ts';
import { allowed } from './edits.ts';

/** One search finds as many gold passages with 5 documents as the steps do with 10. */
const mostClosest = 5;

export interface ClosestSearch extends Pick<RunContext, 'passages' | 'signal'> {
  /** Outside the pipeline's cost, with the edits applied. */
  readonly retriever: Retriever;
  readonly edits: RunEdits | undefined;
}

/**
 * Adds them where quotes are what the user gets, which is unless a model has answered: its answer rests on what it has read. A method that
 * did not search shows no documents. If the search fails, the run is flagged and keeps its result.
 */
export async function addClosest(answer: string | null, search: ClosestSearch, recorder: RunRecorder): Promise<void> {
  const { trace } = recorder;
  const root = trace.nodes.find(({ kind }) => kind === 'root');
  if (!root || trace.retrievals.length === 0 || (answer !== null && !isWithoutChat(trace.models))) return;
  const call = { node: root.id, signal: search.signal };
  try {
    const closest = searchedBefore(trace, search.edits) ?? (await search.retriever.search(trace.question, mostClosest, call));
    // What a step has read is added too: the rank that it has in the search for the whole question may be better.
    const isKnown = new Set(root.evidence.map(({ passageId }) => passageId));
    const added = closest
      .slice(0, mostClosest)
      .map((found, i) => ({ ...found, rank: root.evidence.length + i }))
      .filter(({ passageId }) => !isKnown.has(passageId));
    if (added.length === 0) return;
    const ids = added.map(({ passageId }) => passageId);
    const passages = await search.passages.passages(ids, call);
    const evidence = added.map(({ passageId, score, mentionedBy, rank }) => {
      return { passageId, rank, score, used: false, source: 'search' as const, ...(mentionedBy ? { mentionedBy } : {}) };
    });
    recorder.emit({ kind: 'evidence-found', node: root.id, evidence: [...root.evidence, ...evidence], passages: [...passages] });
  } catch (error) {
    if (!isAriadneError(error)) throw error;
    recorder.emit({ kind: 'flagged', flag: 'closest_failed' });
  }
}

/** The results of the run's own last search for the question, as of a step that asks all of it. */
function searchedBefore({ question, retrievals }: Trace, edits: RunEdits | undefined): Retrieval['results'] | undefined {
  const key = questionKey(question);
  const isAllowed = allowed(edits);
  const { results } = retrievals.findLast(({ query }) => questionKey(query) === key) ?? {};
  return results?.filter(({ passageId }) => isAllowed(passageId));
}
