/** The panel's state, and how a message from the host changes it. Pure: the reply to send is returned. */
import type { RunEvent } from '../../src/protocol/events.ts';
import type { FromPanel, Gesture, PanelState, ToPanel, WriterOffer } from '../../src/protocol/panel.ts';
import type { ScopeNames } from '../../src/protocol/scopeNames.ts';
import type { RunSnapshot, Trace } from '../../src/protocol/trace.ts';
import { pauseWords, type Writing } from '../../src/protocol/writing.ts';
import { emptySnapshot, emptyTrace, follow } from '../../src/trace/fold.ts';
import { afterGesture, canEdit, collect, nothingCollected, withoutMade, type Ahead, type Collected } from './collected.ts';
import type { Changes } from './changes.ts';
import { takeOther, type Comparison } from './comparison.ts';
import { noFollowUps, takeMade, withoutBegun, type FollowUps } from './followUps.ts';
import { normalizedQuestion, typedQuestion } from './scoped.ts';

export interface Session {
  readonly state?: PanelState;
  /** The shown or awaited run. */
  readonly runId?: string;
  readonly run: RunSnapshot;
  /** False while the run is awaited and its number of events is unknown. */
  readonly isLoaded: boolean;
  /** The event number requested after a gap, so that it is requested once and not for every later event. */
  readonly askedFor?: number;
  /** What models write for nodes of the run, by node. It counts until the node or the run has its answer. */
  readonly writings: Readonly<Record<string, Writing>>;
  /** Chosen by the user or the host. Without it, the panel follows the run. */
  readonly selected?: string;
  /** What was typed into the question box and not asked. */
  readonly draft?: string;
  readonly followUps: FollowUps;
  readonly collected: Collected;
  readonly ahead?: Ahead;
  /** The sub-question whose text is being edited. */
  readonly editing?: string;
  readonly comparison: Comparison;
  readonly problem?: Problem;
  /** What questions about the index with this epoch can be limited by; absent until the question box was used. */
  readonly scopeNames?: ScopeNames & { readonly epoch: string };
  /** Passages for what was typed last. */
  readonly passages?: PassagesFound;
  /** The model that would write an answer, while a run is shown that only quotes. */
  readonly writer?: WriterOffer;
  /** Counts the host's requests to focus the question. */
  readonly focusRequests: number;
}

export type PassagesFound = Pick<Extract<ToPanel, { readonly kind: 'passages' }>, 'question' | 'found'>;

export interface Problem {
  readonly message: string;
  /** Labels of possible actions. */
  readonly ways: readonly string[];
}

export interface Received {
  readonly session: Session;
  readonly reply?: FromPanel;
}

export const emptySession: Session = {
  run: emptySnapshot,
  isLoaded: false,
  writings: {},
  followUps: noFollowUps,
  collected: nothingCollected,
  comparison: {},
  focusRequests: 0,
};

export function receive(session: Session, message: ToPanel): Received {
  switch (message.kind) {
    case 'state':
      return { session: { ...session, state: message.state, followUps: withoutBegun(session.followUps, message.state) } };
    case 'show-run':
      return { session: showRun(session, message) };
    case 'show-none':
      return { session: showNone(session) };
    case 'events':
      return message.runId === session.runId ? addEvents(session, message.events) : { session };
    case 'writing': {
      const written = Object.fromEntries(message.writings.map((one) => [one.node, one]));
      return message.runId === session.runId ? { session: { ...session, writings: { ...session.writings, ...written } } } : { session };
    }
    case 'focus-question':
      return { session: { ...write(session, message.text), focusRequests: session.focusRequests + 1 } };
    case 'problem':
      return { session: { ...session, problem: message } };
    case 'problem-over':
      return { session: dismissProblem(session) };
    case 'draw':
      return { session };
    case 'other-run':
      return { session: { ...session, comparison: takeOther(session.comparison, message) } };
    case 'compare':
      return { session: { ...session, comparison: { ...session.comparison, chosen: message } } };
    case 'gesture':
      return { session: message.runId === session.runId ? doGesture(session, message.gesture) : session };
    case 'writer':
      return { session: { ...session, writer: message.offer } };
    case 'passages':
      return { session: { ...session, passages: message } };
    case 'scope-names':
      return { session: { ...session, scopeNames: { ...message.names, epoch: message.epoch } } };
    case 'stand-alone': {
      const { followUps, ...reply } = takeMade(session.followUps, session.run.trace, message);
      return { session: { ...session, followUps }, ...reply };
    }
    case 'preview': {
      const { kind: _kind, ...ahead } = message;
      return { session: { ...session, ahead } };
    }
  }
}

