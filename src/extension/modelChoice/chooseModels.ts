import { t } from '@vscode/l10n';
import { commands, type SecretStorage } from 'vscode';
import type { ModelIds } from '../../protocol/runSpec.ts';
import type { NamedRole } from '../../protocol/modelLibrary.ts';
import { chooseEditorModel, chooseForRole, chooseOnServer, type ChooseApp, modelsOnMachine } from './chooseForRole.ts';
import { keyName } from '../engineProcess/door.ts';
import { manageModels } from './manageModels.ts';
import { modelPresets, type PresetFacts } from './modelPresets.ts';
import { modelText, roles, roleWords, type ListedRole } from './modelWords.ts';
import { requireTrust } from '../requireTrust.ts';
import { tellChosen, testModelsCommand } from './testModels.ts';
import { writeSetting, type Settings } from '../settings.ts';
import type { Uses } from '../parts.ts';
import type { CommandId } from '../contributions.ts';
import { offer } from '../messages.ts';
import { askForLine, chooseFrom, type Choice } from '../inputs.ts';
import { modelSettings } from '../declaredSettings.ts';

export type ModelsApp = ChooseApp & Uses<'folder'>;

/** `ariadne.chooseModels`: presets, the chat and search models, and a test of what was chosen. Escape at any step changes nothing. */
export async function chooseModels(app: ModelsApp): Promise<void> {
  await chooseFrom(choices(app), { title: t('Choose Models'), placeHolder: t('Select models for everything, or one at a time') });
}

const listed: readonly ListedRole[] = ['chat', 'embedder'];
const inSettings = roles.filter((role) => role !== 'chat' && role !== 'embedder');

function isChosen(models: ModelIds, role: NamedRole): boolean {
  return (models[role] ?? 'builtin') !== 'builtin';
}

async function choices(app: ModelsApp): Promise<readonly (Choice | string)[]> {
  const { models, baseUrl } = app.settings();
  const isBuiltin = !roles.some((role) => isChosen(models, role));
  const others = inSettings.filter((role) => isChosen(models, role));
  const test = {
    icon: 'beaker',
    label: t('Test these models'),
    detail: t('Asks one question of each.'),
    choose: () => testModelsCommand(app),
  };
  return [
    t('For everything'),
    ...(await presetItems(app)),
    t('One at a time'),
    ...listed.map((role) => {
      const { icon, label, does } = roleWords[role];
      return { icon, label, facts: [modelText(models[role], baseUrl)], detail: does, choose: () => chooseForRole(app, role) };
    }),
    {
      icon: 'settings-gear',
      label: t('Others, in the settings…'),
      facts: others.map((role) => `${roleWords[role].label}: ${modelText(models[role] ?? '', baseUrl)}`),
      detail: t('Models that only plan, quote, rank or compare.'),
      choose: () =>
        commands.executeCommand('workbench.action.openSettings', `@id:${inSettings.map((role) => modelSettings[role]).join(',')}`),
    },
    t('More'),
    ...(isBuiltin ? [] : [test]),
    {
      icon: 'package',
      label: t('Manage models on this computer…'),
      detail: t('Sizes, licenses and last use. Remove them.'),
      choose: () => manageModels(app),
    },
    ...(await keyItems(app)),
  ];
}

async function presetItems(app: ModelsApp): Promise<Choice[]> {
  const { settings, index } = app;
  const facts: PresetFacts = { ...settings(), list: await modelsOnMachine(app), passages: index.status.passages };
  const choose: Readonly<Record<string, () => Promise<void>>> = {
    endpoint: () => chooseOnServer(app, 'chat'),
    editor: () => chooseEditorModel(app),
  };
  return modelPresets(facts).map(({ id, models, ...row }) => ({ ...row, choose: choose[id] ?? (() => choosePreset(app, models)) }));
}

async function choosePreset(app: ModelsApp, models: Readonly<Record<NamedRole, string>>): Promise<void> {
  const isLocal = Object.values(models).some((id) => id !== 'builtin');
  if (isLocal) requireTrust();
  if (isLocal && !(await app.downloads.obtain(models))) return;
  const before = app.settings().models;
  for (const role of roles) await writeSetting(modelSettings[role], models[role]);
  tellChosen(app, Object.fromEntries(Object.entries(models).filter(([role, id]) => id !== (before[role as NamedRole] ?? 'builtin'))));
}

async function keyItems({ settings, secrets }: ModelsApp): Promise<Choice[]> {
  const { baseUrl, hubUrl } = settings();
  const [server, hub] = [new URL(baseUrl), new URL(hubUrl)];
  const has = async (url: URL): Promise<boolean> => (await secrets.get(keyName(url))) !== undefined;
  const forget = (url: URL, label: string): Choice => ({
    icon: 'trash',
    label,
    facts: [url.host],
    detail: t('Removes it from this machine’s secret store.'),
    choose: async () => secrets.delete(keyName(url)),
  });
  const enter = {
    icon: 'key',
    label: t('Enter a token for downloads…'),
    facts: [hub.host],
    detail: t('For private models and those whose owner grants access. Kept in the secret store.'),
    choose: () => enterHubToken({ settings, secrets }),
  };
  return [
    ...((await has(server)) ? [forget(server, t('Forget the key'))] : []),
    (await has(hub)) ? forget(hub, t('Forget the token for downloads')) : enter,
  ];
}

/** Asks for the token that private and gated models need, and keeps it in the secret store. */
export async function enterHubToken({
  settings,
  secrets,
}: {
  readonly settings: () => Settings;
  readonly secrets: SecretStorage;
}): Promise<void> {
  const hub = new URL(settings().hubUrl);
  const entered = await askForLine({
    title: t('Token for Model Downloads'),
    prompt: t('A token of {0} with read access. It is kept in this machine’s secret store and sent only to this address.', hub.host),
    password: true,
    validateInput: (value) => (value.trim() === '' ? t('Enter a token.') : undefined),
  });
  if (entered === undefined) return;
  await secrets.store(keyName(hub), entered);
  const said = t('The token for {0} is saved. To download a model that was refused, choose it again.', hub.host);
  offer('information', said, [{ label: t('Choose Models'), command: 'ariadne.chooseModels' satisfies CommandId }]);
}
