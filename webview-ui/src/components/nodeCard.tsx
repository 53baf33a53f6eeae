import type { CSSProperties } from 'react';
import { questionLines } from '../cardSize.ts';
import type { CardView } from '../viewModel.ts';
import { plural, type Tone } from '../words.ts';

interface NodeCardProps {
  readonly card: CardView;
  readonly isSelected: boolean;
}

export function NodeCard({ card, isSelected }: NodeCardProps) {
  const { id, label, state, question, isGhost } = card;
  const lines: CSSProperties = { WebkitLineClamp: questionLines(question) };
  const className = ['card', `tone-${state.tone}`, isSelected ? 'selected' : '', isGhost ? 'ghost' : '']
    .filter((name) => name !== '')
    .join(' ');
  return (
    <div
      className={className}
      data-card={id}
      role="button"
      tabIndex={isSelected ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={cardWords(card)}
    >
      <div className="card-state">
        <StateIcon tone={state.tone} />
        <span className="card-label">{label}</span>
        <span className="card-words">{state.words}</span>
      </div>
      <div className="card-question" style={lines} title={question}>
        {question}
      </div>
      {card.isQuestion ? null : (
        <>
          <CardAnswer card={card} />
          <CardFoot card={card} />
        </>
      )}
    </div>
  );
}

export function StateIcon({ tone }: { readonly tone: Tone }) {
  return <span className={`codicon state-icon tone-${tone} ${icons[tone]}`} aria-hidden />;
}

export function CardAnswer({ card: { answer, replacedAnswer, failure, state, isQuestion } }: { readonly card: CardView }) {
  if (answer === undefined) {
    const words = failure ?? (state.tone === 'running' && !isQuestion ? '…' : '');
    return (
      <div className={failure === undefined ? 'card-answer none' : 'card-answer failure'} title={failure}>
        {words}
      </div>
    );
  }
  return (
    <div className="card-answer" title={answer}>
      {answer}
      {replacedAnswer === undefined ? null : <s title={`Before the check: ${replacedAnswer}`}>{replacedAnswer}</s>}
    </div>
  );
}

function CardFoot({ card: { evidenceCount, viaNeighbors, time } }: { readonly card: CardView }) {
  if (evidenceCount === 0 && time === '') return null;
  return (
    <div className="card-foot">
      {evidenceCount === 0 ? null : (
        <span>
          <span className="codicon codicon-note" aria-hidden /> {viaNeighbors === 0 ? plural(evidenceCount, 'passage') : evidenceCount}
        </span>
      )}
      {viaNeighbors === 0 ? null : <span className="neighbor">◆ {viaNeighbors} via neighbors</span>}
      <span className="spacer" />
      <span>{time}</span>
    </div>
  );
}

export function cardWords({ label, isStep, state, question, answer, evidenceCount }: CardView): string {
  const parts = [`${isStep ? 'Sub-question ' : ''}${label}, ${state.words}`, question, answer === undefined ? '' : `Answer: ${answer}`];
  const evidence = evidenceCount === 0 ? '' : plural(evidenceCount, 'passage');
  return [...parts, evidence].filter((part) => part !== '').join('. ');
}

const icons: Readonly<Record<Tone, string>> = {
  waiting: 'codicon-circle-large-outline',
  running: 'codicon-loading codicon-modifier-spin',
  good: 'codicon-pass-filled',
  changed: 'codicon-edit',
  warn: 'codicon-question',
  bad: 'codicon-error',
  gone: 'codicon-circle-slash',
};
