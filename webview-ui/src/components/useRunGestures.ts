import { useMemo } from 'react';
import type { PanelState } from '../../../src/protocol/panel.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { canRerun, changeText, choiceOf, type Changes } from '../changes.ts';
import { canEdit } from '../collected.ts';
import { change, collectedChanges, doGesture, stopEditing, type Session } from '../session.ts';
import type { DagView } from '../../../src/trace/dag/viewModel.ts';
import type { Gestures } from './gestures.ts';

export type SetSession = (change: (now: Session) => Session) => void;

/** The run that is shown, with what its parts need. */
export interface ShownRun {
  readonly runId: string;
  readonly trace: Trace;
  readonly dag: DagView;
  /** Collected for the next run. */
  readonly changes: Changes;
  readonly session: Session;
  readonly state: PanelState;
  readonly setSession: SetSession;
}

/** The gestures for the shown run. */
export function useRunGestures(session: Session, trace: Trace, setSession: SetSession): Gestures {
  const { editing } = session;
  const changes = collectedChanges(session);
  return useMemo(() => {
    const isRerunnable = (id: string): boolean => {
      const node = trace.nodes.find((one) => one.id === id);
      return trace.finished && node !== undefined && canRerun(trace, node);
    };
    return {
      areOpen: trace.finished,
      editing,
      canEdit: (node) => canEdit(trace, node),
      canRerun: isRerunnable,
      isToRerun: (node) => changes.some((one) => one.kind === 'rerun' && one.node === node),
      choiceOf: (passageId, node) => choiceOf(changes, trace, passageId, node),
      make: (gesture) => setSession((now) => doGesture(now, gesture)),
      confirm: (node, text) => setSession((now) => change(now, (collected, shown) => changeText(collected, shown, node, text))),
      cancel: () => setSession(stopEditing),
    };
    // While a run is active nothing can be changed, whatever its events say.
  }, [trace.finished ? trace : trace.runId, changes, editing, setSession]);
}
