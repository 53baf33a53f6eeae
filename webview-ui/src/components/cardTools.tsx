import type { MouseEvent } from 'react';
import { useGestures } from './gestures.ts';
import { Icon } from './controls.tsx';

interface CardToolsProps {
  readonly node: string;
  readonly label: string;
  /** Only the buttons of the selected card can be reached with the Tab key. */
  readonly isSelected: boolean;
}

/** A card's gestures as buttons: after the card in reading order, over its corner on the screen. */
export function CardTools({ node, label, isSelected }: CardToolsProps) {
  const { areOpen, editing, canEdit, canRerun, isToRerun, make } = useGestures();
  if (!areOpen || editing === node) return null;
  const tabIndex = isSelected ? 0 : -1;
  const doing = (gesture: Parameters<typeof make>[0]) => (event: MouseEvent) => {
    event.stopPropagation();
    make(gesture);
  };
  return (
    <div className="card-tools">
      {canEdit(node) ? (
        <button
          type="button"
          className="icon-button"
          tabIndex={tabIndex}
          title="Change the question (e)"
          onClick={doing({ kind: 'edit', node })}
        >
          <Icon name="edit" />
          <span className="visually-hidden">Change question {label}</span>
        </button>
      ) : null}
      {canRerun(node) ? (
        <button
          type="button"
          className="icon-button"
          tabIndex={tabIndex}
          title="Ask again (r)"
          aria-pressed={isToRerun(node)}
          onClick={doing({ kind: 'rerun', node })}
        >
          <Icon name="debug-restart" />
          <span className="visually-hidden">Ask {label} again</span>
        </button>
      ) : null}
    </div>
  );
}
