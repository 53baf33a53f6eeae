import { t } from '@vscode/l10n';
import { Disposable, EventEmitter, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, window } from 'vscode';
import { assertNever, messageOf } from '../../base/errors.ts';
import type { IndexedFile } from '../../protocol/indexedFile.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { FolderEngine } from '../engineProcess/folderEngine.ts';
import type { OpenFolder } from '../openFolder.ts';
import { PerFolder } from '../folders/perFolder.ts';
import { standingOf } from '../statusBar.ts';
import { innerCommands, viewIds } from '../viewIds.ts';
import {
  fileFacts,
  fileSummary,
  folderSummary,
  itemsOf,
  type AskedFiles,
  type DocumentItem,
  type FileItem,
  type FolderItem,
  type StretchItem,
} from './documentTree.ts';
import { extractedUri, isExtracted } from '../documents/extractedDocument.ts';
import { folderRowId, indexRows, ShownRows, type IndexRow } from './indexRows.ts';
import { inBackground } from '../report.ts';
import { answeringNow, answeringText, modelLines } from '../modelChoice/modelWords.ts';

import { count } from '../../base/amounts.ts';
import type { Uses } from '../parts.ts';

type IndexViewApp = Uses<'folders' | 'engines' | 'logger' | 'index' | 'door' | 'wake'>;

/** One of the folders. */
type Shown = Pick<FolderEngine, 'folder' | 'settings' | 'engine' | 'index'> & Uses<'door'>;
type Item = IndexRow | DocumentItem;

/** Progress arrives ten times a second, faster than a row can be read. */
const REDRAW_MS = 200;
const MINUTE_MS = 60_000;

/**
 * The index view: work in progress, and which documents are indexed or not, with reasons. Empty without an index, so that the welcome text
 * shows. Several folders have a row each, with these below.
 */
