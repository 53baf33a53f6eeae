/** What the panel knows, and how a message from the host changes it. Pure: the reply to send is returned, not sent. */
import type { RunEvent } from '../../src/protocol/events.ts';
import type { FromPanel, PanelState, ToPanel } from '../../src/protocol/panel.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { emptyTrace, foldEvent } from '../../src/trace/fold.ts';

export interface Session {
  readonly state?: PanelState;
  /** The run that is shown, or whose events are awaited. */
  readonly runId?: string;
  readonly trace: Trace;
  /** Events of the run so far: the number of the next one. */
  readonly next: number;
  /** The event number that was asked for after a gap: asked once, not for every event that follows. */
  readonly askedFor?: number;
  /** Chosen by the user or the host; otherwise the panel follows the run. */
  readonly selected?: string;
  /** What the user has typed; otherwise the question of the run is shown. */
  readonly draft?: string;
  readonly problem?: string;
  /** Counts the host's wishes to have the question focused. */
  readonly focusRequests: number;
}

export interface Received {
  readonly session: Session;
  readonly reply?: FromPanel;
}

export const emptySession: Session = { trace: emptyTrace, next: 0, focusRequests: 0 };

export function receive(session: Session, message: ToPanel): Received {
  switch (message.kind) {
    case 'state':
      return { session: { ...withoutDeletedRun(session, message.state), state: message.state } };
    case 'show-run':
      return { session: showRun(session, message.runId, message.selectNode) };
    case 'events':
      return message.runId === session.runId ? addEvents(session, message.events) : { session };
    case 'focus-question': {
      const draft = message.text === undefined ? {} : { draft: message.text };
      return { session: { ...session, ...draft, focusRequests: session.focusRequests + 1 } };
    }
    case 'problem':
      return { session: { ...session, problem: message.message } };
  }
}

/** The trace to draw. A run whose log breaks off because its engine died does not go on: it counts as ended where it was. */
export function shownTrace({ state, runId, trace }: Session): Trace {
  const isInterrupted = state?.runs.some((run) => run.runId === runId && run.status === 'interrupted') ?? false;
  return trace.finished || !isInterrupted ? trace : { ...trace, finished: true, status: 'cancelled', stopReason: 'interrupted' };
}

/** What the panel says when it starts to listen, is shown again, or misses events. */
export function readyMessage({ runId, next }: Session): FromPanel {
  return runId === undefined ? { kind: 'ready' } : { kind: 'ready', runId, next };
}

export function select(session: Session, node: string): Session {
  return { ...session, selected: node };
}

export function write(session: Session, draft: string): Session {
  return { ...session, draft };
}

export function dismissProblem({ problem: _dismissed, ...session }: Session): Session {
  return session;
}

function showRun(session: Session, runId: string, selectNode: string | undefined): Session {
  const chosen = selectNode === undefined ? {} : { selected: selectNode };
  if (runId === session.runId) return { ...session, ...chosen };
  const { selected: _selected, askedFor: _askedFor, problem: _problem, ...rest } = session;
  return { ...rest, runId, trace: emptyTrace, next: 0, ...chosen };
}

/** The host lists every run there is, a new one before it is shown: one that is missing has been deleted, or never began. */
function withoutDeletedRun(session: Session, { runs }: PanelState): Session {
  if (session.runId === undefined || runs.some((run) => run.runId === session.runId)) return session;
  const { runId: _runId, selected: _selected, askedFor: _askedFor, ...rest } = session;
  return { ...rest, trace: emptyTrace, next: 0 };
}

function addEvents(session: Session, events: readonly RunEvent[]): Received {
  let { trace, next } = session;
  for (const event of events) {
    if (event.n < next) continue;
    if (event.n > next) return askAgain({ ...session, trace, next });
    trace = foldEvent(trace, event);
    next++;
  }
  const { askedFor, draft, ...rest } = session;
  const isStillMissing = askedFor !== undefined && askedFor === next;
  // A draft that has become the run's question is a draft no more: the next run's question may take its place.
  const isOwnQuestion = draft !== undefined && draft.trim() === trace.question;
  return {
    session: {
      ...rest,
      trace,
      next,
      ...(isStillMissing ? { askedFor } : {}),
      ...(draft === undefined || isOwnQuestion ? {} : { draft }),
    },
  };
}

function askAgain(session: Session): Received {
  if (session.askedFor === session.next) return { session };
  return { session: { ...session, askedFor: session.next }, reply: readyMessage(session) };
}
