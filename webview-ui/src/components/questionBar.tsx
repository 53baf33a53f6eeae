import { t } from '@vscode/l10n';
import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import { useEffect, useMemo, type RefObject } from 'react';
import type { PanelState } from '../../../src/protocol/panel.ts';
import type { ScopeNames } from '../../../src/protocol/scopeNames.ts';
import { earlierQuestions } from '../questionHistory.ts';
import type { PassagesFound } from '../session.ts';
import { scopeOfText } from '../scoped.ts';
import { modelName } from '../../../src/trace/dag/words.ts';
import { QuestionBox } from './questionBox.tsx';
import { ScopeChips } from './scopeChips.tsx';
import { Icon, IconButton, usePost } from './controls.tsx';

interface QuestionBarProps {
  readonly state: PanelState;
  /** The page's title for screen readers. */
  readonly title: string;
  readonly text: string;
  /** What was typed for the run that is shown below with its scope. */
  readonly shownText: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  /** What the question can be limited by. */
  readonly names: ScopeNames;
  readonly passages: PassagesFound | undefined;
  readonly onFocus: () => void;
  readonly onWrite: (text: string) => void;
  readonly onAsk: (question: string) => void;
  readonly onKeys: () => void;
}

/** Passages are looked for from so many characters, when nothing was typed for so long. */
const shortestLook = 3;
const lookMs = 200;

export function QuestionBar({
  state,
  title,
  text,
  shownText,
  inputRef,
  names,
  passages,
  onFocus,
  onWrite,
  onAsk,
  onKeys,
}: QuestionBarProps) {
  const post = usePost();
  const method = state.pipelines.find(({ id }) => id === state.pipeline);
  const question = text.trim();
  const fields = names.fields.map(({ name }) => name);
  const scope = text === shownText ? undefined : scopeOfText(text, fields);
  const history = useMemo(() => earlierQuestions(state.runs), [state.runs]);
  const isLooked = text !== shownText && question.length >= shortestLook && state.index.passages > 0;
  useEffect(() => {
    if (!isLooked) return;
    const timer = setTimeout(() => post({ kind: 'want-passages', question: text }), lookMs);
    return () => clearTimeout(timer);
  }, [isLooked, text, post]);
  // While more of the same question is typed, what was found for its beginning stays.
  const found = isLooked && passages?.question.startsWith(text.slice(0, shortestLook)) ? passages.found : [];
  const { folders = [state.folderName] } = state;
  const ask = (): void => {
    if (question !== '') onAsk(question);
  };
  return (
    <header className="bar row">
      <h1 className="visually-hidden" dir="auto">
        {title}
      </h1>
      <QuestionBox
        label={t('Question')}
        text={text}
        placeholder={
          state.folderName === '' && state.folders === undefined
            ? t('Ask your documents… (↓ for patterns)')
            : t('Ask {0}… (↓ for patterns)', folders.join(', '))
        }
        names={names}
        inputRef={inputRef}
        onWrite={onWrite}
        onAsk={ask}
        onFocus={onFocus}
        history={history}
        passages={found}
        onOpen={({ path, startOffset, endOffset, documentHash }) =>
          post({ kind: 'open-source', path, startOffset, endOffset, documentHash, beside: true })
        }
        hasTemplates
      />
      <div className="bar-buttons">
        {state.folders === undefined ? null : (
          <Choice
            name={t('Folders')}
            about={[t('Choose the folders to ask'), folders.join('\n')]}
            onClick={() => post({ kind: 'choose-folders' })}
          >
            {folders.length > 1 ? t('{0} folders', folders.length) : (folders[0] ?? '')}
          </Choice>
        )}
        <Choice
          name={t('Method')}
          about={[t('Choose how questions are answered'), method?.description]}
          onClick={() => post({ kind: 'choose-pipeline' })}
        >
          {method?.title ?? state.pipeline}
        </Choice>
        {state.answerForm === undefined ? null : (
          <Choice
            name={t('Form of the answer')}
            about={[t('Choose how answers are written'), state.answerForm.about]}
            onClick={() => post({ kind: 'choose-writing' })}
          >
            {state.answerForm.label}
          </Choice>
        )}
        <Choice name={t('Models')} about={[t('Choose models'), state.answering?.about]} onClick={() => post({ kind: 'choose-models' })}>
          {state.answering?.name ?? modelName(state.chatModel)}
        </Choice>
        <div className="bar-ask row">
          {state.runningId === undefined ? (
            <VscodeButton key="ask" disabled={question === ''} onClick={ask}>
              {t('Ask')}
            </VscodeButton>
          ) : (
            // Not the same element, so that the focus does not move from Ask to Stop.
            <VscodeButton key="stop" secondary onClick={() => post({ kind: 'cancel' })}>
              <span className="codicon codicon-debug-stop" slot="content-before" aria-hidden />
              {t('Stop')}
            </VscodeButton>
          )}
          <IconButton icon="keyboard" title={t('Keys (?)')} label={t('Show keys')} onClick={onKeys} />
        </div>
      </div>
      {scope === undefined ? null : <ScopeChips view={scope} label={t('Only in')} />}
      {state.chatModel === 'builtin' ? null : <p className="cost-ahead">{state.costAhead}</p>}
    </header>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** What the button does, and what is said of what is chosen. */
  readonly about: readonly (string | undefined)[];
  readonly onClick: () => void;
  readonly children: string;
}

function Choice({ name, about, onClick, children }: ChoiceProps) {
  return (
    <button type="button" className="chip" title={about.filter((part) => part !== undefined).join('\n\n')} onClick={onClick}>
      <span className="visually-hidden">{name}: </span>
      <span className="cut">{children}</span>
      <Icon name="chevron-down" />
    </button>
  );
}
