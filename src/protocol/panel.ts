/** What the research panel and its host say to each other. State is derived: the panel gets a run as its trace so far, and folds the events that follow. */
import * as z from 'zod';
import { indexProgress, indexStatus, pipelineInfo, runSummary } from './engine.ts';
import { runEvent } from './events.ts';
import { rerunPreview } from './preview.ts';
import { runChanges } from './runOptions.ts';
import { citation, runSnapshot } from './trace.ts';

/** What can be done to a part of a run, in the panel or by a command. */
const gesture = z.discriminatedUnion('kind', [
  /** Begins to change the text of a sub-question. */
  z.object({ kind: z.literal('edit'), node: z.string() }),
  /** These three also take back what they did. */
  z.object({ kind: z.literal('rerun'), node: z.string() }),
  z.object({ kind: z.literal('pin'), node: z.string(), passageId: z.string() }),
  z.object({ kind: z.literal('ban'), passageId: z.string() }),
]);
export type Gesture = Readonly<z.infer<typeof gesture>>;

/** Everything around a run that the panel shows. */
export const panelState = z.object({
  /** Why nothing can be asked, or `ready`; `starting` until the engine has said. */
  readiness: z.enum(['starting', 'no-folder', 'untrusted', 'no-index', 'indexing', 'empty', 'ready']),
  folderName: z.string(),
  index: indexStatus,
  progress: indexProgress.optional(),
  pipelines: z.array(pipelineInfo),
  pipeline: z.string(),
  chatModel: z.string(),
  /** What the next question may cost, as a sentence; absent with the built-in reasoner, which costs nothing, and until it is known. */
  costAhead: z.string().optional(),
  /** A run that is going on, if any. */
  runningId: z.string().optional(),
  runs: z.array(runSummary),
  bytesSent: z.number().int(),
  /** Questions that fit the folder's documents; empty until they are known. */
  suggestions: z.array(z.string()),
});
export type PanelState = Readonly<z.infer<typeof panelState>>;

export const toPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), state: panelState }),
  /** The run to show. Without a snapshot it is one that the panel has, or that is being read: then the snapshot follows in a message of the same kind. */
  z.object({ kind: z.literal('show-run'), runId: z.string(), snapshot: runSnapshot.optional() }),
  /** No run: the one that was shown is deleted, or none was ever shown. */
  z.object({ kind: z.literal('show-none') }),
  /** What a run that is shown told since. */
  z.object({ kind: z.literal('events'), runId: z.string(), events: z.array(runEvent) }),
  /** The question box gets the focus and this text: a question that could not be asked comes back. */
  z.object({ kind: z.literal('focus-question'), text: z.string() }),
  /** Something that was asked for failed. */
  z.object({
    kind: z.literal('problem'),
    message: z.string(),
    /** Labels of what can be done about it. */
    ways: z.array(z.string()),
  }),
  z.object({ kind: z.literal('problem-over') }),
  /** A command was called on a part of a run. */
  z.object({ kind: z.literal('gesture'), runId: z.string(), gesture }),
  /** A run to look at beside the shown one; without a snapshot it is not there any more. */
  z.object({ kind: z.literal('other-run'), runId: z.string(), snapshot: runSnapshot.optional() }),
  /** Shows `withId` beside a run. */
  z.object({ kind: z.literal('compare'), runId: z.string(), withId: z.string() }),
  /** What the changes that were asked about under this key will do, or why that cannot be said. */
  z.object({ kind: z.literal('preview'), key: z.string(), preview: rerunPreview.optional(), problem: z.string().optional() }),
]);
export type ToPanel = Readonly<z.infer<typeof toPanel>>;

export const fromPanel = z.discriminatedUnion('kind', [
  /** The panel (again) listens: it has events of `runId` up to but not including `next`. */
  z.object({ kind: z.literal('ready'), runId: z.string().optional(), next: z.number().int().optional() }),
  z.object({ kind: z.literal('ask'), question: z.string() }),
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('resume'), runId: z.string() }),
  /** A new run made from one that ended early: what that one has is not called for again. */
  z.object({ kind: z.literal('go-on'), runId: z.string() }),
  /** What would these changes do? A new question takes the place of the last one. */
  z.object({ kind: z.literal('preview'), key: z.string(), runId: z.string(), changes: runChanges }),
  /** Another run of the list. */
  z.object({ kind: z.literal('show-run'), runId: z.string() }),
  /** A run to look at beside the shown one. */
  z.object({ kind: z.literal('want-run'), runId: z.string() }),
  /** The question of a run once more, through the same pipeline with the same parameters, from nothing. */
  z.object({ kind: z.literal('ask-again'), runId: z.string() }),
  /** A new run made from one through another pipeline: the one named, else one that the user picks. */
  z.object({ kind: z.literal('other-method'), runId: z.string(), pipeline: z.string().optional() }),
  /** A new run made from one with changes. */
  z.object({ kind: z.literal('rerun'), runId: z.string(), changes: runChanges }),
  z.object({ kind: z.literal('index') }),
  z.object({ kind: z.literal('open-folder') }),
  z.object({ kind: z.literal('manage-trust') }),
  z.object({ kind: z.literal('choose-pipeline') }),
  z.object({ kind: z.literal('choose-models') }),
  /** Open a passage's document: at the quote where there is one, else at the passage's own range. Offsets are those of `SourceRange`. */
  z.object({
    kind: z.literal('open-source'),
    path: z.string(),
    startOffset: z.number().int(),
    endOffset: z.number().int(),
    documentHash: z.string(),
    beside: z.boolean(),
  }),
  z.object({ kind: z.literal('open-citation'), citation }),
  z.object({ kind: z.literal('insert-answer'), runId: z.string() }),
  z.object({ kind: z.literal('copy-answer'), runId: z.string() }),
  z.object({ kind: z.literal('show-ledger') }),
  z.object({ kind: z.literal('dismiss-problem') }),
  /** The `n`th of the ways that the problem on show has. */
  z.object({ kind: z.literal('take-way'), n: z.number().int().nonnegative() }),
]);
export type FromPanel = Readonly<z.infer<typeof fromPanel>>;
