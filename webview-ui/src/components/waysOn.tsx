import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { Way } from '../waysOn.ts';
import { Link } from './controls.tsx';

interface WaysOnProps {
  readonly ways: readonly Way[];
  readonly onTry: (pipeline: string) => void;
  readonly onRephrase: () => void;
  readonly post: (message: FromPanel) => void;
}

/** What can be tried after a run without an answer. */
export function WaysOn({ ways, onTry, onRephrase, post }: WaysOnProps) {
  const take = ({ kind, pipeline }: Way): void => {
    if (kind === 'model') post({ kind: 'choose-models' });
    else if (kind === 'method' && pipeline !== undefined) onTry(pipeline);
    else onRephrase();
  };
  return (
    <div className="ways">
      <h2 className="answer-heading">What you can try:</h2>
      <ul>
        {ways.map((way) => (
          <li key={way.label}>
            <Link title={way.why} onClick={() => take(way)}>
              {way.label}
              <span className="visually-hidden">. {way.why}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
