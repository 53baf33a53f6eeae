/** The sub-question DAG. It is fitted when a run is opened and when it grows too wide; otherwise it only moves as far as its width and the selected card need. */
import {
  Background,
  BackgroundVariant,
  Handle,
  MarkerType,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Edge,
  type Node,
  type Viewport,
} from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { cardSize } from '../cardSize.ts';
import { boundsOf, type LayoutNode, type Place, type Places, type Size } from '../layout.ts';
import type { CardView, DagView, EdgeView } from '../viewModel.ts';
import { NodeCard } from './nodeCard.tsx';

interface DagProps {
  readonly dag: DagView;
  readonly places: Places;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Places all cards anew: a graph that grew card by card is wider than it need be. */
  readonly onArrange: () => void;
}

type CardNode = Node<{ readonly card: CardView; readonly isSelected: boolean }, 'card'>;

const nodeTypes = { card: CardWithHandles };
/** A long chain is followed rather than shrunk below this, a wide layer shrunk to `smallestWidthFit` before it is cut off. */
const smallestFit = 0.75;
const smallestWidthFit = 0.65;
const smallestZoom = 0.3;
const margin = 20;
/** Room for the switch and the zoom buttons above the drawing. */
const topMargin = 44;

export function Dag(props: DagProps) {
  return (
    <ReactFlowProvider>
      <DagInside {...props} />
    </ReactFlowProvider>
  );
}

function DagInside({ dag, places, selected, onSelect, onArrange }: DagProps) {
  const sizes = useMemo(() => dag.cards.map((card) => ({ id: card.id, ...cardSize(card) })), [dag]);
  const ghosts = useMemo(() => new Set(dag.cards.filter((card) => card.isGhost).map((card) => card.id)), [dag]);
  const nodes = useMemo(() => dag.cards.map((card) => cardNode(card, places, card.id === selected)), [dag, places, selected]);
  const edges = useMemo(() => dag.edges.map((edge) => drawnEdge(edge, dag.edges)), [dag]);
  const { fitNext, onUserMove } = useViewport(sizes, ghosts, places, selected);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
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
      maxZoom={1.5}
      onMoveStart={(event) => {
        // Without an event it was the panel itself.
        if (event) onUserMove();
      }}
      onNodeClick={(_event, node) => onSelect(node.id)}
      proOptions={{ hideAttribution: true }}
      defaultMarkerColor={null}
    >
      <Background variant={BackgroundVariant.Dots} gap={18} size={1.2} color="var(--dots)" />
      <Zoom
        onFit={() => {
          fitNext();
          onArrange();
        }}
      />
    </ReactFlow>
  );
}

function CardWithHandles({ data }: { readonly data: CardNode['data'] }) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <NodeCard {...data} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}

function Zoom({ onFit }: { readonly onFit: () => void }) {
  const { zoomIn, zoomOut } = useReactFlow();
  const buttons = [
    { label: 'Zoom in', icon: 'codicon-zoom-in', onClick: () => void zoomIn() },
    { label: 'Zoom out', icon: 'codicon-zoom-out', onClick: () => void zoomOut() },
    { label: 'Arrange and show the whole graph', icon: 'codicon-screen-full', onClick: onFit },
  ];
  return (
    <Panel position="top-right" className="zoom">
      {buttons.map(({ label, icon, onClick }) => (
        <button key={label} type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
          <span className={`codicon ${icon}`} aria-hidden />
        </button>
      ))}
    </Panel>
  );
}

interface ViewportControl {
  /** Shows the whole graph as soon as it is placed anew. */
  readonly fitNext: () => void;
  /** From now on the viewport is the user's: it moves only to show the selected card. */
  readonly onUserMove: () => void;
}

