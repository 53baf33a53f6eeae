import { homedir } from 'node:os';
import { parse, relative } from 'node:path';
import { commands, ProgressLocation, window } from 'vscode';
import { AriadneError } from '../base/errors.ts';
import type { IndexProgress, IndexSummary } from '../protocol/engine.ts';
import type { App } from './app.ts';
import type { CommandId } from './contributions.ts';
import { requireFolder } from './openFolder.ts';
import type { OpenFolder } from './openFolder.ts';

export type IndexApp = Pick<App, 'index' | 'folder' | 'settings'>;

/** `ariadne.index`: indexes, and says how it went. */
export async function indexCommand(app: IndexApp): Promise<IndexSummary | undefined> {
  const summary = await indexFolder(app);
  if (!summary) return undefined;
  void window.showInformationMessage(doneSentence(summary), 'Ask a Question').then((chosen) => {
    const next: CommandId = 'ariadne.ask';
    if (chosen !== undefined) void commands.executeCommand(next);
  });
  return summary;
}

/**
 * Brings the index up to date under a notification that can cancel it; joins a run that is already going on.
 * @returns undefined when the user thought better of it.
 * @throws AbortError when cancelled; what was stored until then stays.
 */
export async function indexFolder(app: IndexApp): Promise<IndexSummary | undefined> {
  const folder = requireFolder(app.folder());
  if (!app.index.isIndexing && isEverything(folder) && !(await confirmEverything(folder))) return undefined;
  const { discovery, models } = app.settings();
  const options = { location: ProgressLocation.Notification, title: `Indexing ${folder.name}`, cancellable: true };
  return window.withProgress(options, async (notification, token) => {
    const cancelling = token.onCancellationRequested(() => app.index.cancel());
    const showing = app.index.onDidChange.on(() => {
      if (app.index.progress) notification.report({ message: progressText(app.index.progress) });
    });
    try {
      return await app.index.run({ discovery, models });
    } finally {
      cancelling.dispose();
      showing.dispose();
    }
  });
}

/** Makes sure there is an index to ask, after asking once whether to make it. False when the user declined. */
export async function ensureIndex(app: IndexApp): Promise<boolean> {
  const folder = requireFolder(app.folder());
  if (app.index.status.state !== 'ready' && !app.index.isIndexing) await app.index.refresh();
  if (app.index.isIndexing) return (await indexFolder(app)) !== undefined;
  if (app.index.status.state === 'ready') return true;
  if (app.index.status.state === 'indexing') {
    throw new AriadneError('indexed-elsewhere', `Another window is indexing "${folder.name}". Ask again when it is done.`);
  }
  const yes = 'Index, Then Ask';
  const detail = 'Indexing reads the documents with the built-in models. Nothing leaves this machine.';
  const chosen = await window.showInformationMessage(`"${folder.name}" has no index yet.`, { modal: true, detail }, yes);
  return chosen === yes && (await indexFolder(app)) !== undefined;
}

/** `12 of 40 documents · notes/a.md`, or what is done when all documents are read. */
export function progressText(progress: IndexProgress): string {
  const { stage, documentsDone, documentsTotal, passages, current } = progress;
  switch (stage) {
    case 'discover':
      return 'finding documents';
    case 'read':
      return `${documentsDone} of ${documentsTotal} documents${current === undefined ? '' : ` · ${current}`}`;
    case 'embed':
      return `${documentsDone} of ${documentsTotal} documents · ${passages} passages`;
    case 'graph':
      return `connecting ${passages} passages`;
    case 'fulltext':
      return `making ${passages} passages searchable`;
    case 'store':
      return `storing ${passages} passages`;
  }
}

function doneSentence({ documents, passages, skipped, seconds }: IndexSummary): string {
  const left = skipped.length === 0 ? '' : ` ${count(skipped.length, 'file')} skipped; the Index view says why.`;
  return `Indexed ${count(documents, 'document')}, ${count(passages, 'passage')} in ${seconds.total.toFixed(1)} s.${left}`;
}

export function count(n: number, noun: string): string {
  return `${n.toLocaleString()} ${noun}${n === 1 ? '' : 's'}`;
}

/** The root of a drive, the home folder, or a folder above it. */
function isEverything(folder: OpenFolder): boolean {
  const path = folder.uri.fsPath;
  const toHome = relative(path, homedir());
  return path === parse(path).root || (!toHome.startsWith('..') && parse(toHome).root === '');
}

async function confirmEverything(folder: OpenFolder): Promise<boolean> {
  const yes = 'Index It Anyway';
  const detail =
    'This is your home folder or one above it. Opening the folder that holds the documents is faster and keeps private files out.';
  return (await window.showWarningMessage(`Index everything in ${folder.uri.fsPath}?`, { modal: true, detail }, yes)) === yes;
}