/** The trace to draw. A run without events shows its question. A run whose log is incomplete because its engine died counts as ended. */
export function shownTrace(session: Session): Trace {
  const { trace, next } = session.run;
  const summary = summaryOf(session);
  if (next === 0 && summary) return { ...emptyTrace, question: summary.question, pipeline: summary.pipeline };
  const isInterrupted = summary?.status === 'interrupted';
  return trace.finished || !isInterrupted ? trace : { ...trace, finished: true, status: 'cancelled', stopReason: 'interrupted' };
}

/** The text in the question box. */
export function boxText(session: Session): string {
  return session.draft ?? questionOf(session);
}

/** What is written of the run's answer, or then of its longer version; undefined if nothing is. */
export function finalWriting({ writings, run }: Session): string | undefined {
  const composing = run.trace.nodes.find(({ kind }) => kind === 'compose');
  if (composing) return writings[composing.id]?.text || undefined;
  return Object.values(writings).findLast(({ isFinal, text }) => isFinal && text !== '')?.text;
}

/** What keeps the run from going on, in words: a model that is loaded, or else the longest wait for a rate limit. */
export function pauseOf({ writings }: Session): string | undefined {
  const all = Object.values(writings);
  const loading = all.findLast((one) => one.loading !== undefined);
  const waits = all.flatMap(({ waitMs }) => waitMs ?? []);
  return pauseWords(loading ?? (waits.length === 0 ? {} : { waitMs: Math.max(...waits) }));
}

/** The message that the panel sends when it starts to listen, is shown again, or misses events. */
export function readyMessage({ runId, isLoaded, run }: Session): FromPanel {
  return runId === undefined || !isLoaded ? { kind: 'ready' } : { kind: 'ready', runId, next: run.next };
}

export function select(session: Session, node: string): Session {
  return { ...session, selected: node };
}

export function write(session: Session, text: string): Session {
  return { ...session, draft: text === questionOf(session) ? undefined : text };
}

/** Changes collected for the shown run. */
export function collectedChanges({ collected, runId }: Session): Changes {
  return collected[runId ?? ''] ?? [];
}

/** Changes the collected changes and ends editing. */
export function change(session: Session, by: (changes: Changes, trace: Trace) => Changes): Session {
  const { runId } = session;
  if (runId === undefined) return session;
  const changes = by(collectedChanges(session), shownTrace(session));
  return { ...session, editing: undefined, collected: collect(session.collected, runId, changes) };
}

export function doGesture(session: Session, gesture: Gesture): Session {
  if (gesture.kind !== 'edit') return change(session, (changes, trace) => afterGesture(changes, trace, gesture));
  return canEdit(shownTrace(session), gesture.node) ? { ...session, selected: gesture.node, editing: gesture.node } : session;
}

export function stopEditing(session: Session): Session {
  return { ...session, editing: undefined };
}

export function dismissProblem(session: Session): Session {
  return { ...session, problem: undefined };
}

function summaryOf({ state, runId }: Session): PanelState['runs'][number] | undefined {
  return state?.runs.find((run) => run.runId === runId);
}

function questionOf(session: Session): string {
  return typedQuestion(shownTrace(session));
}

/** The draft, unless it is the question of the run, which was then asked. */
function draftBeside(trace: Trace, { draft, scopeNames }: Session): string | undefined {
  const fields = scopeNames?.fields.map(({ name }) => name) ?? [];
  const isAsked = draft !== undefined && normalizedQuestion(draft, fields) === normalizedQuestion(typedQuestion(trace), fields);
  return isAsked ? undefined : draft;
}

const nothingShown = { selected: undefined, editing: undefined, askedFor: undefined, run: emptySnapshot, isLoaded: false, writings: {} };

function showRun(session: Session, { runId, snapshot }: Extract<ToPanel, { kind: 'show-run' }>): Session {
  const isSame = runId === session.runId;
  const before = isSame ? { ...session, askedFor: undefined } : { ...session, ...nothingShown, runId };
  const shown: Session = snapshot ? { ...before, run: snapshot, isLoaded: true } : before;
  // An emptied box has the question of the run that is opened next.
  const draft = !isSame && shown.draft?.trim() === '' ? undefined : draftBeside(shownTrace(shown), shown);
  return { ...shown, collected: withoutMade(shown.collected, shown.run.trace), draft };
}

function showNone(session: Session): Session {
  return { ...session, ...nothingShown, runId: undefined };
}

function addEvents(session: Session, events: readonly RunEvent[]): Received {
  const run = follow(session.run, events);
  const collected = withoutMade(session.collected, run.trace);
  const next: Session = { ...session, run, collected, draft: draftBeside(run.trace, session) };
  if (!events.some(({ n }) => n > run.next)) return { session: { ...next, askedFor: undefined } };
  if (session.askedFor === run.next) return { session: next };
  return { session: { ...next, askedFor: run.next }, reply: readyMessage(next) };
}
