import { t } from '@vscode/l10n';
import { StatusBarAlignment, window } from 'vscode';
import { urgentRows } from './index/indexRows.ts';
import { noDocuments, olderIndex } from './index/indexSentences.ts';
import { answeredBy, answeringNow } from './modelChoice/modelWords.ts';
import { count } from '../base/amounts.ts';
import type { Uses } from './parts.ts';

type StatusBarApp = Uses<'owned' | 'folder' | 'settings' | 'index' | 'runs'>;

interface Shown {
  readonly text: string;
  readonly tooltip: string | undefined;
  readonly command: string;
}

/** A single status bar item: what Ariadne is doing or can do. A click performs the next sensible action. */
export function registerStatusBar(app: StatusBarApp): void {
  const item = app.owned.add(window.createStatusBarItem('ariadne.status', StatusBarAlignment.Left, 0));
  item.name = 'Ariadne';
  const update = (): void => {
    const shown = shownNow(app);
    if (!shown) return item.hide();
    Object.assign(item, shown);
    item.show();
  };
  update();
  for (const changed of [app.index.onDidChange, app.runs.onDidChangeRuns]) app.owned.add(changed.on(update));
}

function shownNow(app: StatusBarApp): Shown | undefined {
  const { index, runs, settings } = app;
  const { readiness, status } = index;
  if (runs.runningId !== undefined) {
    const tooltip = `${t('Ariadne is answering a question.')} ${answeredBy(answeringNow(settings(), status))} ${t('Click to see it.')}`;
    return { text: `$(sync~spin) ${t('Answering')}`, tooltip, command: 'ariadne.openTrace' };
  }
  return readiness === 'no-folder' || readiness === 'virtual' ? undefined : standingOf(app);
}

/** What a folder's index can do, or what is missing. */
export function standingOf({ index, folder, settings }: Uses<'folder' | 'settings' | 'index'>): Shown {
  const name = folder()?.name ?? '';
  const { readiness, status, indexing } = index;
  const answered = (): string => answeredBy(answeringNow(settings(), status));
  if (readiness === 'virtual') {
    const tooltip = t('"{0}" is not on a disk. Ariadne reads files directly, so open a local copy.', name);
    return { text: `$(circle-slash) ${t('Not on a disk')}`, tooltip, command: 'vscode.openFolder' };
  }
  if (readiness === 'unknown') return { text: '$(library) Ariadne', tooltip: t('Ask Ariadne about {0}', name), command: 'ariadne.ask' };
  const urgent = urgentRows({ status, indexing, embedder: settings().models.embedder }, new Date()).find((row) => row.status !== undefined);
  if (urgent) {
    const { icon, tooltip, command = 'ariadne.index.focus' } = urgent;
    return { text: `$(${icon}) ${urgent.status}`, tooltip, command };
  }
  if (readiness === 'untrusted' || readiness === 'no-index') {
    return status.outdated === true
      ? { text: `$(library) ${t('Old index')}`, tooltip: `${olderIndex(name)} ${t('Click to index it again.')}`, command: 'ariadne.index' }
      : {
          text: `$(library) ${t('No index')}`,
          tooltip: t('Ariadne has not indexed {0} yet. Click to index it.', name),
          command: 'ariadne.index',
        };
  }
  return readiness === 'empty'
    ? { text: `$(library) ${t('No documents')}`, tooltip: `${noDocuments(name)} ${t('Click to see why.')}`, command: 'ariadne.index.focus' }
    : {
        text: `$(library) ${count(status.documents, 'document')}`,
        tooltip: `${t('Ask Ariadne about {0}.', name)} ${answered()}`,
        command: 'ariadne.ask',
      };
}
