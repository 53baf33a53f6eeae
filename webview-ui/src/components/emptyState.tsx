import { t } from '@vscode/l10n';
import VscodeButton from '@vscode-elements/react-elements/dist/components/VscodeButton.js';
import VscodeProgressBar from '@vscode-elements/react-elements/dist/components/VscodeProgressBar.js';
import type { FromPanel, PanelState } from '../../../src/protocol/panel.ts';
import { indexingView } from '../indexingView.ts';
import { count, plural } from '../../../src/base/amounts.ts';
import { Icon, usePost } from './controls.tsx';

interface EmptyStateProps {
  readonly state: PanelState;
  readonly isLoading: boolean;
  readonly onExample: (question: string) => void;
}

export function EmptyState({ state, isLoading, onExample }: EmptyStateProps) {
  const post = usePost();
  if (isLoading) {
    return (
      <main className="empty stack" tabIndex={-1} data-home="main">
        <Icon name="loading codicon-modifier-spin empty-icon" />
        <p role="status">{t('Opening the question…')}</p>
      </main>
    );
  }
  if (state.readiness === 'starting') {
    return (
      <main className="empty stack" tabIndex={-1} data-home="main" role="status">
        <Icon name="loading codicon-modifier-spin empty-icon" />
        <p>{t('Opening the index of {0}…', state.folderName)}</p>
      </main>
    );
  }
  if (state.readiness === 'ready') return <Ready state={state} onExample={onExample} />;
  const { icon, sentence, more, button, message } = offers(state)[state.readiness];
  return (
    <main className="empty stack" tabIndex={-1} data-home="main">
      <Icon name={`${icon} empty-icon`} />
      <p>{sentence}</p>
      {more === undefined ? null : <p className="quiet">{more}</p>}
      {state.readiness === 'indexing' ? <Progress state={state} /> : null}
      <VscodeButton secondary={state.readiness === 'indexing'} onClick={() => post(message)}>
        {button}
      </VscodeButton>
    </main>
  );
}

/** Shown above a run while the folder is indexed. */
export function IndexingBar({ state }: { readonly state: PanelState }) {
  return (
    <section aria-label={t('Indexing')}>
      <Progress state={state} what={`${t('Indexing')} · `} />
    </section>
  );
}

/** The progress; the index view has details. Not announced at every step: a screen reader can query the bar. */
function Progress({ state, what = '' }: { readonly state: PanelState; readonly what?: string }) {
  const { fraction, words } = indexingView(state);
  return (
    <div className="progress stack quiet small">
      <VscodeProgressBar value={(fraction ?? 0) * 100} max={100} indeterminate={fraction === undefined} aria-label={t('Indexing')} />
      <span>
        {what}
        {words}
      </span>
    </div>
  );
}

interface Offer {
  readonly icon: string;
  readonly sentence: string;
  /** Further advice. */
  readonly more?: string;
  readonly button: string;
  readonly message: FromPanel;
}

function offers({ folderName, index }: PanelState): Readonly<Record<Exclude<PanelState['readiness'], 'ready' | 'starting'>, Offer>> {
  return {
    'no-folder': {
      icon: 'folder-opened',
      sentence: t('Ariadne answers questions from the documents in a folder. No folder is open.'),
      button: t('Open Folder'),
      message: { kind: 'open-folder' },
    },
    untrusted: {
      icon: 'workspace-untrusted',
      sentence: t('This folder is in restricted mode. Nothing is read until you trust it.'),
      button: t('Manage Trust'),
      message: { kind: 'manage-trust' },
    },
    'no-index': {
      icon: 'library',
      message: { kind: 'index' },
      ...(index.state === 'partial'
        ? {
            sentence: t('Only part of “{0}” is indexed: {1}.', folderName, count(index.documents, 'document')),
            button: t('Continue Indexing'),
          }
        : {
            sentence: t('“{0}” is not indexed yet. Ariadne reads its documents on this computer, then you can ask.', folderName),
            button: t('Index Folder'),
          }),
    },
    empty: {
      icon: 'library',
      sentence: t('“{0}” has no documents that Ariadne can read.', folderName),
      more:
        index.skipped.files === 0
          ? t('Add PDF, Word, Markdown, HTML, LaTeX or other text files.')
          : plural(
              index.skipped.files,
              t('{0} file was skipped. The Index view lists the reasons.'),
              t('{0} files were skipped. The Index view lists the reasons.'),
            ),
      button: t('Look Again'),
      message: { kind: 'index' },
    },
    indexing: { icon: 'library', sentence: t('Indexing {0}…', folderName), button: t('Stop'), message: { kind: 'cancel' } },
  };
}

function Ready({ state, onExample }: { readonly state: PanelState; readonly onExample: (question: string) => void }) {
  return (
    <main className="empty stack" tabIndex={-1} data-home="main">
      <Icon name="type-hierarchy-sub empty-icon" />
      <p>
        {plural(
          state.index.documents,
          t('{0} document is ready. Ask a question, even one that needs several of them.'),
          t('{0} documents are ready. Ask a question, even one that needs several of them.'),
        )}
      </p>
      {state.suggestions.length === 0 ? null : (
        <div className="examples stack" role="group" aria-label={t('Suggested questions')}>
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
