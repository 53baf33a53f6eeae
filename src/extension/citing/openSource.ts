/** Opens a document at the source of an answer and marks the lines. */
import { createHash } from 'node:crypto';
import { Range, TextEditorRevealType, Uri, ViewColumn, window, workspace, type TextDocument } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { currentCitation } from '../../citations/currentCitation.ts';
import { findQuote } from '../../citations/findQuote.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import { type OpenFolder, requireOpenFolder } from '../openFolder.ts';
import { type ExtractedDocuments, isExtracted } from '../documents/extractedDocument.ts';
import type { SourceHighlight } from './sourceHighlight.ts';
import type { CitedPlace, SourcePlace } from '../viewIds.ts';
import type { CommandId } from '../contributions.ts';
import { openAsRead } from '../documents/documentEncoding.ts';
import { offer, type OfferedCommand } from '../messages.ts';
import type { Uses } from '../parts.ts';

export interface SourceApp extends Uses<'folder' | 'settings' | 'logger' | 'engine' | 'runs'> {
  readonly extracted: ExtractedDocuments;
  readonly highlight: SourceHighlight;
}

/** What opens documents for other features. */
export interface SourceOpener {
  readonly openSource: (place: SourcePlace) => Promise<void>;
  readonly openCitation: (place: CitedPlace) => Promise<void>;
  /** Opens a file in the editor in which the Explorer opens it; a text as it was read. */
  readonly openDocument: (uri: Uri) => Promise<void>;
}

/** For a document that is not text, opens the extracted text that ranges refer to. */
export async function openSource(app: SourceApp, place: SourcePlace): Promise<void> {
  const { document, documentHash } = await openDocument(app, uriOf(app, place.path), place.path);
  const isChanged = document.isDirty || (documentHash ?? (await hashOfFile(document.uri))) !== place.documentHash;
  const [start, end] = [document.positionAt(place.startOffset), document.positionAt(place.endOffset)];
  await reveal(app, document, new Range(start, isChanged ? start : end), place.beside);
  if (isChanged)
    offer('warning', `"${place.path}" has changed since these words were found. They were near here.`, await wayOn(app, place));
}

/** Marks the cited words where they are now. Words that are no longer there are not marked. */
export async function openCitation(app: SourceApp, place: CitedPlace): Promise<void> {
  const uri = place.uri === undefined ? uriOf(app, place.path) : Uri.parse(place.uri, true);
  const { document } = await openDocument(app, uri, place.path);
  const { quote = '', ...cited } = place;
  const now = currentCitation({ ...cited, quote }, document.getText());
  if (now) return reveal(app, document, quoteIn(document, linesIn(document, now), quote), place.beside);
  const { start } = linesIn(document, place);
  await reveal(app, document, new Range(start, start), place.beside);
  const where =
    place.startLine > document.lineCount ? '' : ` They were at ${placeWords({ startLine: place.startLine, endLine: place.endLine })}.`;
  const runId = app.runs.findCitation(place.linesHash)?.trace.runId;
  offer('warning', `The cited words are no longer in "${place.path}".${where}`, askAgain(runId));
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

function uriOf(app: { readonly folder: () => OpenFolder | undefined }, path: string): Uri {
  return Uri.joinPath(requireOpenFolder(app.folder()).uri, path);
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
  if (!range.isEmpty) highlight.show(document, range);
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

/** Lines that the document does not have are its last. */
function linesIn(document: TextDocument, { startLine, endLine }: Pick<CitedPlace, 'startLine' | 'endLine'>): Range {
  return document.validateRange(new Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER));
}

/** The cited words within the cited lines, if they still occur there. What shows them has left out marks that are not seen. */
function quoteIn(document: TextDocument, lines: Range, quote: string): Range {
  const text = document.getText(lines);
  const at = quote === '' ? -1 : text.indexOf(quote);
  const found = at < 0 ? findQuote(text, quote) : { start: at, end: at + quote.length };
  if (!found) return lines;
  const start = document.offsetAt(lines.start);
  return new Range(document.positionAt(start + found.start), document.positionAt(start + found.end));
}

/** A changed document needs to be indexed first; once it is, only asking again finds its words. */
async function wayOn({ engine }: SourceApp, { path, runId }: SourcePlace): Promise<readonly Way[]> {
  const { state } = await engine.request('explain', { path });
  return state === 'indexed' ? askAgain(runId) : [{ label: 'Index Again', command: 'ariadne.index' }];
}

function askAgain(runId: string | undefined): readonly Way[] {
  return runId === undefined ? [] : [{ label: 'Ask Again', command: 'ariadne.askAgain', argument: runId }];
}

type Way = OfferedCommand & { readonly command: CommandId };
