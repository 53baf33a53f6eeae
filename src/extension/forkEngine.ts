import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { frugalAllocation } from '../base/allocation.ts';

/**
 * Starts the engine. It gets the model server's address but no key; the door adds keys. If VS Code's debugger is active (F5 with
 * `autoAttachChildProcesses`), it attaches through NODE_OPTIONS, which is otherwise not passed on.
 */
export function forkEngine(modulePath: string, baseUrl: string): ChildProcess {
  const { OPENAI_API_KEY: _key, NODE_OPTIONS: options, ...env } = process.env;
  const debugging = env['VSCODE_INSPECTOR_OPTIONS'] === undefined ? {} : { NODE_OPTIONS: options };
  return fork(modulePath, [], {
    env: { ...frugalAllocation, ...env, ...debugging, ELECTRON_RUN_AS_NODE: '1', OPENAI_BASE_URL: baseUrl },
    // Options of the extension host are not inherited, because its inspector port would be used twice.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}
