/**
 * The specification of a run: what is asked, of what, with what, and within which limits. A request to ask brings it, the first event of a
 * log keeps it, a trace shows it, and a run that resumes, repeats or follows another starts from it.
 */
import * as z from 'zod';
import { followedRun } from './followUp.ts';
import { runBudget, runOrigin } from './runOptions.ts';
import { unindexed } from './unindexed.ts';
import { answerWanted, formWanted, writtenForm } from './writtenAnswer.ts';

/** The role of a second chat model, which only splits questions. */
export const planningRole = 'planner';

/** `reader` reads where `chat` is `builtin`. */
export const modelIds = z.object({
  chat: z.string(),
  embedder: z.string(),
  reranker: z.string(),
  entailment: z.string(),
  reader: z.string().optional(),
  planner: z.string().optional(),
});
export type ModelIds = Readonly<z.infer<typeof modelIds>>;
/** Of those who answer; the others search. */
export const answeringIds = modelIds.pick({ chat: true, reader: true, planner: true });
export const searchingIds = modelIds.pick({ embedder: true, reranker: true, entailment: true });

/** Those who reply in words of their making. */
export function chatModels({ chat, planner = chat }: Pick<ModelIds, 'chat' | 'planner'>): readonly [string, string] {
  return [chat, planner];
}

export const builtinModels: ModelIds = { chat: 'builtin', embedder: 'builtin', reranker: 'builtin', entailment: 'builtin' };

/**
 * The first-stage method. The neighbor graph uses the other signal: a BM25 graph for `dense`, a dense graph for the others
 * (pipelines.md 2.2).
 */
export const firstStageMethod = z.enum(['bm25', 'dense', 'hybrid', 'linked']);
export type FirstStageMethod = z.infer<typeof firstStageMethod>;

/** What finds most on all measured data sets (bench/RESULTS.md). */
export const defaultFirstStage: FirstStageMethod = 'linked';

/** What of the documents a question is asked of. */
export const questionLimits = z.object({
  /** Limits the run to some documents, in the syntax of `parseScope`. */
  scope: z.string().optional(),
  /** Whether documents that the question names count no more than others. Default: false. */
  anyDocument: z.boolean().optional(),
});

/** A folder that is searched besides the one that keeps the run. */
const otherFolder = z.object({
  /** As people call it. */
  name: z.string(),
  /** Absolute path. */
  folder: z.string(),
  /** As in the request to open a folder. */
  storage: z.string(),
  indexUri: z.string().optional(),
});
export type OtherFolder = Readonly<z.infer<typeof otherFolder>>;

export const runSpec = z.object({
  question: z.string(),
  pipeline: z.string(),
  params: z.record(z.string(), z.unknown()),
  models: modelIds,
  firstStage: firstStageMethod.default(defaultFirstStage),
  /** Paths of the documents that a pipeline with `scope: candidates` searches. */
  candidates: z.array(z.string()).optional(),
  /** The sub-questions that a pipeline with `subQuestions: gold` asks, understandable on their own. */
  subQuestions: z.array(z.string()).optional(),
  ...questionLimits.shape,
  ...answerWanted.shape,
  /** For an answer as the question calls for it (`auto`), what its words call for. Absent where the model chooses. */
  chosenForm: writtenForm.optional(),
  budget: runBudget.optional(),
  /** The run that this one is based on, and the changes. */
  from: runOrigin.optional(),
  /** The run that its question follows, and how it was made to stand alone. */
  follows: followedRun.optional(),
  /** Absent: the question is asked of one folder. */
  folders: z.array(otherFolder).optional(),
  /** Changes in the folder that the index did not have when the question was asked, as far as the host knew. */
  unindexed: unindexed.optional(),
});
export type RunSpec = Readonly<z.infer<typeof runSpec>>;

/** What the cost of a question depends on, besides the models. */
export const pricedSpec = runSpec.pick({ pipeline: true, params: true }).extend(formWanted.shape);
export type PricedSpec = Readonly<z.infer<typeof pricedSpec>>;
