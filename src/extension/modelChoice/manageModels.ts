import type { EngineFeature } from '../engineProcess/register.ts';
import type { Basics } from '../basics.ts';
import { commands, env, QuickPickItemKind, UIKind, Uri, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import type { CommandId } from '../contributions.ts';
import { shortName } from '../../protocol/modelName.ts';
import { showDialog } from '../messages.ts';
import { pickText } from '../messageText.ts';
import { installedRows, removalText, unusedText, type InstalledRow } from './installedModels.ts';
import { pickOne } from '../pickOne.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { withSignal } from '../withSignal.ts';
import { bytesText } from '../../base/amounts.ts';

type ManageApp = Pick<Basics, 'settings' | 'folder'> & Pick<EngineFeature, 'engine'>;

interface Item extends QuickPickItem {
  readonly row?: InstalledRow;
  readonly choose?: () => Promise<unknown>;
}

/** `ariadne.manageModels`: what is on this computer. Goes back to the list after each action. */
export async function manageModels(app: ManageApp): Promise<void> {
  requireOpenFolder(app.folder());
  for (;;) {
    const chosen = await pickOne(items(app), {
      title: 'Models on This Computer',
      placeHolder: 'Select a model to see what you can do with it',
    });
    if (chosen === undefined || chosen === 'back') return;
    if ((await (chosen.row ? actOn(app, chosen.row) : chosen.choose?.())) === 'leave') return;
  }
}

async function items(app: ManageApp): Promise<Item[]> {
  const { engine, settings } = app;
  const list = await engine.request('models', { models: settings().models });
  const rows = installedRows(list.models);
  const unused = rows.filter(({ isUnused }) => isUnused);
  const bytes = (some: readonly InstalledRow[]): number => some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return [
    ...(list.notice === undefined ? [] : [slower(list.notice)]),
    ...(rows.length === 0 ? noneYet : [{ label: `${rows.length} with ${bytesText(bytes(rows))}`, kind: QuickPickItemKind.Separator }]),
    ...rows.map((row) => ({
      row,
      label: `$(${row.usedAs.length > 0 ? 'check' : 'device-desktop'}) ${pickText(row.label)}`,
      description: pickText(row.description),
      detail: pickText(row.detail),
    })),
    { label: '', kind: QuickPickItemKind.Separator },
    ...(unused.length === 0
      ? []
      : [
          {
            label: '$(trash) Remove unused models…',
            description: bytesText(bytes(unused)),
            detail: unusedText(unused),
            choose: () => remove(app, unused),
          },
        ]),
    ...(list.unfinishedBytes === 0
      ? []
      : [
          {
            label: '$(trash) Remove unfinished downloads…',
            description: bytesText(list.unfinishedBytes),
            detail: 'They begin from the start when you choose the models again.',
            choose: () => engine.request('removeModels', {}),
          },
        ]),
    {
      label: '$(folder) Copy a model from a folder…',
      detail: 'For a computer without a network.',
      choose: () => importModel(app),
    },
    // Before the first download there is no such folder.
    ...(rows.length === 0 && list.unfinishedBytes === 0
      ? []
      : [{ label: '$(folder-opened) Show the folder of all models', detail: pickText(list.folder), choose: () => reveal(list.folder) }]),
  ];
}

/** The first row says what there is; a click leads to what there could be. */
const noneYet: readonly Item[] = [
  {
    label: '$(info) No models are downloaded yet',
    detail: 'Ariadne uses its built-in models, or those on servers. Choose models to download some.',
    choose: async () => {
      await commands.executeCommand('ariadne.chooseModels' satisfies CommandId);
      return 'leave';
    },
  },
];

/** A click copies the sentence, since it may name a download. */
function slower(notice: string): Item {
  return {
    label: '$(warning) Models are slower here',
    detail: pickText(notice),
    choose: () => Promise.resolve(env.clipboard.writeText(notice)),
  };
}

async function actOn(app: ManageApp, row: InstalledRow): Promise<'leave' | void> {
  const choices = [
    { label: '$(trash) Remove…', detail: `Frees ${bytesText(row.sizeBytes)}.`, does: () => remove(app, [row]) },
    { label: '$(folder-opened) Show its files', detail: pickText(row.folder), does: () => reveal(row.folder) },
  ];
  const chosen = await pickOne(Promise.resolve(choices), { title: row.label, placeHolder: 'Select what to do', hasBack: true });
  if (chosen === undefined) return 'leave';
  if (chosen !== 'back') await chosen.does();
}

async function remove({ engine }: ManageApp, rows: readonly InstalledRow[]): Promise<void> {
  const yes = 'Remove';
  const { title, detail } = removalText(rows);
  if ((await showDialog('warning', title, detail, yes)) !== yes) return;
  await engine.request('removeModels', { ids: rows.map(({ id }) => id) });
}

async function importModel({ engine }: ManageApp): Promise<void> {
  const [folder] =
    (await window.showOpenDialog({
      title: 'Folder with the Files of a Model',
      openLabel: 'Copy This Model',
      canSelectFolders: true,
      canSelectFiles: false,
    })) ?? [];
  if (!folder) return;
  const entered = await window.showInputBox({
    title: 'Name of the Model',
    prompt: 'Its published name, ORG/NAME. Add #DTYPE for weights of another precision.',
    ignoreFocusOut: true,
    validateInput: (value) => (/^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*(?:#\w+)?$/.test(value.trim()) ? undefined : 'Enter it as ORG/NAME'),
  });
  if (entered === undefined) return;
  const id = `hf:${entered.trim()}`;
  await withSignal(`Copying ${shortName(id)}…`, (signal) => engine.request('pullModel', { id, from: folder.fsPath }, { signal }));
}

/** The file manager shows only folders of the computer that VS Code itself runs on; any other is opened in a window. */
async function reveal(folder: string): Promise<'leave'> {
  const isHere = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  if (isHere) await commands.executeCommand('revealFileInOS', Uri.file(folder));
  else await commands.executeCommand('vscode.openFolder', Uri.file(folder), { forceNewWindow: true });
  return 'leave';
}
