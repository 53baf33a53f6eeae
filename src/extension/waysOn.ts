/** What can be done about a failure, as buttons. Pure. */
import { isAriadneError } from '../base/errors.ts';
import type { CommandId, SettingId } from './contributions.ts';

export interface Way {
  readonly label: string;
  readonly command: CommandId | 'vscode.openFolder' | 'workbench.action.openSettings';
  readonly argument?: SettingId;
}

const ways: Readonly<Record<string, readonly Way[]>> = {
  'no-folder': [{ label: 'Open Folder', command: 'vscode.openFolder' }],
  'virtual-folder': [{ label: 'Open Folder', command: 'vscode.openFolder' }],
  'folder-refused': [{ label: 'Open Folder…', command: 'vscode.openFolder' }],
  'budget-invalid': [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.budget' }],
  'parameter-invalid': [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.pipelineParameters' }],
  'pipeline-unknown': [{ label: 'Choose Pipeline', command: 'ariadne.choosePipeline' }],
  'model-unknown': [{ label: 'Choose Models', command: 'ariadne.chooseModels' }],
  'engine-crashing': [
    { label: 'Restart Engine', command: 'ariadne.restartEngine' },
    { label: 'Show Log', command: 'ariadne.showLog' },
  ],
};
const showLog: readonly Way[] = [{ label: 'Show Log', command: 'ariadne.showLog' }];

/** Never empty: where nothing better is known, the log. */
export function waysOn(error: unknown): readonly Way[] {
  return (isAriadneError(error) ? ways[error.code] : undefined) ?? showLog;
}
