import { t } from '@vscode/l10n';
import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import { useEffect, useRef, type RefObject } from 'react';
import { translated } from '../../../src/base/userLanguage.ts';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import { askingAsTyped, askingOf, asTyped, carriedTerms, followUpOf, putFollowUp, sent, type FollowUp } from '../followUps.ts';
import { noScopeNames } from '../../../src/protocol/scopeCompletion.ts';
import { scopeOfText } from '../scoped.ts';
import { QuestionBox } from './questionBox.tsx';
import { ScopeChips } from './scopeChips.tsx';
import type { ShownRun } from './useRunGestures.ts';
import { Icon, IconButton, LinkButton, usePost } from './controls.tsx';

interface FollowUpBoxProps extends Pick<ShownRun, 'runId' | 'trace' | 'session' | 'setSession'> {
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly onFocus: () => void;
}

/** Asks a question that follows the shown run. What it means on its own is shown before it is asked. */
export function FollowUpBox({ runId, trace, session, inputRef, onFocus, setSession }: FollowUpBoxProps) {
  const post = usePost();
  const names = session.scopeNames ?? noScopeNames;
  const followUp = followUpOf(session.followUps, runId);
  const { text, stage } = followUp;
  const typedScope = scopeOfText(
    text,
    names.fields.map(({ name }) => name),
  );
  const put = (next: FollowUp): void => setSession((now) => ({ ...now, followUps: putFollowUp(now.followUps, runId, next) }));
  const send = (message: Extract<FromPanel, { kind: 'ask' }>): void => {
    const typed = message.follows?.typed ?? '';
    setSession((now) => ({ ...now, followUps: sent(now.followUps, runId, typed) }));
    post(message);
  };
  const begin = (): void => {
    if (text.trim() === '' || stage?.kind === 'rewriting') return;
    const key = `${Date.now()}`;
    put({ ...asTyped(followUp), stage: { kind: 'rewriting', key } });
    post({ kind: 'follow-up', runId, key, question: text.trim() });
  };
  const back = (): void => {
    if (stage?.kind === 'rewriting') post({ kind: 'stop-follow-up' });
    put(asTyped(followUp));
    inputRef.current?.focus();
  };
  const skip = (): void => {
    if (stage?.kind === 'rewriting') post({ kind: 'stop-follow-up' });
    send(askingAsTyped(trace, runId, followUp));
  };
  return (
    <section className="follow-up stack" aria-label={t('Follow-up')}>
      <div className="row">
        <QuestionBox
          label={t('Follow-up question')}
          text={text}
          placeholder={t('Ask a follow-up…')}
          names={names}
          inputRef={inputRef}
          onWrite={(typed) => put({ ...asTyped(followUp), text: typed })}
          onAsk={begin}
          onEscape={stage && stage.kind !== 'asked' ? back : undefined}
          onFocus={onFocus}
        />
        {stage?.kind === 'rewriting' ? (
          <>
            <VscodeButton secondary onClick={back}>
              <span className="codicon codicon-debug-stop" slot="content-before" aria-hidden />
              {t('Stop')}
            </VscodeButton>
            <LinkButton title={t('Ask the question without changes')} onClick={skip}>
              {t('Ask as typed')}
            </LinkButton>
          </>
        ) : (
          <VscodeButton secondary disabled={text.trim() === ''} onClick={begin}>
            {t('Ask')}
          </VscodeButton>
        )}
      </div>
      {text === '' ? null : <Carried terms={carriedTerms(trace, followUp)} onChange={(without) => put({ ...followUp, without })} />}
      {typedScope === undefined ? null : <ScopeChips view={typedScope} label={t('Only in')} />}
      <div role="status">
        {stage?.kind === 'rewriting' ? (
          <p className="row">
            <Icon name="loading codicon-modifier-spin" /> {t('Making the question stand alone…')}
          </p>
        ) : null}
        {stage?.kind === 'shown' ? <span className="visually-hidden">{t('Asked as: {0}', stage.made.question)}</span> : null}
      </div>
      {stage?.kind === 'shown' ? (
        <AskedAs
          edited={stage.edited}
          why={stage.made.follows.why && translated(stage.made.follows.why)}

          onEdit={(edited) => put({ ...followUp, stage: { ...stage, edited } })}
          onAsk={() => send(askingOf(trace, followUp, stage.made, stage.edited))}
          onAsTyped={stage.made.isUnclear ? undefined : skip}
          onBack={back}
        />
      ) : null}
    </section>
  );
}

interface AskedAsProps {
  readonly edited: string;
  /** Why the question is as it was typed, or what the language model did not do. */
  readonly why: string | undefined;
  readonly onEdit: (text: string) => void;
  readonly onAsk: () => void;
  readonly onAsTyped: (() => void) | undefined;
  readonly onBack: () => void;
}

function AskedAs({ edited, why, onEdit, onAsk, onAsTyped, onBack }: AskedAsProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  // It has just been asked for, and Enter asks it.
  useEffect(() => {
    ref.current?.focus();
    ref.current?.setSelectionRange(ref.current.value.length, ref.current.value.length);
  }, []);
  const mayAsk = edited.trim() !== '';
  const ask = (): void => {
    if (mayAsk) onAsk();
  };
  return (
    <div className="asked-as stack" role="group" aria-label={t('Before it is asked')}>
      {why === undefined ? null : (
        <p className="row">
          <Icon name="question" /> {why}
        </p>
      )}
      <div className="row">
        <span className="quiet" aria-hidden>
          {t('Asked as:')}
        </span>
        <QuestionBox
          label={t('Asked as:')}
          text={edited}
          placeholder=""
          names={noScopeNames}
          inputRef={ref}
          onWrite={onEdit}
          onAsk={ask}
          onEscape={onBack}
        />
        <VscodeButton disabled={!mayAsk} onClick={ask}>
          {t('Ask')}
        </VscodeButton>
        {onAsTyped === undefined ? null : (
          <LinkButton title={t('Ask the question without changes')} onClick={onAsTyped}>
            {t('Ask as typed')}
          </LinkButton>
        )}
        <IconButton icon="close" title={t('Back (Esc)')} label={t('Back to the follow-up')} onClick={onBack} />
      </div>
    </div>
  );
}

interface CarriedProps {
  readonly terms: ReturnType<typeof carriedTerms>;
  readonly onChange: (without: string[]) => void;
}

/** The scope of the run, each term of which can be left out. */
function Carried({ terms, onChange }: CarriedProps) {
  if (terms.length === 0) return null;
  const toggle = (text: string): string[] =>
    terms.flatMap((term) => (term.isReplaced ? [] : term.text === text ? (term.isKept ? [text] : []) : term.isKept ? [] : [term.text]));
  return (
    <div className="scope row">
      <Icon name="filter" />
      <span aria-hidden>{t('Only in, as before')}</span>
      <ul className="scope-chips row" aria-label={t('Only in, as before')}>
        {terms.map(({ text, isKept, isReplaced }) => (
          <li key={text} className={`scope-chip cut${isKept ? '' : ' is-unmatched'}`}>
            {text.startsWith('-') ? `${t('not')} ` : ''}
            <span dir="auto">{text.replace(/^-/, '')}</span>
            {isReplaced ? (
              <span className="visually-hidden"> {t('(replaced by what is typed)')}</span>
            ) : (
              <IconButton
                className="chip-button"
                icon={isKept ? 'close' : 'discard'}
                title={isKept ? t('Leave out') : t('Limit again')}
                label={isKept ? t('Do not limit it to {0}', text) : t('Limit it to {0} again', text)}
                onClick={() => onChange(toggle(text))}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
