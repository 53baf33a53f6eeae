/** Commands on runs in the questions view. */
import { window } from 'vscode';
import type { RunSummary } from '../../protocol/engine.ts';
import type { App } from '../app.ts';
import { showDialog, showMessage } from '../messages.ts';
import { messageText, pickText } from '../messageText.ts';
import { report } from '../report.ts';
import { ageText, matchingRuns } from './questionTree.ts';

type RunsApp = Pick<App, 'runs' | 'engine' | 'logger' | 'questionsView' | 'wake'>;

/** `ariadne.renameRun`: an empty title restores the question as the title. */
export async function renameRun({ runs }: RunsApp, runId: string): Promise<void> {
  const run = runs.runs.find((one) => one.runId === runId);
  if (!run) return;
  const title = await window.showInputBox({
    title: 'Rename Run',
    prompt: messageText(`The question does not change: “${run.question}”. Leave this empty to show the question as the title.`),
    value: run.title ?? run.question,
  });
  if (title === undefined || title.trim() === (run.title ?? run.question)) return;
  await runs.note(runId, { title: title.trim() === run.question ? '' : title });
}

/**
 * `ariadne.deleteRun`: can be undone from the notification, and later from the list of deleted runs.
 * @param isSure false for a keybinding: VS Code passes the selected row, which may differ from the focused one
 */
export async function deleteRun(app: RunsApp, runId: string, { isSure }: { readonly isSure: boolean }): Promise<void> {
  const run = app.runs.runs.find((one) => one.runId === runId);
  const yes = 'Delete';
  if (!isSure && (await showDialog('warning', `Delete “${shortened(nameOf(run))}”?`, undefined, yes)) !== yes) return;
  const wasShown = app.runs.shownId === runId;
  await app.runs.delete(runId);
  const undo = 'Undo';
  const said = `Deleted “${shortened(nameOf(run))}”.`;
  // Not awaited, because the notification may stay open.
  void showMessage('information', said, undo).then(async (chosen) => {
    if (chosen !== undo) return;
    try {
      await app.runs.restore(runId);
      if (wasShown) app.runs.show(runId);
    } catch (error) {
      report(app.logger, error);
    }
  });
}

/** `ariadne.restoreRun`: restores one of the runs deleted in the last days. */
export async function restoreRun({ runs, engine }: RunsApp): Promise<void> {
  const removed = await engine.request('removedRuns', {});
  if (removed.length === 0) {
    void showMessage('information', 'There are no deleted runs to restore. Deleted runs are kept for a week.');
    return;
  }
  const now = new Date();
  const items = removed.map((run) => ({
    label: pickText(nameOf(run)),
    description: `${run.pipeline} · deleted ${ageText(new Date(run.removedAtUtc), now)}`,
    detail: pickText(run.answer ?? 'no answer'),
    runId: run.runId,
  }));
  const chosen = await window.showQuickPick(items, { title: 'Restore Deleted Run', placeHolder: 'Which run?', matchOnDetail: true });
  if (chosen) await runs.restore(chosen.runId);
}

/** `ariadne.searchRuns`: filters the view during typing. Enter keeps the filter, Escape restores the view. */
export async function searchRuns({ runs, questionsView, wake }: RunsApp): Promise<void> {
  await wake();
  const before = questionsView.words;
  const input = window.createInputBox();
  input.title = 'Search Questions';
  input.placeholder = 'Words of the question, the answer, the title or the pipeline';
  input.value = before;
  const tell = (): void => {
    const found = matchingRuns(runs.runs, input.value).length;
    input.prompt = input.value.trim() === '' ? `${runs.runs.length} runs` : `${found} of ${runs.runs.length} runs`;
  };
  tell();
  let isKept = false;
  input.onDidChangeValue((words) => {
    questionsView.search(words);
    tell();
  });
  input.onDidAccept(() => {
    isKept = true;
    input.hide();
  });
  await new Promise<void>((resolve) => {
    input.onDidHide(() => {
      if (!isKept) questionsView.search(before);
      input.dispose();
      resolve();
    });
    input.show();
  });
}

/** The name of a run in lists. */
export function nameOf(run: RunSummary | undefined): string {
  return run?.title ?? run?.question ?? 'the run';
}

const nameShown = 60;

function shortened(name: string): string {
  return name.length <= nameShown ? name : `${name.slice(0, nameShown)}…`;
}
