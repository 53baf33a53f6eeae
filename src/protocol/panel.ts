/**
 * Messages between the research panel and its host. State is derived: the panel receives a run as its trace so far, and folds the events
 * that follow.
 */
import * as z from 'zod';
import { runSummary } from './engine.ts';
import { indexProgress, indexStatus } from './indexStatus.ts';
import { foundPassage } from './passage.ts';
import { pipelineInfo } from './pipelineInfo.ts';
import { runEvent } from './events.ts';
import { followedRun, standAlone } from './followUp.ts';
import { rerunPreview } from './preview.ts';
import { runChanges } from './runOptions.ts';
import { questionLimits } from './runSpec.ts';
import { scopeNames } from './scopeNames.ts';
import { staleReason } from './staleReason.ts';
import { citation, knownSnapshot } from './trace.ts';
import { writing } from './writing.ts';
import { writtenForm } from './writtenAnswer.ts';

/** An action on part of a run, in the panel or by a command. */
const gesture = z.discriminatedUnion('kind', [
  /** Starts editing the text of a sub-question. */
  z.object({ kind: z.literal('edit'), node: z.string() }),
  /** Each of these three actions also undoes itself when repeated. */
  z.object({ kind: z.literal('rerun'), node: z.string() }),
  z.object({ kind: z.literal('pin'), node: z.string(), passageId: z.string() }),
  z.object({ kind: z.literal('ban'), passageId: z.string() }),
]);
export type Gesture = Readonly<z.infer<typeof gesture>>;

/** Everything besides a run that the panel shows. */
export const panelState = z.object({
  /** `ready`, or why nothing can be asked; `starting` until the engine has responded. */
  readiness: z.enum(['starting', 'no-folder', 'untrusted', 'no-index', 'indexing', 'empty', 'ready']),
  folderName: z.string(),
  /** Of a workspace with several folders, those that a question is asked of. */
  folders: z.array(z.string()).optional(),
  index: indexStatus,
  progress: indexProgress.optional(),
  pipelines: z.array(pipelineInfo),
  pipeline: z.string(),
  /** How the next answer is written. */
  answerForm: z.object({ label: z.string(), about: z.string() }).optional(),
  chatModel: z.string(),
  /** Which models answer the next question: a name, and a line for each role. */
  answering: z.object({ name: z.string(), about: z.string() }).optional(),
  /**
   * The possible cost of the next question, as a sentence; absent until it is known, and with the built-in reasoner, which costs nothing.
   */
  costAhead: z.string().optional(),
  /** The active run, if any. */
  runningId: z.string().optional(),
  runs: z.array(runSummary),
  /** Words that a shown run cites and that are no longer in their documents; absent when all are. */
  changedSources: z.object({ runId: z.string(), reasons: z.array(staleReason) }).optional(),
  bytesSent: z.number().int(),
  /** Questions that fit the folder's documents; empty until they are known. */
  suggestions: z.array(z.string()),
});
export type PanelState = Readonly<z.infer<typeof panelState>>;

/** The one step that would give a written answer on this machine, and what it costs, as a sentence. */
const writerOffer = z.object({ label: z.string(), cost: z.string() });
export type WriterOffer = Readonly<z.infer<typeof writerOffer>>;

export const toPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), state: panelState }),
  /**
   * The run to show. Without a snapshot, the panel already has the run, or it is still being read; then the snapshot follows in another
   * message of this kind.
   */
  z.object({ kind: z.literal('show-run'), runId: z.string(), snapshot: knownSnapshot.optional() }),
  /** No run to show: the shown run was deleted, or there never was one. */
  z.object({ kind: z.literal('show-none') }),
  /** New events of a run that is shown. */
  z.object({ kind: z.literal('events'), runId: z.string(), events: z.array(runEvent) }),
  /** What a model writes for nodes of a shown run. The answer itself comes with the events. */
  z.object({ kind: z.literal('writing'), runId: z.string(), writings: z.array(writing) }),
  /** Focuses the question box with this text, because a question could not be asked. */
  z.object({ kind: z.literal('focus-question'), text: z.string() }),
  /** A request failed. */
  z.object({
    kind: z.literal('problem'),
    message: z.string(),
    /** Labels of possible actions. */
    ways: z.array(z.string()),
  }),
  z.object({ kind: z.literal('problem-over') }),
  /** A command was run on part of a run. */
  z.object({ kind: z.literal('gesture'), runId: z.string(), gesture }),
  /** Asks for this SVG as a picture. */
  z.object({ kind: z.literal('draw'), svg: z.string() }),
  /** A run to compare with the shown one. Without a snapshot, the run no longer exists. */
  z.object({ kind: z.literal('other-run'), runId: z.string(), snapshot: knownSnapshot.optional() }),
  /** Shows `withId` beside a run. */
  z.object({ kind: z.literal('compare'), runId: z.string(), withId: z.string() }),
  /** Nothing where no model is at hand. */
  z.object({ kind: z.literal('writer'), offer: writerOffer.optional() }),
  /** What questions about the index with this epoch can be limited by. */
  z.object({ kind: z.literal('scope-names'), epoch: z.string(), names: scopeNames }),
  /** Passages for what is typed. */
  z.object({ kind: z.literal('passages'), question: z.string(), found: z.array(foundPassage) }),
  /**
   * What the follow-up in the request with this key asks on its own, with the scope that was typed in it; nothing when it was stopped or
   * failed.
   */
  z.object({ kind: z.literal('stand-alone'), runId: z.string(), key: z.string(), made: standAlone.optional() }),
  /** The effect of the changes in the request with this key, or why it is unknown. */
  z.object({ kind: z.literal('preview'), key: z.string(), preview: rerunPreview.optional(), problem: z.string().optional() }),
]);
export type ToPanel = Readonly<z.infer<typeof toPanel>>;

