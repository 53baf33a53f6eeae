import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import VscodeProgressBar from '@vscode-elements/react-elements/dist/components/VscodeProgressBar.js';
import type { FromPanel, PanelState } from '../../../src/protocol/panel.ts';
import { count, plural } from '../words.ts';

interface EmptyStateProps {
  readonly state: PanelState;
  readonly isLoading: boolean;
  readonly onExample: (question: string) => void;
  readonly post: (message: FromPanel) => void;
}

export function EmptyState({ state, isLoading, onExample, post }: EmptyStateProps) {
  if (isLoading) {
    return (
      <main className="empty">
        <span className="codicon codicon-loading codicon-modifier-spin empty-icon" aria-hidden />
        <p role="status">Opening the run…</p>
      </main>
    );
  }
  if (state.readiness === 'starting') {
    return (
      <main className="empty" role="status">
        <span className="codicon codicon-loading codicon-modifier-spin empty-icon" aria-hidden />
        <p>Opening the index of {state.folderName}…</p>
      </main>
    );
  }
  if (state.readiness === 'ready') return <Ready state={state} onExample={onExample} />;
  const { icon, sentence, button, message } = offers(state)[state.readiness];
  return (
    <main className="empty">
      <span className={`codicon ${icon} empty-icon`} aria-hidden />
      <p>{sentence}</p>
      {state.readiness === 'indexing' ? <Progress state={state} /> : null}
      <VscodeButton secondary={state.readiness === 'indexing'} onClick={() => post(message)}>
        {button}
      </VscodeButton>
    </main>
  );
}

/** Above a run that is shown while the folder is indexed. */
export function IndexingBar({ state }: { readonly state: PanelState }) {
  return (
    <div className="indexing-bar" role="status">
      <Progress state={state} />
    </div>
  );
}

function Progress({ state: { progress, index } }: { readonly state: PanelState }) {
  const done = progress?.documentsDone ?? 0;
  const total = progress?.documentsTotal ?? 0;
  const usable =
    index.passages > 0 ? `${plural(index.passages, 'passage')} can be asked meanwhile` : 'questions can be asked when it is done';
  const words =
    progress?.stage === 'wait'
      ? `Waiting for ${progress.waitingFor ?? 'another process'} to finish indexing`
      : progress && total > 0
        ? `${stages[progress.stage]} ${count(done)} of ${plural(total, 'document')}`
        : 'Looking for documents';
  return (
    <div className="progress">
      <VscodeProgressBar value={done} max={Math.max(1, total)} indeterminate={total === 0} aria-label="Indexing" />
      <span>
        {words} · {usable}
      </span>
      {progress?.current === undefined ? null : (
        <span className="place" dir="auto">
          {progress.current}
        </span>
      )}
    </div>
  );
}

const stages = {
  discover: 'Found',
  read: 'Read',
  embed: 'Embedded',
  graph: 'Linking neighbors,',
  fulltext: 'Building full text,',
  store: 'Storing,',
  learn: 'Learning from the documents,',
} as const;

interface Offer {
  readonly icon: string;
  readonly sentence: string;
  readonly button: string;
  readonly message: FromPanel;
}

function offers({ folderName }: PanelState): Readonly<Record<Exclude<PanelState['readiness'], 'ready' | 'starting'>, Offer>> {
  return {
    'no-folder': {
      icon: 'codicon-folder-opened',
      sentence: 'Ariadne answers questions from the documents in a folder; none is open yet.',
      button: 'Open Folder',
      message: { kind: 'open-folder' },
    },
    untrusted: {
      icon: 'codicon-workspace-untrusted',
      sentence: 'This folder is in restricted mode: nothing is read until you trust it.',
      button: 'Manage Trust',
      message: { kind: 'manage-trust' },
    },
    'no-index': {
      icon: 'codicon-library',
      sentence: `“${folderName}” needs to be indexed once. It runs on this computer.`,
      button: 'Index Folder',
      message: { kind: 'index' },
    },
    indexing: { icon: 'codicon-library', sentence: `Indexing ${folderName}…`, button: 'Stop', message: { kind: 'cancel' } },
  };
}

function Ready({ state, onExample }: { readonly state: PanelState; readonly onExample: (question: string) => void }) {
  return (
    <main className="empty">
      <span className="codicon codicon-type-hierarchy-sub empty-icon" aria-hidden />
      <p>
        {plural(state.index.documents, 'document')} {state.index.documents === 1 ? 'is' : 'are'} ready. Ask a question, even one that needs
        several of them.
      </p>
      {state.suggestions.length === 0 ? null : (
        <div className="examples" role="group" aria-label="Suggested questions">
          {state.suggestions.map((question) => (
            <button key={question} type="button" className="example" dir="auto" onClick={() => onExample(question)}>
              {question}
            </button>
          ))}
        </div>
      )}
    </main>
  );
}
