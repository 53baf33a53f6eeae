/** The components of a run as a pipeline and the stages after it see them: every call is recorded. */
import type { RunContext } from '../pipelines/pipeline.ts';
import { createPassageSource } from '../retrieval/batchScorer.ts';
import { mentionOf } from '../retrieval/mentionPlace.ts';
import { NeighborhoodReranker } from '../retrieval/nar.ts';
import type { RunRecorder } from '../trace/runRecorder.ts';
import { RunTrace } from '../trace/runTrace.ts';
import { allowed, withEdits } from './edits.ts';
import { QuotedSource } from './quotedSource.ts';
import {
  recordClosest,
  recordEntailment,
  recordLeads,
  recordNar,
  recordPassages,
  recordRetriever,
  recordScorer,
  recordVectors,
} from './recordedCalls.ts';
import type { Run, RunComponents } from './run.ts';
import type { StageContext } from './stages.ts';

/**
 * The context of the pipeline and of what follows it. Every call is recorded, with the user's edits applied outside, so that earlier
 * results remain usable where no edit applies.
 */
export function recordedContext(
  { spec }: Pick<Run, 'spec'>,
  components: RunComponents,
  answering: Pick<RunContext, 'reasoner' | 'knowledge'>,
  recorder: RunRecorder,
  signal: AbortSignal,
): StageContext {
  const { retriever, index, scorer, embedder, keepsVectors, entailment } = components;
  const passages = recordPassages(createPassageSource(index), recorder);
  const edits = spec.from?.edits;
  const recorded = {
    retriever: recordRetriever(retriever, recorder, spec, keepsVectors ? embedder.id : undefined),
    reranker: new NeighborhoodReranker({
      scorer: recordScorer(scorer, recorder, spec),
      passages,
      exists: allowed(edits),
      observer: recordNar(recorder),
    }),
  };
  return {
    ...withEdits(recorded, edits),
    ...answering,
    mentionOf,
    passages,
    vectors: recordVectors(embedder, recorder),
    entailment: recordEntailment(entailment, recorder),
    trace: new RunTrace(recorder),
    signal,
    subQuestions: spec.subQuestions ?? [],
    spec,
    recorder,
    source: new QuotedSource(components.sourceLines, recorder),
    closest: {
      retriever: withEdits({ ...recorded, retriever: recordClosest(retriever, recorder, spec) }, edits).retriever,
      leads: recordLeads(index, recorder),
      edits,
      passages,
      signal,
    },
    entailmentId: entailment.id,
  };
}
