/** What the research panel and its host say to each other. State is derived: the panel gets events and folds them itself. */
import * as z from 'zod';
import { indexProgress, indexStatus, pipelineInfo, runSummary } from './engine.ts';
import { runEvent } from './events.ts';
import { citation } from './trace.ts';

/** Everything around a run that the panel shows. */
export const panelState = z.object({
  /** Why nothing can be asked, or `ready`. */
  readiness: z.enum(['no-folder', 'untrusted', 'no-index', 'indexing', 'ready']),
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
  /** The run to show; its events follow from number 0, or from what the panel asked for. */
  z.object({ kind: z.literal('show-run'), runId: z.string(), selectNode: z.string().optional() }),
  z.object({ kind: z.literal('events'), runId: z.string(), events: z.array(runEvent) }),
  z.object({ kind: z.literal('focus-question'), text: z.string().optional() }),
  /** Something the panel asked for failed. */
  z.object({ kind: z.literal('problem'), message: z.string() }),
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
]);
export type FromPanel = Readonly<z.infer<typeof fromPanel>>;
