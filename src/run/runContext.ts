/** What the pipeline of one run is given, whether the run is live or executed again from its log. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Embedder, Entailment, Reranker } from '../models/models.ts';
import type { RunContext } from '../pipelines/pipeline.ts';
import type { RunEdits } from '../protocol/runOptions.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { Retriever } from '../retrieval/retrieval.ts';
import { RecordingReranker, recordEntailment, recordPassages, recordRetriever, type Recorder } from './collaborators.ts';
import { allowed, withEdits } from './edits.ts';
import { recordVectors } from './recordVectors.ts';

export interface RunParts {
  /** Tells and remembers its calls itself. */
  readonly reasoner: Reasoner;
  readonly retriever: Retriever;
  readonly index: PassageIndex;
  /** The graph that is walked. */
  readonly neighborsOf: PassageIndex['neighborsOf'];
  readonly reranker: Reranker;
  readonly embedder: Embedder;
  readonly entailment: Entailment;
}

export function collaboratorsOf(
  { reasoner, retriever, index, neighborsOf, reranker, embedder, entailment }: RunParts,
  recording: Recorder,
  edits: RunEdits | undefined,
): Omit<RunContext, 'trace' | 'signal'> {
  return withEdits(
    {
      reasoner,
      retriever: recordRetriever(retriever, recording),
      reranker: new RecordingReranker(index, neighborsOf, reranker, recording, allowed(edits)),
      passages: recordPassages(index, recording),
      vectors: recordVectors(embedder, recording),
      entailment: recordEntailment(entailment, recording),
    },
    edits,
  );
}
