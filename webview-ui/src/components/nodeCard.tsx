import { t } from '@vscode/l10n';
import type { CSSProperties } from 'react';
import { pauseWords } from '../../../src/protocol/writing.ts';
import type { CardMark, MarkedCard } from '../cardMarks.ts';
import { hasFoot, questionLines } from '../../../src/trace/dag/cardSize.ts';
import type { CardView } from '../../../src/trace/dag/viewModel.ts';
import { type Tone } from '../../../src/trace/dag/words.ts';
import { CardText } from './cardText.tsx';
import { CardTools } from './cardTools.tsx';
import { menuContext, useGestures } from './gestures.ts';
import { useWriting } from './writing.ts';
import { count } from '../../../src/base/amounts.ts';
import { Icon } from './controls.tsx';

interface NodeCardProps {
  readonly card: MarkedCard;
  readonly isSelected: boolean;
}

export function NodeCard({ card, isSelected }: NodeCardProps) {
  const gestures = useGestures();
  const { id, label } = card;
  const context = menuContext('step', { node: id, canEdit: gestures.canEdit(id), canRerun: gestures.canRerun(id) });
  return (
    <div className="card-place" data-vscode-context={context}>
      {gestures.editing === id ? <EditedCard card={card} /> : <ShownCard card={card} isSelected={isSelected} />}
      <CardTools node={id} label={label} isSelected={isSelected} />
    </div>
  );
}

function ShownCard({ card, isSelected }: NodeCardProps) {
  return (
    <div className={cardClass(card, isSelected)} data-card={card.id} role="button" tabIndex={isSelected ? 0 : -1} aria-pressed={isSelected}>
      <CardParts card={card} />
    </div>
  );
}

/** A card to look at. */
export function StillCard({ card }: Pick<NodeCardProps, 'card'>) {
  return (
    <div className={`${cardClass(card, false)} still`}>
      <CardParts card={card} />
    </div>
  );
}

