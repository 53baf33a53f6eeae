import { commands, env, QuickPickItemKind, UIKind, Uri, window, type QuickPickItem } from 'vscode';
import type { CommandId } from '../contributions.ts';
import { shortName } from '../../protocol/modelName.ts';
import { pickText } from '../messageText.ts';
import { installedRows, removalText, type InstalledRow } from './installedModels.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { withSignal } from '../withSignal.ts';
import { bytesText } from '../../base/amounts.ts';
import { present } from '../../base/defined.ts';
import type { Uses } from '../parts.ts';
import { askForFolder, askForLine, confirm } from '../inputs.ts';

type ManageApp = Uses<'settings' | 'folder' | 'engine'>;

interface Item extends QuickPickItem {
  /** @returns `leave` when the list is not to be shown again */
  readonly choose?: () => Promise<unknown>;
}

/** `ariadne.manageModels`: what is on this computer. Goes back to the list after what changes it. */
export async function manageModels(app: ManageApp): Promise<void> {
  requireOpenFolder(app.folder());
  const options = { title: 'Models on This Computer', placeHolder: 'Select a model to remove it' };
  for (;;) {
    const chosen = await window.showQuickPick(items(app), { ...options, matchOnDescription: true, matchOnDetail: true });
    if (!chosen || (await chosen.choose?.()) === 'leave') return;
  }
}

async function items(app: ManageApp): Promise<Item[]> {
  const { engine, settings } = app;
  const { models, notice, unfinishedBytes, folder } = await engine.request('models', { models: settings().models });
  const rows = installedRows(models);
  const bytes = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return present<Item>([
    notice !== undefined && slower(notice),
    rows.length === 0 ? noneYet : { label: `${rows.length} with ${bytesText(bytes)}`, kind: QuickPickItemKind.Separator },
    ...rows.map((row) => ({
      label: `$(${row.usedAs.length > 0 ? 'check' : 'device-desktop'}) ${pickText(row.label)}`,
      description: pickText(row.description),
      detail: pickText(row.detail),
      choose: () => remove(app, row),
    })),
    { label: '', kind: QuickPickItemKind.Separator },
    unfinishedBytes > 0 && {
      label: '$(trash) Remove unfinished downloads…',
      description: bytesText(unfinishedBytes),
      detail: 'They begin from the start when you choose the models again.',
      choose: () => engine.request('removeModels', {}),
    },
    {
      label: '$(folder) Copy a model from a folder…',
      detail: 'For a computer without a network.',
      choose: () => importModel(app),
    },
    // Before the first download there is no such folder.
    rows.length + unfinishedBytes > 0 && {
      label: '$(folder-opened) Show the folder of all models',
      detail: pickText(folder),
      choose: () => reveal(folder),
    },
  ]);
}

/** The first row says what there is; a click leads to what there could be. */
const noneYet: Item = {
  label: '$(info) No models are downloaded yet',
  detail: 'Ariadne uses its built-in models, or those on servers. Choose models to download some.',
  choose: async () => {
    await commands.executeCommand('ariadne.chooseModels' satisfies CommandId);
    return 'leave';
  },
};

/** A click copies the sentence, since it may name a download. */
function slower(notice: string): Item {
  return {
    label: '$(warning) Models are slower here',
    detail: pickText(notice),
    choose: () => Promise.resolve(env.clipboard.writeText(notice)),
  };
}

async function remove({ engine }: ManageApp, row: InstalledRow): Promise<void> {
  const { title, detail } = removalText(row);
  if (await confirm(title, detail, 'Remove')) await engine.request('removeModels', { ids: [row.id] });
}

async function importModel({ engine }: ManageApp): Promise<void> {
  const folder = await askForFolder('Folder with the Files of a Model', 'Copy This Model');
  if (!folder) return;
  const entered = await askForLine({
    title: 'Name of the Model',
    prompt: 'Its published name, ORG/NAME. Add #DTYPE for weights of another precision.',
    validateInput: (value) => (/^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*(?:#\w+)?$/.test(value.trim()) ? undefined : 'Enter it as ORG/NAME'),
  });
  if (entered === undefined) return;
  const id = `hf:${entered}`;
  await withSignal(`Copying ${shortName(id)}…`, (signal) => engine.request('pullModel', { id, from: folder.fsPath }, { signal }));
}

/** The file manager shows only folders of the computer that VS Code itself runs on; any other is opened in a window. */
async function reveal(folder: string): Promise<'leave'> {
  const isHere = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  if (isHere) await commands.executeCommand('revealFileInOS', Uri.file(folder));
  else await commands.executeCommand('vscode.openFolder', Uri.file(folder), { forceNewWindow: true });
  return 'leave';
}
