/** The steps that lead to a model on a server: the server, its address, its key, the model. */
import { t } from '@vscode/l10n';
import type { SecretStorage } from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { messageOf } from '../../base/errors.ts';
import { type Destinations, keyName } from '../engineProcess/door.ts';
import { listServerModels } from './serverModels.ts';
import { discoverable, isOnThisComputer, serverPresets, type ServerPreset } from './serverPresets.ts';
import type { Uses } from '../parts.ts';
import { askForLine, chooseFrom, type Choice } from '../inputs.ts';

export interface ServerApp extends Uses<'settings' | 'logger' | 'door'> {
  readonly secrets: SecretStorage;
  readonly destinations: Destinations;
}

interface ChosenServer {
  readonly baseUrl: string;
  readonly model: string;
}

/** Of a server that is in no list. */
const other: ServerPreset = { name: t('Another server…'), baseUrl: '', key: 'optional', detail: t('Any OpenAI-compatible address.') };

const listingMs = 5_000;
const findingMs = 700;

/** Undefined when the user left at any step; then nothing has changed. @param purpose what the model is for, in titles */
export async function chooseServer(app: ServerApp, purpose: string): Promise<ChosenServer | undefined> {
  const preset = await chooseFrom(serverChoices(app), {
    title: t('{0} (1/4): server', purpose),
    placeHolder: t('Select where the model runs'),
    // As the other steps: a panel that had the focus may take it back between them.
    ignoreFocusOut: true,
  });
  if (!preset) return undefined;
  const address = await enterAddress(app, purpose, preset);
  if (address === undefined) return undefined;
  const key = await enterKey(app, purpose, address, preset.key === 'needed');
  if (key === undefined) return undefined;
  // The list of models may need the key.
  const name = keyName(new URL(address));
  const before = await app.secrets.get(name);
  if (key !== '') await app.secrets.store(name, key);
  const model = await enterModel(app, purpose, address);
  if (model !== undefined) return { baseUrl: address, model };
  await (before === undefined ? app.secrets.delete(name) : app.secrets.store(name, before));
  return undefined;
}

/** Servers that run on this computer come first. They get one request for the list of their models, and nothing else. */
async function serverChoices(app: ServerApp): Promise<readonly (Choice<ServerPreset> | string)[]> {
  const running = new Set<ServerPreset>();
  await Promise.all(
    discoverable.map(async (preset) => {
      const models = await namesOfModels(app, preset.baseUrl, findingMs).catch(() => undefined);
      if (models) running.add(preset);
    }),
  );
  const row = (preset: ServerPreset, icon: string): Choice<ServerPreset> => {
    const fact = running.has(preset) ? t('running on this computer') : preset.key === 'needed' ? t('needs a key') : '';
    return { icon, label: preset.name, facts: [fact], detail: preset.detail, choose: () => preset };
  };
  const isHere = (preset: ServerPreset): boolean => isOnThisComputer(preset.baseUrl);
  const here = serverPresets.filter(isHere).toSorted((a, b) => Number(running.has(b)) - Number(running.has(a)));
  return [
    t('On this computer'),
    ...here.map((preset) => row(preset, 'device-desktop')),
    t('On the network'),
    ...serverPresets.filter((preset) => !isHere(preset)).map((preset) => row(preset, 'globe')),
    row(other, 'server'),
  ];
}

async function enterAddress({ settings }: ServerApp, purpose: string, preset: ServerPreset): Promise<string | undefined> {
  const value = preset.baseUrl || settings().baseUrl;
  const placeholder = /[A-Z]{4,}/.exec(value);
  return askForLine({
    title: t('{0} (2/4): address', purpose),
    prompt: placeholder ? t('Replace {0} with your own', placeholder[0]) : t('The server’s base URL, usually ending in /v1'),
    value,
    ...(placeholder ? { valueSelection: [placeholder.index, placeholder.index + placeholder[0].length] as [number, number] } : {}),
    validateInput: addressProblem,
  });
}

/** @returns an empty string for no new key */
async function enterKey({ secrets }: ServerApp, purpose: string, address: string, isNeeded: boolean): Promise<string | undefined> {
  const hasKey = (await secrets.get(keyName(new URL(address)))) !== undefined;
  return askForLine({
    title: t('{0} (3/4): key', purpose),
    prompt: hasKey
      ? t('Leave empty to keep the stored key')
      : t(
          '{0} It is kept in this machine’s secret store and sent only to this address.',
          isNeeded ? t('This server needs a key.') : t('Leave empty if the server needs no key.'),
        ),
    password: true,
    validateInput: (value) => (isNeeded && !hasKey && value.trim() === '' ? t('Enter a key.') : undefined),
  });
}

/** From the server's list; by name if there is no list, or the model is not in it. */
async function enterModel(app: ServerApp, purpose: string, address: string): Promise<string | undefined> {
  const title = t('{0} (4/4): model', purpose);
  const { host } = new URL(address);
  let problem = '';
  const names = await namesOfModels(app, address, listingMs).catch((error: unknown) => {
    problem = isAbort(error) ? t('{0} did not answer within {1} seconds.', host, listingMs / 1000) : messageOf(error);
    return [];
  });
  if (names.length > 0) {
    const byName: Choice<string> = { icon: 'edit', label: t('Enter a name…'), alwaysShow: true, choose: () => '' };
    const choices = [...names.map((label) => ({ label, choose: () => label })), byName];
    const chosen = await chooseFrom(choices, { title, placeHolder: t('Select a model on {0}', host), ignoreFocusOut: true });
    if (chosen !== '') return chosen;
  }
  return askForLine({
    title,
    prompt: problem === '' ? t('Model name on {0}', host) : t('{0} Enter the model’s name, or press Escape.', problem),
    validateInput: (value) => (value.trim() === '' ? t('Enter a model name.') : undefined),
  });
}

export function namesOfModels({ door, destinations }: ServerApp, address: string, timeoutMs: number): Promise<readonly string[]> {
  return destinations.whileChoosing(address, () => listServerModels(door, address, AbortSignal.timeout(timeoutMs)));
}

function addressProblem(value: string): string | undefined {
  if (!URL.canParse(value.trim())) return t('Enter an address such as https://api.openai.com/v1');
  const { protocol, username, password } = new URL(value.trim());
  if (username !== '' || password !== '')
    return t('Remove the user name and password from the address. You enter the key in the next step.');
  if (/[A-Z]{4,}/.test(value)) return t('Replace the part in capitals.');
  return protocol === 'https:' || protocol === 'http:' ? undefined : t('The address must begin with https:// or http://');
}
