/** What a page is and its keys, as VS Code's own accessibility help does it. */
import { t } from '@vscode/l10n';
import { useEffect, useRef } from 'react';

interface Keys {
  readonly keys: readonly string[];
  readonly does: string;
}

export const panelKeys: readonly Keys[] = [
  { keys: ['/'], does: t('go to the question') },
  {
    keys: ['↑', '↓'],
    does: t('at the start of the question: earlier questions and back; where it is empty, ↓ offers questions with blanks'),
  },
  { keys: ['Tab'], does: t('in the question: take a suggestion, or go to the next blank') },
  { keys: ['Ctrl+Space'], does: t('in the question: show suggestions') },
  { keys: ['f'], does: t('go to the follow-up') },
  { keys: ['Enter'], does: t('ask; on a card: open its best evidence; on evidence: open it') },
  { keys: ['Space'], does: t('on a card: go to its evidence') },
  { keys: ['←', '→'], does: t('move along the edges of the graph') },
  { keys: ['↑', '↓'], does: t('move within a layer of the graph, or through the evidence') },
  { keys: ['Home', 'End'], does: t('first and last card') },
  { keys: ['e'], does: t('on a card: change its question; Enter accepts the change, Esc discards it') },
  { keys: ['r'], does: t('on a card: ask it again') },
  { keys: ['p'], does: t('on evidence: pin it to put it first') },
  { keys: ['b'], does: t('on evidence: ban it to never use it') },
  { keys: ['R'], does: t('answer the question with another method') },
  { keys: ['u', 'U'], does: t('undo and redo: go to the answer this one was made from, and back') },
  { keys: ['Alt+P'], does: t('pin the question, or unpin it') },
  { keys: ['Alt+R'], does: t('refresh a pinned question whose documents have changed') },
  { keys: ['Ctrl+Enter'], does: t('run the changes') },
  { keys: ['?', 'Alt+F1'], does: t('show or hide this help') },
  { keys: ['Esc'], does: t('close') },
];

export const panelHelp = t(
  'Ask a question in the box. The answer is announced, with its quotes and the steps that led to it. With List, the steps are a tree instead of a graph, with the same keys.',
);

export const tableKeys: readonly Keys[] = [
  { keys: ['←', '→', '↑', '↓'], does: t('move from cell to cell; with Ctrl to the end') },
  { keys: ['Home', 'End'], does: t('first and last cell of the row; with Ctrl of the table') },
  { keys: ['PgUp', 'PgDn'], does: t('ten rows up and down') },
  { keys: ['Enter'], does: t('on a cell: open its quote, or what was read; on a heading: sort by it') },
  { keys: ['F2'], does: t('on a cell: answer by hand; on a heading: rename or remove the column') },
  { keys: ['Alt+F1'], does: t('show or hide this help') },
  { keys: ['Esc'], does: t('close') },
];

export const tableHelp = t(
  'A row for each document and a column for each question. A cell says its answer, then the quote with its place, or why there is none.',
);

export const viewerKeys: readonly Keys[] = [
  { keys: ['n', 'p'], does: t('next and previous page') },
  { keys: ['s', 'S'], does: t('select the next sentence, or the one before it') },
  { keys: ['Shift', '←', '→'], does: t('make what is selected shorter or longer; with Ctrl by words') },
  { keys: ['a', 'c', 'v'], does: t('ask about the selected or marked words, cite them, look them up in all documents') },
  { keys: ['+', '-', '0'], does: t('zoom in and out, fit the width') },
  { keys: ['Ctrl+F'], does: t('find; Enter goes to the next match, Shift+Enter to the one before it') },
  { keys: ['?', 'Alt+F1'], does: t('show or hide this help') },
  { keys: ['Esc'], does: t('end the selection; close') },
];

export const viewerHelp = t(
  'The pages of a PDF. Words that a link leads to are marked, and the page they are on is announced. The selected sentence is read aloud.',
);

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
    <dialog
      ref={ref}
      className="keys"
      aria-label={t('Help')}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className="keys-inside">
        <h2>{t('Help')}</h2>
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
