/** The steps of the shown run: their map, and what the selected one says. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { RerunPreview } from '../../../src/protocol/preview.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { markedDag } from '../cardMarks.ts';
import { evidenceViews } from '../evidenceView.ts';
import { collectedChanges, type Session } from '../session.ts';
import { followedCard, type DagView } from '../viewModel.ts';
import { GestureContext } from './gestures.ts';
import { RunMap } from './runMap.tsx';
import { Side, type SideHandle } from './side.tsx';
import { useRunGestures, type SetSession } from './useRunGestures.ts';
import { WritingContext } from './writing.ts';

interface RunStepsProps {
  readonly runId: string;
  readonly trace: Trace;
  readonly dag: DagView;
  readonly session: Session;
  readonly preview: RerunPreview | undefined;
  readonly view: 'graph' | 'list';
  readonly onView: (view: 'graph' | 'list') => void;
  readonly onSelect: (id: string) => void;
  readonly setSession: SetSession;
  readonly post: (message: FromPanel) => void;
}

export function RunSteps({ runId, trace, dag, session, preview, view, onView, onSelect, setSession, post }: RunStepsProps) {
  const sideRef = useRef<SideHandle>(null);
  const changes = collectedChanges(session);
  const marked = useMemo(() => markedDag(dag, trace, changes, preview), [dag, trace, changes, preview]);
  const gestures = useRunGestures(session, trace, setSession);
  const isMapDue = useAfterPaint();
  const selectedId = dag.cards.some((card) => card.id === session.selected) ? session.selected : followedCard(dag);
  const node = trace.nodes.find((one) => one.id === selectedId);
  const card = dag.cards.find((one) => one.id === selectedId);
  const onLook = useCallback(() => sideRef.current?.look(), []);
  const onOpen = (): void => {
    const best = node ? evidenceViews(trace, node)[0] : undefined;
    if (best?.target) post({ kind: 'open-source', ...best.target, beside: false });
    else onLook();
  };
  return (
    <GestureContext value={gestures}>
      <WritingContext value={session.writings}>
        <main className="main">
          {isMapDue ? (
            <RunMap
              key={runId}
              dag={marked}
              view={view}
              onView={onView}
              selected={selectedId}
              onSelect={onSelect}
              onOpen={onOpen}
              onLook={onLook}
            />
          ) : (
            <section className="map" aria-label="Sub-questions" aria-busy />
          )}
          <Side ref={sideRef} trace={trace} node={node} card={card} post={post} />
        </main>
      </WritingContext>
    </GestureContext>
  );
}

/** True once the page has been painted with the rest, so that the answer can be read while the map is laid out. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(true))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
