import { t } from '@vscode/l10n';
import { commands, Uri, ViewColumn, window } from 'vscode';
import type { Uses } from '../parts.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { AriadneError } from '../../base/errors.ts';
import type { CommandId } from '../contributions.ts';
import { offer, showMessage } from '../messages.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { requireTrust } from '../requireTrust.ts';
import { withSignal } from '../withSignal.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { askForFolder } from '../inputs.ts';

export type TestQuestionsParts = Uses<'context' | 'actions'> & Omit<QuestionsApp, 'lab'>;

/** Writing test questions over the folder's documents, with the laboratory where there is one. */
export function registerTestQuestions(parts: TestQuestionsParts): void {
  const app = { ...parts, lab: parts.context.asAbsolutePath('dist/lab.js') };
  void commands.executeCommand('setContext', 'ariadne.hasLab', hasLab(app.lab));
  parts.actions.commands({
    'ariadne.writeQuestions': (out) => writeQuestions(app, out),
    'ariadne.applyReview': (sheet) => applyReview(app, sheet),
  });
}

interface QuestionsApp extends Uses<'folder' | 'settings'> {
  /** Path of the laboratory's bundle. */
  readonly lab: string;
}

const written = z.object({ questions: z.int(), leftOut: z.int(), sheet: z.string() });
const reviewed = z.object({ kept: z.int(), edited: z.int(), dropped: z.int(), out: z.string() });

/**
 * `ariadne.writeQuestions`: writes questions over the folder's documents, and opens the sheet to review them.
 * @param argument address of the new folder; by default one is chosen
 * @returns path of the sheet; undefined when no folder was chosen
 */
async function writeQuestions(app: QuestionsApp, argument?: unknown): Promise<string | undefined> {
  requireTrust();
  const folder = requireOpenFolder(app.folder());
  const out = argument instanceof Uri ? argument.fsPath : await chooseOut(folder.uri.fsPath, folder.name);
  if (out === undefined) return undefined;
  const { indexUri = folder.storage } = app.settings();
  const { questions, sheet, leftOut } = written.parse(
    await withSignal(t('Writing questions from your documents…'), (signal) =>
      runLab(app.lab, ['questions', folder.uri.fsPath, '--out', out, '--storage', indexUri], signal),
    ),
  );
  await window.showTextDocument(Uri.file(sheet), { viewColumn: ViewColumn.Active, preview: false });
  const others =
    leftOut === 0 ? '' : t('Documents left out: {0}. They are not in English, or share their name with another document.', leftOut);
  const said = [t('{0} questions. Keep, edit or drop them in this sheet, then make the dataset.', questions), others].join(' ').trim();
  const command: CommandId = 'ariadne.applyReview';
  offer('information', said, [{ label: t('Make Dataset'), command, argument: Uri.file(sheet) }]);
  return sheet;
}

/** A new folder beside the documents, or where the user wants it. */
async function chooseOut(folder: string, name: string): Promise<string | undefined> {
  const parent = await askForFolder(t('Where to Write the Questions'), t('Write Here'), Uri.file(dirname(folder)));
  if (!parent) return undefined;
  const first = join(parent.fsPath, `${name}-questions`);
  for (let i = 1; ; i++) {
    const out = i === 1 ? first : `${first}-${i}`;
    if (!existsSync(out)) return out;
  }
}

/**
 * `ariadne.applyReview`: makes the dataset of the questions that a review sheet keeps.
 * @param argument address of the sheet; by default the open file
 * @returns how many questions it keeps
 */
async function applyReview(app: Pick<QuestionsApp, 'lab'>, argument?: unknown): Promise<number> {
  requireTrust();
  const sheet = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  if (sheet?.scheme !== 'file') throw new AriadneError('sheet-broken', t('No review sheet is open. Open review.md of the questions.'));
  await window.visibleTextEditors.find(({ document }) => document.uri.toString() === sheet.toString())?.document.save();
  const { kept, edited, dropped, out } = reviewed.parse(await runLab(app.lab, ['questions', sheet.fsPath]));
  void showMessage(
    'information',
    t('Questions kept: {0}, of which edited: {1}. Dropped: {2}. The dataset is in {3}.', kept, edited, dropped, out),
  );
  return kept;
}

/** Where the laboratory is if this is a build of the whole repository; the published extension does not contain it. */
function hasLab(entry: string): boolean {
  return existsSync(entry);
}

/**
 * Runs one command of the laboratory (`lab/main.ts`) to its end, without keys and without a chat model.
 * @param entry path of its bundle
 * @returns what it prints as JSON
 * @throws AriadneError `lab-missing`; `questions-none` with what it says when it fails; AbortError
 */
async function runLab(entry: string, args: readonly string[], signal?: AbortSignal): Promise<unknown> {
  if (!hasLab(entry))
    throw new AriadneError('lab-missing', t('The published extension writes no questions. Build Ariadne from its source code.'));
  const { OPENAI_API_KEY: _key, HF_TOKEN: _token, NODE_OPTIONS: _options, ...env } = process.env;
  const lab = spawn(process.execPath, [entry, ...args, '--json'], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [printed, said] = await Promise.all([text(lab.stdout), text(lab.stderr), once(lab, 'close')]);
  if (lab.exitCode !== 0) throw new AriadneError('questions-none', said.trim() || t('The laboratory was ended from outside.'));
  return JSON.parse(printed);
}
