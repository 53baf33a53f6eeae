/** How the evidence was come by: turn by turn, first stage and frontier in alternation. */
import type { TraceNode } from '../../../src/protocol/trace.ts';
import type { KeptPassage, TurnView } from '../turnsView.ts';
import { count, plural, score } from '../words.ts';

export function WhyThese({ node, turns }: { readonly node: TraceNode; readonly turns: readonly TurnView[] }) {
  if (!node.nar || turns.length === 0) {
    const words =
      node.evidence.length === 0
        ? 'Nothing has been ranked for this card.'
        : 'These passages were taken in the order in which retrieval ranked them.';
    return <p className="quiet">{words}</p>;
  }
  const { b, c, k, exhausted } = node.nar;
  const scored = turns.reduce((sum, turn) => sum + turn.bars.length, 0);
  return (
    <div className="turns">
      <p className="quiet">
        {plural(scored, 'passage')} scored of a budget of {count(c)}, {b} at once; {plural(k, 'neighbor')} of each.
        {exhausted ? ' Nothing was left to score.' : ''}
      </p>
      <ol>
        {turns.map((turn) => (
          <Turn key={turn.n} turn={turn} />
        ))}
      </ol>
    </div>
  );
}

function Turn({ turn: { n, pool, frontierSize, best, bars, kept } }: { readonly turn: TurnView }) {
  const isFrontier = pool === 'frontier';
  return (
    <li className={isFrontier ? 'turn frontier' : 'turn'}>
      <div className="turn-head">
        <b>Turn {n}</b>
        <span className={isFrontier ? 'tag neighbor' : 'tag first-stage'}>{isFrontier ? '◆ neighbors' : 'first stage'}</span>
        <span className="spacer" />
        <span>
          {bars.length} scored · best {score(best)}
          {frontierSize === 0 ? '' : ` · frontier ${count(frontierSize)}`}
        </span>
      </div>
      <div className="bars" role="img" aria-label={`Scores of ${plural(bars.length, 'passage')}, ${kept.length} of them kept as evidence`}>
        {bars.map(({ docId, height, score: value, isKept }) => (
          <span
            key={docId}
            className={isKept ? 'bar-kept' : ''}
            style={{ height: `${Math.max(6, Math.round(height * 100))}%` }}
            title={score(value)}
          />
        ))}
      </div>
      {kept.length === 0 ? <p className="quiet">None of these became evidence.</p> : <Kept kept={kept} />}
    </li>
  );
}

function Kept({ kept }: { readonly kept: readonly KeptPassage[] }) {
  return (
    <ul className="kept">
      {kept.map(({ docId, title, rank1, score: value, via }) => (
        <li key={docId}>
          <b>{rank1}</b> <span>{title}</span>
          {via === undefined ? null : <span className="neighbor"> ← {via}</span>}
          <span className="spacer" />
          <span className="number">{score(value)}</span>
        </li>
      ))}
    </ul>
  );
}
