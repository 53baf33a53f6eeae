import type { z } from 'zod';
import type { Remembered } from '../reasoning/pathStep.ts';
import { knowledgeParameter as knowledge, type Knowledge } from '../protocol/knowledge.ts';
import type { MentionPlace, Passage } from '../protocol/passage.ts';
import { scope } from '../protocol/givenByDataset.ts';
import type { Unconfirmed } from '../protocol/unconfirmed.ts';
import type { PartAnswered } from '../reasoning/missing.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { RoleFacts } from '../reasoning/role.ts';
import type { ReadOutput } from '../reasoning/roles/readRoles.ts';
import type { AdaptiveReranker, CallOptions, EntailmentLabel, PassageSource, Retriever } from '../retrieval/retrieval.ts';
import type { RunTrace } from '../trace/runTrace.ts';

/** A pipeline's collaborators, which it never builds itself. */
export interface RunContext {
  readonly retriever: Retriever;
  readonly reranker: AdaptiveReranker;
  readonly passages: PassageSource;
  readonly reasoner: Reasoner;
  /** What answers may rest on; the reasoner already keeps to it. */
  readonly knowledge: Knowledge;
  readonly entailment: EntailmentJudge;
  readonly vectors: TextVectors;
  readonly trace: RunTrace;
  readonly signal: AbortSignal;
  /** Sub-questions given with the question; empty where there are none. */
  readonly subQuestions: readonly string[];
  /** The text of a sub-question, possibly changed by the user. Every sub-question passes through here before its node is added. */
  edited(node: string, text: string): string;
  /** Where a passage first has a name as a word or words; undefined where it has not. */
  mentionOf(passage: Passage, name: string): MentionPlace | undefined;
}

/** The entailment model as a run uses it: every pair is recorded in the trace. */
export interface EntailmentJudge {
  /** @returns null when the model gave no label */
  label(premise: string, hypothesis: string, call: CallOptions): Promise<EntailmentLabel | null>;
}

/** The embedder as a run uses it. */
export interface TextVectors {
  /**
   * One unit vector per text in the same order, zeros for a text without known words; null when the embedder failed, which is recorded on
   * the node.
   */
  embed(texts: readonly string[], call: CallOptions): Promise<readonly Float32Array[] | null>;
}

/** The maximum number of outside calls of one run (pipelines.md 9), without repairs and retries. */
export interface CostBound {
  readonly llmCalls: number;
  readonly retrievals: number;
  readonly rerankPairs: number;
  readonly nliPairs: number;
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
  /** A zod object whose fields have the paper's names, defaults, ranges and a description. */
  readonly parameters: P;
  /** The parameters that say how many passages are read at once; absent where none are read. What reads them has `knowledge`, too. */
  readonly passages?: readonly string[];
  /**
   * Roles without which this is not the method, not even in part. The pipeline does not start with a reasoner that lacks one (pipelines.md
   * 1.11).
   */
  readonly needs?: readonly RoleFacts[];
  /** Whether it has roles that decide what to look up next, which another model can take (`RoleFacts.work`). */
  readonly plans?: boolean;
  bound(parameters: z.output<P>): CostBound;
  run(ctx: RunContext, question: string, parameters: z.output<P>): Promise<PipelineResult>;
}

/** A pipeline in the registry: parameters of any shape, parsed by its schema before `run` gets them. */
export type AnyPipeline = Pipeline<z.ZodObject>;

/**
 * Hides the exact type of a pipeline's parameters: `bound` and `run` parse what they get. A pipeline that reads passages also has `scope`,
 * which the run's index follows (pipelines.md 1.1), and `knowledge`, which its reasoner follows (1.12).
 */
export function definePipeline<S extends z.core.$ZodShape>(pipeline: Pipeline<z.ZodObject<S>>): AnyPipeline {
  return {
    ...pipeline,
    parameters: pipeline.passages === undefined ? pipeline.parameters : pipeline.parameters.extend({ scope, knowledge }),
    bound: (parameters) => pipeline.bound(pipeline.parameters.parse(parameters)),
    run: (ctx, question, parameters) => pipeline.run(ctx, question, pipeline.parameters.parse(parameters)),
  };
}

/** An answer, and why nothing has confirmed it, if so. */
export interface GivenAnswer extends Remembered, PartAnswered {
  readonly answer: string | null;
  readonly unconfirmed?: Unconfirmed;
}

/** Ends a node with the output of a reading role. No answer is an abstention; one from memory cites nothing. */
export function endWithAnswer(
  ctx: RunContext,
  node: string,
  { answer, citations = [], quote = null, unconfirmed: doubt, fromMemory, qualifier, missing }: GivenAnswer & Partial<ReadOutput>,
  passages: readonly Passage[] = [],
): void {
  const cites = citations.flatMap((i) => passages[i]?.id ?? []);
  const unconfirmed = fromMemory === true ? 'from-memory' : doubt;
  const why = answer === null || unconfirmed === undefined ? {} : { unconfirmed };
  ctx.trace.end(node, 'answered', {
    answer,
    ...(qualifier === undefined ? {} : { qualifier }),
    ...(missing === undefined ? {} : { missing }),
    abstained: answer === null,
    ...why,
    evidenceQuote: quote,
    cites,
  });
}
