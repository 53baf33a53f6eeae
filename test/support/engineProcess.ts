import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { AriadneError } from '../../src/base/errors.ts';
import type { HostDoorReply } from '../../src/door/hostDoor.ts';
import { EngineClient } from '../../src/extension/engineProcess/engineClient.ts';
import type { DoorRequest } from '../../src/protocol/door.ts';
import { root } from './cli.ts';
import type { Ending } from './tempFolder.ts';

export type TestDoor = (request: DoorRequest, signal: AbortSignal) => Promise<HostDoorReply>;

export interface EngineProcess {
  readonly client: EngineClient;
  /** Every process started so far, the current one last. */
  readonly children: readonly ChildProcess[];
  /** The log of the engine and its client. */
  readonly log: readonly string[];
}

/** The built engine in a separate process, with the extension's client. It is stopped with the test. */
export function startEngine(t: Ending, folder: string, storage: string, door: TestDoor = noDoor): EngineProcess {
  const children: ChildProcess[] = [];
  const log: string[] = [];
  const client = new EngineClient({
    fork: () => {
      const child = fork(join(root, 'dist', 'engine.js'), [], {
        env: { ...process.env, OPENAI_BASE_URL: 'http://models.test/v1', ARIADNE_CHAT_TIMEOUT_MS: '2000' },
        execArgv: [],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      children.push(child);
      return child;
    },
    target: () => ({ folder, storage }),
    door: { fetch: door },
    logger: { log: (level, tag, message) => log.push(`${level} ${tag} ${message}`) },
  });
  t.after(() => client.stop());
  return { client, children, log };
}

const noDoor: TestDoor = ({ url }) => Promise.reject(new AriadneError('door-refused', `Nothing may be sent to ${url}.`));

/** A door that fetches from a server of the test, whatever address the engine uses. */
export function doorTo(baseUrl: string): TestDoor {
  return async (request, signal) => {
    const response = await fetch(request.url.replace('http://models.test/v1', baseUrl), {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal,
    });
    const head = { status: response.status, statusText: response.statusText, headers: Object.fromEntries(response.headers) };
    return { head, body: response.body ?? (async function* () {})() };
  };
}
