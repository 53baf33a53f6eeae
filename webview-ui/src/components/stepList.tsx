/** The DAG as a list, for people who cannot see or do not want a drawing. */
import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import type { CSSProperties } from 'react';
import type { MarkedCard } from '../cardMarks.ts';
import type { CardView } from '../../../src/trace/dag/viewModel.ts';
import { CardText } from './cardText.tsx';
import { CardTools } from './cardTools.tsx';
import { menuContext, useGestures } from './gestures.ts';
import { CardAnswer, CardName, Marks, RestsOn, StateIcon } from './nodeCard.tsx';

interface StepListProps {
  readonly cards: readonly MarkedCard[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: () => void;
}

export function StepList({ cards, selected, onSelect, onOpen }: StepListProps) {
  const { editing, canEdit, canRerun } = useGestures();
  return (
    <div className="steps" role="tree" aria-label={t('Sub-questions')}>
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
            data-vscode-context={menuContext('step', { node: card.id, canEdit: canEdit(card.id), canRerun: canRerun(card.id) })}
            className={classOf(card, card.id === selected)}
            style={indent}
            onClick={() => onSelect(card.id)}
            onDoubleClick={onOpen}
          >
            <StateIcon tone={card.state.tone} />
            <div className="grow">
              <div className="step-state quiet small">
                <CardName card={card} />
                <Marks marks={card.marks} />
                <RestsOn card={card} />
                {card.aside === undefined ? null : <span className="step-facts">{card.aside}</span>}
                {card.time === '' ? null : <span className="step-facts">{card.time}</span>}
              </div>
              {editing === card.id ? (
                <CardText node={card.id} label={card.label} text={card.question} />
              ) : card.question === '' ? null : (
                <div className="card-question" dir="auto">
                  {card.question}
                  {card.askedQuestion === undefined ? null : (
                    <span className="quiet" dir="ltr">
                      {rich(t(', instead of “{0}”'), <bdi>{card.askedQuestion}</bdi>)}
                    </span>
                  )}
                </div>
              )}
              {card.hasAnswer ? <CardAnswer card={card} /> : null}
            </div>
            <CardTools node={card.id} label={card.label} isSelected={card.id === selected} />
          </div>
        );
      })}
    </div>
  );
}

function classOf({ state, isGhost, isRejected, isAhead }: MarkedCard, isSelected: boolean): string {
  const facts = [isSelected && 'selected', isGhost && 'ghost', isRejected && 'rejected', isAhead && 'ahead'];
  return ['step', `tone-${state.tone}`, ...facts].filter((name) => name !== false).join(' ');
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