export const fromPanel = z.discriminatedUnion('kind', [
  /** The panel is listening (again): it has events of `runId` up to but not including `next`. */
  z.object({ kind: z.literal('ready'), runId: z.string().optional(), next: z.number().int().optional() }),
  /** Whether keys go to the page. */
  z.object({ kind: z.literal('focus'), hasFocus: z.boolean() }),
  /** `scope` has terms besides those in the question. */
  z.object({ kind: z.literal('ask'), question: z.string(), scope: z.string().optional(), follows: followedRun.optional() }),
  /** Requests what a question that follows a run asks on its own. A new request replaces the last one. */
  z.object({ kind: z.literal('follow-up'), runId: z.string(), key: z.string(), question: z.string() }),
  z.object({ kind: z.literal('stop-follow-up') }),
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('resume'), runId: z.string() }),
  /** Requests a new run based on one that ended early, without repeating its calls. */
  z.object({ kind: z.literal('go-on'), runId: z.string() }),
  /** Requests the effect of these changes. A new request replaces the last one. */
  z.object({ kind: z.literal('preview'), key: z.string(), runId: z.string(), changes: runChanges }),
  /** Selects another run of the list. */
  z.object({ kind: z.literal('show-run'), runId: z.string() }),
  /** Requests a run to compare with the shown one. */
  z.object({ kind: z.literal('want-run'), runId: z.string() }),
  /** Asks the question of a run again with the same pipeline and parameters, reusing nothing; with these limits instead of the run's. */
  z.object({
    kind: z.literal('ask-again'),
    runId: z.string(),
    limits: questionLimits.optional(),
  }),
  /** Requests a new run based on one with another pipeline: the named one, otherwise one that the user picks. */
  z.object({ kind: z.literal('other-method'), runId: z.string(), pipeline: z.string().optional() }),
  /** Requests the answer of a run written otherwise, for which only the writing is new. */
  z.object({ kind: z.literal('write-as'), runId: z.string(), writtenForm }),
  /** Requests a new run based on one, with changes. */
  z.object({ kind: z.literal('rerun'), runId: z.string(), changes: runChanges }),
  /** Requests what questions can be limited by, which is not sent unasked because it may be long. */
  z.object({ kind: z.literal('want-scope-names') }),
  /** Requests passages for what is typed. A new request replaces the last one. */
  z.object({ kind: z.literal('want-passages'), question: z.string() }),
  /** Requests which model on this machine would write an answer. VS Code and servers on this computer are asked for the names of theirs. */
  z.object({ kind: z.literal('want-writer') }),
  /** Chooses the model that was offered last, and asks the question of a run again. */
  z.object({ kind: z.literal('use-writer'), runId: z.string() }),
  z.object({ kind: z.literal('index') }),
  z.object({ kind: z.literal('open-folder') }),
  z.object({ kind: z.literal('manage-trust') }),
  z.object({ kind: z.literal('choose-pipeline') }),
  z.object({ kind: z.literal('choose-folders') }),
  z.object({ kind: z.literal('choose-models') }),
  z.object({ kind: z.literal('choose-writing') }),
  /** Shows one of Ariadne's settings. */
  z.object({ kind: z.literal('open-setting'), setting: z.string().regex(/^ariadne\.[A-Za-z.]+$/) }),
  /** Opens a passage's document, at the quote if there is one, otherwise at the passage's range. Offsets are those of `SourceRange`. */
  z.object({
    kind: z.literal('open-source'),
    path: z.string(),
    startOffset: z.number().int(),
    endOffset: z.number().int(),
    documentHash: z.string(),
    page: z.number().int().positive().optional(),
    beside: z.boolean(),
  }),
  z.object({ kind: z.literal('open-citation'), citation }),
  /** With the quotes of these numbers, which are those that are shown. */
  z.object({ kind: z.literal('insert-answer'), runId: z.string(), quotes: z.array(z.number().int()) }),
  z.object({ kind: z.literal('copy-answer'), runId: z.string(), quotes: z.array(z.number().int()) }),
  /** One quote with its citation. */
  z.object({ kind: z.literal('insert-quote'), runId: z.string(), n: z.number().int() }),
  z.object({ kind: z.literal('copy-quote'), runId: z.string(), n: z.number().int() }),
  z.object({ kind: z.literal('pin'), runId: z.string(), isPinned: z.boolean() }),
  /** Asks a pinned run again, because it is stale. */
  z.object({ kind: z.literal('refresh'), runId: z.string() }),
  z.object({ kind: z.literal('export'), runId: z.string() }),
  /** The picture that was asked for, as PNG; nothing where it could not be drawn. */
  z.object({ kind: z.literal('drawn'), base64: z.string().optional() }),
  z.object({ kind: z.literal('show-ledger') }),
  z.object({ kind: z.literal('dismiss-problem') }),
  /** Takes the `n`th of the actions offered for the shown problem. */
  z.object({ kind: z.literal('take-way'), n: z.number().int().nonnegative() }),
]);
export type FromPanel = Readonly<z.infer<typeof fromPanel>>;
