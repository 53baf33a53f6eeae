/** Shows documents that are not text (PDF, DOCX, ODT, EPUB) as read-only text documents, in which their passages can be marked. */
import { t } from '@vscode/l10n';
import { EventEmitter, Uri, workspace, type Disposable, type TextDocument, type TextDocumentContentProvider } from 'vscode';
import { delay } from '../../base/abort.ts';
import { DisposableStore } from '../../base/disposable.ts';
import { AriadneError } from '../../base/errors.ts';
import type { EngineResult } from '../../protocol/engine.ts';
import { extensionOf, extractedExtensions } from '../../protocol/documentFormats.ts';
import type { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import { pathIn, requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import { wayTo } from '../uriPaths.ts';
import { inBackground } from '../report.ts';
import { extractedScheme, extractedSuffix } from '../viewIds.ts';

type SourceText = EngineResult<'sourceText'>;

/** The parts of the app that reading a file's text needs. */
export interface SourceTextApp {
  readonly engine: EngineRequests;
  readonly folder: () => OpenFolder | undefined;
}

interface ExtractedDocumentsApp extends SourceTextApp {
  /** Its epoch is another one when documents may have changed. */
  readonly index: { readonly status: { readonly epoch: string }; readonly onDidChange: Emitter<void> };
  readonly logger: Logger;
}

const REPLACED_MS = 2_000;

export class ExtractedDocuments implements TextDocumentContentProvider, Disposable {
  readonly #app: ExtractedDocumentsApp;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions = new DisposableStore();
  /** Texts of open documents, by address. */
  readonly #texts = new Map<string, string>();
  #epoch = '';

  constructor(app: ExtractedDocumentsApp) {
    this.#app = app;
    this.#subscriptions.add(this.#changed);
    this.#subscriptions.add(workspace.registerTextDocumentContentProvider(extractedScheme, this));
    this.#subscriptions.add(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
    this.#subscriptions.add(app.index.onDidChange.on(() => this.#follow()));
  }

  get onDidChange(): EventEmitter<Uri>['event'] {
    return this.#changed.event;
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    return this.#texts.get(uri.toString()) ?? (await sourceTextOf(this.#app, originalOf(uri))).text;
  }

  /**
   * Opens the current text of a file.
   * @throws the errors of `sourceTextOf`
   */
  async open(original: Uri): Promise<{ readonly document: TextDocument; readonly documentHash: string }> {
    const { text, documentHash } = await sourceTextOf(this.#app, original);
    const uri = extractedUri(original);
    this.#texts.set(uri.toString(), text);
    const document = await workspace.openTextDocument(uri);
    if (document.getText() !== text) await this.#replace(document);
    return { document, documentHash };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Reads open documents again when there is a new index, since their files may have changed. */
  #follow(): void {
    const { epoch } = this.#app.index.status;
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    for (const document of workspace.textDocuments) {
      if (document.uri.scheme === extractedScheme) inBackground(this.#app.logger, this.open(originalOf(document.uri)));
    }
  }

  /** Resolves when the editor shows the text, or keeps its own because only line ends differ. */
  async #replace(document: TextDocument): Promise<void> {
    const listening = new DisposableStore();
    const replaced = new Promise<void>((resolve) => {
      listening.add(workspace.onDidChangeTextDocument((change) => (change.document === document ? resolve() : undefined)));
    });
    this.#changed.fire(document.uri);
    await Promise.race([replaced, delay(REPLACED_MS)]);
    listening.dispose();
  }
}

/** Whether the ranges of a document's passages refer to extracted text. */
export function isExtracted(path: string): boolean {
  return extractedExtensions.includes(extensionOf(path));
}

/** @throws AriadneError when the document cannot be read or is not in the folder */
export function sourceTextOf({ engine, folder }: SourceTextApp, original: Uri): Promise<SourceText> {
  const found = requireOpenFolder(folder());
  // A question over several folders cites documents of each.
  const path = pathIn(found, original) ?? (workspace.getWorkspaceFolder(original) && wayTo(found.uri, original));
  if (path === undefined)
    throw new AriadneError(
      'file-outside',
      t('"{0}" is outside the folder "{1}", so its text is not read. Open the folder that contains it.', original.path, found.name),
    );
  return engine.request('sourceText', { path });
}

export function extractedUri(original: Uri): Uri {
  return Uri.from({ scheme: extractedScheme, path: `${original.path}${extractedSuffix}` });
}

/** The file whose text has this address. */
export function originalOf(uri: Uri): Uri {
  return Uri.from({ scheme: 'file', path: uri.path.slice(0, -extractedSuffix.length) });
}
