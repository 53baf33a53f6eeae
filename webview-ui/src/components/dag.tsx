/**
 * The sub-question DAG. It is fitted when a run is opened, when it grows too wide, and when the map gets another size; otherwise it moves
 * only as far as its width and the selected card require. Once the user has moved it, only the selected card moves it.
 */
import { t } from '@vscode/l10n';
import {
  Background,
  BackgroundVariant,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  type Edge,
  type Node,
} from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { cardSize } from '../../../src/trace/dag/cardSize.ts';
import { boundsOf, type LayoutNode, type NodePlace, type Places, type Size } from '../../../src/trace/dag/layout.ts';
import { fittedView, limits, margin, showing, clampedView, zoomed } from '../viewport.ts';
import type { MarkedCard, MarkedDag } from '../cardMarks.ts';
import type { DagView, EdgeView } from '../../../src/trace/dag/viewModel.ts';
import { NodeCard, StillCard } from './nodeCard.tsx';
import { IconButton } from './controls.tsx';

interface DagProps {
  readonly dag: MarkedDag;
  readonly places: Places;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Counts the requests to arrange all cards again. Each is followed by a view of the whole. */
  readonly arrangement: number;
  /** Only to look at: nothing in it can be selected. */
  readonly isStill?: boolean;
}

type CardNode = Node<{ readonly card: MarkedCard; readonly isSelected: boolean }, 'card' | 'still'>;

const nodeTypes = { card: CardWithHandles, still: CardWithHandles };
/** A long chain scrolls rather than shrinking below this. */
const smallestFit = 0.65;
const smallestZoom = 0.3;
/** Cards of this size and smaller show the most important of them, in large letters. */
const farZoom = 0.5;
const largestZoom = 1.5;

/** Must be inside a `ReactFlowProvider`, which the zoom buttons share. */
export function Dag({ dag, places, selected, onSelect, arrangement, isStill = false }: DagProps) {
  const sizes = useMemo(() => dag.cards.map((card) => ({ id: card.id, ...cardSize(card) })), [dag]);
  const nodes = useCardNodes(dag, places, selected, isStill ? 'still' : 'card');
  const shape = useMemo(() => JSON.stringify(dag.edges), [dag]);
  const edges = useMemo(() => drawnEdges(dag.edges, places), [shape, places]);
  const { box, room, onUserMove, onUserMoved } = useViewport({ sizes, places, selected, arrangement });
  const zoom = useStore((store) => store.transform[2]);
  const hasMany = nodes.length > mostAlwaysDrawn;
  return (
    <ReactFlow
      className={zoom <= farZoom ? 'far' : ''}
      // Before its size is known, all would be in sight.
      nodes={hasMany && room.width === 0 ? [] : nodes}
      edges={edges}
      // The list has all of them.
      onlyRenderVisibleElements={hasMany}
      nodeTypes={nodeTypes}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      panOnScroll
      zoomOnDoubleClick={false}
      minZoom={smallestZoom}
      maxZoom={largestZoom}
      translateExtent={limits(box, room, zoom)}
      onMoveStart={(event) => {
        // Without an event, the panel moved the viewport.
        if (event) onUserMove();
      }}
      onMoveEnd={(event) => {
        if (event) onUserMoved();
      }}
      onNodeClick={(_event, node) => onSelect(node.id)}
      proOptions={{ hideAttribution: true }}
      defaultMarkerColor={null}
    >
      <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} color="var(--dots)" />
    </ReactFlow>
  );
}

/** With more cards, only those in sight are drawn. */
const mostAlwaysDrawn = 60;

/** A card that says the same as before keeps its node, so that an event costs the cards that it changes. */
function useCardNodes({ cards }: MarkedDag, places: Places, selected: string | undefined, type: CardNode['type']): CardNode[] {
  const drawn = useRef(new Map<string, { readonly key: string; readonly node: CardNode }>());
  return useMemo(
    () =>
      cards.map((card) => {
        const key = JSON.stringify([card, places.get(card.id), card.id === selected]);
        const before = drawn.current.get(card.id);
        const node = before?.key === key ? before.node : cardNode(card, places, card.id === selected, type);
        drawn.current.set(card.id, { key, node });
        return node;
      }),
    [cards, places, selected, type],
  );
}

