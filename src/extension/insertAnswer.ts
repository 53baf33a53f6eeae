import { posix } from 'node:path';
import { window, workspace } from 'vscode';
import type { Position, TextDocument, Uri } from 'vscode';
import { AriadneError } from '../base/errors.ts';
import { answerMarkdown } from '../citations/answerMarkdown.ts';
import { formatCitationAt } from '../citations/links.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import type { App } from './app.ts';
import { requireFolder } from './openFolder.ts';

type InsertApp = Pick<App, 'runs' | 'folder' | 'lastTextEditor'>;

/** `ariadne.insertAnswer`: writes a run's answer at the cursor of the last text editor, or into a new Markdown document. Without a run: the shown one, else the newest with an answer. */
export async function insertAnswer(app: InsertApp, runId = defaultRun(app)): Promise<void> {
  if (runId === undefined) throw new AriadneError('no-answer', 'There is no answer yet. Ask a question first.');
  const trace = await app.runs.trace(runId);
  if (!trace.finished) throw new AriadneError('no-answer', 'This question has no answer yet. Wait until it is answered, or ask again.');
  const folder = requireFolder(app.folder()).uri;
  const place = app.lastTextEditor.place;
  if (!place) {
    const content = `${answerFor(trace, folder, undefined)}\n`;
    await window.showTextDocument(await workspace.openTextDocument({ language: 'markdown', content }));
    return;
  }
  // Behind a selection, not over it: it may be the question that was asked.
  const { document, selection, column } = place;
  const editor = await window.showTextDocument(document, { selection, ...(column === undefined ? {} : { viewColumn: column }) });
  const text = answerFor(trace, folder, document.isUntitled ? undefined : document.uri);
  const inserted = await editor.edit((edit) => edit.insert(selection.end, apart(document, selection.end, text)));
  if (!inserted)
    throw new AriadneError(
      'read-only',
      `"${document.fileName}" cannot be edited. Put the cursor where the answer belongs, then insert it again.`,
    );
}

function defaultRun(app: InsertApp): string | undefined {
  const answered = app.runs.runs.filter((run) => run.answer !== null);
  return (answered.find((run) => run.runId === app.runs.shownId) ?? answered[0])?.runId;
}

/** Links start from the folder of the document that will hold them; a document without a file counts as lying in the indexed folder itself. */
function answerFor(trace: Trace, folder: Uri, target: Uri | undefined): string {
  const from = target === undefined ? folder.path : posix.dirname(target.path);
  const toLink = (citation: Citation): string => formatCitationAt(citation, posix.relative(from, posix.join(folder.path, citation.path)));
  return answerMarkdown(trace, toLink);
}

/** A paragraph of its own, whatever stands before and behind the cursor. */
function apart(document: TextDocument, at: Position, text: string): string {
  const line = document.lineAt(at.line).text;
  const before = line.slice(0, at.character).trim() === '' ? '' : '\n\n';
  const behind = line.slice(at.character).trim() === '' ? '' : '\n\n';
  return `${before}${text}${behind}`;
}
