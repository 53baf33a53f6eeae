/** Opens a document at the source of an answer and marks the lines. */
import { createHash } from 'node:crypto';
import { Range, TextEditorRevealType, Uri, ViewColumn, commands, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { resolveAnchor } from '../../citations/anchor.ts';
import type { App } from '../app.ts';
import type { CommandId } from '../contributions.ts';
import { openAsRead } from './documentEncoding.ts';
import { isExtracted } from './extractedDocument.ts';
import { showMessage } from '../messages.ts';
import { requireFolder } from '../openFolder.ts';

/** A range of a document as it was indexed; offsets are those of `SourceRange`. */
export interface SourcePlace {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly documentHash: string;
  readonly beside: boolean;
}

/** Lines are 1-based. The document is given by its path in the folder, or by its address when the link is in a document elsewhere. */
export interface CitedPlace {
  readonly path: string;
  readonly uri?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly linesHash: string;
  readonly quote?: string;
  readonly beside: boolean;
}

export type SourceApp = Pick<App, 'folder' | 'extracted' | 'highlight' | 'engine' | 'settings' | 'logger'>;

/** For a document that is not text, opens the extracted text that ranges refer to. */
export async function openSource(app: SourceApp, place: SourcePlace): Promise<void> {
  const { document, documentHash } = await openDocument(app, uriOf(app, place.path), place.path);
  const isChanged = document.isDirty || (documentHash ?? (await hashOfFile(document.uri))) !== place.documentHash;
  await reveal(app, document, new Range(document.positionAt(place.startOffset), document.positionAt(place.endOffset)), place.beside);
  if (isChanged) tellChanged(place.path, 'has changed since it was indexed. The place may have moved.');
}

export async function openCitation(app: SourceApp, place: CitedPlace): Promise<void> {
  const uri = place.uri === undefined ? uriOf(app, place.path) : Uri.parse(place.uri, true);
  const { document } = await openDocument(app, uri, place.path);
  const found = resolveAnchor(document.getText(), place.startLine, place.endLine, place.linesHash);
  const lines = new Range(found.startLine - 1, 0, found.endLine - 1, Number.MAX_SAFE_INTEGER);
  await reveal(app, document, quoteIn(document, document.validateRange(lines), place.quote), place.beside);
  if (found.state === 'changed' || found.state === 'missing') tellChanged(place.path, 'has changed. The cited lines are no longer in it.');
}

async function openDocument(
  app: SourceApp,
  uri: Uri,
  path: string,
): Promise<{ readonly document: TextDocument; readonly documentHash?: string }> {
  // If the engine cannot read the file, its error is more specific.
  if (isExtracted(path)) return app.extracted.open(uri);
  try {
    return { document: await openAsRead(app, uri) };
  } catch (error) {
    throw new AriadneError(
      'source-gone',
      `"${path}" could not be opened. It may have been moved or deleted since it was indexed. Index the folder again.`,
      {
        cause: error,
      },
    );
  }
}

function uriOf(app: Pick<App, 'folder'>, path: string): Uri {
  return Uri.joinPath(requireFolder(app.folder()).uri, path);
}

async function hashOfFile(uri: Uri): Promise<string> {
  return createHash('sha256')
    .update(await workspace.fs.readFile(uri))
    .digest('hex');
}

async function reveal({ highlight }: SourceApp, document: TextDocument, range: Range, beside: boolean): Promise<void> {
  const editor = await window.showTextDocument(document, {
    viewColumn: columnFor(beside),
    selection: new Range(range.start, range.start),
    preview: true,
  });
  editor.revealRange(range, TextEditorRevealType.InCenter);
  highlight.show(document, range);
}

/** Never the column of the clicked panel: an existing text editor's column, otherwise a new one. */
function columnFor(beside: boolean): ViewColumn {
  if (beside) return ViewColumn.Beside;
  return (
    window.activeTextEditor?.viewColumn ??
    window.visibleTextEditors.find((editor) => editor.viewColumn !== undefined)?.viewColumn ??
    ViewColumn.Beside
  );
}

/** The cited words within the cited lines, if they still occur there verbatim. */
function quoteIn(document: TextDocument, lines: Range, quote: string | undefined): Range {
  const at = quote === undefined || quote === '' ? -1 : document.getText(lines).indexOf(quote);
  if (quote === undefined || at < 0) return lines;
  const start = document.offsetAt(lines.start) + at;
  return new Range(document.positionAt(start), document.positionAt(start + quote.length));
}

function tellChanged(path: string, what: string): void {
  const again = 'Index Again';
  void showMessage('warning', `"${path}" ${what}`, again).then((chosen) => {
    const command: CommandId = 'ariadne.index';
    if (chosen === again) void commands.executeCommand(command);
  });
}
