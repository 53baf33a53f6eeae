/** The viewer of PDFs: a page that draws them, opened by Ariadne's links at the cited words. The user's own viewer stays the default. */
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import { type CustomDocument, type Disposable, RelativePattern, Uri, type WebviewPanel, commands, window, workspace } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { messageOf } from '../../base/errors.ts';
import { fromPdfPage, type FromPdfPage, type PdfPlace, type ToPdfPage } from '../../protocol/pdfView.ts';
import { pageHtml } from '../panel/pageHtml.ts';
import type { Uses } from '../parts.ts';
import { report } from '../report.ts';
import { pdfViewType } from '../viewIds.ts';
import { openBytes, type FileBytes } from './fileBytes.ts';

/** What the page asks for, beside bytes. */
export type PdfGesture = Exclude<FromPdfPage, { readonly kind: 'ready' | 'range' }>;

export interface PdfViewersApp extends Uses<'logger'> {
  readonly extensionUri: Uri;
  readonly perform: (uri: Uri, gesture: PdfGesture) => Promise<void>;
}

/** Most files are written in several steps, as by LaTeX. */
const settledMs = 400;

export class PdfViewers implements Disposable {
  readonly #app: PdfViewersApp;
  readonly #owned = new DisposableStore();
  /** The one that was active last comes last. */
  readonly #open: PdfViewer[] = [];
  /** What viewers that are about to open are to show, by address. */
  readonly #places = new Map<string, PdfPlace>();

  constructor(app: PdfViewersApp) {
    this.#app = app;
    this.#owned.add(
      window.registerCustomEditorProvider(
        pdfViewType,
        {
          openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
          resolveCustomEditor: ({ uri }, panel) => this.#resolve(uri, panel),
        },
        { webviewOptions: { retainContextWhenHidden: true }, supportsMultipleEditorsPerDocument: true },
      ),
    );
  }

  /** Opens a PDF at a place, in the viewer that shows it already if there is one. */
  async show(uri: Uri, place: PdfPlace, viewColumn: number): Promise<void> {
    const shown = this.#open.findLast((viewer) => viewer.uri.toString() === uri.toString());
    if (shown) return shown.go(place);
    this.#places.set(uri.toString(), place);
    await commands.executeCommand('vscode.openWith', uri, pdfViewType, { viewColumn, preview: true });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #resolve(uri: Uri, panel: WebviewPanel): void {
    const place = this.#places.get(uri.toString());
    this.#places.delete(uri.toString());
    const viewer = new PdfViewer(this.#app, uri, panel, place);
    this.#open.push(viewer);
    const remove = (): void => void this.#open.splice(this.#open.indexOf(viewer), 1);
    panel.onDidDispose(remove);
    panel.onDidChangeViewState(() => {
      if (!panel.active) return;
      remove();
      this.#open.push(viewer);
    });
  }
}

class PdfViewer {
  readonly uri: Uri;
  readonly #app: PdfViewersApp;
  readonly #panel: WebviewPanel;
  readonly #owned = new DisposableStore();
  /** Waits until the page can show it. */
  #place: PdfPlace | undefined;
  #isReady = false;
  #bytes: Promise<FileBytes> | undefined;
  #settling: NodeJS.Timeout | undefined;

  constructor(app: PdfViewersApp, uri: Uri, panel: WebviewPanel, place: PdfPlace | undefined) {
    [this.uri, this.#app, this.#panel, this.#place] = [uri, app, panel, place];
    const built = Uri.joinPath(app.extensionUri, 'dist');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: ['webview', 'pdfjs', 'cmaps'].map((name) => Uri.joinPath(built, name)),
    };
    this.#owned.add(panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message)));
    const watcher = this.#owned.add(workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(uri, '..'), basename(uri.path))));
    for (const event of [watcher.onDidChange, watcher.onDidCreate])
      this.#owned.add(event(() => this.#onceSettled(() => void this.#start())));
    // What is open of a deleted file can still be read.
    this.#owned.add(watcher.onDidDelete(() => this.#onceSettled(() => this.#post({ kind: 'gone' }))));
    panel.onDidDispose(() => {
      clearTimeout(this.#settling);
      this.#owned.dispose();
      void this.#close();
    });
    panel.webview.html = pageHtml(panel.webview, Uri.joinPath(built, 'webview'), 'pdf');
  }

  go(place: PdfPlace): void {
    // Without a column it would also open in the active one, over the panel that was clicked.
    this.#panel.reveal(this.#panel.viewColumn);
    if (this.#isReady) this.#post({ kind: 'go', place });
    else this.#place = place;
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = fromPdfPage.safeParse(message);
    if (!parsed.success) return this.#app.logger.log('error', 'viewer', `unreadable message: ${parsed.error.message}`);
    try {
      if (parsed.data.kind === 'ready') await this.#start();
      else if (parsed.data.kind === 'range') await this.#send(parsed.data);
      else await this.#app.perform(this.uri, parsed.data);
    } catch (error) {
      report(this.#app.logger, error);
    }
  }

  async #start(): Promise<void> {
    await this.#close();
    try {
      const { sizeBytes } = await (this.#bytes = openBytes(this.uri));
      const built = Uri.joinPath(this.#app.extensionUri, 'dist');
      const address = (path: string): string => this.#panel.webview.asWebviewUri(Uri.joinPath(built, path)).toString();
      const [worker, cMaps, fonts, wasm] = ['pdfjs/pdf.worker.min.mjs', 'cmaps/', 'pdfjs/standard_fonts/', 'pdfjs/wasm/'].map(address);
      const assets = { worker: worker ?? '', cMaps: cMaps ?? '', fonts: fonts ?? '', wasm: wasm ?? '' };
      this.#post({ kind: 'open', name: basename(this.uri.path), sizeBytes, assets, ...(this.#place ? { place: this.#place } : {}) });
      this.#place = undefined;
    } catch (error) {
      this.#fail(error);
    }
    // Also where it failed: it may be opened when the file has changed.
    this.#isReady = true;
  }

  async #send({ begin, end }: { readonly begin: number; readonly end: number }): Promise<void> {
    try {
      const file = await this.#bytes;
      if (file) this.#post({ kind: 'bytes', begin, bytes: await file.read(begin, Math.min(end, file.sizeBytes)) });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#post({ kind: 'problem', message: t('{0} cannot be read: {1}', basename(this.uri.path), messageOf(error)) });
  }

  #onceSettled(act: () => void): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      if (this.#isReady) act();
    }, settledMs);
  }

  async #close(): Promise<void> {
    const file = this.#bytes;
    this.#bytes = undefined;
    await file?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }

  #post(message: ToPdfPage): void {
    void this.#panel.webview.postMessage(message);
  }
}
