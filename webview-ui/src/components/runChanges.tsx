/** The changes collected for the shown run: requests a preview from the host and offers to run them. */
import { useEffect, useMemo } from 'react';
import type { FromPanel, PanelState } from '../../../src/protocol/panel.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { requestOf, takeBack, type Changes } from '../changes.ts';
import { changesView, previewView } from '../changesView.ts';
import { aheadKey, type Ahead } from '../collected.ts';
import { change } from '../session.ts';
import type { DagView } from '../viewModel.ts';
import { ChangesBar } from './changesBar.tsx';
import type { SetSession } from './useRunGestures.ts';

interface RunChangesProps {
  readonly runId: string;
  readonly trace: Trace;
  readonly dag: DagView;
  readonly changes: Changes;
  readonly ahead: Ahead | undefined;
  readonly state: PanelState;
  readonly setSession: SetSession;
  readonly post: (message: FromPanel) => void;
}

export function RunChangesList({ runId, trace, dag, changes, ahead, state, setSession, post }: RunChangesProps) {
  const key = aheadKey(runId, changes);
  const isKnown = ahead !== undefined;
  useEffect(() => {
    if (key !== '' && !isKnown) post({ kind: 'preview', key, runId, changes: requestOf(changes) });
  }, [key, isKnown]);
  const view = useMemo(() => changesView(changes, trace, dag), [changes, trace, dag]);
  const preview = useMemo(
    () => (ahead?.preview ? previewView(ahead.preview, trace, dag, state.chatModel) : undefined),
    [ahead, trace, dag, state.chatModel],
  );
  const isReady = preview !== undefined;
  const run = (): void => post({ kind: 'rerun', runId, changes: requestOf(changes) });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, isReady]);
  if (changes.length === 0) return null;
  return (
    <ChangesBar
      view={view}
      preview={preview}
      problem={ahead?.problem}
      onRun={run}
      onDiscard={() => setSession((now) => change(now, () => []))}
      onRemove={(removed) => setSession((now) => change(now, (collected) => collected.filter((one) => one !== removed)))}
      onTakeBack={({ of, id }) => setSession((now) => change(now, (collected) => takeBack(collected, of, id)))}
    />
  );
}
