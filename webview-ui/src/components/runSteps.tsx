/** The steps of the shown run: their map, and what the selected one says. */
import { t } from '@vscode/l10n';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { RerunPreview } from '../../../src/protocol/preview.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { afterPaint } from '../afterPaint.ts';
import { markedDag } from '../cardMarks.ts';
import { evidenceViews } from '../evidenceView.ts';
import { followedCard } from '../../../src/trace/dag/viewModel.ts';
import { GestureContext } from './gestures.ts';
import { RunMap, type RunMapProps } from './runMap.tsx';
import { Side, type SideHandle } from './side.tsx';
import { Splitter } from './splitter.tsx';
import { useRunGestures, type ShownRun } from './useRunGestures.ts';
import { WritingContext } from './writing.ts';
import { usePost } from './controls.tsx';

/** How the steps are shown. */
export interface SeenSteps {
  readonly view: 'graph' | 'list';
  /** See `Splitter`. */
  readonly share: number;
}

interface RunStepsProps extends ShownRun, Pick<RunMapProps, 'onSelect'> {
  readonly preview: RerunPreview | undefined;
  readonly seen: SeenSteps;
  readonly onSeen: (seen: SeenSteps) => void;
}

/** With the gestures of the panel, and what models write. */
export function RunSteps({ trace, dag, changes, session, preview, setSession, seen, onSeen, onSelect }: RunStepsProps) {
  // While a large run grows, the answer and the evidence do not wait for its map.
  const marked = useDeferredValue(useMemo(() => markedDag(dag, trace, changes, preview), [dag, trace, changes, preview]));
  const gestures = useRunGestures(session, trace, setSession);
  const { view, share } = seen;
  return (
    <GestureContext value={gestures}>
      <WritingContext value={session.writings}>
        <StepsView
          trace={trace}
          dag={marked}
          chosen={session.selected}
          view={view}
          onView={(to) => onSeen({ view: to, share })}
          onSelect={onSelect}
          edge={<Splitter share={share} onShare={(to) => onSeen({ view, share: to })} />}
        />
      </WritingContext>
    </GestureContext>
  );
}

interface StepsProps extends Pick<RunMapProps, 'dag' | 'view' | 'onView' | 'onSelect'> {
  readonly trace: Trace;
  /** The card that the user has chosen. */
  readonly chosen: string | undefined;
  /** Above them, where their height can be changed. */
  readonly edge?: ReactNode;
}

export function StepsView({ trace, dag, chosen, edge, view, onView, onSelect }: StepsProps) {
  const post = usePost();
  const sideRef = useRef<SideHandle>(null);
  const isMapDue = useAfterPaint();
  const selectedId = dag.cards.some((card) => card.id === chosen) ? chosen : followedCard(dag);
  const node = trace.nodes.find((one) => one.id === selectedId);
  const card = dag.cards.find((one) => one.id === selectedId);
  const onLook = useCallback(() => sideRef.current?.look(), []);
  const onOpen = (): void => {
    const best = node ? evidenceViews(trace, node)[0] : undefined;
    if (best?.target) post({ kind: 'open-source', ...best.target, beside: false });
    else onLook();
  };
  return (
    <main className="around">
      {edge}
      <div className="main">
        {isMapDue ? (
          <RunMap dag={dag} view={view} onView={onView} selected={selectedId} onSelect={onSelect} onOpen={onOpen} onLook={onLook} />
        ) : (
          <section className="map" aria-label={t('Sub-questions')} aria-busy />
        )}
        <Side ref={sideRef} trace={trace} node={node} card={card} />
      </div>
    </main>
  );
}

/** True once the page has been painted with the rest, so that the answer can be read while the map is laid out. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}
