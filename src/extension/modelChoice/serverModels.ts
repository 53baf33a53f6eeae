/** The models that a server lists. Does not use VS Code. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { AriadneError } from '../../base/errors.ts';
import { jsonOf } from '../../base/jsonOf.ts';
import type { HostDoor } from '../../door/hostDoor.ts';

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(10_000) });

/**
 * The names of a server's models, in alphabetical order.
 * @throws AriadneError when the server cannot be reached or does not list models; AbortError
 */
export async function listServerModels(door: Pick<HostDoor, 'fetch'>, baseUrl: string, signal: AbortSignal): Promise<readonly string[]> {
  const address = new URL(baseUrl);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/models`;
  const request = { id: '', url: address.href, method: 'GET', headers: { accept: 'application/json' }, purpose: 'list of models' };
  const { head, body } = await door.fetch(request, signal);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  if (head.status === 401 || head.status === 403) {
    throw new AriadneError(
      'chat-unauthorized',
      t('The chat server at {0} refused the API key. Enter a valid key for this server.', address.host),
    );
  }
  const list = modelList.safeParse(jsonOf(Buffer.concat(pieces).toString()));
  if (head.status !== 200 || !list.success) {
    throw new AriadneError(
      'chat-not-an-api',
      t('{0} does not list its models (status {1}). Enter the model’s name.', address.host, head.status),
    );
  }
  return [...new Set(list.data.data.map(({ id }) => id))].toSorted((a, b) => a.localeCompare(b));
}