function useViewport(
  sizes: readonly LayoutNode[],
  ghosts: ReadonlySet<string>,
  places: Places,
  selected: string | undefined,
): ViewportControl {
  const { setViewport, getViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isFitted = useRef(false);
  const isUsers = useRef(false);
  const showsAll = useRef(false);
  const place = selected === undefined ? undefined : places.get(selected);
  const size = sizes.find((node) => node.id === selected);
  const box = boundsOf(sizes, places);
  const live = boundsOf(
    sizes.filter(({ id }) => !ghosts.has(id)),
    places,
  );

  const first = sizes[0];
  const middle = first ? (places.get(first.id)?.x ?? 0) + first.width / 2 : 0;

  useEffect(() => {
    if (width === 0 || sizes.length === 0) return;
    const now = getViewport();
    // What was given up may stand outside.
    const firstSeen = box.width * smallestFit <= width - 2 * margin ? box : live;
    const isTooWide = !isUsers.current && firstSeen.width * now.zoom > width - 2 * margin && now.zoom > smallestWidthFit;
    const from = !isFitted.current || isTooWide ? fitted(firstSeen, { width, height }, smallestFit, smallestWidthFit, middle) : now;
    const whole = isUsers.current ? from : inWidth(firstSeen, from, width);
    const to = place && size ? showing({ ...place, ...size }, whole, { width, height }) : whole;
    const duration = isFitted.current && !prefersStillness() ? 180 : 0;
    isFitted.current = true;
    if (to !== now) void setViewport(to, { duration });
  }, [selected, place?.x, place?.y, size?.height, width, height, box.width]);

  useEffect(() => {
    if (showsAll.current) void setViewport(fitted(box, { width, height }, smallestZoom, smallestZoom, middle));
    showsAll.current = false;
  }, [places]);

  return {
    fitNext: () => {
      isUsers.current = false;
      showsAll.current = true;
    },
    onUserMove: () => {
      isUsers.current = true;
    },
  };
}

/** The whole drawing from its top, as large as fits but not larger than life; of one that is too wide, what is around `middle`. */
function fitted(box: Place & Size, room: Size, smallestForHeight: number, smallestForWidth: number, middle: number): Viewport {
  const roomX = room.width - 2 * margin;
  const forHeight = Math.max(smallestForHeight, (room.height - topMargin - margin) / box.height);
  const forWidth = Math.max(smallestForWidth, roomX / box.width);
  const zoom = Math.min(forHeight, forWidth, 1);
  const spare = roomX - box.width * zoom;
  const left = spare >= 0 ? spare / 2 : Math.min(0, Math.max(spare, roomX / 2 - (middle - box.x) * zoom));
  return { x: margin + left - box.x * zoom, y: topMargin - box.y * zoom, zoom };
}

/** The viewport moved sideways as little as needed to show a drawing that is not too wide; the same one when it does. */
function inWidth({ x, width }: Place & Size, from: Viewport, room: number): Viewport {
  if (width * from.zoom > room - 2 * margin) return from;
  const left = x * from.zoom + from.x;
  const dx = nudge(left, left + width * from.zoom, margin, room - margin);
  return dx === 0 ? from : { ...from, x: from.x + dx };
}

/** The viewport moved as little as needed to show the card; the same one when it does. */
function showing(card: Place & Size, from: Viewport, room: Size): Viewport {
  const left = card.x * from.zoom + from.x;
  const top = card.y * from.zoom + from.y;
  const dx = nudge(left, left + card.width * from.zoom, margin, room.width - margin);
  const dy = nudge(top, top + card.height * from.zoom, topMargin, room.height - margin);
  return dx === 0 && dy === 0 ? from : { x: from.x + dx, y: from.y + dy, zoom: from.zoom };
}

/** How far to move a stretch so that it lies within the limits; its beginning wins when it does not fit. */
function nudge(start: number, end: number, least: number, most: number): number {
  if (start < least) return least - start;
  return end > most ? Math.max(most - end, least - start) : 0;
}

function prefersStillness(): boolean {
  return document.body.classList.contains('vscode-reduce-motion') || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function cardNode(card: CardView, places: Places, isSelected: boolean): CardNode {
  const { width, height } = cardSize(card);
  return {
    id: card.id,
    type: 'card',
    position: places.get(card.id) ?? { x: 0, y: 0 },
    data: { card, isSelected },
    width,
    height,
    measured: { width, height },
    // Cards sit above the edges, which may pass behind them.
    zIndex: 1,
  };
}

/** From one card to more than this many, or the other way round, lines are faint. */
const manyLines = 8;

function drawnEdge({ from, to, kind, isGhost }: EdgeView, all: readonly EdgeView[]): Edge {
  const isOneOfMany = [all.filter((edge) => edge.from === from), all.filter((edge) => edge.to === to)].some(
    (some) => some.length > manyLines,
  );
  return {
    id: `${from}→${to}`,
    source: from,
    target: to,
    type: 'default',
    className: `edge-${kind}${isGhost ? ' edge-ghost' : ''}${isOneOfMany ? ' edge-of-many' : ''}`,
    markerEnd: { type: MarkerType.Arrow, width: 16, height: 16, strokeWidth: 1.2 },
    focusable: false,
  };
}
