import { t } from '@vscode/l10n';
import { useEffect } from 'react';
import { notCheckedSentence } from '../../../src/protocol/writtenWords.ts';
import type { AnswerView } from '../answerView.ts';
import { capital } from '../../../src/trace/dag/flagWords.ts';
import { AnswerText } from './answerText.tsx';
import { Digest, useShownQuotes } from './digest.tsx';
import { AnswerActions, WaysOn } from './answerActions.tsx';
import { Conflicts, Written } from './written.tsx';
import { count, plural } from '../../../src/base/amounts.ts';
import { Icon, LinkButton, usePost } from './controls.tsx';

interface AnswerBlockProps {
  readonly answer: AnswerView;
  /** The answer as far as a model has written it; counts while the run goes on. */
  readonly writing: string | undefined;
  /** Whether that is its longer version, below the short answer. */
  readonly isComposing: boolean;
  readonly isPinned: boolean;
  /** What keeps the run from going on, in words. */
  readonly pause: string | undefined;
  /** The question, where the question box has another. */
  readonly asked: string | undefined;
  readonly runId: string;
  readonly onSelect: (node: string) => void;
  /** Absent where the run can only be read: then nothing is offered that changes it, or goes on from it. */
  readonly onRephrase?: () => void;
}

export function AnswerBlock({ answer, writing, isComposing, isPinned, pause, asked, runId, onSelect, onRephrase }: AnswerBlockProps) {
  const { kind, markdown, sentence, unconfirmed, advice, notFound, missing, ways } = answer;
  const { citations, unplaced, unsupported, written, conflicts, digest } = answer;
  const hasText = markdown !== undefined || written !== undefined || digest !== undefined;
  const isHeadline = markdown === undefined && (written === undefined || written.blocks.length === 0);
  // Quotes lead where there is nothing else; that they are no answer is said below them.
  const shown = useShownQuotes(runId, digest, !isHeadline && (written !== undefined || !onRephrase));
  const quotes = [...shown.numbers];
  const isOfQuotes = kind === 'abstained' && isHeadline && digest !== undefined;
  const outcome = (
    <>
      {sentence === undefined ? null : (
        <p className={isHeadline && !isOfQuotes ? 'answer-sentence' : 'answer-aside'}>
          {isOfQuotes ? null : <Icon name={icons[kind]} />} {sentence}
          {notFound === undefined ? null : (
            <>
              {t(' Not found: ')}
              <LinkButton dir="auto" title={t('Show this step and its evidence')} onClick={() => onSelect(notFound.id)}>
                {notFound.question}
              </LinkButton>
            </>
          )}
        </p>
      )}
      {kind !== 'running' || pause === undefined ? null : <p className="answer-aside">{capital(pause)}.</p>}
      {advice === undefined || !onRephrase ? null : <p className="answer-aside">{advice}</p>}
      {written === undefined ? null : <Written key={runId} view={written} />}
      {missing === undefined || notFound !== undefined ? null : (
        <p className="answer-aside" dir="auto">
          {t('Not found: {0}', missing)}
        </p>
      )}
      <Conflicts conflicts={conflicts} />
      {ways === undefined || !onRephrase ? null : <WaysOn ways={ways} runId={runId} onRephrase={onRephrase} />}
    </>
  );
  return (
    <section className={`answer answer-${kind}`} aria-label={t('Answer')} tabIndex={-1} data-home="main">
      <div className="answer-body">
        {asked === undefined ? null : (
          <p className="answer-asked quiet small">
            {kind === 'running' ? t('Answering') : t('Answer to')} <q dir="auto">{asked}</q>
          </p>
        )}
        {markdown === undefined ? null : (
          <AnswerText markdown={markdown} citations={citations} unplaced={unplaced} unsupported={unsupported} />
        )}
        {kind !== 'running' || writing === undefined ? null : (
          // Not read aloud: the answer is, once it is complete.
          <div className={isComposing ? 'answer-writing composing' : 'answer-writing'} aria-hidden>
            <AnswerText markdown={writing} citations={[]} unplaced={[]} unsupported={[]} isProse={isComposing} />
          </div>
        )}
        {unconfirmed === undefined ? null : (
          <p className="answer-aside answer-doubt">
            <Icon name="unverified" /> <strong>{t('Not verified.')}</strong> {unconfirmed}
          </p>
        )}
        {isOfQuotes ? null : outcome}
        {digest === undefined ? null : (
          <Digest view={digest} runId={runId} shown={shown} canClose={!isHeadline} canTake={onRephrase !== undefined} onSelect={onSelect} />
        )}
      </div>
      {isOfQuotes ? outcome : null}
      {kind === 'running' ? null : (
        <div className="answer-foot row small">
          <Counts answer={answer} />
          <span className="spacer" />
          {onRephrase ? (
            <AnswerActions
              answer={answer}
              quotes={hasText ? quotes : undefined}
              isHeadline={isHeadline}
              isPinned={isPinned}
              runId={runId}
            />
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Asks for the model that would write an answer, where there are only quotes. @param chatModel another one may be offered after it */
export function useWriterOffer(runId: string, { ways }: AnswerView, chatModel: unknown): void {
  const post = usePost();
  const isWanted = ways?.some(({ kind }) => kind === 'model') === true;
  useEffect(() => {
    if (isWanted) post({ kind: 'want-writer' });
  }, [runId, isWanted, chatModel]);
}

const icons = {
  running: 'loading codicon-modifier-spin',
  answered: 'info',
  unconfirmed: 'unverified',
  partial: 'warning',
  abstained: 'question',
  failed: 'error',
  stopped: 'debug-stop',
} as const;

function Counts({ answer }: { readonly answer: AnswerView }) {
  const { kind, answeredSteps, unconfirmedSteps, stepsFromMemory, unsupported, written, unindexed, notes } = answer;
  // That nothing was answered is said above.
  const unansweredSteps = kind === 'abstained' && answeredSteps === 0 ? 0 : answer.unansweredSteps;
  const { doubted = 0, notChecked = 0 } = written ?? {};
  const counts: readonly (readonly [n: number, tone: string, icon: string, words: string, about?: string])[] = [
    [answeredSteps, 'good', 'pass-filled', plural(answeredSteps, t('{0} step answered'), t('{0} steps answered'))],
    [stepsFromMemory, 'memory', 'sparkle', t('{0} from the model’s memory', stepsFromMemory)],
    [unconfirmedSteps, 'warn', 'unverified', t('{0} not verified', unconfirmedSteps)],
    [unansweredSteps, '', 'question', t('{0} without an answer', count(unansweredSteps, 'step'))],
    [unsupported.length, 'warn', 'warning', t('{0} without a supporting citation', count(unsupported.length, 'sentence'))],
    [doubted, 'warn', 'unverified', t('{0} not supported', count(doubted, 'sentence'))],
    [notChecked, '', 'circle-large', t('{0} not checked', count(notChecked, 'sentence')), notCheckedSentence],
    [unindexed === undefined ? 0 : 1, 'warn', 'history', unindexed ?? ''],
  ];
  return (
    <>
      {counts.map(([n, tone, icon, words, about]) =>
        n === 0 ? null : (
          <span key={icon + words} className={`count ${tone}`} title={about}>
            <Icon name={icon} /> {words}
          </span>
        ),
      )}
      {notes.length === 0 ? null : (
        <details className="notes">
          <summary>{count(notes.length, 'note')}</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
