import { Disposable, StatusBarAlignment, window } from 'vscode';
import { assertNever } from '../base/errors.ts';
import type { App } from './app.ts';
import type { CommandId } from './contributions.ts';
import { count, progressText } from './indexCommand.ts';

type StatusBarApp = Pick<App, 'index' | 'runs' | 'folder'>;

interface Shown {
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId | 'ariadne.index.focus';
}

/** One item: what Ariadne is doing or could do; a click does the next sensible thing. */
export function registerStatusBar(app: StatusBarApp): Disposable {
  const item = window.createStatusBarItem('ariadne.status', StatusBarAlignment.Left, 0);
  item.name = 'Ariadne';
  const update = (): void => {
    const shown = shownNow(app);
    if (!shown) return item.hide();
    Object.assign(item, shown);
    item.show();
  };
  update();
  return Disposable.from(item, app.index.onDidChange.on(update), app.runs.onDidChangeRuns.on(update));
}

function shownNow({ index, runs, folder }: StatusBarApp): Shown | undefined {
  const name = folder()?.name ?? '';
  if (runs.runningId !== undefined)
    return { text: '$(sync~spin) Answering', tooltip: 'Ariadne is answering a question. Click to watch.', command: 'ariadne.openTrace' };
  switch (index.readiness) {
    case 'no-folder':
    case 'virtual':
      return undefined;
    case 'unknown':
      return { text: '$(library) Ariadne', tooltip: `Ask Ariadne about ${name}`, command: 'ariadne.ask' };
    case 'untrusted':
    case 'no-index':
      return { text: '$(library) No index', tooltip: `Ariadne has not indexed ${name} yet. Click to index it.`, command: 'ariadne.index' };
    case 'indexing': {
      const { progress } = index;
      const done = progress && progress.documentsTotal > 0 ? ` ${progress.documentsDone} of ${progress.documentsTotal}` : '';
      return {
        text: `$(sync~spin) Indexing${done}`,
        tooltip: progress ? progressText(progress) : 'Starting',
        command: 'ariadne.index.focus',
      };
    }
    case 'ready':
      return {
        text: `$(library) ${count(index.status.documents, 'document')}`,
        tooltip: `Ask Ariadne about ${name}`,
        command: 'ariadne.ask',
      };
    default:
      return assertNever(index.readiness);
  }
}
