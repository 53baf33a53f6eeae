/** The places of the cards of a run, the same wherever its graph is drawn. Pure. */
import { cardSize } from './cardSize.ts';
import { placeNodes, type LayoutEdge, type Places } from './layout.ts';
import type { DagView } from './viewModel.ts';

/** @param before places that cards keep */
export function placeCards(dag: DagView, before: Places = new Map()): Places {
  // Abandoned cards are below those that replaced them.
  const cards = dag.cards.toSorted((a, b) => Number(a.isGhost) - Number(b.isGhost));
  return placeNodes(
    cards.map((card) => ({ id: card.id, ...cardSize(card) })),
    layoutEdges(dag),
    before,
  );
}

/** The answer is to the right of the last cards that were not abandoned, whatever edges lead to it. */
function layoutEdges({ cards, edges }: DagView): readonly LayoutEdge[] {
  const answer = cards.find((card) => card.isAnswer);
  if (!answer) return edges;
  const others = edges.filter((edge) => edge.to !== answer.id);
  const ends = cards.filter((card) => card !== answer && !card.isGhost && !others.some((edge) => edge.from === card.id));
  return [...others, ...ends.map((card) => ({ from: card.id, to: answer.id }))];
}
