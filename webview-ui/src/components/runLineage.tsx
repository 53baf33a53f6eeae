/** Compares the shown run with the one it is based on, or with one that the user chose. */
import { useEffect, useMemo, type ReactNode } from 'react';
import type { FromPanel, PanelState } from '../../../src/protocol/panel.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { answerView } from '../answerView.ts';
import { takeBack, type Changes } from '../changes.ts';
import { changesView } from '../changesView.ts';
import { compareView } from '../compareView.ts';
import { compare, comparedWith, earlierOf, hide, laterOf, otherTrace, type Comparison } from '../comparison.ts';
import { change } from '../session.ts';
import type { DagView } from '../viewModel.ts';
import { LineageBar, type LineageAction } from './lineageBar.tsx';
import { OtherAnswer } from './otherAnswer.tsx';
import type { SetSession } from './useRunGestures.ts';

interface RunLineageProps {
  readonly runId: string;
  readonly trace: Trace;
  readonly dag: DagView;
  readonly changes: Changes;
  readonly comparison: Comparison;
  readonly state: PanelState;
  readonly setSession: SetSession;
  readonly post: (message: FromPanel) => void;
  /** The answer of the shown run. */
  readonly children: ReactNode;
}

export function RunLineage({ runId, trace, dag, changes, comparison, state, setSession, post, children }: RunLineageProps) {
  const { runs, pipelines } = state;
  const [earlier, later] = [earlierOf(runs, runId), laterOf(runs, runId)];
  // While a run is active, there is nothing to compare yet.
  const withId = trace.finished ? comparedWith(comparison, runs, runId) : undefined;
  useEffect(() => {
    if (withId !== undefined) post({ kind: 'want-run', runId: withId });
  }, [withId]);
  const other = otherTrace(comparison, withId);
  const otherAnswer = useMemo(() => (other ? answerView(other) : undefined), [other]);
  const view = useMemo(() => {
    const titleOf = (id: string): string => pipelines.find((pipeline) => pipeline.id === id)?.title ?? id;
    return other ? compareView(other, trace, titleOf) : undefined;
  }, [other, trace, pipelines]);
  // The same answer written otherwise replaces the one before, unless they are to be compared.
  const isCompared = withId !== undefined && (view?.isRewritten !== true || comparison.chosen?.runId === runId);
  const isBeside = isCompared && view !== undefined;
  const { standing } = useMemo(() => changesView(changes, trace, dag, other), [changes, trace, dag, other]);
  const isAlone = earlier === undefined && later === undefined && withId === undefined;
  if (!trace.finished || (isAlone && standing.length === 0)) return children;
  const setComparison = (by: (now: Comparison) => Comparison): void => setSession((now) => ({ ...now, comparison: by(now.comparison) }));
  const show = (id: string): void => post({ kind: 'show-run', runId: id });
  const another = earlier ?? later;
  const actions: LineageAction[] = [];
  if (isCompared) {
    actions.push({ label: 'Hide', about: 'Show only this answer', do: () => setComparison((now) => hide(now, runId)) });
  } else if (another !== undefined) {
    actions.push({
      label: 'Compare',
      about: 'Show both answers side by side',
      do: () => setComparison((now) => compare(now, runId, another)),
    });
  }
  if (earlier !== undefined)
    actions.push({ label: 'Undo', about: 'Go to the earlier answer; this one stays in the list (u)', do: () => show(earlier) });
  if (later !== undefined)
    actions.push({ label: 'Redo', about: 'Go to the answer that was made from this one (Shift+U)', do: () => show(later) });
  return (
    <>
      <div className={isBeside ? 'answers compared' : 'answers'}>
        {isBeside && otherAnswer ? (
          <OtherAnswer name={withId === earlier ? 'Before' : 'The other answer'} answer={otherAnswer} cost={view.cost.before} post={post} />
        ) : null}
        <section className="answer-now" aria-label={isBeside ? 'This answer' : undefined}>
          {isBeside ? <h2 className="answer-heading">This answer · {view.cost.now}</h2> : null}
          {children}
        </section>
      </div>
      <LineageBar
        key={runId}
        view={view}
        sentence={earlier === undefined ? 'A later answer was made from this one.' : 'Made from an earlier answer.'}
        standing={standing}
        onTakeBack={({ of, id }) => setSession((now) => change(now, (collected) => takeBack(collected, of, id)))}
        actions={actions}
      />
    </>
  );
}
