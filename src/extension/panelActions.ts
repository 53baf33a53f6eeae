import { commands, env, window } from 'vscode';
import { assertNever } from '../base/errors.ts';
import { answerMarkdown } from '../citations/writeAnswer.ts';
import { builtinModels } from '../protocol/engine.ts';
import type { PipelineInfo } from '../protocol/engine.ts';
import type { PanelState } from '../protocol/panel.ts';
import type { App } from './app.ts';
import { ask, goOn, resume } from './askCommand.ts';
import { chooseModels } from './chooseModels.ts';
import { choosePipeline } from './choosePipeline.ts';
import { tellOther } from './compareCommand.ts';
import { indexFolder } from './indexCommand.ts';
import { insertAnswer } from './insertAnswer.ts';
import { showLedger } from './ledgerDocument.ts';
import { openCitation, openSource } from './openSource.ts';
import { quotedPassages } from './quotedPassages.ts';
import { askAgain, askOtherwise, previewRerun, rerun } from './rerunCommand.ts';
import { isAbort } from '../base/abort.ts';
import type { PanelAction } from './panelLink.ts';

/** What each button of the panel does. */
export async function actForPanel(app: App, message: PanelAction): Promise<void> {
  try {
    await act(app, message);
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}

async function act(app: App, message: PanelAction): Promise<void> {
  switch (message.kind) {
    case 'ask':
      await ask(app, message.question);
      return;
    case 'cancel':
      return app.runs.runningId === undefined ? app.autoIndexer.stop() : app.runs.cancel();
    case 'resume':
      await resume(app, message.runId);
      return;
    case 'go-on':
      await goOn(app, message.runId);
      return;
    case 'show-run':
      return app.panel.show(message.runId);
    case 'want-run':
      return tellOther(app, message.runId);
    case 'ask-again':
      return askAgain(app, message.runId);
    case 'other-method':
      return askOtherwise(app, message.runId, message.pipeline);
    case 'preview':
      return previewRerun(app, message);
    case 'rerun':
      return rerun(app, message);
    case 'index':
      await indexFolder(app);
      return;
    case 'open-folder':
      await commands.executeCommand('vscode.openFolder');
      return;
    case 'manage-trust':
      await commands.executeCommand('workbench.trust.manage');
      return;
    case 'choose-pipeline':
      return choosePipeline(app);
    case 'choose-models':
      return chooseModels(app);
    case 'open-source':
      return openSource(app, message);
    case 'open-citation':
      return openCitation(app, { ...message.citation, beside: false });
    case 'insert-answer':
      return insertAnswer(app, message.runId);
    case 'copy-answer':
      await env.clipboard.writeText(await copied(app, message.runId));
      window.setStatusBarMessage('$(check) Answer copied', 4000);
      return;
    case 'show-ledger':
      return showLedger();
    default:
      return assertNever(message);
  }
}

async function copied(app: App, runId: string): Promise<string> {
  const trace = await app.runs.trace(runId);
  return answerMarkdown(trace, await quotedPassages(app, trace));
}

/** What surrounds the runs, as the panel shows it. */
export function panelState(
  app: Pick<App, 'folder' | 'index' | 'settings' | 'runs' | 'costAhead' | 'suggestions' | 'door'>,
  pipelines: readonly PipelineInfo[],
): PanelState {
  const { pipeline, models } = app.settings();
  const { status, progress } = app.index;
  const { runningId } = app.runs;
  const costAhead = app.costAhead.sentence;
  return {
    readiness: panelReadiness(app.index),
    folderName: app.folder()?.name ?? '',
    index: status,
    ...(progress === undefined ? {} : { progress }),
    pipelines: [...pipelines],
    pipeline,
    chatModel: models.chat === builtinModels.chat ? 'builtin' : models.chat,
    ...(costAhead === undefined ? {} : { costAhead }),
    ...(runningId === undefined ? {} : { runningId }),
    runs: [...app.runs.runs],
    bytesSent: app.door.totals.bytesSent,
    suggestions: [...app.suggestions.questions],
  };
}

function panelReadiness({ readiness, isIndexing, isUnreadable }: App['index']): PanelState['readiness'] {
  // The panel shows that a pass goes on, and lets ask meanwhile where there is something to ask.
  if (readiness === 'ready' && isIndexing) return 'indexing';
  // The panel offers the same way out of both: opening a folder.
  if (readiness === 'virtual') return 'no-folder';
  // Where the engine could not say what there is, indexing is the way to find out.
  if (readiness === 'unknown') return isUnreadable ? 'no-index' : 'starting';
  return readiness;
}
