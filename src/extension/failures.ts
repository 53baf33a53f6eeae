/** How failures are presented: the message, the possible actions, the line in the log. Does not use VS Code. */
import { t } from '@vscode/l10n';
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

const chooseModels: Way = { label: t('Choose Models'), command: 'ariadne.chooseModels' };
const chooseMethod: Way = { label: t('Choose Method'), command: 'ariadne.choosePipeline' };
const indexFolder: Way = { label: t('Index This Folder'), command: 'ariadne.index' };
const openFolder: Way = { label: t('Open Folder'), command: 'vscode.openFolder' };
export const showLog: Way = { label: t('Show Log'), command: 'ariadne.showLog' };

function openSetting(argument: SettingId): Way {
  return { label: t('Open Settings'), command: 'workbench.action.openSettings', argument };
}

const ways: Readonly<Partial<Record<ErrorCode, readonly Way[]>>> = {
  untrusted: [{ label: t('Manage Trust'), command: 'workbench.trust.manage' }],
  'no-folder': [openFolder],
  'virtual-folder': [openFolder],
  'folder-refused': [openFolder],
  'budget-invalid': [openSetting('ariadne.budget')],
  'parameter-invalid': [openSetting('ariadne.pipelineParameters')],
  'pipeline-unknown': [chooseMethod],
  'reasoner-lacking': [chooseModels, chooseMethod],
  'index-missing': [indexFolder],
  'index-outdated': [indexFolder],
  'index-empty': [{ label: t('Look Again'), command: 'ariadne.index' }],
  'storage-unwritable': [openSetting('ariadne.storage')],
  'storage-missing': [openSetting('ariadne.storage')],
  'model-unknown': [chooseModels],
  'model-declined': [chooseModels],
  'model-unfit': [chooseModels],
  'model-unreadable': [chooseModels, showLog],
  'model-failed': [chooseModels, showLog],
  'model-crashed': [chooseModels, showLog],
  'embedder-changed': [chooseModels, showLog],
  'model-refused': [{ label: t('Enter Token'), command: 'ariadne.enterHubToken' }, chooseModels],
  'storage-full': [{ label: t('Manage Models'), command: 'ariadne.manageModels' }],
  offline: [openSetting('ariadne.offline'), chooseModels],
  'engine-crashing': [{ label: t('Restart Ariadne'), command: 'ariadne.restartEngine' }, showLog],
};

/** Possible actions; at least the log. */
function waysOn(error: unknown): readonly Way[] {
  return (isAriadneError(error) ? (ways[error.code] ?? wayToDownload(error) ?? wayToSetting(error.message)) : undefined) ?? [showLog];
}

/** To what the sentence says to install. */
function wayToDownload({ code, message }: AriadneError): readonly Way[] | undefined {
  const [address] = code === 'library-unusable' ? (/https:\/\/[^\s)]+/.exec(message) ?? []) : [];
  return address === undefined
    ? undefined
    : [{ label: t('Download'), command: 'vscode.open', argument: address as `https://${string}` }, showLog];
}

/** To the setting that the sentence names. */
function wayToSetting(sentence: string): readonly Way[] | undefined {
  const named = settingNamed(sentence);
  const argument = (Object.keys(settings) as SettingId[]).find((id) => id === named);
  return argument === undefined ? undefined : [openSetting(argument), showLog];
}

/** The message of an error for the user. */
export function sentenceOf(error: unknown): string {
  return error instanceof AriadneError ? error.message : t('Ariadne failed: {0}', messageOf(error));
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
