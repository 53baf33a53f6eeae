/** The map of a run's sub-questions, as a graph or as a list, with the same selection and keys. */
import { t } from '@vscode/l10n';
import { ReactFlowProvider, useStore } from '@xyflow/react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { cardSize } from '../../../src/trace/dag/cardSize.ts';
import { inRows, type Places } from '../../../src/trace/dag/layout.ts';
import { placeCards } from '../../../src/trace/dag/placeCards.ts';
import { isWalkKey, walk } from '../navigate.ts';
import type { MarkedDag } from '../cardMarks.ts';
import { widthOfRows } from '../viewport.ts';
import type { CardView, DagView, EdgeView } from '../../../src/trace/dag/viewModel.ts';
import { Dag, Zoom } from './dag.tsx';
import { IconButton } from './controls.tsx';
import { useGestures } from './gestures.ts';
import { StepList } from './stepList.tsx';

export interface RunMapProps {
  readonly dag: MarkedDag;
  readonly view: 'graph' | 'list';
  readonly onView: (view: 'graph' | 'list') => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Opens the best evidence of the selected card. */
  readonly onOpen: () => void;
  /** Moves to the evidence of the selected card. */
  readonly onLook: () => void;
}

export function RunMap(props: RunMapProps) {
  return (
    <ReactFlowProvider>
      <MapOfSteps {...props} />
    </ReactFlowProvider>
  );
}

/** Longer than the map moves. */
const framesToSight = 60;

function MapOfSteps({ dag, view, onView, selected, onSelect, onOpen, onLook }: RunMapProps) {
  const [arrangement, setArrangement] = useState(0);
  const [isWhole, setWhole] = useState(false);
  const places = usePlaces(dag, arrangement);
  // In reading order, superseded cards follow those that replaced them.
  const listed = useMemo(() => dag.cards.toSorted((a, b) => Number(isSuperseded(a)) - Number(isSuperseded(b))), [dag]);
  const ref = useRef<HTMLElement>(null);
  const focusCard = (id: string): void => {
    onSelect(id);
    // Usually the card is in the page and only the tab stop moves; in a large graph it is drawn when it comes into sight.
    const focus = (frames: number): void => {
      const card = ref.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
      if (card) card.focus({ preventScroll: view === 'graph' });
      else if (frames > 0) requestAnimationFrame(() => focus(frames - 1));
    };
    focus(framesToSight);
  };
  const { areOpen, canEdit, canRerun, make } = useGestures();
  const fillPage = (isFilling: boolean): void => {
    setWhole(isFilling);
    setArrangement((n) => n + 1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isWhole) fillPage(false);
    if (selected === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset['card'] === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.key === 'Enter') onOpen();
      else onLook();
    } else if (event.key === 'e' && areOpen && canEdit(selected)) {
      event.preventDefault();
      make({ kind: 'edit', node: selected });
    } else if (event.key === 'r' && areOpen && canRerun(selected)) {
      event.preventDefault();
      make({ kind: 'rerun', node: selected });
    } else if (isWalkKey(event.key)) {
      event.preventDefault();
      const ids = (view === 'graph' ? dag.cards : listed).map((card) => card.id);
      const next =
        view === 'graph'
          ? walk(selected, event.key, ids, event.key === 'ArrowRight' ? liveFirst(dag.edges) : dag.edges, places)
          : stepInList(selected, event.key, ids);
      focusCard(next);
    }
  };
  return (
    <section className={isWhole ? 'map is-whole' : 'map'} aria-label={t('Sub-questions')} ref={ref} onKeyDown={onKeyDown}>
      <div className="map-bar">
        <div className="map-switch" role="group" aria-label={t('Show sub-questions as')}>
          {(['graph', 'list'] as const).map((which) => (
            <button key={which} type="button" aria-pressed={view === which} onClick={() => onView(which)}>
              {which === 'graph' ? t('Graph') : t('List')}
            </button>
          ))}
        </div>
        <span className="spacer" />
        {view === 'graph' ? <Zoom dag={dag} places={places} onArrange={() => setArrangement((n) => n + 1)} /> : null}
        <IconButton
          icon={isWhole ? 'chrome-restore' : 'chrome-maximize'}
          title={isWhole ? t('Back beside the answer (Esc)') : t('Fill the panel with the steps')}
          onClick={() => fillPage(!isWhole)}
        />
      </div>
      {view === 'graph' ? (
        <Dag dag={dag} places={places} selected={selected} onSelect={focusCard} arrangement={arrangement} />
      ) : (
        <StepList cards={listed} selected={selected} onSelect={focusCard} onOpen={onOpen} />
      )}
    </section>
  );
}

/** The places of the cards. Existing cards keep theirs until `arrangement` or the width of the map changes. */
export function usePlaces(dag: DagView, arrangement: number): Places {
  const before = useRef<Places>(new Map());
  const arranged = useRef(arrangement);
  const width = useStore((store) => widthOfRows(store));
  const shape = JSON.stringify([dag.cards.map((card) => [card.id, cardSize(card).height]), dag.edges.map(({ from, to }) => [from, to])]);
  const places = useMemo(() => {
    if (arranged.current !== arrangement) before.current = new Map();
    arranged.current = arrangement;
    before.current = placeCards(dag, before.current);
    return before.current;
    // The cards' texts change with every event, their places only with `shape`.
  }, [shape, arrangement]);
  return useMemo(() => {
    const nodes = dag.cards.map((card) => ({ id: card.id, ...cardSize(card) }));
    return inRows(nodes, places, width);
  }, [places, width]);
}

/** The right key leads to abandoned cards only if it leads nowhere else. */
function liveFirst(edges: readonly EdgeView[]): readonly EdgeView[] {
  return edges.filter((edge) => !edge.isGhost || !edges.some((other) => other.from === edge.from && !other.isGhost));
}

function isSuperseded({ isGhost, isRejected }: CardView): boolean {
  return isGhost && !isRejected;
}

function stepInList(from: string, key: string, ids: readonly string[]): string {
  const at = ids.indexOf(from);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[key] ?? at;
  return ids[Math.min(ids.length - 1, Math.max(0, to))] ?? from;
}
