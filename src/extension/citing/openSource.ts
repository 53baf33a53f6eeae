/** Opens a document at the source of an answer and marks the lines. */
import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import {
  NotebookEditorRevealType,
  NotebookRange,
  Range,
  TabInputWebview,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
  type TextDocument,
  type TextDocumentShowOptions,
} from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { linesOf } from '../../citations/anchor.ts';
import { currentCitation } from '../../citations/currentCitation.ts';
import { findQuote } from '../../citations/findQuote.ts';
import type { TextRange } from '../../citations/readText.ts';
import { extensionOf } from '../../protocol/documentFormats.ts';
import { placeInPdf } from '../../protocol/pdfView.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import { type OpenFolder, placeIn, requireOpenFolder } from '../openFolder.ts';
import { type ExtractedDocuments, isExtracted, sourceTextOf } from '../documents/extractedDocument.ts';
import { cellPlace, type CellPlace } from './cellPlace.ts';
import { citedRange, linesIn } from './citedRange.ts';
import type { SourceHighlight } from './sourceHighlight.ts';
import type { CitedPlace, SourcePlace } from '../viewIds.ts';
import type { CommandId } from '../contributions.ts';
import { openAsRead } from '../documents/documentEncoding.ts';
import type { PdfViewers } from '../viewer/pdfViewers.ts';
import { offer, type OfferedCommand } from '../messages.ts';
import type { Uses } from '../parts.ts';

export interface SourceApp extends Uses<'folder' | 'settings' | 'logger' | 'engine' | 'runs'> {
  readonly extracted: ExtractedDocuments;
  readonly highlight: SourceHighlight;
  readonly viewers: PdfViewers;
}

/** What opens documents for other features. */
export interface SourceOpener {
  readonly openSource: (place: SourcePlace) => Promise<void>;
  readonly openCitation: (place: CitedPlace) => Promise<void>;
  /** Opens a file in the editor in which the Explorer opens it; a text as it was read. */
  readonly openDocument: (uri: Uri, options?: TextDocumentShowOptions) => Promise<void>;
}

/** A PDF is opened at its page; of other documents that are not text, the extracted text that ranges refer to. */
export async function openSource(app: SourceApp, place: SourcePlace): Promise<void> {
  const source = await openText(app, uriOf(app, place.path), place.path);
  const isChanged = source.document?.isDirty === true || (source.documentHash ?? (await hashOfFile(source.uri))) !== place.documentHash;
  const { startOffset: start, endOffset } = place;
  await reveal(app, source, { start, end: isChanged ? start : endOffset }, place);
  if (isChanged)
    offer('warning', t('"{0}" has changed since these words were found. They were near here.', place.path), await wayOn(app, place));
}

/** Marks the cited words where they are now. Words that are no longer there are not marked. */
export async function openCitation(app: SourceApp, place: CitedPlace): Promise<void> {
  const uri = place.uri === undefined ? uriOf(app, place.path) : Uri.parse(place.uri, true);
  const source = await openText(app, uri, place.path);
  const { quote = '', ...cited } = place;
  const now = place.linesHash === '' ? cited : currentCitation({ ...cited, quote }, source.text);
  if (now) return reveal(app, source, citedRange(source.text, now, quote), place);
  const { start } = linesIn(source.text, place);
  await reveal(app, source, { start, end: start }, place);
  const where =
    place.startLine > linesOf(source.text).length
      ? []
      : [t('They were at {0}.', placeWords({ startLine: place.startLine, endLine: place.endLine }))];
  const runId = app.runs.findCitation(place.linesHash)?.trace.runId;
  offer('warning', [t('The cited words are no longer in "{0}".', place.path), ...where].join(' '), askAgain(runId));
}

/** What is to be shown. */
interface OpenText {
  readonly uri: Uri;
  readonly text: string;
  /** Of text that was extracted. */
  readonly documentHash?: string;
  /** Absent for a PDF, which has its own viewer. */
  readonly document?: TextDocument;
}

async function openText(app: SourceApp, uri: Uri, path: string): Promise<OpenText> {
  // If the engine cannot read the file, its error is more specific.
  if (extensionOf(path) === '.pdf') return { uri, ...(await sourceTextOf(app, uri)) };
  if (isExtracted(path)) {
    const { document, documentHash } = await app.extracted.open(uri);
    return { uri, text: document.getText(), document, documentHash };
  }
  try {
    const document = await openAsRead(app, uri);
    return { uri, text: document.getText(), document };
  } catch (error) {
    const sentence = t('"{0}" could not be opened. It may have been moved or deleted since it was indexed. Index the folder again.', path);
    throw new AriadneError('source-gone', sentence, { cause: error });
  }
}

function uriOf(app: { readonly folder: () => OpenFolder | undefined }, path: string): Uri {
  return placeIn(requireOpenFolder(app.folder()).uri, path);
}

async function hashOfFile(uri: Uri): Promise<string> {
  return createHash('sha256')
    .update(await workspace.fs.readFile(uri))
    .digest('hex');
}

async function reveal(
  app: SourceApp,
  { uri, text, document }: OpenText,
  { start, end }: TextRange,
  { page, beside }: { readonly page?: number | undefined; readonly beside: boolean },
): Promise<void> {
  const viewColumn = columnFor(beside);
  if (!document) return app.viewers.show(uri, placeInPdf(text, start, end, page), viewColumn);
  if (extensionOf(uri.path) === '.ipynb') return revealCell(app, uri, cellPlace(text, { start, end }), viewColumn);
  const range = new Range(document.positionAt(start), document.positionAt(end));
  const editor = await window.showTextDocument(document, { viewColumn, selection: new Range(range.start, range.start), preview: true });
  editor.revealRange(range, TextEditorRevealType.InCenter);
  if (!range.isEmpty) app.highlight.show(document, range);
}

async function revealCell({ highlight }: SourceApp, uri: Uri, { cell, words }: CellPlace, viewColumn: ViewColumn): Promise<void> {
  const notebook = await workspace.openNotebookDocument(uri);
  const at = new NotebookRange(cell, cell + 1);
  const editor = await window.showNotebookDocument(notebook, { viewColumn, selections: [at], preview: true });
  editor.revealRange(at, NotebookEditorRevealType.InCenter);
  const { document } = notebook.cellAt(cell);
  const found = findQuote(document.getText(), words);
  // A cell that is shown as text is not marked: only editors are.
  if (found) highlight.show(document, new Range(document.positionAt(found.start), document.positionAt(found.end)));
}

/** Never the column of the clicked panel: an existing editor's column, otherwise a new one. */
function columnFor(beside: boolean): ViewColumn {
  if (beside) return ViewColumn.Beside;
  const editors = window.tabGroups.all.filter(({ activeTab }) => activeTab && !(activeTab.input instanceof TabInputWebview));
  return (editors.find(({ isActive }) => isActive) ?? editors[0])?.viewColumn ?? ViewColumn.Beside;
}

/** A changed document needs to be indexed first; once it is, only asking again finds its words. */
async function wayOn({ engine }: SourceApp, { path, runId }: SourcePlace): Promise<readonly Way[]> {
  const { state } = await engine.request('explain', { path });
  return state === 'indexed' ? askAgain(runId) : [{ label: t('Index Again'), command: 'ariadne.index' }];
}

function askAgain(runId: string | undefined): readonly Way[] {
  return runId === undefined ? [] : [{ label: t('Ask Again'), command: 'ariadne.askAgain', argument: runId }];
}

type Way = OfferedCommand & { readonly command: CommandId };
