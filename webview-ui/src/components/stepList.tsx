/** The DAG's twin for people who cannot or would rather not see a drawing. */
import type { CSSProperties } from 'react';
import type { CardView } from '../viewModel.ts';
import { CardAnswer, CardName, RestsOn, StateIcon } from './nodeCard.tsx';

interface StepListProps {
  readonly cards: readonly CardView[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: () => void;
}

export function StepList({ cards, selected, onSelect, onOpen }: StepListProps) {
  return (
    <div className="steps" role="tree" aria-label="Sub-questions">
      {cards.map((card) => {
        const level = depthOf(card, cards);
        const indent: CSSProperties = { marginInlineStart: `${level * 16}px` };
        return (
          <div
            key={card.id}
            role="treeitem"
            aria-level={level + 1}
            aria-selected={card.id === selected}
            data-card={card.id}
            tabIndex={card.id === selected ? 0 : -1}
            className={`step tone-${card.state.tone}${card.id === selected ? ' selected' : ''}${card.isGhost ? ' ghost' : ''}${card.isRejected ? ' rejected' : ''}`}
            style={indent}
            onClick={() => onSelect(card.id)}
            onDoubleClick={onOpen}
          >
            <StateIcon tone={card.state.tone} />
            <div className="step-body">
              <div className="step-state">
                <CardName card={card} />
                <RestsOn card={card} />
                {card.aside === undefined ? null : <span className="step-facts">{card.aside}</span>}
                {card.time === '' ? null : <span className="step-facts">{card.time}</span>}
              </div>
              {card.question === '' ? null : <div className="card-question">{card.question}</div>}
              {card.hasAnswer ? <CardAnswer card={card} /> : null}
            </div>
          </div>
        );
      })}
    </div>
  );
}

function depthOf(card: CardView, cards: readonly CardView[]): number {
  let depth = 0;
  let { parent } = card;
  // A log that names a card as its own ancestor must not hang the panel.
  while (parent !== null && depth < cards.length) {
    depth++;
    const above = cards.find((candidate) => candidate.id === parent);
    parent = above?.parent ?? null;
  }
  return depth;
}
