/** Commands on runs in the questions view. */
import { t } from '@vscode/l10n';
import { shortened } from '../../base/plainText.ts';
import { InputBoxValidationSeverity, window, type InputBoxValidationMessage } from 'vscode';
import type { RunSummary } from '../../protocol/engine.ts';
import { showMessage } from '../messages.ts';
import { messageText } from '../messageText.ts';
import { report } from '../report.ts';
import { matchingRuns } from './questionSearch.ts';
import { runStanding } from './questionTree.ts';
import { madeWords, nameOf } from './runNames.ts';
import { count } from '../../base/amounts.ts';
import { ageText } from '../times.ts';
import { rm } from 'node:fs/promises';
import { requireOpenFolder } from '../openFolder.ts';
import type { Uses } from '../parts.ts';
import { chooseFrom, confirm, type Choice } from '../inputs.ts';

type RunsApp = Uses<'logger' | 'index' | 'runs' | 'questionsView' | 'wake'>;

/** `ariadne.renameRun`: an empty title restores the question as the title. */
export async function renameRun({ runs }: RunsApp, runId: string): Promise<void> {
  const run = runs.runs.find((one) => one.runId === runId);
  if (!run) return;
  const title = await window.showInputBox({
    title: t('Rename Question'),
    prompt: messageText(t('A title for “{0}”. Leave it empty to show the question.', run.question)),
    value: run.title ?? run.question,
  });
  if (title === undefined || title.trim() === (run.title ?? run.question)) return;
  await runs.note(runId, { title: title.trim() === run.question ? '' : title });
}

/**
 * `ariadne.deleteRun`: can be undone from the notification, and later from the list of deleted runs.
 * @param isSure false for a keybinding: VS Code passes the selected row, which may differ from the focused one
 */
export async function deleteRuns(app: RunsApp, runIds: readonly string[], { isSure }: { readonly isSure: boolean }): Promise<void> {
  const { shownId } = app.runs;
  const run = app.runs.runs.find((one) => one.runId === runIds[0]);
  const one = run === undefined ? t('the question') : `“${shortened(nameOf(run), 60)}”`;
  const name = runIds.length === 1 ? one : count(runIds.length, 'question');
  if ((!isSure || runIds.length > 1) && !(await confirm(t('Delete {0}?', name), undefined, t('Delete')))) return;
  for (const runId of runIds) await app.runs.delete(runId);
  const undo = t('Undo');
  const said = t('Deleted {0}.', name);
  // Not awaited, because the notification may stay open.
  void showMessage('information', said, undo).then(async (chosen) => {
    if (chosen !== undo) return;
    try {
      for (const runId of runIds) await app.runs.restore(runId);
      if (shownId !== undefined && runIds.includes(shownId)) app.runs.show(shownId);
    } catch (error) {
      report(app.logger, error);
    }
  });
}

/** `ariadne.restoreRun`: restores one of the runs deleted in the last days. */
export async function restoreRun({ runs, index }: RunsApp): Promise<void> {
  await index.refresh();
  const { removed } = index.known;
  if (removed.length === 0) {
    void showMessage('information', t('There are no deleted questions to restore. Deleted questions are kept for a week.'));
    return;
  }
  const now = new Date();
  const choices = removed.map((run) => runChoice(run, index, t('deleted {0}', ageText(new Date(run.removedAtUtc), now))));
  const chosen = await chooseFrom(choices, { title: t('Restore Deleted Question'), placeHolder: t('Select the question to restore') });
  if (chosen) await runs.restore(chosen.runId);
}

/** A run in a list to choose from. @param when such as its time */
export function runChoice<R extends RunSummary>(run: R, index: Uses<'index'>['index'], when: string): Choice<R> {
  return {
    label: nameOf(run),
    facts: [...madeWords(run), index.nameOfMethod(run.pipeline), when],
    detail: run.answer ?? runStanding(run).words,
    choose: () => run,
  };
}

/** `ariadne.searchRuns`: filters the view during typing. Enter keeps the filter, Escape restores the view. */
export async function searchRuns({ runs, questionsView, wake }: RunsApp): Promise<void> {
  await wake();
  const before = questionsView.words;
  const found = (words: string): InputBoxValidationMessage => {
    questionsView.search(words);
    const all = count(runs.runs.length, 'question');
    const message = words.trim() === '' ? all : t('{0} of {1}', matchingRuns(runs.runs, words).length, all);
    return { message, severity: InputBoxValidationSeverity.Info };
  };
  const words = await window.showInputBox({
    title: t('Search Questions'),
    placeHolder: t('Words from the question, answer or title'),
    value: before,
    validateInput: found,
  });
  questionsView.search(words ?? before);
}

type DeletingApp = Uses<'folders' | 'folder' | 'settings' | 'engine' | 'index' | 'runs'>;

/** `ariadne.deleteIndex`: after confirmation, deletes everything that Ariadne has stored for this folder. Documents are not touched. */
export async function deleteIndex(app: DeletingApp): Promise<void> {
  const folder = requireOpenFolder(app.folder());
  const { indexUri } = app.settings();
  const detail =
    indexUri === undefined
      ? t('This deletes the index and all questions and answers of this folder from this machine. Your documents are not changed.')
      : t(
          'This deletes all questions and answers of this folder from this machine. The index is kept at {0}, where others may use it. Your documents are not changed.',
          indexUri,
        );
  if (!(await confirm(t('Delete Ariadne’s index of "{0}"?', folder.name), detail, t('Delete')))) return;
  const isOfFolder = (runId: string): boolean => (app.folders.ofRun(runId) ?? folder) === folder;
  app.runs.cancel(isOfFolder);
  await app.engine.tell('stop', () => ({}));
  await app.engine.stop();
  // On Windows the files of a process that has just ended are in use a moment longer.
  await rm(folder.storage, { recursive: true, force: true, maxRetries: 5 });
  app.runs.clear(isOfFolder);
  app.index.clear();
  if (indexUri !== undefined) await app.index.refresh();
}
