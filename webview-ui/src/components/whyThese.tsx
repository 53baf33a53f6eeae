/** How the evidence was found, turn by turn, alternating between what was searched and what is related to it. */
import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import type { TraceNode } from '../../../src/protocol/trace.ts';
import type { RoundView } from '../roundsView.ts';
import type { FeedbackView, KeptPassage, TurnView } from '../turnsView.ts';
import { scoreWords } from '../../../src/protocol/scoreWords.ts';
import { count, grouped } from '../../../src/base/amounts.ts';
import { LinkButton } from './controls.tsx';

interface WhyTheseProps {
  readonly node: TraceNode;
  readonly turns: readonly TurnView[];
  readonly rounds: readonly RoundView[];
  readonly onPassage: OnPassage;
}

/** The click action for a passage's title; undefined if there is none. */
type OnPassage = (passageId: string) => (() => void) | undefined;

export function WhyThese({ node, turns, rounds, onPassage }: WhyTheseProps) {
  if (rounds.length > 0) return <Rounds rounds={rounds} onPassage={onPassage} />;
  if (!node.nar || turns.length === 0) {
    const words =
      node.evidence.length === 0
        ? t('No passages were ranked for this card.')
        : node.evidence.every((item) => item.source === 'generated')
          ? t('The model wrote this passage; it is not from a document.')
          : t('These passages are in the order of the search.');
    return <p className="quiet">{words}</p>;
  }
  const { b, c, k, exhausted } = node.nar;
  const scored = turns.reduce((sum, turn) => sum + turn.bars.length, 0);
  return (
    <div className="turns">
      <p className="quiet">
        {t(
          'Rated {0} of up to {1}, {2} at a time, with {3} of each.',
          grouped(scored),
          count(c, 'passage'),
          b,
          count(k, 'related passage'),
        )}
        {exhausted ? ` ${t('There were no more passages to rate.')}` : null}
      </p>
      <ol className="stack">
        {turns.map((turn) => (
          <Turn key={turn.n} turn={turn} onPassage={onPassage} />
        ))}
      </ol>
    </div>
  );
}

interface TurnProps {
  readonly turn: TurnView;
  readonly onPassage: OnPassage;
}

function Turn({ turn: { n, pool, frontierSize, best, bars, kept, feedback }, onPassage }: TurnProps) {
  const isFrontier = pool === 'frontier';
  return (
    <li className={isFrontier ? 'turn frontier' : 'turn'}>
      <div className="turn-head row small">
        <b>{t('Turn {0}', n)}</b>
        <span className={isFrontier ? 'tag neighbor' : 'tag first-stage'}>{isFrontier ? t('◆ related passages') : t('search')}</span>
        <span className="spacer" />
        <span>
          {frontierSize === 0
            ? t('{0} rated · best {1}', bars.length, scoreWords(best))
            : t('{0} rated · best {1} · {2} related left', bars.length, scoreWords(best), grouped(frontierSize))}
        </span>
      </div>
      <div
        className="bars"
        role="img"
        aria-label={t('Scores of {0}, {1} of them kept as evidence', count(bars.length, 'passage'), kept.length)}
      >
        {bars.map(({ passageId, title, height, score: value, isKept }) => (
          <span
            key={passageId}
            className={isKept ? 'bar-kept' : ''}
            style={{ height: `${Math.max(6, Math.round(height * 100))}%` }}
            title={`${scoreWords(value)} ${title}`}
          />
        ))}
      </div>
      {feedback === undefined ? null : <Feedback feedback={feedback} />}
      {kept.length === 0 ? <p className="quiet">{t('None of these were kept.')}</p> : <Kept kept={kept} onPassage={onPassage} />}
    </li>
  );
}

function Feedback({ feedback: { words, effect, meanings } }: { readonly feedback: FeedbackView }) {
  return (
    <div className="feedback small">
      <span>
        <b>{words}</b> · {effect}
      </span>
      {meanings.length < 2 ? null : (
        <ul className="meanings row" aria-label={t('Sampled answers with the same meaning')}>
          {meanings.map(({ answer, count: n }, i) => (
            <li key={i} className="tag" title={answer ?? t('no answer')}>
              {answer === null ? <i>{t('no answer')}</i> : <bdi>{answer}</bdi>} ×{n}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Rounds({ rounds, onPassage }: Pick<WhyTheseProps, 'rounds' | 'onPassage'>) {
  return (
    <div className="turns">
      <p className="quiet">{t('Each round asks for what the passages still lack and keeps the best passages found.')}</p>
      <ol className="stack">
        {rounds.map(({ n, gaps, newCount, kept }) => (
          <li key={n} className="turn">
            <div className="turn-head row small">
              <b>{n === 0 ? t('First search') : t('Round {0}', n)}</b>
              <span className="spacer" />
              <span>
                {n > 0 && newCount === 0 ? t('no new passages') : t('{0}, {1} kept', count(newCount, 'new passage'), kept.length)}
              </span>
            </div>
            {gaps.length === 0 ? null : (
              <ul className="gaps">
                {gaps.map((gap) => (
                  <li key={gap}>{rich(t('Lacking: {0}'), <bdi>{gap}</bdi>)}</li>
                ))}
              </ul>
            )}
            <ul className="kept">
              {kept.map(({ passageId, title, isNew }, i) => (
                <li key={passageId}>
                  <b>{i + 1}</b> <PassageTitle title={title} onClick={onPassage(passageId)} />
                  {isNew ? <span className="tag new">{t('new')}</span> : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Kept({ kept, onPassage }: { readonly kept: readonly KeptPassage[]; readonly onPassage: OnPassage }) {
  return (
    <ul className="kept">
      {kept.map(({ passageId, title, rank1, score: value, via }) => (
        <li key={passageId}>
          <b>{rank1}</b> <PassageTitle title={title} onClick={onPassage(passageId)} />
          {via === undefined ? null : (
            <>
              <span className="neighbor" title={t('It is related to')}>
                ←
              </span>
              <PassageTitle title={via.title} onClick={onPassage(via.passageId)} />
            </>
          )}
          <span className="spacer" />
          <span className="number quiet">{scoreWords(value)}</span>
        </li>
      ))}
    </ul>
  );
}

function PassageTitle({ title, onClick }: { readonly title: string; readonly onClick: (() => void) | undefined }) {
  if (!onClick) return <bdi className="cut">{title}</bdi>;
  return (
    <LinkButton className="cut" dir="auto" onClick={onClick}>
      {title}
    </LinkButton>
  );
}
