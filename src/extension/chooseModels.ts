import { ProgressLocation, QuickPickItemKind, window, workspace } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { AriadneError } from '../base/errors.ts';
import { builtinModels } from '../protocol/engine.ts';
import type { App } from './app.ts';
import { chooseServer, type ServerApp } from './chooseServer.ts';
import { keyName } from './door.ts';
import { showDialog } from './messages.ts';
import { modelText, testedText } from './modelWords.ts';
import { writeSetting } from './settings.ts';

type ModelsApp = ServerApp & Pick<App, 'editorModels' | 'engine'>;

interface Choice extends QuickPickItem {
  readonly choose?: () => Promise<void>;
}

/** `ariadne.chooseModels`: presets, the roles one at a time, and a test of what was chosen. Escape at any step changes nothing. */
export async function chooseModels(app: ModelsApp): Promise<void> {
  const chosen = await window.showQuickPick<Choice>(choices(app), {
    title: 'Choose Models',
    placeHolder: 'Select who reads and answers. No choice indexes your documents again.',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await chosen?.choose?.();
}

async function choices(app: ModelsApp): Promise<Choice[]> {
  const { models, baseUrl } = app.settings();
  const server = new URL(baseUrl);
  const chat = modelText(models.chat, baseUrl);
  const isBuiltin = Object.values(models).every((id) => id === undefined || id === 'builtin');
  const current = (isCurrent: boolean, text: string): string => (isCurrent ? `current: ${text}` : '');
  const hasKey = (await app.context.secrets.get(keyName(server))) !== undefined;
  return [
    separator('Presets'),
    {
      label: '$(shield) Nothing leaves, nothing downloads',
      description: isBuiltin ? 'current' : '',
      detail: 'Built-in models. Free. They answer with the words of your documents.',
      choose: chooseBuiltin,
    },
    {
      label: '$(server) My endpoint…',
      description: current(models.chat.startsWith('openai:'), chat),
      detail: 'Sends your questions and the passages found to a server, here or elsewhere.',
      choose: () => chooseEndpoint(app, 'ariadne.chat.model', 'Chat Model'),
    },
    {
      label: '$(vscode) VS Code models…',
      description: current(models.chat.startsWith('vscode:'), chat),
      detail: 'Sends the same to Copilot or another extension, and uses your plan there.',
      choose: () => chooseEditorModel(app),
    },
    separator('One role at a time'),
    {
      label: '$(comment-discussion) Chat',
      description: chat,
      detail: 'Takes questions apart, reads passages and writes answers.',
      choose: () => chooseForRole(app, 'ariadne.chat.model', 'Chat Model'),
    },
    {
      label: '$(list-ordered) Reranker',
      description: modelText(models.reranker, baseUrl),
      detail: 'Puts the passages found in order, where a pipeline reranks.',
      choose: () => chooseForRole(app, 'ariadne.reranker.model', 'Reranker'),
    },
    separator(''),
    ...(isBuiltin ? [] : [{ label: '$(beaker) Test these models', detail: 'Asks one question of each.', choose: () => testModels(app) }]),
    ...(hasKey
      ? [
          {
            label: '$(trash) Forget the key',
            description: server.host,
            detail: 'Removes it from this machine’s secret store.',
            choose: async () => app.context.secrets.delete(keyName(server)),
          },
        ]
      : []),
  ];
}

type RoleSetting = 'ariadne.chat.model' | 'ariadne.reranker.model';

async function chooseBuiltin(): Promise<void> {
  await writeSetting('ariadne.chat.model', builtinModels.chat);
  await writeSetting('ariadne.reranker.model', builtinModels.reranker);
}

async function chooseForRole(app: ModelsApp, setting: RoleSetting, title: string): Promise<void> {
  const ofEditor = {
    label: '$(vscode) VS Code model…',
    detail: 'Uses your plan with the extension that offers it.',
    choose: () => chooseEditorModel(app),
  };
  const chosen = await window.showQuickPick<Choice>(
    [
      { label: '$(shield) Built-in', detail: 'Free, no network.', choose: () => writeSetting(setting, 'builtin') },
      {
        label: '$(server) On a server…',
        detail: 'Sends your questions and the passages found to it.',
        choose: () => chooseEndpoint(app, setting, title),
      },
      ...(setting === 'ariadne.chat.model' ? [ofEditor] : []),
    ],
    { title, placeHolder: 'Select where the model runs' },
  );
  await chosen?.choose?.();
}

async function chooseEndpoint(app: ModelsApp, setting: RoleSetting, title: string): Promise<void> {
  requireTrust();
  const chosen = await chooseServer(app, title);
  if (!chosen) return;
  await writeSetting('ariadne.openai.baseUrl', chosen.baseUrl);
  await writeSetting(setting, `openai:${chosen.model}`);
}

async function chooseEditorModel({ editorModels }: ModelsApp): Promise<void> {
  requireTrust();
  const listed = await editorModels.list();
  if (listed.length === 0) {
    throw new AriadneError(
      'chat-model-missing',
      'VS Code has no language models to choose from. Sign in to Copilot, or install an extension that offers some. Then choose again.',
    );
  }
  const consent = { true: 'allowed', false: 'not allowed', undefined: 'VS Code asks before the first question' } as const;
  const items = listed.map(({ id, name, vendor, maxInputTokens, isAllowed }) => ({
    id,
    label: `$(vscode) ${name}`,
    description: `${vendor} · up to ${maxInputTokens.toLocaleString('en')} tokens`,
    detail: consent[`${isAllowed}`],
  }));
  const chosen = await window.showQuickPick(items, {
    title: 'VS Code Models',
    placeHolder: 'Select the model that reads and answers',
    matchOnDescription: true,
  });
  if (chosen) await writeSetting('ariadne.chat.model', chosen.id);
}

async function testModels({ engine, settings }: ModelsApp): Promise<void> {
  requireTrust();
  const { models } = settings();
  const tested = await window.withProgress(
    { location: ProgressLocation.Notification, title: 'Testing the models…', cancellable: true },
    (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return engine.request('testModels', { models }, { signal: controller.signal });
    },
  );
  const allWork = tested.every(({ works }) => works);
  await showDialog(allWork ? 'information' : 'warning', allWork ? 'The models work.' : 'Not all models work.', testedText(tested));
}

function separator(label: string): Choice {
  return { label, kind: QuickPickItemKind.Separator };
}

/** @throws AriadneError `untrusted` */
function requireTrust(): void {
  if (!workspace.isTrusted)
    throw new AriadneError('untrusted', 'Ariadne uses no network in a folder that is not trusted. Trust the folder first.');
}
