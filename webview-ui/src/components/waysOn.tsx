import type { WayOn } from '../waysOn.ts';
import { LinkButton, usePost } from './controls.tsx';

interface WaysOnProps {
  readonly ways: readonly WayOn[];
  readonly onTry: (pipeline: string) => void;
  readonly onRephrase: () => void;
}

/** What can be tried after a run without an answer. */
export function WaysOn({ ways, onTry, onRephrase }: WaysOnProps) {
  const post = usePost();
  const take = ({ kind, pipeline }: WayOn): void => {
    if (kind === 'model') post({ kind: 'choose-models' });
    else if (kind === 'method' && pipeline !== undefined) onTry(pipeline);
    else onRephrase();
  };
  return (
    <div className="ways row">
      <h2 className="answer-heading">What you can try:</h2>
      <ul className="row">
        {ways.map((way) => (
          <li key={way.label}>
            <LinkButton title={way.why} onClick={() => take(way)}>
              {way.label}
              <span className="visually-hidden">. {way.why}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
