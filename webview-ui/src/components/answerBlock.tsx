import { notCheckedSentence } from '../../../src/protocol/writtenWords.ts';
import type { AnswerView } from '../answerView.ts';
import { capital } from '../flagWords.ts';
import { AnswerText } from './answerText.tsx';
import { Digest, useShownQuotes } from './digest.tsx';
import { WaysOn } from './waysOn.tsx';
import { WriteAs } from './writeAs.tsx';
import { Conflicts, Written } from './written.tsx';
import { count } from '../../../src/base/amounts.ts';
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
  const post = usePost();
  const { kind, markdown, sentence, unconfirmed, advice, notFound, missing, ways } = answer;
  const { citations, unplaced, unsupported, written, conflicts, digest } = answer;
  const hasText = markdown !== undefined || written !== undefined || digest !== undefined;
  const isHeadline = markdown === undefined && (written === undefined || written.blocks.length === 0);
  // Quotes come first where there is nothing else; that they are no answer is said beside them.
  const shown = useShownQuotes(runId, digest, !isHeadline && (written !== undefined || !onRephrase));
  const quotes = [...shown.numbers];
  const isOfQuotes = kind === 'abstained' && isHeadline && digest !== undefined;
  const outcome = (
    <>
      {sentence === undefined ? null : (
        <p className={isHeadline && !isOfQuotes ? 'answer-sentence' : 'answer-aside'}>
          {isOfQuotes ? null : <Icon name={icons[kind]} />} {sentence}
        </p>
      )}
      {kind !== 'running' || pause === undefined ? null : <p className="answer-aside">{capital(pause)}.</p>}
      {advice === undefined || !onRephrase ? null : <p className="answer-aside">{advice}</p>}
      {notFound === undefined ? null : (
        <p className="answer-aside">
          Not found:{' '}
          <LinkButton dir="auto" title="Show this step and its evidence" onClick={() => onSelect(notFound.id)}>
            {notFound.question}
          </LinkButton>
        </p>
      )}
      {written === undefined ? null : <Written key={runId} view={written} />}
      {missing === undefined || notFound !== undefined ? null : (
        <p className="answer-aside" dir="auto">
          Not found: {missing}
        </p>
      )}
      <Conflicts conflicts={conflicts} />
      {ways === undefined || !onRephrase ? null : (
        <WaysOn ways={ways} onTry={(pipeline) => post({ kind: 'other-method', runId, pipeline })} onRephrase={onRephrase} />
      )}
    </>
  );
  return (
    <section className={`answer answer-${kind}`} aria-label="Answer" tabIndex={-1} data-home="main">
      {asked === undefined ? null : (
        <p className="answer-asked quiet small">
          {kind === 'running' ? 'Answering' : 'Answer to'} <q dir="auto">{asked}</q>
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
          <Icon name="unverified" /> <strong>Not verified.</strong> {unconfirmed}
        </p>
      )}
      {isOfQuotes ? null : outcome}
      {digest === undefined ? null : (
        <Digest view={digest} runId={runId} shown={shown} canClose={!isHeadline} canTake={onRephrase !== undefined} onSelect={onSelect}>
          {isOfQuotes ? outcome : null}
        </Digest>
      )}
      {kind === 'running' ? null : (
        <div className="answer-foot row small">
          <Counts answer={answer} />
          <span className="spacer" />
          {onRephrase ? (
            <Actions answer={answer} quotes={hasText ? quotes : undefined} isHeadline={isHeadline} isPinned={isPinned} runId={runId} />
          ) : null}
        </div>
      )}
    </section>
  );
}

interface ActionsProps extends Pick<AnswerBlockProps, 'answer' | 'isPinned' | 'runId'> {
  /** Numbers of the quotes that are inserted and copied; absent where there is nothing to insert. */
  readonly quotes: number[] | undefined;
  readonly isHeadline: boolean;
}

/** What can be done with an ended run. */
function Actions({ answer: { forms, setting, isAboutModel = false, wayOn }, quotes, isHeadline, isPinned, runId }: ActionsProps) {
  const post = usePost();
  return (
    <>
      {forms.length === 0 ? null : <WriteAs forms={forms} onWrite={(writtenForm) => post({ kind: 'write-as', runId, writtenForm })} />}
      {setting === undefined ? null : (
        <LinkButton title={`Show “${setting}” in the settings`} onClick={() => post({ kind: 'open-setting', setting })}>
          Open settings
        </LinkButton>
      )}
      {isAboutModel ? <LinkButton onClick={() => post({ kind: 'choose-models' })}>Choose models</LinkButton> : null}
      {wayOn === undefined ? null : (
        <LinkButton title="Continue where it ended. Completed calls aren’t repeated." onClick={() => post({ kind: wayOn, runId })}>
          {wayOn === 'resume' ? 'Resume' : 'Continue'}
        </LinkButton>
      )}
      <LinkButton title="Ask the same question from the start, with the same method" onClick={() => post({ kind: 'ask-again', runId })}>
        Ask again
      </LinkButton>
      <LinkButton title="Answer the same question with another method (Shift+R)" onClick={() => post({ kind: 'other-method', runId })}>
        Try another method…
      </LinkButton>
      <LinkButton
        aria-pressed={isPinned}
        title={isPinned ? unpinWords : pinWords}
        onClick={() => post({ kind: 'pin', runId, isPinned: !isPinned })}
      >
        <Icon name={isPinned ? 'pinned' : 'pin'} /> {isPinned ? 'Pinned' : 'Pin'}
      </LinkButton>
      {quotes ? (
        <>
          <LinkButton
            title={`Insert ${whatIsShown(isHeadline, quotes.length)} at the cursor, with citations`}
            onClick={() => post({ kind: 'insert-answer', runId, quotes })}
          >
            Insert with citations
          </LinkButton>
          <LinkButton
            title={`Copy ${whatIsShown(isHeadline, quotes.length)} as Markdown, with citations`}
            onClick={() => post({ kind: 'copy-answer', runId, quotes })}
          >
            Copy
          </LinkButton>
        </>
      ) : null}
    </>
  );
}

/** What is inserted and copied. */
function whatIsShown(isOnlyQuotes: boolean, quotes: number): string {
  const shown = `the ${count(quotes, 'quote')} that ${quotes === 1 ? 'is' : 'are'} shown`;
  if (isOnlyQuotes) return shown;
  return quotes === 0 ? 'the answer' : `the answer and ${shown}`;
}

const pinWords = 'Keep this question at the top, and say when a document changes what its answer rests on (Alt+P)';
const unpinWords = 'Unpin (Alt+P)';

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
  const { answeredSteps, unconfirmedSteps, unansweredSteps, stepsFromMemory, unsupported, written, unindexed, notes } = answer;
  const { doubted = 0, notChecked = 0 } = written ?? {};
  const counts: readonly (readonly [n: number, tone: string, icon: string, words: string, about?: string])[] = [
    [answeredSteps, 'good', 'pass-filled', `${count(answeredSteps, 'step')} answered`],
    [stepsFromMemory, 'memory', 'sparkle', `${stepsFromMemory} from the model’s memory`],
    [unconfirmedSteps, 'warn', 'unverified', `${unconfirmedSteps} not verified`],
    [unansweredSteps, '', 'question', `${count(unansweredSteps, 'step')} without an answer`],
    [unsupported.length, 'warn', 'warning', `${count(unsupported.length, 'sentence')} without a supporting citation`],
    [doubted, 'warn', 'unverified', `${count(doubted, 'sentence')} not supported`],
    [notChecked, '', 'circle-large', `${count(notChecked, 'sentence')} not checked`, notCheckedSentence],
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
