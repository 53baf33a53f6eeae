/** What a page is and its keys, as VS Code's own accessibility help does it. */
import { useEffect, useRef } from 'react';

interface Keys {
  readonly keys: readonly string[];
  readonly does: string;
}

export const panelKeys: readonly Keys[] = [
  { keys: ['/'], does: 'go to the question' },
  { keys: ['↑', '↓'], does: 'at the start of the question: earlier questions and back; where it is empty, ↓ offers questions with blanks' },
  { keys: ['Tab'], does: 'in the question: take a suggestion, or go to the next blank' },
  { keys: ['Ctrl+Space'], does: 'in the question: show suggestions' },
  { keys: ['f'], does: 'go to the follow-up' },
  { keys: ['Enter'], does: 'ask; on a card: open its best evidence; on evidence: open it' },
  { keys: ['Space'], does: 'on a card: go to its evidence' },
  { keys: ['←', '→'], does: 'move along the edges of the graph' },
  { keys: ['↑', '↓'], does: 'move within a layer of the graph, or through the evidence' },
  { keys: ['Home', 'End'], does: 'first and last card' },
  { keys: ['e'], does: 'on a card: change its question; Enter accepts the change, Esc discards it' },
  { keys: ['r'], does: 'on a card: ask it again' },
  { keys: ['p'], does: 'on evidence: pin it to put it first' },
  { keys: ['b'], does: 'on evidence: ban it to never use it' },
  { keys: ['R'], does: 'answer the question with another method' },
  { keys: ['u', 'U'], does: 'undo and redo: go to the answer this one was made from, and back' },
  { keys: ['Alt+P'], does: 'pin the question, or unpin it' },
  { keys: ['Alt+R'], does: 'refresh a pinned question whose documents have changed' },
  { keys: ['Ctrl+Enter'], does: 'run the changes' },
  { keys: ['?', 'Alt+F1'], does: 'show or hide this help' },
  { keys: ['Esc'], does: 'close' },
];

export const panelHelp =
  'Ask a question in the box. The answer is announced, with its quotes and the steps that led to it. With List, the steps are a tree instead of a graph, with the same keys.';

export const tableKeys: readonly Keys[] = [
  { keys: ['←', '→', '↑', '↓'], does: 'move from cell to cell; with Ctrl to the end' },
  { keys: ['Home', 'End'], does: 'first and last cell of the row; with Ctrl of the table' },
  { keys: ['PgUp', 'PgDn'], does: 'ten rows up and down' },
  { keys: ['Enter'], does: 'on a cell: open its quote, or what was read; on a heading: sort by it' },
  { keys: ['F2'], does: 'on a cell: answer by hand; on a heading: rename or remove the column' },
  { keys: ['Alt+F1'], does: 'show or hide this help' },
  { keys: ['Esc'], does: 'close' },
];

export const tableHelp =
  'A row for each document and a column for each question. A cell says its answer, then the quote with its place, or why there is none.';

interface KeysHelpProps {
  readonly keys: readonly Keys[];
  /** What there is and how it is read aloud. */
  readonly about: string;
  readonly onClose: () => void;
}

export function KeysHelp({ keys, about, onClose }: KeysHelpProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} className="keys" aria-label="Help" onClose={onClose} onClick={(event) => event.target === ref.current && onClose()}>
      <div className="keys-inside">
        <h2>Help</h2>
        <p className="quiet">{about}</p>
        <dl>
          {keys.map((line) => (
            <div key={line.does}>
              <dt>
                {line.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{line.does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  );
}
