/** How failures are presented: the message, the possible actions, the line in the log. Does not use VS Code. */
import { isAbort } from '../base/abort.ts';
import { AriadneError, isAriadneError, messageOf, type ErrorCode } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { settingNamed } from '../protocol/settingNamed.ts';
import type { CommandId } from './contributions.ts';
import { settings, type SettingId } from './declaredSettings.ts';

export interface Way {
  readonly label: string;
  readonly command: CommandId | 'vscode.openFolder' | 'vscode.open' | 'workbench.action.openSettings' | 'workbench.trust.manage';
  readonly argument?: SettingId | `https://${string}`;
}

const chooseAnother: readonly Way[] = [
  { label: 'Choose Models', command: 'ariadne.chooseModels' },
  { label: 'Show Log', command: 'ariadne.showLog' },
];

const ways: Readonly<Partial<Record<ErrorCode, readonly Way[]>>> = {
  untrusted: [{ label: 'Manage Trust', command: 'workbench.trust.manage' }],
  'no-folder': [{ label: 'Open Folder', command: 'vscode.openFolder' }],
  'virtual-folder': [{ label: 'Open Folder', command: 'vscode.openFolder' }],
  'folder-refused': [{ label: 'Open Folder…', command: 'vscode.openFolder' }],
  'budget-invalid': [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.budget' }],
  'parameter-invalid': [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.pipelineParameters' }],
  'pipeline-unknown': [{ label: 'Choose Method', command: 'ariadne.choosePipeline' }],
  'reasoner-lacking': [
    { label: 'Choose Models', command: 'ariadne.chooseModels' },
    { label: 'Choose Method', command: 'ariadne.choosePipeline' },
  ],
  'index-missing': [{ label: 'Index This Folder', command: 'ariadne.index' }],
  'index-outdated': [{ label: 'Index This Folder', command: 'ariadne.index' }],
  'index-empty': [{ label: 'Look Again', command: 'ariadne.index' }],
  'storage-unwritable': [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.storage' }],
  'storage-missing': [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.storage' }],
  'model-unknown': [{ label: 'Choose Models', command: 'ariadne.chooseModels' }],
  'model-declined': [{ label: 'Choose Models', command: 'ariadne.chooseModels' }],
  'model-unfit': [{ label: 'Choose Models', command: 'ariadne.chooseModels' }],
  'model-unreadable': chooseAnother,
  'model-failed': chooseAnother,
  'model-crashed': chooseAnother,
  'embedder-broken': chooseAnother,
  'embedder-changed': chooseAnother,
  'model-refused': [
    { label: 'Enter Token', command: 'ariadne.enterHubToken' },
    { label: 'Choose Models', command: 'ariadne.chooseModels' },
  ],
  'storage-full': [{ label: 'Manage Models', command: 'ariadne.manageModels' }],
  offline: [
    { label: 'Open Settings', command: 'workbench.action.openSettings', argument: 'ariadne.offline' },
    { label: 'Choose Models', command: 'ariadne.chooseModels' },
  ],
  'engine-crashing': [
    { label: 'Restart Ariadne', command: 'ariadne.restartEngine' },
    { label: 'Show Log', command: 'ariadne.showLog' },
  ],
};
const showLog: readonly Way[] = [{ label: 'Show Log', command: 'ariadne.showLog' }];

/** Possible actions; at least the log. */
function waysOn(error: unknown): readonly Way[] {
  return (isAriadneError(error) ? (ways[error.code] ?? wayToDownload(error) ?? wayToSetting(error.message)) : undefined) ?? showLog;
}

/** To what the sentence says to install. */
function wayToDownload({ code, message }: AriadneError): readonly Way[] | undefined {
  const [address] = code === 'library-unusable' ? (/https:\/\/[^\s)]+/.exec(message) ?? []) : [];
  return address === undefined
    ? undefined
    : [{ label: 'Download', command: 'vscode.open', argument: address as `https://${string}` }, ...showLog];
}

/** To the setting that the sentence names. */
function wayToSetting(sentence: string): readonly Way[] | undefined {
  const named = settingNamed(sentence);
  const argument = (Object.keys(settings) as SettingId[]).find((id) => id === named);
  return argument === undefined ? undefined : [{ label: 'Open Settings', command: 'workbench.action.openSettings', argument }, ...showLog];
}

/** The message of an error for the user. */
export function sentenceOf(error: unknown): string {
  return error instanceof AriadneError ? error.message : `Ariadne failed: ${messageOf(error)}`;
}

/** A failure as presented to the user. */
export interface Failure {
  readonly message: string;
  readonly ways: readonly Way[];
}

/** Presents an error and writes it to the log. Undefined for a cancellation, which the user wanted. */
export function failureToShow(error: unknown, logger: Logger): Failure | undefined {
  if (isAbort(error)) return undefined;
  logFailure(logger, error);
  return { message: sentenceOf(error), ways: waysOn(error) };
}

export function logFailure(logger: Logger, error: unknown): void {
  const isExpected = error instanceof AriadneError;
  logger.log(
    'error',
    'extension',
    isExpected ? `${error.code}: ${error.message}` : error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
}
