import { t } from '@vscode/l10n';
import { Disposable, EventEmitter, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, window } from 'vscode';
import { assertNever, messageOf } from '../../base/errors.ts';
import type { IndexedFile } from '../../protocol/indexedFile.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { IndexFiles } from './indexFiles.ts';
import { innerCommands, viewIds } from '../viewIds.ts';
import {
  folderChildren,
  fileFacts,
  fileSummary,
  folderOf,
  folderSummary,
  needsAttention,
  type DocumentItem,
  type FileItem,
  type Folder,
  type FolderItem,
  type StretchItem,
} from './documentTree.ts';
import { extractedUri, isExtracted } from '../documents/extractedDocument.ts';
import { indexRows, ShownRows, type IndexRow } from './indexRows.ts';
import { inBackground } from '../report.ts';
import { answeringNow, answeringText, modelLines } from '../modelChoice/modelWords.ts';

import { count } from '../../base/amounts.ts';
import type { Uses } from '../parts.ts';

interface IndexViewApp extends Uses<'folder' | 'settings' | 'logger' | 'index' | 'door' | 'wake'> {
  readonly files: IndexFiles;
}
type Item = IndexRow | DocumentItem;

/** Progress arrives ten times a second, faster than a row can be read. */
const REDRAW_MS = 200;
const MINUTE_MS = 60_000;

/**
 * The index view: work in progress, and which documents are indexed or not, with reasons. Empty without an index, so that the welcome text
 * shows.
 */
export function registerIndexView(app: IndexViewApp): Disposable {
  const source = new IndexItems(app);
  const view = window.createTreeView<Item>(viewIds.index, { treeDataProvider: source, showCollapseAll: true });
  let redraw: NodeJS.Timeout | undefined;
  const soon = (): void => {
    redraw ??= setTimeout(() => {
      redraw = undefined;
      source.redraw();
    }, REDRAW_MS);
  };
  const aging = setInterval(() => view.visible && source.redraw(), MINUTE_MS);
  let showing: Promise<void> | undefined;
  const listening = [
    app.index.onDidChange.on(() => {
      soon();
      if (app.index.isIndexing) showing ??= showPass(app).finally(() => (showing = undefined));
    }),
    app.door.onDidChange.on(soon),
    view.onDidChangeVisibility(soon),
  ];
  return Disposable.from(view, source, ...listening, {
    dispose: () => {
      clearTimeout(redraw);
      clearInterval(aging);
    },
  });
}

/** Shows the progress bar of the view during a full scan. */
async function showPass({ index }: IndexViewApp): Promise<void> {
  await window.withProgress({ location: { viewId: viewIds.index } }, async () => {
    await new Promise<void>((resolve) => {
      const listening = index.onDidChange.on(() => {
        if (index.isIndexing) return;
        listening.dispose();
        resolve();
      });
    });
  });
}

class IndexItems implements Disposable {
  readonly #app: IndexViewApp;
  readonly #changed = new EventEmitter<Item[] | undefined>();
  readonly #rows = new ShownRows();
  #tree: { readonly files: readonly IndexedFile[]; readonly root: Folder } | undefined;

  constructor(app: IndexViewApp) {
    this.#app = app;
  }

  get onDidChangeTreeData(): EventEmitter<Item[] | undefined>['event'] {
    return this.#changed.event;
  }

