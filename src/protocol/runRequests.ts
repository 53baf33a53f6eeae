/** Requests to ask, and what they are made of. */
import * as z from 'zod';
import { exportFormat } from './exportFormats.ts';
import { knowledge } from './knowledge.ts';
import { runBudget, runEdits, takenBack } from './runOptions.ts';
import { foundPassage } from './passage.ts';
import { modelIds, pricedSpec, runSpec, searchingIds, questionLimits } from './runSpec.ts';
import { answerWanted } from './writtenAnswer.ts';
import { estimate } from './estimate.ts';
import { standAlone } from './followUp.ts';
import { rerunPreview } from './preview.ts';

const askRequest = runSpec.omit({ chosenForm: true, from: true }).extend({
  runId: z.string(),
  knowledge: knowledge.optional(),
  /** Path of the run log. Default: inside the storage folder. */
  log: z.string().optional(),
});

export type AskRequest = Readonly<z.input<typeof askRequest>>;

/** A stored run by id, or a run elsewhere by the path of its log. */
const runReference = z.union([z.object({ runId: z.string() }), z.object({ log: z.string() })]);

export type RunReference = Readonly<z.infer<typeof runReference>>;

const resumeRequest = z.object({
  run: runReference,
  /** The run keeps the models that answer it. */
  models: searchingIds.optional(),
  /** Replaces the run's budget. */
  budget: runBudget.optional(),
});

export type ResumeRequest = Readonly<z.infer<typeof resumeRequest>>;

/** Request for a new run based on another: the same question with the same pipeline, except for the changes given here. */
const rerunRequest = runSpec
  // What is not named is as in the other run, but for the budget and what the index lacks. Parameters are of the pipeline that is named.
  .pick({ pipeline: true, params: true, budget: true, unindexed: true })
  .partial()
  .extend({
    ...questionLimits.shape,
    ...answerWanted.shape,
    /** Id of the new run. */
    runId: z.string(),
    from: runReference,
    edits: runEdits,
    /** The other run's changes to undo. Its remaining changes are kept, unless they are of nodes and the pipeline is another. */
    takenBack: takenBack.optional(),
    /** Asks everything again: nothing is taken from the other run, including its edits. */
    isFresh: z.literal(true).optional(),
    /** Searches again, since documents have changed. Replies of models are kept where what they were asked is the same. */
    searchesAgain: z.literal(true).optional(),
    models: modelIds.partial().optional(),
    knowledge: knowledge.optional(),
    log: z.string().optional(),
  });

export type RerunRequest = Readonly<z.infer<typeof rerunRequest>>;

export type PreviewRequest = Omit<RerunRequest, 'runId' | 'log'>;

export const runRequests = {
  /** Passages with the words of a question, best first, without any model; none for one that cannot be understood yet. */
  findPassages: { params: z.object({ question: z.string(), models: modelIds }), result: z.array(foundPassage) },
  /**
   * Runs a question, another run with changes, or the rest of a run that was interrupted, stopped or failed. No call is repeated whose
   * reply is in a log and that depends on no change. Resolves when the run has ended in any way; the events say how.
   */
  ask: { params: z.union([rerunRequest, resumeRequest, askRequest]), result: z.object({ runId: z.string(), log: z.string() }) },
  /** Previews a run with changes. Queries the index and built-in models for what the earlier run lacks, never the chat model. */
  previewRerun: { params: rerunRequest.omit({ runId: true, log: true }), result: rerunPreview },
  /** Makes a question stand alone that follows a run, which may be gone. Without a chat model names are carried over. */
  standAlone: {
    params: z.object({
      question: z.string(),
      follows: runReference,
      models: modelIds.pick({ chat: true }),
      isAsTyped: z.boolean().optional(),
    }),
    result: standAlone,
  },
  /** A run as one or two files. The names are those of `ExportOptions`. */
  exportRun: {
    params: z.object({ runId: z.string(), format: exportFormat, name: z.string(), toFolder: z.string() }),
    result: z.object({ files: z.array(z.object({ ending: z.string(), base64: z.string() })) }),
  },
  /** Estimates the cost before a run. */
  estimate: { params: pricedSpec.extend({ models: modelIds }), result: estimate },
} as const;
