import { window } from 'vscode';
import type { App } from './app.ts';
import { ensureIndex } from './indexCommand.ts';
import type { IndexApp } from './indexCommand.ts';
import { requireFolder } from './openFolder.ts';

export type AskApp = IndexApp & Pick<App, 'runs' | 'panel'>;

/**
 * `ariadne.ask`: asks for what is missing (an index, the question), then runs the chosen pipeline and shows it in the panel.
 * @returns the run's id once the run has ended; undefined when the user declined.
 */
export async function ask(app: AskApp, given?: string): Promise<string | undefined> {
  if (!(await ensureIndex(app)) || !(await ensureIdle(app))) return undefined;
  const question = (given ?? (await askForQuestion(app)))?.trim();
  if (question === undefined || question === '') return undefined;
  const { pipeline, params, models } = app.settings();
  const run = app.runs.start({ question, pipeline, params, models });
  app.panel.show(run.runId);
  await run.ended;
  return run.runId;
}

/** `ariadne.askSelection`: as `ask`, with the selected text as the first draft of the question. */
export async function askSelection(app: AskApp): Promise<string | undefined> {
  const editor = window.activeTextEditor;
  const selected = editor ? editor.document.getText(editor.selection).replace(/\s+/g, ' ').trim() : '';
  if (!(await ensureIndex(app))) return undefined;
  const question = await askForQuestion(app, selected);
  return question === undefined ? undefined : ask(app, question);
}

async function askForQuestion(app: AskApp, draft = ''): Promise<string | undefined> {
  const { name } = requireFolder(app.folder());
  return window.showInputBox({
    title: `Ask ${name}`,
    prompt: `Answered by ${app.settings().pipeline} from the documents of this folder.`,
    placeHolder: 'A question; it may need several documents',
    value: draft,
    // What was typed must outlive a look into a document, and the panel taking the focus.
    ignoreFocusOut: true,
  });
}

/** One question at a time: two would compete for the same two cores, and the panel shows one. */
async function ensureIdle(app: AskApp): Promise<boolean> {
  if (app.runs.runningId === undefined) return true;
  const yes = 'Stop It and Ask';
  const running = app.runs.runs.find((run) => run.runId === app.runs.runningId)?.question ?? '';
  const chosen = await window.showWarningMessage('A question is still being answered.', { modal: true, detail: running }, yes);
  if (chosen === yes) app.runs.cancel();
  return chosen === yes;
}
