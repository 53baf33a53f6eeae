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

function shownNow({ index, runs, folder, settings }: StatusBarApp): Shown | undefined {
  const name = folder()?.name ?? '';
  const { readiness, status, indexing } = index;
  const answered = (): string => answeredBy(answeringNow(settings(), status));
  if (runs.runningId !== undefined) {
    const tooltip = `Ariadne is answering a question. ${answered()} Click to see it.`;
    return { text: '$(sync~spin) Answering', tooltip, command: 'ariadne.openTrace' };
  }
  if (readiness === 'no-folder' || readiness === 'virtual') return undefined;
  if (readiness === 'unknown') return { text: '$(library) Ariadne', tooltip: `Ask Ariadne about ${name}`, command: 'ariadne.ask' };
  const urgent = urgentRows({ status, indexing, embedder: settings().models.embedder }, new Date()).find((row) => row.status !== undefined);
  if (urgent) {
    const { icon, tooltip, command = 'ariadne.index.focus' } = urgent;
    return { text: `$(${icon}) ${urgent.status}`, tooltip, command };
  }
  if (readiness === 'untrusted' || readiness === 'no-index') {
    return status.outdated === true
      ? { text: '$(library) Old index', tooltip: `${olderIndex(name)} Click to index it again.`, command: 'ariadne.index' }
      : { text: '$(library) No index', tooltip: `Ariadne has not indexed ${name} yet. Click to index it.`, command: 'ariadne.index' };
  }
  return readiness === 'empty'
    ? { text: '$(library) No documents', tooltip: `${noDocuments(name)} Click to see why.`, command: 'ariadne.index.focus' }
    : {
        text: `$(library) ${count(status.documents, 'document')}`,
        tooltip: `Ask Ariadne about ${name}. ${answered()}`,
        command: 'ariadne.ask',
      };
}