export function registerIndexView(app: IndexViewApp): Disposable {
  const source = new IndexTree(app);
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
      if (isIndexing(app)) showing ??= showPass(app).finally(() => (showing = undefined));
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
async function showPass(app: IndexViewApp): Promise<void> {
  await window.withProgress({ location: { viewId: viewIds.index } }, async () => {
    await new Promise<void>((resolve) => {
      const listening = app.index.onDidChange.on(() => {
        if (isIndexing(app)) return;
        listening.dispose();
        resolve();
      });
    });
  });
}

function isIndexing({ engines }: IndexViewApp): boolean {
  return engines.all.some(({ index }) => index.isIndexing);
}

class IndexTree implements Disposable {
  readonly #app: IndexViewApp;
  readonly #changed = new EventEmitter<Item[] | undefined>();
  readonly #items: PerFolder<IndexItems>;
  /** Those that VS Code has a row for. */
  #given: readonly OpenFolder[] = [];
  readonly #listening: Disposable;

  constructor(app: IndexViewApp) {
    this.#app = app;
    const { folders, engines, door } = app;
    this.#items = new PerFolder(folders, (folder) => new IndexItems({ ...engines.of(folder), door }));
    this.#listening = new Disposable(() => this.#items.dispose());
  }

  get onDidChangeTreeData(): EventEmitter<Item[] | undefined>['event'] {
    return this.#changed.event;
  }

  getTreeItem(item: Item): TreeItem {
    const { folders } = this.#app;
    const folder = folders.ofArgument(item);
    const shown = this.#items.of(folder).getTreeItem(item);
    // Rows of several folders have the same ids and commands.
    if (folders.areSeveral && shown.id !== undefined) shown.id = `${folder?.uri.toString()} ${shown.id}`;
    if (folders.areSeveral && shown.command && !shown.command.arguments) shown.command.arguments = [item];
    return shown;
  }

  async getChildren(item?: Item): Promise<Item[]> {
    const { folders, engines, logger, wake } = this.#app;
    // VS Code only requests the rows of a visible view.
    if (item === undefined) {
      inBackground(logger, wake());
      this.#given = folders.all;
    }
    if (item === undefined && folders.areSeveral)
      return folders.all.map((folder) => folders.noteItem(this.#items.of(folder).asRow, folder));
    const folder = folders.ofArgument(item) ?? engines.meant.folder();
    const children = await this.#items.of(folder).getChildren(item);
    if (folder) for (const child of children) folders.noteItem(child, folder);
    return children;
  }

  /** Redraws only what has changed, so that rows stay expanded. */
  redraw(): void {
    const { folders } = this.#app;
    if (folders.all !== this.#given) return this.#changed.fire(undefined);
    if (!folders.areSeveral) {
      const changed = this.#items.meant.changed();
      if (changed === 'all') this.#changed.fire(undefined);
      else if (changed.length > 0) this.#changed.fire([...changed]);
      return;
    }
    const changed = folders.all.flatMap((folder): readonly Item[] => {
      const items = this.#items.of(folder);
      const rows = items.changed();
      return rows === 'all' || rows.length > 0 || items.isRowOld ? [items.asRow] : [];
    });
    if (changed.length > 0) this.#changed.fire([...changed]);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}

/** The rows of one folder. */
class IndexItems {
  readonly #app: Shown;
  readonly #rows = new ShownRows();
  readonly #asRow: IndexRow;
  /** What the folder's row says, once it was asked for. */
  #said: string | undefined;

  constructor(app: Shown) {
    this.#app = app;
    this.#asRow = { kind: 'row', id: folderRowId, label: app.folder()?.name ?? '', icon: 'root-folder' };
  }

  /** The folder as a row, the same object each time. */
  get asRow(): IndexRow {
    return this.#asRow;
  }

  /** VS Code asks for the rows below later, when more may have changed. */
  get isRowOld(): boolean {
    return this.#said !== undefined && this.#said !== standingOf(this.#app).text;
  }

  getTreeItem(item: Item): TreeItem {
    switch (item.kind) {
      case 'row':
        return item === this.#asRow ? this.#folderRow() : rowItem(this.#rows.now(item));
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
    if (item === undefined) return [...this.#rows.give(rowsOf(this.#app))];
    if (item === this.#asRow) return [...this.#rows.give(this.#rowsBelow())];
    switch (item.kind) {
      case 'row':
        return item.below ? this.#listed(item.below.kind === 'attention' ? {} : { folder: '' }) : [];
      case 'folder':
        return this.#listed({ folder: item.folder.path });
      case 'stretch':
        return this.#listed(item.part);
      case 'file':
        return [];
      default:
        return assertNever(item);
    }
  }

  /** As `ShownRows.update`. */
  changed(): ReturnType<ShownRows['update']> {
    return this.#rows.update(this.#said === undefined ? rowsOf(this.#app) : this.#rowsBelow());
  }

  #folderRow(): TreeItem {
    const { text, tooltip } = standingOf(this.#app);
    this.#said = text;
    const description = text.replace(/\$\([^)]*\) ?/g, '');
    const shown = rowItem({ ...this.#asRow, description, tooltip: tooltip ?? description });
    const contextValue = this.#app.index.isIndexing ? 'workspaceFolder.working' : 'workspaceFolder';
    return Object.assign(shown, { collapsibleState: TreeItemCollapsibleState.Expanded, contextValue });
  }

  /** A folder always has a row that says what it is or that begins. */
  #rowsBelow(): readonly IndexRow[] {
    const rows = rowsOf(this.#app);
    if (rows.length > 0) return rows;
    const { text, tooltip, command } = standingOf(this.#app);
    const [icon = 'library'] = /(?<=\$\()[^)~]*/.exec(text) ?? [];
    return [{ kind: 'row', id: 'standing', label: tooltip ?? text, icon, command }];
  }

  async #listed(asked: AskedFiles): Promise<Item[]> {
    try {
      return [...itemsOf(asked, await this.#app.engine.request('shownFiles', asked))];
    } catch (error) {
      const id = `unlisted:${JSON.stringify(asked)}`;
      return [{ kind: 'row', id, label: t('Could not be listed'), description: messageOf(error), icon: 'error' }];
    }
  }
}

const hasRows: ReadonlySet<FolderState['readiness']> = new Set(['ready', 'indexing', 'empty']);

function rowsOf({ index, folder, settings, door }: Shown): readonly IndexRow[] {
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

function stretchItem({ id, label, count: files }: StretchItem): TreeItem {
  return Object.assign(new TreeItem(label, TreeItemCollapsibleState.Collapsed), {
    id,
    iconPath: new ThemeIcon('files'),
    description: count(files, 'file'),
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
