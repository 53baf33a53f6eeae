import { type SecretStorage } from 'vscode';
import type { Settings } from '../settings.ts';
import type { CommandId } from '../contributions.ts';
import { keyName } from '../engineProcess/door.ts';
import { offer } from '../messages.ts';
import { askForLine } from '../inputs.ts';

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
    title: 'Token for Model Downloads',
    prompt: `A token of ${hub.host} with read access. It is kept in this machine’s secret store and sent only to this address.`,
    password: true,
    validateInput: (value) => (value.trim() === '' ? 'Enter a token.' : undefined),
  });
  if (entered === undefined) return;
  await secrets.store(keyName(hub), entered);
  const said = `The token for ${hub.host} is saved. To download a model that was refused, choose it again.`;
  offer('information', said, [{ label: 'Choose Models', command: 'ariadne.chooseModels' satisfies CommandId }]);
}
