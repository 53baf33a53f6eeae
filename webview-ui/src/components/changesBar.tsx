/** The collected changes: what they are, their effect and cost, and a button to run them. */
import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import type { ChangesView, PreviewView } from '../changesView.ts';
import type { Change } from '../changes.ts';
import { Icon } from './controls.tsx';

interface ChangesBarProps {
  readonly view: ChangesView;
  /** Undefined until it is known. */
  readonly preview: PreviewView | undefined;
  readonly problem: string | undefined;
  readonly onRun: () => void;
  readonly onDiscard: () => void;
  readonly onRemove: (change: Change) => void;
  readonly onTakeBack: (back: Extract<Change, { kind: 'back' }>) => void;
}

export function ChangesBar({ view, preview, problem, onRun, onDiscard, onRemove, onTakeBack }: ChangesBarProps) {
  const { sentence, items, standing } = view;
  return (
    <section className="changes" aria-label="Changes" tabIndex={-1} data-home>
      <div className="stack grow">
        <p role="status">
          <b>{sentence}.</b>{' '}
          {problem !== undefined ? (
            <span className="changes-problem">{problem}</span>
          ) : preview === undefined ? (
            <span className="quiet">Working out what runs again…</span>
          ) : (
            <>
              {preview.effect} {preview.cost}
            </>
          )}
        </p>
        <ul className="change-list row">
          {items.map(({ key, icon, words, about, change }) => (
            <Item key={key} icon={icon} words={words} about={about} remove="Remove this change" onRemove={() => onRemove(change)} />
          ))}
          {standing.map(({ key, icon, words, about, back }) => (
            <Item
              key={key}
              icon={icon}
              words={words}
              about={about}
              remove="Undo this change"
              isStanding
              onRemove={() => onTakeBack(back)}
            />
          ))}
        </ul>
      </div>
      <div className="changes-buttons">
        <VscodeButton
          disabled={preview === undefined}
          title="Answers again with the changes, and keeps this answer (Ctrl+Enter)"
          onClick={onRun}
        >
          Run
        </VscodeButton>
        <VscodeButton secondary onClick={onDiscard}>
          Discard
        </VscodeButton>
      </div>
    </section>
  );
}

interface ItemProps {
  readonly icon: string;
  readonly words: string;
  readonly about: string;
  readonly remove: string;
  /** Whether the run was made with this change. */
  readonly isStanding?: boolean;
  readonly onRemove: () => void;
}

function Item({ icon, words, about, remove, isStanding = false, onRemove }: ItemProps) {
  return (
    <li className={isStanding ? 'change standing' : 'change'} title={about}>
      <Icon name={icon} />
      <span className="cut" dir="auto">
        {isStanding ? 'As before: ' : ''}
        {words}
      </span>
      <button type="button" className="icon-button" title={remove} onClick={onRemove}>
        <Icon name="close" />
        <span className="visually-hidden">
          {remove}: {words}
        </span>
      </button>
    </li>
  );
}
