import { t } from '@vscode/l10n';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useGestures } from './gestures.ts';

interface CardTextProps {
  readonly node: string;
  readonly label: string;
  readonly text: string;
}

/** Editor for the text of a sub-question. Enter or leaving it accepts the text, Escape restores it. */
export function CardText({ node, label, text }: CardTextProps) {
  const { confirm, cancel } = useGestures();
  const [draft, setDraft] = useState(text);
  const ref = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.select();
  }, []);
  const end = (isTaken: boolean): void => {
    if (isOver.current) return;
    isOver.current = true;
    if (isTaken) confirm(node, draft);
    else cancel();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    end(event.key === 'Enter');
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(node)}"]`)?.focus({ preventScroll: true }));
  };
  return (
    <textarea
      ref={ref}
      className="card-edit nodrag nopan nowheel"
      aria-label={t('Question {0}: Enter accepts the change, Escape discards it', label)}
      rows={3}
      dir="auto"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => end(true)}
    />
  );
}
