import { t } from '@vscode/l10n';
import { commands, env, UIKind, Uri } from 'vscode';
import type { CommandId } from '../contributions.ts';
import { installedRows, removalText, type InstalledRow } from './installedModels.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { bytesText } from '../../base/amounts.ts';
import type { Uses } from '../parts.ts';
import { chooseFrom, confirm, type Choice } from '../inputs.ts';

type ManageApp = Uses<'settings' | 'folder' | 'engine'>;

/** `ariadne.manageModels`: what is on this computer. Goes back to the list after what changes it. */
export async function manageModels(app: ManageApp): Promise<void> {
  requireOpenFolder(app.folder());
  const options = { title: t('Models on This Computer'), placeHolder: t('Select a model to remove it') };
  while ((await chooseFrom(choices(app), options)) === 'again');
}

type Row = Choice<'again' | void>;

async function choices(app: ManageApp): Promise<readonly (Row | string)[]> {
  const { engine, settings } = app;
  const { models, notice, unfinishedBytes, folder } = await engine.request('models', { models: settings().models });
  const rows = installedRows(models);
  const bytes = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const unfinished: Row = {
    icon: 'trash',
    label: t('Remove unfinished downloads…'),
    facts: [bytesText(unfinishedBytes)],
    detail: t('They begin from the start when you choose the models again.'),
    choose: () => engine.request('removeModels', {}).then(() => 'again' as const),
  };
  const where: Row = { icon: 'folder-opened', label: t('Show the folder of all models'), detail: folder, choose: () => reveal(folder) };
  return [
    ...(notice === undefined ? [] : [slower(notice)]),
    ...(rows.length === 0 ? [noneYet] : [t('{0} with {1}', rows.length, bytesText(bytes))]),
    ...rows.map((row): Row => ({ ...row, icon: row.usedAs.length > 0 ? 'check' : 'device-desktop', choose: () => remove(app, row) })),
    '',
    ...(unfinishedBytes > 0 ? [unfinished] : []),
    // Before the first download there is no such folder.
    ...(rows.length + unfinishedBytes > 0 ? [where] : []),
  ];
}

/** The first row says what there is; a click leads to what there could be. */
const noneYet: Row = {
  icon: 'info',
  label: t('No models are downloaded yet'),
  detail: t('Ariadne uses its built-in models, or those on servers. Choose models to download some.'),
  choose: () => commands.executeCommand('ariadne.chooseModels' satisfies CommandId),
};

/** A click copies the sentence, since it may name a download. */
function slower(notice: string): Row {
  return { icon: 'warning', label: t('Models are slower here'), detail: notice, choose: () => env.clipboard.writeText(notice) };
}

async function remove({ engine }: ManageApp, row: InstalledRow): Promise<'again'> {
  const { title, detail } = removalText(row);
  if (await confirm(title, detail, t('Remove'))) await engine.request('removeModels', { ids: [row.id] });
  return 'again';
}

/** The file manager shows only folders of the computer that VS Code itself runs on; any other is opened in a window. */
async function reveal(folder: string): Promise<void> {
  const isHere = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  if (isHere) await commands.executeCommand('revealFileInOS', Uri.file(folder));
  else await commands.executeCommand('vscode.openFolder', Uri.file(folder), { forceNewWindow: true });
}
