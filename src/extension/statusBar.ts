import { StatusBarAlignment, window } from 'vscode';
import { assertNever } from '../base/errors.ts';
import type { CommandId } from './contributions.ts';
import type { FolderState } from './engineProcess/folderState.ts';
import type { IndexWork as Work } from '../protocol/indexStatus.ts';
import { longPendingMs, pendingShown } from './index/pendingShown.ts';
import { noDocuments, olderIndex } from './index/indexSentences.ts';
import { comingEmbedder } from './index/indexRows.ts';
import { answeredBy, answeringNow } from './modelChoice/modelWords.ts';
import { shortProgress } from './index/progressText.ts';
import { count } from '../base/amounts.ts';
import type { Uses } from './parts.ts';

type StatusBarApp = Uses<'owned' | 'folder' | 'settings' | 'index' | 'runs'>;

interface Shown {
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId | 'ariadne.index.focus';
}

/** A single status bar item: what Ariadne is doing or can do. A click performs the next sensible action. */
export function registerStatusBar(app: StatusBarApp): void {
  const item = app.owned.add(window.createStatusBarItem('ariadne.status', StatusBarAlignment.Left, 0));
  item.name = 'Ariadne';
  let later: NodeJS.Timeout | undefined;
  const update = (): void => {
    clearTimeout(later);
    // What takes long is said then, also when nothing else happens.
    const restMs = longPendingMs - pendingMs(app.index);
    if (restMs > 0) later = setTimeout(update, restMs);
    const shown = shownNow(app);
    if (!shown) return item.hide();
    Object.assign(item, shown);
    item.show();
  };
  update();
  for (const changed of [app.index.onDidChange, app.runs.onDidChangeRuns]) app.owned.add(changed.on(update));
  app.owned.add({ dispose: () => clearTimeout(later) });
}

/** How long changes have been waiting to be indexed; endless when there are none. */
function pendingMs({ indexing: { pendingSinceMs } }: FolderState): number {
  return pendingSinceMs === undefined ? Infinity : Date.now() - pendingSinceMs;
}

function shownNow({ index, runs, folder, settings }: StatusBarApp): Shown | undefined {
  const name = folder()?.name ?? '';
  if (runs.runningId !== undefined)
    return {
      text: '$(sync~spin) Answering',
      tooltip: `Ariadne is answering a question. ${answeredBy(answeringNow(settings(), index.status))} Click to see it.`,
      command: 'ariadne.openTrace',
    };
  const { readiness, status, indexing } = index;
  const { problem, pending, standstill } = indexing;
  switch (readiness) {
    case 'no-folder':
    case 'virtual':
      return undefined;
    case 'unknown':
      return { text: '$(library) Ariadne', tooltip: `Ask Ariadne about ${name}`, command: 'ariadne.ask' };
    case 'untrusted':
    case 'no-index':
      if (status.outdated === true)
        return { text: '$(library) Old index', tooltip: `${olderIndex(name)} Click to index it again.`, command: 'ariadne.index' };
      return status.state === 'partial'
        ? { text: '$(warning) Partly indexed', tooltip: `Indexing ${name} was interrupted. Click to continue.`, command: 'ariadne.index' }
        : { text: '$(library) No index', tooltip: `Ariadne has not indexed ${name} yet. Click to index it.`, command: 'ariadne.index' };
    case 'empty':
      return (
        workShown(index.work, undefined) ?? {
          text: '$(library) No documents',
          tooltip: `${noDocuments(name)} Click to see why.`,
          command: 'ariadne.index.focus',
        }
      );
    case 'indexing':
    case 'ready':
      return (
        workShown(index.work, comingEmbedder(status, settings().models.embedder)) ??
        (problem ? undefined : pendingShown({ pending, standstill, forMs: pendingMs(index) })) ??
        readyShown(count(status.documents, 'document'), `${name}. ${answeredBy(answeringNow(settings(), status))}`, problem?.sentence)
      );
    default:
      return assertNever(readiness);
  }
}

/** @param embedder the one whose vectors are being made */
function workShown([first]: readonly Work[], embedder: string | undefined): Shown | undefined {
  // `pendingShown` says what of it is worth saying.
  if (!first || first.kind === 'update') return undefined;
  const learning =
    embedder === undefined ? 'learning from your documents' : `preparing search with ${embedder}. Search uses the current model meanwhile`;
  return {
    text: `$(sync~spin) ${shortProgress(first, embedder !== undefined)}`,
    tooltip: `Ariadne is ${first.kind === 'learn' ? learning : 'indexing'}. Click for details.`,
    command: 'ariadne.index.focus',
  };
}

function readyShown(documents: string, about: string, problem: string | undefined): Shown {
  return problem === undefined
    ? { text: `$(library) ${documents}`, tooltip: `Ask Ariadne about ${about}`, command: 'ariadne.ask' }
    : { text: `$(warning) ${documents}`, tooltip: `The index is not up to date. ${problem}`, command: 'ariadne.index.focus' };
}
