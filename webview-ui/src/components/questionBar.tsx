import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import type { RefObject } from 'react';
import type { FromPanel, PanelState } from '../../../src/protocol/panel.ts';
import type { ScopeNames } from '../../../src/protocol/scopeNames.ts';
import { scopeOfText } from '../scoped.ts';
import { modelName } from '../words.ts';
import { QuestionBox } from './questionBox.tsx';
import { ScopeChips } from './scopeChips.tsx';
import { Icon } from './controls.tsx';

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
  readonly post: (message: FromPanel) => void;
}

export function QuestionBar({ state, title, text, shownText, inputRef, names, onFocus, onWrite, onAsk, onKeys, post }: QuestionBarProps) {
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
        <button
          type="button"
          className="chip"
          title={['Choose how questions are answered', ...(method ? [method.description] : [])].join('\n\n')}
          onClick={() => post({ kind: 'choose-pipeline' })}
        >
          <span className="visually-hidden">Method: </span>
          <span className="cut">{method?.title ?? state.pipeline}</span>
          <Icon name="chevron-down" />
        </button>
        {state.answerForm === undefined ? null : (
          <button
            type="button"
            className="chip"
            title={`Choose how answers are written\n\n${state.answerForm.about}`}
            onClick={() => post({ kind: 'choose-writing' })}
          >
            <span className="visually-hidden">Form of the answer: </span>
            <span className="cut">{state.answerForm.label}</span>
            <Icon name="chevron-down" />
          </button>
        )}
        <button
          type="button"
          className="chip"
          title={state.answering === undefined ? 'Choose models' : `Choose models\n\n${state.answering.about}`}
          onClick={() => post({ kind: 'choose-models' })}
        >
          <span className="visually-hidden">Models: </span>
          <span className="cut">{state.answering?.name ?? modelName(state.chatModel)}</span>
          <Icon name="chevron-down" />
        </button>
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
        <button type="button" className="icon-button" title="Keys (?)" aria-label="Show keys" onClick={onKeys}>
          <Icon name="keyboard" />
        </button>
      </div>
      {scope === undefined ? null : <ScopeChips view={scope} label="Only in" />}
      {state.chatModel === 'builtin' ? null : <p className="cost-ahead">{state.costAhead}</p>}
    </header>
  );
}
