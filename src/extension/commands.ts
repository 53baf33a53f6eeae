import { commands as registry, Disposable, env, window } from 'vscode';
import type { App } from './app.ts';
import { ask, askSelection, resume } from './askCommand.ts';
import { chooseModels } from './chooseModels.ts';
import { compareRuns } from './compareCommand.ts';
import { choosePipeline } from './choosePipeline.ts';
import type { CommandId, InnerCommandId } from './contributions.ts';
import { deleteIndex } from './deleteIndex.ts';
import { diagnostics } from './diagnostics.ts';
import { explainFile } from './explainFile.ts';
import { openOriginal } from './extractedDocument.ts';
import { indexCommand } from './indexCommand.ts';
import { insertAnswer } from './insertAnswer.ts';
import { showLedger } from './ledgerDocument.ts';
import { openCitation, openSource } from './openSource.ts';
import type { CitedPlace, SourcePlace } from './openSource.ts';
import { report } from './report.ts';
import { askAgain, askOtherwise, gestureCommand } from './rerunCommand.ts';
import { deleteRun, renameRun, restoreRun, searchRuns } from './runCommands.ts';
import { runIdOf } from './tracesView.ts';

/** One handler for every contributed command; what it returns is for callers of `executeCommand`. */
export function registerCommands(app: App): Disposable {
  const handlers: Readonly<Record<CommandId, (argument?: unknown) => unknown>> = {
    'ariadne.ask': (question) => ask(app, typeof question === 'string' ? question : undefined),
    'ariadne.askSelection': () => askSelection(app),
    'ariadne.index': () => indexCommand(app),
    'ariadne.cancel': () => (app.runs.runningId === undefined ? app.autoIndexer.stop() : app.runs.cancel()),
    'ariadne.stopIndexing': () => app.autoIndexer.stop(),
    'ariadne.explainFile': (file) => explainFile(app, file),
    'ariadne.openOriginal': (document) => openOriginal(app, document),
    'ariadne.choosePipeline': () => choosePipeline(app),
    'ariadne.chooseModels': () => chooseModels(app),
    'ariadne.openTrace': (run) => app.panel.show(runIdOf(run), { keepsFocus: keepsFocus(run) }),
    'ariadne.insertAnswer': (run) => insertAnswer(app, runIdOf(run)),
    'ariadne.resumeRun': (run) => resume(app, runIdOf(run)),
    'ariadne.deleteRun': (run) => onRun(app, run, (runId) => deleteRun(app, runId, { isSure: run !== undefined })),
    'ariadne.restoreRun': () => restoreRun(app),
    'ariadne.renameRun': (run) => onRun(app, run, (runId) => renameRun(app, runId)),
    'ariadne.pinRun': (run) => onRun(app, run, (runId) => app.runs.note(runId, { isPinned: true })),
    'ariadne.unpinRun': (run) => onRun(app, run, (runId) => app.runs.note(runId, { isPinned: false })),
    'ariadne.togglePinRun': (run) => onRun(app, run, (runId) => togglePin(app, runId)),
    'ariadne.searchRuns': () => searchRuns(app),
    'ariadne.clearRunSearch': () => app.runsView.search(''),
    'ariadne.compare': (run) => compareRuns(app, runIdOf(run)),
    'ariadne.askAgain': (run) => onRun(app, run, (runId) => askAgain(app, runId)),
    'ariadne.tryOtherMethod': (run) => onRun(app, run, (runId) => askOtherwise(app, runId)),
    'ariadne.editSubQuestion': (step) => gestureCommand(app, 'edit', step),
    'ariadne.rerunStep': (step) => gestureCommand(app, 'rerun', step),
    'ariadne.pinPassage': (evidence) => gestureCommand(app, 'pin', evidence),
    'ariadne.unpinPassage': (evidence) => gestureCommand(app, 'pin', evidence),
    'ariadne.banPassage': (evidence) => gestureCommand(app, 'ban', evidence),
    'ariadne.unbanPassage': (evidence) => gestureCommand(app, 'ban', evidence),
    'ariadne.deleteIndex': () => deleteIndex(app),
    'ariadne.showLedger': () => showLedger(),
    'ariadne.restartEngine': () => app.engine.restart(),
    'ariadne.showLog': () => app.logger.show(),
    'ariadne.copyDiagnostics': async () => {
      const text = diagnostics(app);
      await env.clipboard.writeText(text);
      window.setStatusBarMessage('$(check) Diagnostics copied', 4000);
      return text;
    },
  };
  const inner: Readonly<Record<InnerCommandId, (argument: unknown) => unknown>> = {
    // The arguments are our own tree items' and hover links'.
    'ariadne.openSource': (place) => openSource(app, place as SourcePlace),
    'ariadne.openCitation': (place) => openCitation(app, place as CitedPlace),
  };
  return Disposable.from(
    ...Object.entries({ ...handlers, ...inner }).map(([id, handle]) =>
      registry.registerCommand(id, async (argument: unknown) => {
        try {
          return await Promise.resolve(handle(argument));
        } catch (error) {
          report(app.logger, error);
          return undefined;
        }
      }),
    ),
  );
}

/** On the run that a menu was opened on; by key, on the one that is selected in the questions view. Does nothing where there is none. */
async function onRun({ runsView }: App, argument: unknown, act: (runId: string) => Promise<void>): Promise<void> {
  const runId = runIdOf(argument ?? runsView.selected);
  if (runId !== undefined) await act(runId);
}

/** A row that is clicked leaves the focus in the list, so that keys go on to work there. */
function keepsFocus(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'keepsFocus' in argument && argument.keepsFocus === true;
}

async function togglePin({ runs }: App, runId: string): Promise<void> {
  const run = runs.runs.find((one) => one.runId === runId);
  await runs.note(runId, { isPinned: run?.isPinned !== true });
}
