import { useEffect, useRef } from 'react';

const keys = [
  { keys: ['/'], does: 'go to the question' },
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
  { keys: ['?'], does: 'show or hide these keys' },
  { keys: ['Esc'], does: 'close' },
];

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} className="keys" aria-label="Keys" onClose={onClose} onClick={(event) => event.target === ref.current && onClose()}>
      <div className="keys-inside">
        <h2>Keys</h2>
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
