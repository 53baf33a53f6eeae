/** Choosing the chat or search model: a list of what there is, and the steps that lead to any other. */
import { t } from '@vscode/l10n';
import { grouped } from '../../base/amounts.ts';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import { shortName } from '../../protocol/modelName.ts';
import type { EditorModels } from './editorModels.ts';
import type { Downloads } from './downloads.ts';
import type { IndexStatus } from '../../protocol/indexStatus.ts';
import { chooseServer, namesOfModels, type ServerApp } from './chooseServer.ts';
import { modelChoices, type ModelChoice } from './modelChoices.ts';
import { modelText, roles, roleWords, type ListedRole } from './modelWords.ts';
import { inBackground } from '../report.ts';
import { requireTrust } from '../requireTrust.ts';
import { isOnThisComputer } from './serverPresets.ts';
import { writeSetting } from '../settings.ts';
import { tellChosen, tellTested, tryModels } from './testModels.ts';
import type { Uses } from '../parts.ts';
import { askForFolder, askForLine, chooseFrom, confirm, type Choice } from '../inputs.ts';
import type { ModelList } from '../../protocol/modelLibrary.ts';
import { modelSettings } from '../declaredSettings.ts';

export interface ChooseApp extends Uses<'engine'>, ServerApp {
  readonly editorModels: EditorModels;
  readonly downloads: Downloads;
  readonly index: { readonly status: Pick<IndexStatus, 'passages'> };
}

const listingMs = 3_000;

/** Returns when a model was chosen, or the user left. */
export async function chooseForRole(app: ChooseApp, role: ListedRole): Promise<void> {
  await chooseFrom(choices(app, role), { title: roleWords[role].title, placeHolder: t('Select a model') });
}

async function choices(app: ChooseApp, role: ListedRole): Promise<readonly (Choice | string)[]> {
  const { settings, index, editorModels } = app;
  const { models, baseUrl, hubUrl } = settings();
  const isInEditor = role === 'chat';
  const usesServer = roles.some((one) => models[one]?.startsWith('openai:') === true);
  const [list, names, ofEditor] = await Promise.all([
    modelsOnMachine(app),
    // A server that nothing uses is not contacted unasked; one that does not answer has no list.
    usesServer ? namesOfModels(app, baseUrl, listingMs).catch(() => []) : [],
    // Those that VS Code lists later are behind a row.
    isInEditor ? editorModels.list(listingMs).catch(() => undefined) : [],
  ]);
  const offered = modelChoices({
    role,
    current: models[role] ?? 'builtin',
    list,
    server: { baseUrl, names },
    editorModels: ofEditor ?? [],
    passages: index.status.passages,
  });
  const of = (group: ModelChoice['group'], icon: string): Choice[] =>
    offered
      .filter((model) => model.group === group)
      .map(({ id, isCurrent, ...row }) => ({ ...row, icon: isCurrent ? 'check' : icon, choose: () => chooseAndTell(app, role, id) }));
  const others: Choice = {
    icon: 'vscode',
    label: t('VS Code models…'),
    detail: ofEditor
      ? t('None now. Sign in to Copilot, or install an extension that offers some.')
      : t('VS Code has not listed them yet. Select this to wait for them.'),
    choose: () => chooseEditorModel(app),
  };
  return [
    ...of('current', 'check'),
    ...of('built-in', 'shield'),
    t('On this computer'),
    ...of('here', 'device-desktop'),
    {
      icon: 'folder',
      label: t('A folder on this computer…'),
      detail: t('Nothing is sent. Free. The files of an ONNX model, used where they are.'),
      choose: () => chooseFolder(app, role),
    },
    // The first row has less room, which it shares with the title.
    t('From {0}', new URL(hubUrl).host),
    {
      icon: 'edit',
      label: t('A model by its name…'),
      detail: t('Nothing is sent. Free. Any model with ONNX files.'),
      choose: () => chooseByName(app, role),
    },
    ...of('download', 'cloud-download'),
    t('On a server'),
    ...of('server', 'server'),
    {
      icon: 'server',
      label: t('On another server…'),
      detail: t('Gets {0}. The server’s price.', roleWords[role].gets),
      choose: () => chooseOnServer(app, role),
    },
    ...(isInEditor ? ['VS Code', ...of('editor', 'vscode'), ...(ofEditor?.length ? [] : [others])] : []),
  ];
}

async function chooseAndTell(app: ChooseApp, role: ListedRole, id: string): Promise<void> {
  if (id !== 'builtin') requireTrust();
  if ((await chooseModel(app, role, id)) && id !== 'builtin') tellChosen(app, { [role]: id });
}

/** Downloads it if need be. @returns false when the user declined */
export async function chooseModel(app: ChooseApp, role: ListedRole, id: string): Promise<boolean> {
  if (id.startsWith('hf:') && !(await app.downloads.obtain({ [role]: id }))) return false;
  await writeSetting(modelSettings[role], id);
  return true;
}

