import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { NoAnswerView, Way } from '../noAnswerView.ts';

interface NoAnswerProps {
  readonly view: NoAnswerView;
  readonly canAsk: boolean;
  readonly onTry: (pipeline: string) => void;
  readonly onRephrase: () => void;
  readonly post: (message: FromPanel) => void;
}

/** Shown in place of an answer: the closest passages, and what can be tried. */
export function NoAnswer({ view: { best, ways }, canAsk, onTry, onRephrase, post }: NoAnswerProps) {
  const take = ({ kind, pipeline }: Way): void => {
    if (kind === 'model') post({ kind: 'choose-models' });
    else if (kind === 'method' && pipeline !== undefined) onTry(pipeline);
    else onRephrase();
  };
  return (
    <>
      {best.length === 0 ? null : (
        <>
          <h2 className="answer-heading">{best.length === 1 ? 'The best passage found' : 'The best passages found'}</h2>
          <ul className="best">
            {best.map(({ quote, place, target }) => (
              <li key={place}>
                <button
                  type="button"
                  className="best-passage"
                  title={`Open ${place}`}
                  onClick={() => post({ kind: 'open-source', ...target, beside: false })}
                >
                  <span className="best-quote" dir="auto">
                    “{quote}”
                  </span>{' '}
                  <span className="best-place">{place}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="answer-heading">What you can try</h2>
      <ul className="ways">
        {ways.map((way) => (
          <li key={way.label}>
            <button type="button" className="link" disabled={way.kind === 'method' && !canAsk} onClick={() => take(way)}>
              {way.label}
            </button>{' '}
            <span className="way-why">{way.why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