function CardWithHandles({ data, type }: Pick<CardNode, 'data' | 'type'>) {
  return (
    <>
      <Handle type="target" id="left" position={Position.Left} isConnectable={false} />
      <Handle type="target" id="top" position={Position.Top} isConnectable={false} />
      {type === 'still' ? <StillCard card={data.card} /> : <NodeCard {...data} />}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
}

export function Zoom({ places, dag, onArrange }: { readonly places: Places; readonly dag: DagView; readonly onArrange: () => void }) {
  const { setViewport, getViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const zoomBy = (factor: number): void => {
    const now = getViewport();
    const zoom = Math.min(largestZoom, Math.max(smallestZoom, now.zoom * factor));
    const room = { width, height };
    const box = boundsOf(
      dag.cards.map((card) => ({ id: card.id, ...cardSize(card) })),
      places,
    );
    void setViewport(clampedView(limits(box, room, zoom), zoomed(now, zoom, room), room), { duration: animationMs() });
  };
  const buttons = [
    { title: t('Zoom in'), icon: 'zoom-in', onClick: () => zoomBy(1.2) },
    { title: t('Zoom out'), icon: 'zoom-out', onClick: () => zoomBy(1 / 1.2) },
    { title: t('Arrange and show the whole graph'), icon: 'screen-full', onClick: onArrange },
  ];
  return buttons.map((button) => <IconButton key={button.title} {...button} />);
}

interface Drawing {
  readonly sizes: readonly LayoutNode[];
  readonly places: Places;
  readonly selected: string | undefined;
  readonly arrangement: number;
}

interface ViewportControl {
  /** Bounding box of all cards. */
  readonly box: NodePlace & Size;
  readonly room: Size;
  /** From now on the user controls the viewport: it moves only to show the selected card. */
  readonly onUserMove: () => void;
  readonly onUserMoved: () => void;
}

function useViewport({ sizes, places, selected, arrangement }: Drawing): ViewportControl {
  const { setViewport, getViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const room = { width, height };
  const isFitted = useRef(false);
  const fittedTo = useRef(room);
  const isUsers = useRef(false);
  const arranged = useRef(arrangement);
  const place = selected === undefined ? undefined : places.get(selected);
  const size = sizes.find((node) => node.id === selected);
  const box = boundsOf(sizes, places);
  useEffect(() => {
    if (width === 0 || height === 0 || sizes.length === 0) return;
    const now = getViewport();
    const isTooWide = !isUsers.current && box.width * now.zoom > width - 2 * margin && now.zoom > smallestFit;
    const isResized = !isUsers.current && (fittedTo.current.width !== width || fittedTo.current.height !== height);
    fittedTo.current = room;
    const from = !isFitted.current || isTooWide || isResized ? fittedView(box, room, smallestFit) : now;
    const shown = place && size ? showing({ ...place, ...size }, from, room) : from;
    const to = clampedView(limits(box, room, shown.zoom), shown, room);
    const duration = isFitted.current ? animationMs() : 0;
    isFitted.current = true;
    if (to !== now) void setViewport(to, { duration });
  }, [selected, place?.x, place?.y, size?.height, width, height, box.width, box.height]);

  useEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    isUsers.current = false;
    void setViewport(fittedView(box, room, smallestZoom));
  }, [arrangement]);

  return {
    box,
    room,
    onUserMove: () => {
      isUsers.current = true;
    },
    onUserMoved: () => {
      // If the wheel has made a drawing smaller than the map, React Flow centers it, also vertically.
      const now = getViewport();
      const to = clampedView(limits(box, room, now.zoom), now, room);
      if (to !== now) void setViewport(to);
    },
  };
}

function animationMs(): number {
  const prefersStillness =
    document.body.classList.contains('vscode-reduce-motion') || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return prefersStillness ? 0 : 180;
}

function cardNode(card: MarkedCard, places: Places, isSelected: boolean, type: CardNode['type']): CardNode {
  const { width, height } = cardSize(card);
  return {
    id: card.id,
    type,
    position: places.get(card.id) ?? { x: 0, y: 0 },
    data: { card, isSelected },
    width,
    height,
    measured: { width, height },
    // Without them, all cards would be drawn once to measure them, those out of sight too.
    handles: [
      { type: 'target', id: 'left', position: Position.Left, x: 0, y: height / 2, width: 0, height: 0 },
      { type: 'target', id: 'top', position: Position.Top, x: width / 2, y: 0, width: 0, height: 0 },
      { type: 'source', position: Position.Right, x: width, y: height / 2, width: 0, height: 0 },
    ],
    // Cards are above the edges, which may pass behind them.
    zIndex: 1,
  };
}

/** How far beside a card an arrow to another row turns: within the margin of the map. */
const turn = 10;

/** With more than this many lines from or to one card, lines are faint. */
const manyLines = 8;

function drawnEdges(edges: readonly EdgeView[], places: Places): Edge[] {
  const [from, to] = [Map.groupBy(edges, (edge) => edge.from), Map.groupBy(edges, (edge) => edge.to)];
  return edges.map((edge) => {
    const isOneOfMany = (from.get(edge.from) ?? []).length > manyLines || (to.get(edge.to) ?? []).length > manyLines;
    return drawnEdge(edge, isOneOfMany, places);
  });
}

function drawnEdge({ from, to, kind, isGhost }: EdgeView, isOneOfMany: boolean, places: Places): Edge {
  // An arrow within a row points to the right; one to another row goes down beside its card, and along above the row.
  const isDown = places.get(to)?.row !== places.get(from)?.row;
  return {
    id: `${from}→${to}`,
    source: from,
    target: to,
    targetHandle: isDown ? 'top' : 'left',
    ...(isDown ? { type: 'smoothstep', pathOptions: { offset: turn } } : { type: 'default' }),
    className: `edge-${kind}${isGhost ? ' edge-ghost' : ''}${isOneOfMany ? ' edge-of-many' : ''}`,
    markerEnd: { type: MarkerType.Arrow, width: 16, height: 16, strokeWidth: 1.2 },
    focusable: false,
  };
}
