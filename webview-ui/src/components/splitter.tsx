/** The edge between the answer and the steps below it, which the pointer and the keys move. */
import { t } from '@vscode/l10n';
import { useEffect, type KeyboardEvent, type PointerEvent } from 'react';

/** Percent of the page's height that the steps have at least. */
export const usualShare = 37;
const leastShare = 20;
const mostShare = 80;
const stepOfKey = 4;

interface SplitterProps {
  readonly share: number;
  readonly onShare: (share: number) => void;
}

export function Splitter({ share, onShare }: SplitterProps) {
  useEffect(() => document.documentElement.style.setProperty('--share', `${share}vh`), [share]);
  const change = (to: number): void => onShare(Math.round(Math.min(mostShare, Math.max(leastShare, to))));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowUp: share + stepOfKey, ArrowDown: share - stepOfKey, Home: mostShare, End: leastShare, Enter: usualShare }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change(to);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientY }: PointerEvent): void => {
    const below = currentTarget.nextElementSibling?.getBoundingClientRect();
    if (below && currentTarget.hasPointerCapture(pointerId)) change((100 * (below.bottom - clientY)) / window.innerHeight);
  };
  return (
    <div
      className="splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('Height of the steps')}
      aria-valuenow={share}
      aria-valuemin={leastShare}
      aria-valuemax={mostShare}
      tabIndex={0}
      title={t('Drag, or press the up and down arrow keys. Double-click for the usual height.')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => change(usualShare)}
    />
  );
}