  getTreeItem(item: Item): TreeItem {
    switch (item.kind) {
      case 'row':
        return rowItem(this.#rows.now(item));
      case 'folder':
        return folderItem(item);
      case 'stretch':
        return stretchItem(item);
      case 'file':
        return fileItem(item, this.#app.folder()?.uri);
      default:
        return assertNever(item);
    }
  }

  async getChildren(item?: Item): Promise<Item[]> {
    if (item === undefined) {
      // VS Code only requests the rows of a visible view.
      inBackground(this.#app.logger, this.#app.wake());
      return [...this.#rows.give(rowsOf(this.#app))];
    }
    switch (item.kind) {
      case 'row':
        return this.#below(item);
      case 'folder':
        return [...folderChildren(item.folder)];
      case 'stretch':
        return [...item.children];
      case 'file':
        return [];
      default:
        return assertNever(item);
    }
  }

  /** Redraws only what has changed, so that rows stay expanded. */
  redraw(): void {
    const changed = this.#rows.update(rowsOf(this.#app));
    if (changed === 'all') this.#changed.fire(undefined);
    else if (changed.length > 0) this.#changed.fire([...changed]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #below({ below }: IndexRow): Promise<Item[]> {
    if (!below) return [];
    try {
      const files = await this.#app.files.all();
      if (below.kind === 'attention') return [...needsAttention(files)];
      if (this.#tree?.files !== files) this.#tree = { files, root: folderOf(files) };
      return [...folderChildren(this.#tree.root)];
    } catch (error) {
      return [{ kind: 'row', id: `unlisted:${below.kind}`, label: t('Could not be listed'), description: messageOf(error), icon: 'error' }];
    }
  }
}

const hasRows: ReadonlySet<FolderState['readiness']> = new Set(['ready', 'indexing', 'empty']);

function rowsOf({ index, files, folder, settings, door }: IndexViewApp): readonly IndexRow[] {
  const { status, indexing, readiness } = index;
  if (!hasRows.has(readiness) && status.state !== 'partial') return [];
  const now = settings();
  const answering = answeringNow(now, status);
  const facts = {
    folderName: folder()?.name ?? '',
    status,
    indexing,
    indexUri: now.indexUri,
    method: index.nameOfMethod(now.pipeline),
    models: { name: answeringText(answering), about: modelLines(answering) },
    embedder: now.models.embedder,
    bytesSent: door.totals.bytesSent,
    filesVersion: files.version,
  };
  return indexRows(facts, new Date());
}

const warning = new ThemeColor('list.warningForeground');

function rowItem({ id, label, description, tooltip, icon, isWarning, command, below }: IndexRow): TreeItem {
  return Object.assign(new TreeItem(label, below ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None), {
    id,
    iconPath: isWarning ? new ThemeIcon(icon, warning) : new ThemeIcon(icon),
    // Without it, a screen reader reads the tooltip instead.
    accessibilityInformation: { label: description === undefined ? label : `${label}, ${description}` },
    description,
    tooltip,
    ...(command === undefined ? {} : { command: { command, title: t('Open') } }),
  });
}

function folderItem({ id, label, folder }: FolderItem): TreeItem {
  const said = folderSummary(folder);
  return Object.assign(new TreeItem(label, TreeItemCollapsibleState.Collapsed), {
    id,
    iconPath: ThemeIcon.Folder,
    description: said,
    tooltip: `${folder.path}\n\n${said}`,
    accessibilityInformation: { label: t('folder {0}, {1}', label, said) },
  });
}

function stretchItem({ id, label, children }: StretchItem): TreeItem {
  return Object.assign(new TreeItem(label, TreeItemCollapsibleState.Collapsed), {
    id,
    iconPath: new ThemeIcon('files'),
    description: count(children.length, 'file'),
  });
}

function fileItem({ id, label, file }: FileItem, folder: Uri | undefined): TreeItem {
  const summary = fileSummary(file);
  const isText = !isExtracted(file.path);
  const original = folder && Uri.joinPath(folder, file.path);
  const shown = original && (isText || file.state !== 'indexed' ? original : extractedUri(original));
  const command = isText && file.state === 'indexed' ? innerCommands.openDocument : 'vscode.open';
  return Object.assign(new TreeItem(label, TreeItemCollapsibleState.None), {
    id,
    iconPath: stateIcon(file.state),
    description: summary,
    tooltip: fileFacts(file, new Date()).join('\n\n'),
    accessibilityInformation: { label: `${label}, ${stateWords[file.state]}, ${summary}` },
    contextValue: `file.${file.state}${isText ? '' : '.extracted'}`,
    ...(shown === undefined ? {} : { command: { command, title: t('Open'), arguments: [shown] } }),
  });
}

const stateWords: Readonly<Record<IndexedFile['state'], string>> = {
  indexed: t('indexed'),
  skipped: t('left out'),
  failed: t('could not be read'),
};

function stateIcon(state: IndexedFile['state']): ThemeIcon {
  return {
    indexed: new ThemeIcon('pass', new ThemeColor('testing.iconPassed')),
    skipped: new ThemeIcon('circle-slash'),
    failed: new ThemeIcon('error', new ThemeColor('list.errorForeground')),
  }[state];
}
