import { commands, window } from 'vscode';
import { isAbort } from '../base/abort.ts';
import { AriadneError, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { CommandId, SettingId } from './contributions.ts';

type Way = readonly [label: string, command: CommandId | 'vscode.openFolder' | 'workbench.action.openSettings', argument?: SettingId];

const ways: Readonly<Record<string, readonly Way[]>> = {
  'no-folder': [['Open Folder', 'vscode.openFolder']],
  'virtual-folder': [['Open Folder', 'vscode.openFolder']],
  'folder-refused': [['Open Folder…', 'vscode.openFolder']],
  'budget-invalid': [['Open Settings', 'workbench.action.openSettings', 'ariadne.budget']],
  'parameter-invalid': [['Open Settings', 'workbench.action.openSettings', 'ariadne.pipelineParameters']],
  'pipeline-unknown': [['Choose Pipeline', 'ariadne.choosePipeline']],
  'model-unknown': [['Choose Models', 'ariadne.chooseModels']],
  'engine-crashing': [
    ['Restart Engine', 'ariadne.restartEngine'],
    ['Show Log', 'ariadne.showLog'],
  ],
};
const showLog: readonly Way[] = [['Show Log', 'ariadne.showLog']];

/** A failed command is logged and shown with a way on; a cancelled one is what the user wanted and says nothing. */
export function report(logger: Logger, error: unknown): void {
  if (isAbort(error)) return;
  log(logger, error);
  // The death of the engine is told once, by whoever watches the engine, however many requests it took with it.
  if (error instanceof AriadneError && error.code === 'engine-died') return;
  const isExpected = error instanceof AriadneError;
  const buttons = (isExpected ? ways[error.code] : undefined) ?? showLog;
  const sentence = isExpected ? error.message : `Ariadne failed: ${messageOf(error)}`;
  void window.showErrorMessage(sentence, ...buttons.map(([label]) => label)).then((chosen) => {
    const [, command, argument] = buttons.find(([label]) => label === chosen) ?? [];
    if (command !== undefined) void commands.executeCommand(command, argument);
  });
}

/** For work nobody waits for: a failure goes to the log alone. */
export function inBackground(logger: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!isAbort(error)) log(logger, error);
  });
}

function log(logger: Logger, error: unknown): void {
  const isExpected = error instanceof AriadneError;
  logger.log(
    'error',
    'extension',
    isExpected ? `${error.code}: ${error.message}` : error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
}
