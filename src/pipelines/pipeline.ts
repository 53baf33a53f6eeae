import type { z } from 'zod';
import type { Passage } from '../protocol/passage.ts';
import type { ReadOutput, Reasoner } from '../reasoning/reasoner.ts';
import type { AdaptiveReranker, PassageSource, Retriever } from '../retrieval/retrieval.ts';
import type { RunTrace } from '../trace/runTrace.ts';

/** What a pipeline is given: collaborators, never built by it. */
export interface RunContext {
  readonly retriever: Retriever;
  readonly reranker: AdaptiveReranker;
  readonly passages: PassageSource;
  readonly reasoner: Reasoner;
  readonly trace: RunTrace;
  readonly signal: AbortSignal;
}

export interface PipelineResult {
  /** Null when the documents do not answer the question. */
  readonly answer: string | null;
  readonly stopReason: string;
}

/** One published system. `run` reads like the paper's algorithm. */
export interface Pipeline<P extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly title: string;
  /** One or two sentences: what it does and what it is good for. */
  readonly description: string;
  readonly paper: string;
  /** A zod object whose fields carry the paper's names, defaults, ranges and a description. */
  readonly parameters: P;
  run(ctx: RunContext, question: string, parameters: z.output<P>): Promise<PipelineResult>;
}

/** A pipeline as the registry keeps it: parameters of any shape, parsed by its own schema before `run` sees them. */
export type AnyPipeline = Pipeline<z.ZodObject>;

/** Checks a pipeline's parts against each other and forgets the exact shape of its parameters. */
export function definePipeline<S extends z.core.$ZodShape>(pipeline: Pipeline<z.ZodObject<S>>): AnyPipeline {
  return {
    ...pipeline,
    parameters: pipeline.parameters,
    run: (ctx, question, parameters) => pipeline.run(ctx, question, pipeline.parameters.parse(parameters)),
  };
}

/** Ends a node with what a reading role returned; no answer is an abstention. */
export function endWithAnswer(
  ctx: RunContext,
  node: string,
  { answer, citations = [], quote = null }: Pick<ReadOutput, 'answer'> & Partial<ReadOutput>,
  passages: readonly Passage[] = [],
): void {
  const cites = citations.flatMap((i) => passages[i]?.id ?? []);
  ctx.trace.end(node, 'answered', { answer, abstained: answer === null, evidenceQuote: quote, cites });
}
