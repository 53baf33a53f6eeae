import { t } from '@vscode/l10n';
import { useEffect, useState, type RefObject } from 'react';
import { Icon } from '../src/components/controls.tsx';

export interface Selected {
  readonly text: string;
  /** 1-based, of its beginning and its end. */
  readonly page: number;
  readonly lastPage: number;
}

/** What can be done with words. */
export type WordsKind = 'ask' | 'cite' | 'verify';

interface PlacedSelection extends Selected {
  /** Where its last line ends, in the window. */
  readonly x: number;
  readonly y: number;
}

/** Longer selections are no quotes. */
const mostChars = 20_000;
const settledMs = 150;

/** The words that are selected in the pages; undefined where none are. */
export function useSelection(container: RefObject<HTMLElement | null>): PlacedSelection | undefined {
  const [selected, setSelected] = useState<PlacedSelection>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const read = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setSelected(selectionIn(container.current)), settledMs);
    };
    const around = container.current;
    document.addEventListener('selectionchange', read);
    around?.addEventListener('scroll', read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', read);
      around?.removeEventListener('scroll', read);
    };
  }, [container]);
  return selected;
}

function selectionIn(container: HTMLElement | null): PlacedSelection | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !container?.contains(selection.anchorNode)) return undefined;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim().slice(0, mostChars);
  const pageOf = (node: Node): number | undefined => {
    const element = node instanceof Element ? node : node.parentElement;
    const number = Number(element?.closest<HTMLElement>('.page')?.dataset['pageNumber']);
    return Number.isInteger(number) && number > 0 ? number : undefined;
  };
  const page = pageOf(range.startContainer);
  const last = [...range.getClientRects()].at(-1);
  if (text === '' || page === undefined || !last) return undefined;
  const { top, bottom } = container.getBoundingClientRect();
  if (last.bottom < top || last.top > bottom) return undefined;
  return { text, page, lastPage: Math.max(page, pageOf(range.endContainer) ?? page), x: last.right, y: last.bottom };
}

const actions = [
  ['ask', 'comment', t('Ask about…'), 'a'],
  ['cite', 'quote', t('Cite This'), 'c'],
  ['verify', 'verified', t('Verify Quote'), 'v'],
] as const;

interface SelectionBarProps {
  readonly selected: PlacedSelection;
  readonly perform: (kind: WordsKind) => void;
}

/** What can be done with the selected words, below them. */
export function SelectionBar({ selected: { x, y }, perform }: SelectionBarProps) {
  const style = { left: Math.max(8, Math.min(x - 150, innerWidth - 330)), top: Math.min(y + 6, innerHeight - 44) };
  return (
    <div className="viewer-selection" role="toolbar" aria-label={t('Selected words')} style={style}>
      {actions.map(([kind, icon, label, key]) => (
        // Pressing a button would otherwise end the selection.
        <button
          key={kind}
          type="button"
          aria-keyshortcuts={key}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => perform(kind)}
        >
          <Icon name={icon} /> {label} <kbd aria-hidden>{key}</kbd>
        </button>
      ))}
    </div>
  );
}
