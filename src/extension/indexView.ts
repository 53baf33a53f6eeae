import { Disposable, EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, window } from 'vscode';
import type { App } from './app.ts';
import { viewIds } from './contributions.ts';
import type { CommandId } from './contributions.ts';
import { count, progressText } from './indexCommand.ts';
import { bytesText } from './ledgerMarkdown.ts';
import { inBackground } from './report.ts';
import type { Settings } from './settings.ts';
import { ageText } from './traceTree.ts';

type IndexViewApp = Pick<App, 'index' | 'folder' | 'settings' | 'door' | 'wake' | 'logger'>;

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: string;
  readonly command?: { readonly command: CommandId | 'vscode.open'; readonly arguments?: unknown[] };
  readonly children?: readonly Row[];
}

/** The index view: what is indexed, what was left out and why, which model answers, what has left the machine. Empty without an index: the welcome text shows. */
export function registerIndexView(app: IndexViewApp): Disposable {
  const changed = new EventEmitter<undefined>();
  const listening = [app.index.onDidChange.on(() => changed.fire(undefined)), app.door.onDidChange.on(() => changed.fire(undefined))];
  const view = window.createTreeView<Row>(viewIds.index, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: treeItem,
      getChildren: (row) => [...(row === undefined ? rowsOf(app) : (row.children ?? []))],
    },
  });
  return Disposable.from(view, changed, ...listening);
}

function rowsOf(app: IndexViewApp): readonly Row[] {
  // Only a view that is seen is asked for its rows.
  inBackground(app.logger, app.wake());
  const { readiness, progress, status } = app.index;
  if (readiness !== 'ready' && readiness !== 'indexing') return [];
  const running: Row = { label: 'Indexing', description: progress ? progressText(progress) : 'starting', icon: 'sync~spin' };
  return [
    ...(readiness === 'indexing' ? [running] : []),
    {
      label: count(status.documents, 'document'),
      description: count(status.passages, 'passage'),
      icon: 'library',
      tooltip: `${app.folder()?.name ?? ''}: what can be asked about`,
    },
    ...(status.indexedAtUtc === undefined
      ? []
      : [{ label: 'Last indexed', description: ageText(new Date(status.indexedAtUtc), new Date()), icon: 'history' }]),
    ...(status.skipped.length === 0 ? [] : [skippedRow(app)]),
    { label: 'Pipeline', description: app.settings().pipeline, icon: 'type-hierarchy', command: { command: 'ariadne.choosePipeline' } },
    { label: 'Chat model', description: chatModelText(app.settings()), icon: 'chip', command: { command: 'ariadne.chooseModels' } },
    {
      label: 'Network',
      description: `${bytesText(app.door.totals.bytesSent)} sent`,
      icon: 'globe',
      command: { command: 'ariadne.showLedger' },
    },
  ];
}

/** A model of a server is named with where it is: that is where prompts go. */
function chatModelText({ models, baseUrl }: Settings): string {
  return models.chat.startsWith('openai:') ? `${models.chat.slice('openai:'.length)} at ${new URL(baseUrl).host}` : 'built-in';
}

function skippedRow(app: IndexViewApp): Row {
  const folder = app.folder();
  const { skipped } = app.index.status;
  return {
    label: `${count(skipped.length, 'file')} skipped`,
    icon: 'warning',
    children: skipped.map(({ path, reason }) => ({
      label: path,
      description: reason,
      tooltip: `${path}\n\n${reason}`,
      icon: 'file',
      ...(folder ? { command: { command: 'vscode.open', arguments: [Uri.joinPath(folder.uri, path)] } } : {}),
    })),
  };
}

function treeItem({ label, description, tooltip, icon, command, children }: Row): TreeItem {
  return Object.assign(new TreeItem(label, children ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None), {
    id: label.endsWith('skipped') ? 'skipped' : label,
    iconPath: new ThemeIcon(icon),
    // Without it a screen reader says the tooltip instead.
    accessibilityInformation: { label: description === undefined ? label : `${label}, ${description}` },
    ...(description === undefined ? {} : { description }),
    ...(tooltip === undefined ? {} : { tooltip }),
    ...(command === undefined ? {} : { command: { ...command, title: 'Open' } }),
  });
}
