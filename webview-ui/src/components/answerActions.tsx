/** What can be done with an ended run. */
import { t } from '@vscode/l10n';
import { plural } from '../../../src/base/amounts.ts';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { AnswerView } from '../answerView.ts';
import type { WayOn } from '../waysOn.ts';
import { Icon, LinkButton, usePost } from './controls.tsx';

interface ActionsProps {
  readonly answer: AnswerView;
  /** Numbers of the quotes that are inserted and copied; absent where there is nothing to insert. */
  readonly quotes: number[] | undefined;
  readonly isHeadline: boolean;
  readonly isPinned: boolean;
  readonly runId: string;
}

export function AnswerActions(props: ActionsProps) {
  const { answer, isPinned, runId } = props;
  const post = usePost();
  return (
    <>
      {answer.forms.length === 0 ? null : (
        <span className="write-as" role="group" aria-label={t('Form of the answer')}>
          <span aria-hidden>{t('Write as:')}</span>
          {answer.forms.map(({ value, label, isCurrent }) => (
            <LinkButton
              key={value}
              disabled={isCurrent}
              aria-pressed={isCurrent}
              title={isCurrent ? t('The answer is written like this') : t('Write this answer like this. Completed calls aren’t repeated.')}
              onClick={() => post({ kind: 'write-as', runId, writtenForm: value })}
            >
              <span className="visually-hidden">{t('Write as')} </span>
              {label}
            </LinkButton>
          ))}
        </span>
      )}
      {actionsOf(props).map(([label, title, message]) => (
        <LinkButton
          key={message.kind}
          title={title}
          aria-pressed={message.kind === 'pin' ? isPinned : undefined}
          onClick={() => post(message)}
        >
          {message.kind === 'pin' ? <Icon name={isPinned ? 'pinned' : 'pin'} /> : null} {label}
        </LinkButton>
      ))}
    </>
  );
}

type Action = readonly [label: string, title: string, message: FromPanel];

/** In their order. */
function actionsOf({ answer: { setting, isAboutModel, wayOn }, quotes, isHeadline, isPinned, runId }: ActionsProps): readonly Action[] {
  const shown = whatIsShown(isHeadline, quotes?.length ?? 0);
  const actions: readonly (Action | false | undefined)[] = [
    setting !== undefined && [t('Open settings'), t('Show “{0}” in the settings', setting), { kind: 'open-setting', setting }],
    isAboutModel && [t('Choose models'), t('Choose the models that answer'), { kind: 'choose-models' }],
    wayOn && [
      wayOn === 'resume' ? t('Resume') : t('Continue'),
      t('Continue where it ended. Completed calls aren’t repeated.'),
      { kind: wayOn, runId },
    ],
    [t('Ask again'), t('Ask the same question from the start, with the same method'), { kind: 'ask-again', runId }],
    [t('Try another method…'), t('Answer the same question with another method (Shift+R)'), { kind: 'other-method', runId }],
    [isPinned ? t('Pinned') : t('Pin'), isPinned ? unpinWords : pinWords, { kind: 'pin', runId, isPinned: !isPinned }],
    quotes && [t('Insert with citations'), t('Insert {0} at the cursor, with citations', shown), { kind: 'insert-answer', runId, quotes }],
    [t('Export…'), t('Write this question with its answer, graph and sources to a file'), { kind: 'export', runId }],
    quotes && [t('Copy'), t('Copy {0} as Markdown, with citations', shown), { kind: 'copy-answer', runId, quotes }],
  ];
  return actions.filter((action) => action !== undefined && action !== false);
}

const pinWords = t('Keep this question at the top, and say when a document changes what its answer rests on (Alt+P)');
const unpinWords = t('Unpin (Alt+P)');

/** What is inserted and copied. */
function whatIsShown(isOnlyQuotes: boolean, quotes: number): string {
  const shown = plural(quotes, t('the {0} quote that is shown'), t('the {0} quotes that are shown'));
  if (isOnlyQuotes) return shown;
  return quotes === 0 ? t('the answer') : t('the answer and {0}', shown);
}

interface WaysOnProps {
  readonly ways: readonly WayOn[];
  readonly runId: string;
  readonly onRephrase: () => void;
}

/** What can be tried after a run without an answer: first what would write one, with its cost. */
export function WaysOn({ ways, runId, onRephrase }: WaysOnProps) {
  const post = usePost();
  const take = ({ kind, pipeline }: WayOn): void => {
    if (kind === 'writer') post({ kind: 'use-writer', runId });
    else if (kind === 'model') post({ kind: 'choose-models' });
    else if (kind === 'method' && pipeline !== undefined) post({ kind: 'other-method', runId, pipeline });
    else onRephrase();
  };
  const isWriting = ({ kind }: WayOn): boolean => kind === 'writer' || kind === 'model';
  const rows = [
    [t('For a written answer:'), ways.filter(isWriting)],
    [t('Or try:'), ways.filter((way) => !isWriting(way))],
  ] as const;
  const row = ([heading, some]: (typeof rows)[number]) =>
    some.length === 0 ? null : (
      <div className="ways" key={heading}>
        <h2 className="answer-heading">{heading}</h2>{' '}
        <ul>
          {some.map((way) => (
            <li key={way.label}>
              <LinkButton title={way.why} onClick={() => take(way)}>
                {way.label}
              </LinkButton>
              <span className={way.kind === 'writer' ? 'quiet' : 'visually-hidden'}> {way.why}</span>{' '}
            </li>
          ))}
        </ul>
      </div>
    );
  return <div className="all-ways">{rows.map(row)}</div>;
}
