import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterNativeFault } from '../../src/base/childEnvironment.ts';
import { AriadneError } from '../../src/base/errors.ts';
import type { HostDoorReply } from '../../src/door/hostDoor.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { EngineClient } from '../../src/extension/engineProcess/engineClient.ts';
import type { DoorRequest } from '../../src/protocol/door.ts';
import type { EngineState } from '../../src/protocol/engine.ts';
import type { FollowedSettings } from '../../src/protocol/indexRequests.ts';
import { noIndex, type IndexProgress, type IndexStatus } from '../../src/protocol/indexStatus.ts';
import { root } from './cli.ts';
import type { Ending } from './tempFolder.ts';

export type TestDoor = (request: DoorRequest, signal: AbortSignal) => Promise<HostDoorReply>;

export interface EngineProcess {
  readonly client: EngineClient;
  /** What the engine says of its index when it has looked at it again. */
  readonly status: () => Promise<IndexStatus>;
  /** What the engine has told of its state. */
  readonly state: () => Partial<EngineState>;
  /** Calls back for what is told of the progress of passes over the folder. */
  readonly onProgress: (heard: (progress: IndexProgress) => void) => Disposable;
  /** Every process started so far, the current one last. */
  readonly children: readonly ChildProcess[];
  /** The log of the engine and its client. */
  readonly log: readonly string[];
}

/** The built engine in a separate process, with the extension's client. It is stopped with the test. */
export function startEngine(
  t: Ending,
  folder: string,
  storage: string,
  door: TestDoor = noDoor,
  settings?: FollowedSettings,
): EngineProcess {
  const children: ChildProcess[] = [];
  const log: string[] = [];
  const client = new EngineClient({
    fork: (isAfterFault) => {
      const child = fork(join(root, 'dist', 'engine.js'), [], {
        env: {
          ...process.env,
          OPENAI_BASE_URL: 'http://models.test/v1',
          ARIADNE_CHAT_TIMEOUT_MS: '2000',
          ...(isAfterFault && afterNativeFault),
        },
        execArgv: [],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      children.push(child);
      return child;
    },
    target: () => ({ folder, storage, ...(settings === undefined ? {} : { settings }) }),
    door: { fetch: door },
    logger: { log: (level, tag, message) => log.push(`${level} ${tag} ${message}`) },
  });
  let state: Partial<EngineState> = {};
  client.notifications.on('state', (parts) => {
    state = { ...state, ...Object.fromEntries(Object.entries(parts).map(([part, { value }]) => [part, value])) };
  });
  t.after(() => client.stop());
  return {
    client,
    status: async () => {
      await client.request('look', {});
      return state.index ?? noIndex;
    },
    state: () => state,
    onProgress: (heard) =>
      client.notifications.on('state', ({ indexing }) =>
        indexing?.value.work.forEach(({ progress }) => progress?.work === 'index' && heard(progress)),
      ),
    children,
    log,
  };
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
