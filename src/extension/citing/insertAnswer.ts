import { posix } from 'node:path';
import { t } from '@vscode/l10n';
import {
  NotebookCellData,
  NotebookCellKind,
  NotebookEdit,
  NotebookRange,
  Selection,
  WorkspaceEdit,
  window,
  workspace,
  type Uri,
} from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import type { DraftQuote } from '../../citations/draft.ts';
import { placed } from '../../citations/placement.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { markdownSyntax } from '../../citations/syntaxes/markdown.ts';
import type { CitationSyntax } from '../../citations/syntaxes/syntax.ts';
import { answerMarkdown, quoteMarkdown, writeAnswer, writeQuote, type AnswerOptions } from '../../citations/writeAnswer.ts';
import type { Citation, Trace } from '../../protocol/trace.ts';
import type { EditorPlace, LastTextEditor } from './lastTextEditor.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { linkTo, partsOf } from '../uriPaths.ts';
import { answerNow, mayUse, quoteNow, type QuotingApp } from './answerNow.ts';
import type { Uses } from '../parts.ts';

interface InsertApp extends Uses<'runs'>, QuotingApp {
  readonly lastTextEditor: LastTextEditor;
}
type TextPlace = Extract<EditorPlace, { kind: 'text' }>;
type NotebookPlace = Extract<EditorPlace, { kind: 'notebook' }>;

export interface Insertion {
  /** By default the shown run, otherwise the newest with an answer. */
  readonly runId?: string;
  /** Numbers of the quotes that follow the answer: none for the answer alone, by default those that come first. */
  readonly quotes?: readonly number[];
}

/**
 * `ariadne.insertAnswer`: inserts a run's answer at the cursor of the last text editor, in the syntax of its document; below the selected
 * cell of a notebook; or into a new Markdown document. Without an answer, what the documents say.
 */
export async function insertAnswer(app: InsertApp, { runId = defaultRun(app), quotes }: Insertion): Promise<void> {
  if (runId === undefined) throw new AriadneError('no-answer', t('There is no answer yet. Ask a question first.'));
  const trace = await app.runs.trace(runId);
  if (!trace.finished) throw new AriadneError('no-answer', t('This question has no answer yet. Wait until it is answered, or ask again.'));
  const now = await answerNow(app, trace, quotes);
  if (await mayUse(app, now, t('Insert'))) await insert(app, (options) => writeAnswer(now.trace, { ...options, quotes: now.quotes }));
}

/** Inserts one quote of a run with its citation, where an answer would be. */
export async function insertQuote(app: InsertApp, runId: string, n: number): Promise<void> {
  const quote = await usableQuote(app, await app.runs.trace(runId), n, t('Insert'));
  if (quote) await insert(app, (options) => writeQuote(quote, options));
}

/** Inserts words of a document with their citation, where an answer would be. */
export async function insertCited(app: InsertApp, citation: Citation): Promise<void> {
  const quote: DraftQuote = { text: citation.quote, isCutBefore: false, isCutAfter: false, citation };
  await insert(app, (options) => writeQuote(quote, options));
}

/** Copies the answer as Markdown with links relative to the folder. @returns undefined when the user decided otherwise */
export async function answerToCopy(app: QuotingApp, trace: Trace, quotes: readonly number[] | undefined): Promise<string | undefined> {
  const now = await answerNow(app, trace, quotes);
  return (await mayUse(app, now, t('Copy'))) ? answerMarkdown(now.trace, now.quotes) : undefined;
}

export async function quoteToCopy(app: QuotingApp, trace: Trace, n: number): Promise<string | undefined> {
  const quote = await usableQuote(app, trace, n, t('Copy'));
  return quote && quoteMarkdown(quote);
}

async function usableQuote(app: QuotingApp, trace: Trace, n: number, use: string): Promise<DraftQuote | undefined> {
  const now = await quoteNow(app, trace, n);
  return now && (await mayUse(app, now, use)) ? now.quotes[0] : undefined;
}

async function insert(app: InsertApp, write: Answer['write']): Promise<void> {
  const answer: Answer = { write, folder: requireOpenFolder(app.folder()).uri };
  const { place } = app.lastTextEditor;
  if (place?.kind === 'notebook') return insertCell(place, answer);
  const syntax = place && syntaxOf(place.document.uri.path, place.document.languageId);
  if (place && syntax) return insertText(place, syntax, answer);
  await openNew(answer);
  // JSON, CSV and similar formats cannot contain prose.
  if (place)
    window.setStatusBarMessage(`$(info) ${t('Answers can’t be inserted into this kind of file, so it is in a new document')}`, 6000);
}

interface Answer {
  readonly write: (options: Omit<AnswerOptions, 'quotes'>) => string;
  readonly folder: Uri;
}

function defaultRun(app: InsertApp): string | undefined {
  const ended = app.runs.runs.filter(({ status }) => status !== 'running');
  return (ended.find(({ runId }) => runId === app.runs.shownId) ?? ended.find(({ answer }) => answer !== null))?.runId;
}

async function openNew(answer: Answer): Promise<void> {
  const content = `${written(answer, markdownSyntax, '', undefined)}\n`;
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  const editor = await window.showTextDocument(document);
  // The next answer goes to the cursor, so it follows this one.
  const end = document.positionAt(content.length);
  editor.selection = new Selection(end, end);
}

/** Inserts after a selection instead of replacing it, since it may be the question. */
async function insertText({ document, selection, column }: TextPlace, syntax: CitationSyntax, answer: Answer): Promise<void> {
  const editor = await window.showTextDocument(document, { selection, viewColumn: column });
  const before = document.getText();
  const text = written(answer, syntax, before, document.isUntitled ? undefined : document.uri);
  const placement = placed(before, document.offsetAt(selection.end), text, syntax);
  if (!(await editor.edit((edit) => edit.insert(document.positionAt(placement.offset), placement.text)))) throw readOnly(document.fileName);
}

/** Inserts a separate Markdown cell, since a code cell may only contain code. */
async function insertCell({ notebook, cell, column }: NotebookPlace, answer: Answer): Promise<void> {
  const texts = notebook.getCells().flatMap(({ kind, document }) => (kind === NotebookCellKind.Markup ? [document.getText()] : []));
  const text = written(answer, markdownSyntax, texts.join('\n\n'), notebook.isUntitled ? undefined : notebook.uri);
  const at = Math.min(cell + 1, notebook.cellCount);
  const edit = new WorkspaceEdit();
  edit.set(notebook.uri, [NotebookEdit.insertCells(at, [new NotebookCellData(NotebookCellKind.Markup, text, 'markdown')])]);
  if (!(await workspace.applyEdit(edit))) throw readOnly(notebook.uri.path);
  await window.showNotebookDocument(notebook, { selections: [new NotebookRange(at, at + 1)], viewColumn: column });
}

export function readOnly(fileName: string): AriadneError {
  return new AriadneError(
    'read-only',
    t('"{0}" can’t be edited. Place the cursor in a document that can, then insert the answer again.', fileName),
  );
}

function written({ write, folder }: Answer, syntax: CitationSyntax, before: string, target: Uri | undefined): string {
  return write({ syntax, before, pathOf: pathsFrom(folder, target) });
}

/**
 * Links are relative to the folder of the document that will contain them, or an address on another drive. A document without a file counts
 * as being in the indexed folder.
 */
export function pathsFrom(folder: Uri, target: Uri | undefined): (cited: Pick<Citation, 'path'>) => string {
  const from = target === undefined ? folder : target.with({ path: posix.dirname(target.path) });
  return ({ path }) => linkTo(from, partsOf(folder, path));
}