async function chooseFolder(app: ChooseApp, role: ListedRole): Promise<void> {
  requireTrust();
  const folder = await askForFolder(t('Folder of the Model ({0})', roleWords[role].label), t('Use This Folder'));
  if (folder) await chooseTried(app, role, `folder:${folder.fsPath}`);
}

async function chooseByName(app: ChooseApp, role: ListedRole): Promise<void> {
  requireTrust();
  const { host } = new URL(app.settings().hubUrl);
  const entered = await askForLine({
    title: t('Model on {0} ({1})', host, roleWords[role].label),
    prompt:
      role === 'embedder'
        ? t('ORG/NAME, with @REVISION and #DTYPE (q8, q4, fp32 …) if you like, and #256d to cut its vectors')
        : t('ORG/NAME, with @REVISION and #DTYPE (q8, q4, fp32 …) if you like'),
    placeHolder: 'onnx-community/NAME',
    validateInput: (value) =>
      hubName.test(value.trim()) ? undefined : t('Enter it as ORG/NAME, for example Xenova/ms-marco-MiniLM-L-6-v2#q8'),
  });
  if (entered === undefined) return;
  const id = `hf:${entered.replace(/^hf:/, '')}`;
  if (await app.downloads.obtain({ [role]: id })) await chooseTried(app, role, id);
}

const hubName = /^(?:hf:)?[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*(?:@[\w./-]+)?(?:#\w+){0,2}$/;

/** Nobody has looked at this model, so it is asked before it is chosen. @throws AriadneError `model-unfit` with the reason */
async function chooseTried({ engine, logger }: ChooseApp, role: ListedRole, id: string): Promise<void> {
  const [tested] = await tryModels(engine, { [role]: id }, t('Loading {0}…', shortName(id)));
  if (tested?.works !== true) {
    throw new AriadneError('model-unfit', `${tested?.facts.join(' ') ?? ''} ${t('The {0} is unchanged.', roleWords[role].name)}`);
  }
  await writeSetting(modelSettings[role], id);
  inBackground(logger, tellTested([tested]));
}

export async function chooseOnServer(app: ChooseApp, role: ListedRole): Promise<void> {
  requireTrust();
  const chosen = await chooseServer(app, roleWords[role].title);
  if (!chosen || !(await mayMove(app, role, chosen.baseUrl))) return;
  await writeSetting('ariadne.openai.baseUrl', chosen.baseUrl);
  await writeSetting(modelSettings[role], `openai:${chosen.model}`);
  tellChosen(app, { [role]: `openai:${chosen.model}` });
}

/** All models on a server share its address, so another address is also that of the others. */
export async function mayMove({ settings }: ChooseApp, role: ListedRole, baseUrl: string): Promise<boolean> {
  const { models, baseUrl: before } = settings();
  const others = roles.filter((one) => one !== role && models[one]?.startsWith('openai:') === true);
  if (others.length === 0 || new URL(before).href === new URL(baseUrl).href) return true;
  const names = others.map((one) => `${roleWords[one].label}: ${modelText(models[one] ?? '', before)}`).join('\n');
  const sent = isOnThisComputer(baseUrl) ? '' : t('Text of your documents is then sent there.');
  return confirm(
    t('Use {0} for the other models on a server, too?', new URL(baseUrl).host),
    `${t('All models on a server share one address. These move with it:')}\n\n${names}\n\n${sent}`.trim(),
    t('Use for All'),
  );
}

/** @throws AriadneError `chat-model-missing` where there is none to choose from; `chat-timeout` */
export async function chooseEditorModel(app: ChooseApp): Promise<void> {
  requireTrust();
  const consent = { true: t('allowed'), false: t('not allowed'), undefined: t('VS Code asks before the first question') } as const;
  const choices = async (): Promise<Choice<string>[]> => {
    const listed = await app.editorModels.list();
    if (listed.length === 0) throw app.editorModels.none();
    return listed.map(({ id, name, vendor, maxInputTokens, isAllowed }) => ({
      icon: 'vscode',
      label: name,
      facts: [vendor, t('up to {0} tokens', grouped(maxInputTokens))],
      detail: consent[`${isAllowed}`],
      choose: () => id,
    }));
  };
  const chosen = await chooseFrom(choices(), { title: t('VS Code Models'), placeHolder: t('Select the model that reads and answers') });
  if (chosen === undefined) return;
  await writeSetting('ariadne.chat.model', chosen);
  tellChosen(app, { chat: chosen });
}

/** The list of the engine; undefined where it cannot run, because there is no folder for it. */
export async function modelsOnMachine(app: Uses<'settings' | 'engine'>): Promise<ModelList | undefined> {
  try {
    return await app.engine.request('models', { models: app.settings().models });
  } catch (error) {
    if (isAriadneError(error, 'no-folder') || isAriadneError(error, 'virtual-folder')) return undefined;
    throw error;
  }
}
