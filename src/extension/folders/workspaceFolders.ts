/** The folders of the workspace, and the one that is meant. With one folder, it is always meant. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Uri, window, workspace, type TabInputText } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { OpenFolder } from '../openFolder.ts';
import { pathBelow } from '../uriPaths.ts';

/**
 * A gesture means one folder from its beginning to its end, however often the user changes the editor meanwhile: `within` keeps it in the
 * async context, so that no function between a command and a request has to pass it on.
 */
export class WorkspaceFolders implements Disposable {
  /** Fires when there are other folders, or another one is current. */
  readonly onDidChange = new Emitter<void>();
  readonly #open: () => readonly OpenFolder[];
  readonly #meant = new AsyncLocalStorage<OpenFolder>();
  readonly #subscriptions = new DisposableStore();
  readonly #ofRuns = new Map<string, OpenFolder>();
  readonly #ofItems = new WeakMap<object, OpenFolder>();
  #all: readonly OpenFolder[];
  #current: OpenFolder | undefined;
  #chosen: readonly OpenFolder[] = [];

  /** @param open those of the workspace, in its order */
  constructor(open: () => readonly OpenFolder[]) {
    this.#open = open;
    this.#all = open();
    this.#followEditor();
    for (const listening of [
      workspace.onDidChangeWorkspaceFolders(() => this.#reread()),
      window.onDidChangeActiveTextEditor(() => this.#followEditor()),
      window.tabGroups.onDidChangeTabs(() => this.#followEditor()),
    ])
      this.#subscriptions.add(listening);
  }

  get all(): readonly OpenFolder[] {
    return this.#all;
  }

  /** Whether people have to know which folder is meant. */
  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  /** That of the active editor, else the one used last. */
  get current(): OpenFolder | undefined {
    return this.#current ?? this.#all[0];
  }

  /** That of the gesture in progress, else the current one. */
  get meant(): OpenFolder | undefined {
    const meant = this.#meant.getStore();
    return meant && this.#all.includes(meant) ? meant : this.current;
  }

  /** Those that a question is asked of, the one that keeps it first: the one that is meant, unless several were chosen. */
  get asked(): readonly OpenFolder[] {
    const chosen = this.#chosen.filter((folder) => this.#all.includes(folder));
    const { meant } = this;
    if (chosen.length < 2 || !meant) return meant ? [meant] : [];
    return chosen.includes(meant) ? [meant, ...chosen.filter((folder) => folder !== meant)] : chosen;
  }

  /** Asks questions of these folders from now on; of one, until an editor of another becomes active. */
  choose(folders: readonly OpenFolder[]): void {
    // The index of a folder has the documents of the folders in it.
    this.#chosen = folders.filter((inner) => !folders.some((outer) => pathBelow(outer.uri, inner.uri) !== undefined));
    const [first] = this.#chosen;
    if (first && !this.#chosen.includes(this.current ?? first)) this.use(first);
    this.outside(() => this.onDidChange.fire());
  }

  /** The innermost folder with this file. */
  of(uri: Uri): OpenFolder | undefined {
    const containing = this.#all.filter((folder) => pathBelow(folder.uri, uri) !== undefined || folder.uri.toString() === uri.toString());
    return containing.sort((a, b) => b.uri.path.length - a.uri.path.length)[0];
  }

  ofRun(runId: string): OpenFolder | undefined {
    return this.#ofRuns.get(runId);
  }

  noteRun(runId: string, folder: OpenFolder): void {
    this.#ofRuns.set(runId, folder);
  }

  /** Tells that a row of a view is about this folder. */
  noteItem<T extends object>(item: T, folder: OpenFolder): T {
    this.#ofItems.set(item, folder);
    return item;
  }

  /** The folder that the argument of a command is about: a file, a run, a row. */
  ofArgument(argument: unknown): OpenFolder | undefined {
    if (typeof argument === 'string') return this.ofRun(argument);
    if (typeof argument !== 'object' || argument === null) return undefined;
    if (argument instanceof Uri) return this.of(argument);
    const known = this.#ofItems.get(argument);
    if (known) return known;
    for (const part of ['runId', 'run', 'uri', 'document', 'follows'] as const) {
      const found: OpenFolder | undefined = part in argument ? this.ofArgument((argument as Record<string, unknown>)[part]) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** The folder of the run that a request to an engine is about; undefined for a new run, and where it is about none. */
  ofRequest(params: object): OpenFolder | undefined {
    const { runId, run, from, follows } = params as Readonly<Record<string, unknown>>;
    return [run, from, follows, runId].reduce<OpenFolder | undefined>((found, part) => found ?? this.ofArgument(part), undefined);
  }

  /** @param folder Default: the one that is meant now. */
  within<T>(folder: OpenFolder | undefined, work: () => T): T {
    const meant = folder ?? this.meant;
    return meant ? this.#meant.run(meant, work) : work();
  }

  /** Work that follows what is current, whatever has caused it. */
  outside<T>(work: () => T): T {
    return this.#meant.exit(work);
  }

  /** Makes a folder the current one, until an editor of another becomes active. */
  use(folder: OpenFolder): void {
    if (folder === this.#current) return;
    this.#current = folder;
    this.outside(() => this.onDidChange.fire());
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.onDidChange.dispose();
  }

  #followEditor(): void {
    const input = window.tabGroups.activeTabGroup.activeTab?.input as Partial<TabInputText> | undefined;
    const uri = input?.uri ?? window.activeTextEditor?.document.uri;
    const folder = uri instanceof Uri ? this.of(uri) : undefined;
    if (folder) this.use(folder);
  }

  #reread(): void {
    const before = new Map(this.#all.map((folder) => [folder.uri.toString(), folder]));
    this.#all = this.#open().map((folder) => {
      const known = before.get(folder.uri.toString());
      return known?.name === folder.name ? known : folder;
    });
    if (this.#current && !this.#all.includes(this.#current)) this.#current = undefined;
    this.outside(() => this.onDidChange.fire());
  }
}