function cardClass({ state, isGhost, isRejected, isAhead }: MarkedCard, isSelected: boolean): string {
  return [
    'card',
    `tone-${state.tone}`,
    isSelected ? 'selected' : '',
    isGhost ? 'ghost' : '',
    isRejected ? 'rejected' : '',
    isAhead ? 'ahead' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}

function CardParts({ card }: Pick<NodeCardProps, 'card'>) {
  const { state, question, askedQuestion, marks } = card;
  const lines: CSSProperties = { WebkitLineClamp: questionLines(question) };
  return (
    <>
      <div className="card-state quiet small">
        <StateIcon tone={state.tone} />
        <CardName card={card} />
        <Marks marks={marks} />
      </div>
      {question === '' ? null : (
        <div
          className="card-question"
          dir="auto"
          style={lines}
          title={askedQuestion === undefined ? question : t('{0}\nInstead of: {1}', question, askedQuestion)}
        >
          {question}
        </div>
      )}
      {card.hasAnswer ? <CardAnswer card={card} /> : null}
      {hasFoot(card) ? <CardFoot card={card} /> : null}
    </>
  );
}

function EditedCard({ card }: { readonly card: MarkedCard }) {
  const { id, label, state, question } = card;
  return (
    <div className={`card edited tone-${state.tone}`} role="group" aria-label={t('Question {0}', label)}>
      <div className="card-state quiet small">
        <StateIcon tone={state.tone} />
        <span className="card-label">{label}</span>
        <span className="card-words">{t('Enter accepts, Esc discards')}</span>
      </div>
      <CardText node={id} label={label} text={question} />
    </div>
  );
}

/** How the card was made, or what the collected changes do to it. */
export function Marks({ marks }: { readonly marks: readonly CardMark[] }) {
  return marks.map(({ when, icon, words }, i) => (
    <span key={words} className={`card-mark ${when}`} title={words}>
      <span className="visually-hidden">, </span>
      <Icon name={icon} />
      {/* One mark for how a card was made fits in the line beside its state. */}
      <span className={when === 'done' && i > 0 ? 'visually-hidden' : ''}>{words}</span>
    </span>
  ));
}

/** A card's name and state, with which its screen reader text begins. */
export function CardName({ card: { label, isStep, state, question } }: { readonly card: CardView }) {
  return (
    <>
      <span className="card-label">
        {isStep ? <span className="visually-hidden">{t('Sub-question')} </span> : null}
        {label}
      </span>
      <span className="card-words">
        {state.words}
        {question === '' ? null : <span className="visually-hidden">: </span>}
      </span>
    </>
  );
}

export function StateIcon({ tone }: { readonly tone: Tone }) {
  return <Icon name={`${icons[tone]} state-icon tone-${tone}`} />;
}

export function CardAnswer({ card: { id, answer, replacedAnswer, failure, state, isQuestion } }: { readonly card: CardView }) {
  const writing = useWriting(id);
  if (answer === undefined && failure === undefined && state.tone === 'running' && writing !== undefined) {
    const pause = pauseWords(writing);
    // Not read aloud: the answer is, once it is complete.
    return pause === undefined ? (
      <div className="card-answer cut writing" dir="auto" aria-hidden>
        {writing.text}
      </div>
    ) : (
      <div className="card-answer cut quiet none">{pause}</div>
    );
  }
  if (answer === undefined) {
    const words = failure ?? (state.tone === 'running' && !isQuestion ? '…' : '');
    return (
      <div className={failure === undefined ? 'card-answer cut quiet none' : 'card-answer cut failure'} dir="auto" title={failure}>
        {words}
      </div>
    );
  }
  return (
    // The arrow keeps its direction, and so do the texts on both of its sides.
    <div className="card-answer cut" dir={replacedAnswer === undefined ? 'auto' : 'ltr'} title={answer}>
      <span className="visually-hidden" dir="ltr">
        {t('. Answer:')}{' '}
      </span>
      {replacedAnswer === undefined ? null : <Replaced answer={replacedAnswer} />}
      {replacedAnswer === undefined ? answer : <bdi>{answer}</bdi>}
    </div>
  );
}

/** The earlier answer and an arrow to the one that replaced it. */
export function Replaced({ answer }: { readonly answer: string }) {
  return (
    <span className="replaced quiet">
      {answer === '' ? (
        <span>{t('no answer')}</span>
      ) : (
        <s title={t('Before the check: {0}', answer)}>
          <bdi>{answer}</bdi>
        </s>
      )}
      <span aria-hidden> → </span>
      <span className="visually-hidden"> {t('was revised to')} </span>
    </span>
  );
}

function CardFoot({ card }: { readonly card: CardView }) {
  const { aside, time, evidenceCount } = card;
  if (evidenceCount === 0 && aside === undefined && time === '') return null;
  return (
    <div className="card-foot">
      <RestsOn card={card} />
      {aside === undefined ? null : <span>{aside}</span>}
      <span className="spacer" />
      <span>{time}</span>
    </div>
  );
}

/** The basis of an answer in a few words. */
export function RestsOn({ card: { restsOn, evidenceCount, viaNeighbors, viaMentions } }: { readonly card: CardView }) {
  if (restsOn !== undefined) {
    const icon = restsOn === 'memory' ? 'sparkle' : 'type-hierarchy-sub';
    return (
      <span className={restsOn}>
        <Icon name={icon} /> {restsOnWords[restsOn]}
      </span>
    );
  }
  const isDirect = viaNeighbors + viaMentions === 0;
  return (
    <>
      {evidenceCount === 0 ? null : (
        <span>
          <span className="visually-hidden">. </span>
          <Icon name="note" /> {isDirect ? count(evidenceCount, 'passage') : <span aria-hidden>{evidenceCount}</span>}
          {isDirect ? null : <span className="visually-hidden">{count(evidenceCount, 'passage')}, </span>}
        </span>
      )}
      {viaMentions === 0 ? null : (
        <span className="mention">
          <Icon name="link" /> {viaMentions}
          <Words are={viaNeighbors === 0 ? 'shown' : 'hidden'}>{` ${t('mentioned')}`}</Words>
        </span>
      )}
      {viaNeighbors === 0 ? null : (
        <span className="neighbor">
          ◆ {viaNeighbors}
          <Words are={viaMentions === 0 ? 'shown' : 'hidden'}>{` ${t('related')}`}</Words>
        </span>
      )}
    </>
  );
}

/** Hidden where the card has no room for them, but read aloud. */
function Words({ are, children }: { readonly are: 'shown' | 'hidden'; readonly children: string }) {
  return are === 'shown' ? children : <span className="visually-hidden">{children}, </span>;
}

const restsOnWords = { memory: t('from memory'), parts: t('taken apart') } as const;

const icons: Readonly<Record<Tone, string>> = {
  waiting: 'circle-large-outline',
  running: 'loading codicon-modifier-spin',
  good: 'pass-filled',
  written: 'sparkle',
  changed: 'edit',
  none: 'question',
  warn: 'unverified',
  bad: 'error',
  gone: 'circle-slash',
};
