/** Compares the shown run with the one it is based on, or with one that the user chose. */
import { t } from '@vscode/l10n';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { count } from '../../../src/base/amounts.ts';
import type { ShownQuote } from '../../../src/trace/quoteChanges.ts';
import { answerView } from '../answerView.ts';
import { takeBack } from '../changes.ts';
import { standingItems } from '../changesView.ts';
import { compareView, type CompareView } from '../compareView.ts';
import { compare, comparedWith, earlierOf, hide, laterOf, otherTrace, type Comparison } from '../comparison.ts';
import { change } from '../session.ts';
import { ComparedGraphs } from './comparedGraphs.tsx';
import { Differences } from './differences.tsx';
import { OtherAnswer } from './otherAnswer.tsx';
import type { ShownRun } from './useRunGestures.ts';
import { Icon, LinkButton, usePost } from './controls.tsx';

export function RunLineage({
  runId,
  trace,
  dag,
  changes,
  session,
  state,
  setSession,
  children,
}: ShownRun & { readonly children: ReactNode }) {
  const post = usePost();
  const [toggledId, setToggledId] = useState<string>();
  const { comparison } = session;
  // What somebody has chosen to compare is open, until it is closed.
  const isOpen = (toggledId === runId) !== (comparison.chosen?.runId === runId);
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
  const standing = useMemo(() => standingItems(changes, trace, dag, other), [changes, trace, dag, other]);
  const isAlone = earlier === undefined && later === undefined && withId === undefined;
  if (!trace.finished || (isAlone && standing.length === 0)) return children;
  const setComparison = (by: (now: Comparison) => Comparison): void => setSession((now) => ({ ...now, comparison: by(now.comparison) }));
  const show = (id: string): void => post({ kind: 'show-run', runId: id });
  const another = earlier ?? later;
  const actions: { label: string; about: string; do: () => void }[] = [];
  if (isCompared) {
    actions.push({ label: t('Hide'), about: t('Show only this answer'), do: () => setComparison((now) => hide(now, runId)) });
  } else if (another !== undefined) {
    actions.push({
      label: t('Compare'),
      about: t('Show both answers side by side'),
      do: () => setComparison((now) => compare(now, runId, another)),
    });
  }
  if (earlier !== undefined)
    actions.push({ label: t('Undo'), about: t('Go to the earlier answer; this one stays in the list (u)'), do: () => show(earlier) });
  if (later !== undefined)
    actions.push({ label: t('Redo'), about: t('Go to the answer that was made from this one (Shift+U)'), do: () => show(later) });
  const unseen = earlier === undefined ? t('A later answer was made from this one.') : t('Made from an earlier answer.');
  const { noMore = [], first = [] } = view?.quotes ?? {};
  const differing = view?.steps ?? [];
  const otherName =
    other && other.question !== trace.question ? `“${other.question}”` : withId === earlier ? t('Before') : t('The other answer');
  const hasMore = differing.length + noMore.length + first.length + standing.length > 0;
  return (
    <>
      <div className={isBeside ? 'answers compared' : 'answers'}>
        {isBeside && otherAnswer ? <OtherAnswer runId={withId} name={otherName} answer={otherAnswer} cost={view.cost.before} /> : null}
        <section className="answer-now" aria-label={isBeside ? t('This answer') : undefined}>
          {isBeside ? <h2 className="answer-heading">{t('This answer · {0}', view.cost.now)}</h2> : null}
          {children}
        </section>
      </div>
      <section className="lineage stack" aria-label={t('Origin of this answer')}>
        <div className="row">
          <p role="status">
            <Icon name="git-compare" /> {view === undefined ? unseen : words(view)}
          </p>
          <span className="spacer" />
          {hasMore ? (
            <LinkButton aria-expanded={isOpen} onClick={() => setToggledId(toggledId === runId ? undefined : runId)}>
              {isOpen ? t('Show less') : t('What changed')}
            </LinkButton>
          ) : null}
          {actions.map(({ label, about, do: act }) => (
            <LinkButton key={label} title={about} onClick={act}>
              {label}
            </LinkButton>
          ))}
        </div>
        {isOpen ? (
          <>
            <Quotes label={t('No longer quoted')} quotes={noMore} />
            <Quotes label={t('Quoted now')} quotes={first} />
            {view && differing.length > 0 ? (
              <ComparedGraphs
                graphs={[
                  { name: otherName, dag: view.graphs.before },
                  { name: t('This answer'), dag: view.graphs.now },
                ]}
              />
            ) : null}
            {differing.length > 0 ? <Differences steps={differing} /> : null}
            {standing.length > 0 ? (
              <ul className="change-list row" aria-label={t('Changes in this answer')}>
                {standing.map(({ key, icon, words: said, about, back: { of, id } }) => (
                  <li key={key} className="change standing" title={about}>
                    <Icon name={icon} />
                    <span className="cut" dir="auto">
                      {said}
                    </span>
                    <LinkButton onClick={() => setSession((now) => change(now, (collected) => takeBack(collected, of, id)))}>
                      {t('Take back')}
                      <span className="visually-hidden">: {said}</span>
                    </LinkButton>
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        ) : null}
      </section>
    </>
  );
}

function words({ made, outcome, steps, sameSteps, overlap }: CompareView): string {
  const all = steps.length + sameSteps;
  const differ =
    steps.length === 0
      ? t('All steps are the same.')
      : steps.length === 1
        ? t('1 of {0} differs.', count(all, 'step'))
        : t('{0} of {1} differ.', steps.length, count(all, 'step'));
  return [made, outcome, ...(all === 0 ? [] : [differ]), overlap].filter((part) => part !== '').join(' ');
}

function Quotes({ label, quotes }: { readonly label: string; readonly quotes: readonly ShownQuote[] }) {
  if (quotes.length === 0) return null;
  return (
    <section className="quote-changes" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {quotes.map(({ path, quote }) => (
          <li key={`${path}\n${quote}`}>
            <bdi className="quiet">{path}</bdi> <q dir="auto">{quote}</q>
          </li>
        ))}
      </ul>
    </section>
  );
}
