import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import type { RefObject } from 'react';
import type { PanelState } from '../../../src/protocol/panel.ts';
import type { ScopeNames } from '../../../src/protocol/scopeNames.ts';
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
  readonly onFocus: () => void;
  readonly onWrite: (text: string) => void;
  readonly onAsk: (question: string) => void;
  readonly onKeys: () => void;
}

export function QuestionBar({ state, title, text, shownText, inputRef, names, onFocus, onWrite, onAsk, onKeys }: QuestionBarProps) {
  const post = usePost();
  const method = state.pipelines.find(({ id }) => id === state.pipeline);
  const question = text.trim();
  const fields = names.fields.map(({ name }) => name);
  const scope = text === shownText ? undefined : scopeOfText(text, fields);
  const ask = (): void => {
    if (question !== '') onAsk(question);
  };
  return (
    <header className="bar row">
      <h1 className="visually-hidden" dir="auto">
        {title}
      </h1>
      <QuestionBox
        label="Question"
        text={text}
        placeholder={`Ask ${state.folderName === '' ? 'your documents' : state.folderName}…`}
        names={names}
        inputRef={inputRef}
        onWrite={onWrite}
        onAsk={ask}
        onFocus={onFocus}
      />
      <div className="bar-buttons">
        <Choice
          name="Method"
          about={['Choose how questions are answered', method?.description]}
          onClick={() => post({ kind: 'choose-pipeline' })}
        >
          {method?.title ?? state.pipeline}
        </Choice>
        {state.answerForm === undefined ? null : (
          <Choice
            name="Form of the answer"
            about={['Choose how answers are written', state.answerForm.about]}
            onClick={() => post({ kind: 'choose-writing' })}
          >
            {state.answerForm.label}
          </Choice>
        )}
        <Choice name="Models" about={['Choose models', state.answering?.about]} onClick={() => post({ kind: 'choose-models' })}>
          {state.answering?.name ?? modelName(state.chatModel)}
        </Choice>
        <div className="bar-ask row">
          {state.runningId === undefined ? (
            <VscodeButton key="ask" disabled={question === ''} onClick={ask}>
              Ask
            </VscodeButton>
          ) : (
            // Not the same element, so that the focus does not move from Ask to Stop.
            <VscodeButton key="stop" secondary onClick={() => post({ kind: 'cancel' })}>
              <span className="codicon codicon-debug-stop" slot="content-before" aria-hidden />
              Stop
            </VscodeButton>
          )}
          <IconButton icon="keyboard" title="Keys (?)" label="Show keys" onClick={onKeys} />
        </div>
      </div>
      {scope === undefined ? null : <ScopeChips view={scope} label="Only in" />}
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
