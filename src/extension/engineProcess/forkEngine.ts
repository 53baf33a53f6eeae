import { fork, type ChildProcess } from 'node:child_process';
import { frugalAllocation, frugalHeap } from '../../base/allocation.ts';
import { afterNativeFault } from '../../base/childEnvironment.ts';

/** What the engine learns of the settings before it starts. */
export interface EngineSurroundings {
  readonly baseUrl: string;
  readonly hubUrl: string;
  readonly isOffline: boolean;
  /** In seconds. */
  readonly timeouts: { readonly firstToken?: number; readonly total?: number };
  /** Shared by all windows. */
  readonly modelsFolder: string;
  /** Whether it takes the place of an engine in which native code crashed. */
  readonly isAfterFault: boolean;
}

/**
 * Starts the engine. It gets the model server's address but no key; the door adds keys. If VS Code's debugger is active (F5 with
 * `autoAttachChildProcesses`), it attaches through NODE_OPTIONS, which is otherwise not passed on.
 */
export function forkEngine(
  modulePath: string,
  { baseUrl, hubUrl, isOffline, timeouts, modelsFolder, isAfterFault }: EngineSurroundings,
): ChildProcess {
  const { OPENAI_API_KEY: _key, HF_TOKEN: _token, NODE_OPTIONS: options, ...env } = process.env;
  const models = {
    HF_ENDPOINT: hubUrl,
    ARIADNE_OFFLINE: isOffline ? '1' : '',
    ARIADNE_MODELS: modelsFolder,
    ...(isAfterFault && afterNativeFault),
  };
  const times = {
    ...(timeouts.total && { ARIADNE_CHAT_TIMEOUT_MS: String(1000 * timeouts.total) }),
    ...(timeouts.firstToken && { ARIADNE_FIRST_TOKEN_TIMEOUT_MS: String(1000 * timeouts.firstToken) }),
  };
  const debugging = env['VSCODE_INSPECTOR_OPTIONS'] === undefined ? {} : { NODE_OPTIONS: options };
  return fork(modulePath, [], {
    env: { ...frugalAllocation, ...env, ...debugging, ELECTRON_RUN_AS_NODE: '1', OPENAI_BASE_URL: baseUrl, ...models, ...times },
    // Options of the extension host are not inherited, because its inspector port would be used twice.
    execArgv: [...frugalHeap],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}
