/** The map of a run's sub-questions, as a graph or as a list: the same selection, the same keys. */
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { cardSize } from '../cardSize.ts';
import { placeNodes, type Places } from '../layout.ts';
import { isWalkKey, walk } from '../navigate.ts';
import type { DagView } from '../viewModel.ts';
import { Dag } from './dag.tsx';
import { StepList } from './stepList.tsx';

export interface RunMapProps {
  readonly dag: DagView;
  readonly view: 'graph' | 'list';
  readonly onView: (view: 'graph' | 'list') => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Opens the best evidence of the selected card. */
  readonly onOpen: () => void;
  /** Goes to the evidence of the selected card. */
  readonly onLook: () => void;
}

export function RunMap({ dag, view, onView, selected, onSelect, onOpen, onLook }: RunMapProps) {
  const places = usePlaces(dag);
  const ref = useRef<HTMLElement>(null);
  const focusCard = (id: string): void => {
    onSelect(id);
    // The card with this id is in the page already: only the tab stop moves.
    ref.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus({ preventScroll: view === 'graph' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (selected === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset['card'] === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.key === 'Enter') onOpen();
      else onLook();
    } else if (isWalkKey(event.key)) {
      event.preventDefault();
      const ids = dag.cards.map((card) => card.id);
      const next = view === 'graph' ? walk(selected, event.key, ids, dag.edges, places) : stepInList(selected, event.key, ids);
      focusCard(next);
    }
  };
  return (
    <section className="map" aria-label="Sub-questions" ref={ref} onKeyDown={onKeyDown}>
      <div className="map-switch" role="group" aria-label="Show sub-questions as">
        {(['graph', 'list'] as const).map((which) => (
          <button key={which} type="button" aria-pressed={view === which} onClick={() => onView(which)}>
            {which === 'graph' ? 'Graph' : 'List'}
          </button>
        ))}
      </div>
      {view === 'graph' ? (
        <Dag dag={dag} places={places} selected={selected} onSelect={focusCard} />
      ) : (
        <StepList cards={dag.cards} selected={selected} onSelect={focusCard} onOpen={onOpen} />
      )}
    </section>
  );
}

/** Places of the cards; those of cards that were there before are kept. */
function usePlaces(dag: DagView): Places {
  const before = useRef<Places>(new Map());
  const shape = JSON.stringify([dag.cards.map((card) => [card.id, cardSize(card).height]), dag.edges.map(({ from, to }) => [from, to])]);
  return useMemo(() => {
    // What was given up stands to the right of what took its place.
    const cards = dag.cards.toSorted((a, b) => Number(a.isGhost) - Number(b.isGhost));
    const nodes = cards.map((card) => ({ id: card.id, ...cardSize(card) }));
    before.current = placeNodes(nodes, dag.edges, before.current);
    return before.current;
    // The cards' words change with every event; their places only with `shape`.
  }, [shape]);
}

function stepInList(from: string, key: string, ids: readonly string[]): string {
  const at = ids.indexOf(from);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[key] ?? at;
  return ids[Math.min(ids.length - 1, Math.max(0, to))] ?? from;
}
