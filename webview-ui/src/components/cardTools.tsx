import { t } from '@vscode/l10n';
import type { MouseEvent } from 'react';
import { useGestures } from './gestures.ts';
import { IconButton } from './controls.tsx';

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
        <IconButton
          icon="edit"
          title={t('Change the question (e)')}
          label={t('Change question {0}', label)}
          tabIndex={tabIndex}
          onClick={doing({ kind: 'edit', node })}
        />
      ) : null}
      {canRerun(node) ? (
        <IconButton
          icon="debug-restart"
          title={t('Ask again (r)')}
          label={t('Ask {0} again', label)}
          tabIndex={tabIndex}
          aria-pressed={isToRerun(node)}
          onClick={doing({ kind: 'rerun', node })}
        />
      ) : null}
    </div>
  );
}
