/** The editor of tables: a page that shows the record, opens what it quotes, and fills what is open. */
import { basename, dirname, resolve } from 'node:path';
import { t } from '@vscode/l10n';
import { type CustomDocument, type Disposable, RelativePattern, Uri, type Webview, type WebviewPanel, window, workspace } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { AriadneError, messageOf } from '../../base/errors.ts';
import { type TableRecord, type TableStanding, mostRecordBytes, readTable, tableProblems } from '../../protocol/table.ts';
import { type FromTableView, type ToTableView, fromTableView } from '../../protocol/tableView.ts';
import { type TableApp, fillTableCommand } from './askEachDocument.ts';
import { logFailure } from '../failures.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { ModelIds } from '../../protocol/runSpec.ts';
import { pageHtml } from '../panel/pageHtml.ts';
import { modelsThatAnswered, otherModelOf } from './tableRuns.ts';
import { report } from '../report.ts';
import { requireTrust } from '../requireTrust.ts';
import { tableViewType } from '../viewIds.ts';
import { askAboutColumn, askForAnswer, askForColumn, type TableEditRequest } from './askForEdit.ts';
import { exportTableCommand, showRead } from './tableActions.ts';

export interface EditorApp extends TableApp, SourceOpener {
  readonly index: Pick<FolderState, 'readiness' | 'status' | 'onDidChange'>;
  readonly extensionUri: Uri;
}

export function registerTableEditor(app: EditorApp): Disposable {
  return window.registerCustomEditorProvider(
    tableViewType,
    {
      openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: ({ uri }, panel) => new TableEditor(app, uri, panel).open(),
    },
    { webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true }, supportsMultipleEditorsPerDocument: true },
  );
}

const elsewhere = t('Its documents are in another folder. Open that folder to check it.');
const notIndexed = t('The folder is not indexed, so the quotes of this table are not looked up. Index the folder to check them.');

class TableEditor {
  readonly #app: EditorApp;
  readonly #uri: Uri;
  readonly #webview: Webview;
  readonly #owned = new DisposableStore();
  #record: TableRecord | undefined;

