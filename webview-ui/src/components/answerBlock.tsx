import type { FromPanel } from '../../../src/protocol/panel.ts';
import { notCheckedSentence } from '../../../src/protocol/writtenWords.ts';
import type { AnswerView } from '../answerView.ts';
import { capital } from '../flagWords.ts';
import { AnswerText } from './answerText.tsx';
import { Digest, useShownQuotes } from './digest.tsx';
import { WaysOn } from './waysOn.tsx';
import { WriteAs } from './writeAs.tsx';
import { Conflicts, Written } from './written.tsx';
import { count } from '../../../src/base/amounts.ts';

interface AnswerBlockProps {
  readonly answer: AnswerView;
  /** The answer as far as a model has written it; counts while the run goes on. */
  readonly writing: string | undefined;
  /** Whether that is its longer form, below the short answer. */
  readonly isComposing: boolean;
  readonly isPinned: boolean;
  /** What keeps the run from going on, in words. */
  readonly pause: string | undefined;
  /** The question, where the question box has another. */
  readonly asked: string | undefined;
  readonly runId: string;
  readonly onSelect: (node: string) => void;
  readonly onRephrase: () => void;
  readonly post: (message: FromPanel) => void;
}

export function AnswerBlock({ answer, writing, isComposing, isPinned, pause, asked, runId, onSelect, onRephrase, post }: AnswerBlockProps) {
  const { kind, markdown, sentence, unconfirmed, advice, notFound, missing, ways, isAboutModel = false, setting, wayOn } = answer;
  const { citations, unplaced, unsupported, path, written, conflicts, forms, digest } = answer;
  const hasText = markdown !== undefined || written !== undefined || digest !== undefined;
  const isHeadline = markdown === undefined && (written === undefined || written.blocks.length === 0);
  // Quotes come first where there is nothing else; that they are no answer is said beside them.
  const shown = useShownQuotes(runId, digest, !isHeadline && written !== undefined);
  const quotes = [...shown.numbers];
  const isOfQuotes = kind === 'abstained' && isHeadline && digest !== undefined;
  const outcome = (
    <>
      {sentence === undefined ? null : (
        <p className={isHeadline && !isOfQuotes ? 'answer-sentence' : 'answer-aside'}>
          {isOfQuotes ? null : <span className={`codicon ${icons[kind]}`} aria-hidden />} {sentence}
        </p>
      )}
      {kind !== 'running' || pause === undefined ? null : <p className="answer-advice">{capital(pause)}.</p>}
      {kind === 'running' && path.length > 0 ? <Path path={path} onSelect={onSelect} /> : null}
      {advice === undefined ? null : <p className="answer-advice">{advice}</p>}
      {notFound === undefined ? null : (
        <p className="answer-advice">
          Not found:{' '}
          <button type="button" className="link" dir="auto" title="Show this step and its evidence" onClick={() => onSelect(notFound.id)}>
            {notFound.question}
          </button>
        </p>
      )}
      {written === undefined ? null : <Written key={runId} view={written} post={post} />}
      {missing === undefined || notFound !== undefined ? null : (
        <p className="answer-advice" dir="auto">
          Not found: {missing}
        </p>
      )}
      <Conflicts conflicts={conflicts} post={post} />
      {ways === undefined ? null : (
        <WaysOn ways={ways} onTry={(pipeline) => post({ kind: 'other-method', runId, pipeline })} onRephrase={onRephrase} post={post} />
      )}
    </>
  );
  return (
    <section className={`answer answer-${kind}`} aria-label="Answer" tabIndex={-1} data-home="main">
      {asked === undefined ? null : (
        <p className="answer-asked">
          {kind === 'running' ? 'Answering' : 'Answer to'} <q dir="auto">{asked}</q>
        </p>
      )}
      {markdown === undefined ? null : (
        <AnswerText markdown={markdown} citations={citations} unplaced={unplaced} unsupported={unsupported} post={post} />
      )}
      {kind !== 'running' || writing === undefined ? null : (
        // Not read aloud: the answer is, once it is complete.
        <div className={isComposing ? 'answer-writing composing' : 'answer-writing'} aria-hidden>
          <AnswerText markdown={writing} citations={[]} unplaced={[]} unsupported={[]} isProse={isComposing} post={post} />
        </div>
      )}
      {unconfirmed === undefined ? null : (
        <p className="answer-aside answer-doubt">
          <span className="codicon codicon-unverified" aria-hidden /> <strong>Not verified.</strong> {unconfirmed}
        </p>
      )}
      {isOfQuotes ? null : outcome}
      {digest === undefined ? null : (
        <Digest view={digest} runId={runId} shown={shown} canClose={!isHeadline} onSelect={onSelect} post={post}>
          {isOfQuotes ? outcome : null}
        </Digest>
      )}
      {kind === 'running' ? null : (
        <div className="answer-foot">
          <Counts answer={answer} />
          <span className="spacer" />
          {forms.length === 0 ? null : <WriteAs forms={forms} onWrite={(form) => post({ kind: 'write-as', runId, form })} />}
          {setting === undefined ? null : (
            <button
              type="button"
              className="link"
              title={`Show “${setting}” in the settings`}
              onClick={() => post({ kind: 'open-setting', setting })}
            >
              Open settings
            </button>
          )}
          {isAboutModel ? (
            <button type="button" className="link" onClick={() => post({ kind: 'choose-models' })}>
              Choose models
            </button>
          ) : null}
          {wayOn === undefined ? null : (
            <button
              type="button"
              className="link"
              title="Continue where it ended. Completed calls aren’t repeated."
              onClick={() => post({ kind: wayOn, runId })}
            >
              {wayOn === 'resume' ? 'Resume' : 'Continue'}
            </button>
          )}
          <button
            type="button"
            className="link"
            title="Ask the same question from the start, with the same method"
            onClick={() => post({ kind: 'ask-again', runId })}
          >
            Ask again
          </button>
          <button
            type="button"
            className="link"
            title="Answer the same question with another method (Shift+R)"
            onClick={() => post({ kind: 'other-method', runId })}
          >
            Try another method…
          </button>
          <button
            type="button"
            className="link"
            aria-pressed={isPinned}
            title={isPinned ? unpinWords : pinWords}
            onClick={() => post({ kind: 'pin', runId, isPinned: !isPinned })}
          >
            <span className={`codicon codicon-${isPinned ? 'pinned' : 'pin'}`} aria-hidden /> {isPinned ? 'Pinned' : 'Pin'}
          </button>
          {hasText ? (
            <>
              <button
                type="button"
                className="link"
                title={`Insert ${whatIsShown(isHeadline, quotes.length)} at the cursor, with citations`}
                onClick={() => post({ kind: 'insert-answer', runId, quotes })}
              >
                Insert with citations
              </button>
              <button
                type="button"
                className="link"
                title={`Copy ${whatIsShown(isHeadline, quotes.length)} as Markdown, with citations`}
                onClick={() => post({ kind: 'copy-answer', runId, quotes })}
              >
                Copy
              </button>
            </>
          ) : null}
        </div>
      )}
    </section>
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
  running: 'codicon-loading codicon-modifier-spin',
  answered: 'codicon-info',
  unconfirmed: 'codicon-unverified',
  partial: 'codicon-warning',
  abstained: 'codicon-question',
  failed: 'codicon-error',
  stopped: 'codicon-debug-stop',
} as const;

/** The map shows all steps. */
const mostPathSteps = 8;

function Path({ path, onSelect }: { readonly path: AnswerView['path']; readonly onSelect: (node: string) => void }) {
  return (
    <ol className="path" aria-label="Steps so far">
      {path.length <= mostPathSteps ? null : <li className="path-earlier">{path.length - mostPathSteps} before</li>}
      {path.slice(-mostPathSteps).map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className={item.isAnswered ? 'path-step' : 'path-step open'}
            title={item.question}
            onClick={() => onSelect(item.id)}
          >
            <span className="path-label">{item.label}</span> <bdi>{item.words}</bdi>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Counts({ answer }: { readonly answer: AnswerView }) {
  const { answeredSteps, unconfirmedSteps, unansweredSteps, stepsFromMemory, unsupported, written, unindexed, notes } = answer;
  const { doubted = 0, notChecked = 0 } = written ?? {};
  return (
    <>
      {answeredSteps === 0 ? null : (
        <span className="count good">
          <span className="codicon codicon-pass-filled" aria-hidden /> {count(answeredSteps, 'step')} answered
        </span>
      )}
      {stepsFromMemory === 0 ? null : (
        <span className="count memory">
          <span className="codicon codicon-sparkle" aria-hidden /> {stepsFromMemory} from the model’s memory
        </span>
      )}
      {unconfirmedSteps === 0 ? null : (
        <span className="count warn">
          <span className="codicon codicon-unverified" aria-hidden /> {unconfirmedSteps} not verified
        </span>
      )}
      {unansweredSteps === 0 ? null : (
        <span className="count">
          <span className="codicon codicon-question" aria-hidden /> {count(unansweredSteps, 'step')} without an answer
        </span>
      )}
      {unsupported.length === 0 ? null : (
        <span className="count warn">
          <span className="codicon codicon-warning" aria-hidden /> {count(unsupported.length, 'sentence')} without a supporting citation
        </span>
      )}
      {doubted === 0 ? null : (
        <span className="count warn">
          <span className="codicon codicon-unverified" aria-hidden /> {count(doubted, 'sentence')} not supported
        </span>
      )}
      {notChecked === 0 ? null : (
        <span className="count" title={notCheckedSentence}>
          <span className="codicon codicon-circle-large" aria-hidden /> {count(notChecked, 'sentence')} not checked
        </span>
      )}
      {unindexed === undefined ? null : (
        <span className="count warn">
          <span className="codicon codicon-history" aria-hidden /> {unindexed}
        </span>
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