  constructor(app: EditorApp, uri: Uri, panel: WebviewPanel) {
    this.#app = app;
    this.#uri = uri;
    this.#webview = panel.webview;
    panel.onDidDispose(() => this.#owned.dispose());
  }

  open(): void {
    const page = Uri.joinPath(this.#app.extensionUri, 'dist/webview');
    this.#webview.options = { enableScripts: true, localResourceRoots: [page] };
    this.#owned.add(this.#webview.onDidReceiveMessage((message: unknown) => void this.#receive(message)));
    const folder = Uri.joinPath(this.#uri, '..');
    const watcher = this.#owned.add(workspace.createFileSystemWatcher(new RelativePattern(folder, basename(this.#uri.path))));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) this.#owned.add(event(() => void this.#show()));
    this.#owned.add(
      this.#app.tables.onDidChange.on(({ record, progress }) => {
        if (record !== this.#uri.fsPath) return;
        this.#post({ kind: 'progress', progress: progress ?? null });
        if (!progress) void this.#show();
      }),
    );
    let { status } = this.#app.index;
    this.#owned.add(
      this.#app.index.onDidChange.on(() => {
        if (status !== this.#app.index.status) void this.#showAge();
        ({ status } = this.#app.index);
      }),
    );
    const onSettings = workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('ariadne')) void this.#showAge();
    });
    this.#owned.add(onSettings);
    this.#webview.html = pageHtml(this.#webview, page, 'table');
  }

  #post(message: ToTableView): void {
    void this.#webview.postMessage(message);
  }

  async #receive(message: unknown): Promise<void> {
    try {
      const parsed = fromTableView.safeParse(message);
      if (parsed.success) await this.#perform(parsed.data);
    } catch (error) {
      report(this.#app.logger, error);
    }
  }

  async #perform(message: FromTableView): Promise<unknown> {
    const { tables } = this.#app;
    switch (message.kind) {
      case 'ready':
        await this.#show();
        for (const progress of tables.toldOf(this.#uri.fsPath) ?? [null]) this.#post({ kind: 'progress', progress });
        return undefined;
      case 'open-quote':
        return this.#app.openCitation({ ...message, uri: this.#uriOf(message.path).toString(), beside: true });
      case 'open-document':
        return this.#app.openDocument(this.#uriOf(message.path));
      case 'show-read':
        if (!this.#record || !this.#isOfOpenFolder(this.#record)) throw new AriadneError('usage', elsewhere);
        return showRead(this.#app, message);
      case 'export':
        return exportTableCommand(this.#app, this.#uri);
      case 'add-column':
      case 'edit-column':
      case 'edit-cell':
        return this.#edit(message);
      case 'fill':
        return this.#fill({});
      case 'refresh':
        return this.#fill({ models: modelsThatAnswered(this.#record?.answeredBy ?? '', this.#app.settings().models) });
      case 'stop':
        return tables.stop(this.#uri.fsPath);
    }
  }

  async #fill(models: { readonly models?: ModelIds }): Promise<void> {
    requireTrust();
    const record = this.#record;
    if (record) await fillTableCommand(this.#app, { ...record, out: this.#uri.fsPath, ...models });
  }

  /** The watcher shows what was written. */
  async #edit(message: TableEditRequest): Promise<void> {
    requireTrust();
    const record = this.#record;
    if (!record || !this.#isOfOpenFolder(record)) throw new AriadneError('usage', elsewhere);
    if (message.kind === 'add-column') {
      const questions = await askForColumn(record);
      if (questions) await fillTableCommand(this.#app, { ...record, questions, out: this.#uri.fsPath });
      return;
    }
    const edit = message.kind === 'edit-cell' ? await askForAnswer(record, message) : await askAboutColumn(record, message.question);
    if (edit) await this.#app.engine.request('editTable', { record: this.#uri.fsPath, edit });
  }

  /** The file as it is now; then, when there is an index, which of its documents have changed since. */
  async #show(): Promise<void> {
    const read = await this.#read();
    if ('problem' in read) return this.#post({ kind: 'problem', message: read.problem });
    this.#record = read.record;
    this.#postTable(read.record, { changed: [], gone: [], added: [], faults: [] }, this.#isOfOpenFolder(read.record));
    await this.#showAge();
  }

  async #showAge(): Promise<void> {
    const { engine, index, logger, tables } = this.#app;
    const record = this.#record;
    // While it is filled, the page knows more than the file.
    if (!record || tables.toldOf(this.#uri.fsPath) || !this.#isOfOpenFolder(record) || index.readiness !== 'ready') return;
    try {
      const { table } = await engine.request('check', { table: this.#uri.fsPath });
      if (record === this.#record && table?.age) this.#postTable(record, table.age, true);
    } catch (error) {
      // The table is shown as it is: what is out of date cannot be told.
      logFailure(logger, error);
    }
  }

  #postTable(record: TableRecord, age: NonNullable<TableStanding['age']>, canFill: boolean): void {
    const otherModel = otherModelOf(record, this.#app.settings().models);
    const changes = [...this.#app.tables.changesOf(this.#uri.fsPath)];
    const isFilling = this.#app.tables.toldOf(this.#uri.fsPath) !== undefined;
    const unchecked = canFill && this.#app.index.readiness === 'no-index' ? { unchecked: notIndexed } : {};
    this.#post({ kind: 'table', record, ...age, ...unchecked, changes, otherModel, canFill, isFilling });
  }

  async #read(): Promise<{ readonly record: TableRecord } | { readonly problem: string }> {
    try {
      const isTooLarge = (await workspace.fs.stat(this.#uri)).size > mostRecordBytes;
      const read = isTooLarge
        ? ({ problem: 'too-large' } as const)
        : readTable(new TextDecoder().decode(await workspace.fs.readFile(this.#uri)));
      return 'record' in read
        ? read
        : { problem: `${basename(this.#uri.path)} ${tableProblems[read.problem]} ${t('“Reopen Editor With…” shows it as text.')}` };
    } catch (error) {
      return { problem: t('The table cannot be read: {0}', messageOf(error)) };
    }
  }

  #isOfOpenFolder({ folder }: TableRecord): boolean {
    const open = this.#app.folder();
    return open !== undefined && this.#uri.scheme === 'file' && resolve(dirname(this.#uri.fsPath), folder) === resolve(open.uri.fsPath);
  }

  #uriOf(path: string): Uri {
    return Uri.joinPath(this.#uri, '..', this.#record?.folder ?? '.', path);
  }
}
