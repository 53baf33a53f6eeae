import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { frugalAllocation } from '../base/allocation.ts';

/**
 * Starts the engine. It learns the model server's address, but no key: keys are added by the door. VS Code's debugger, where it is at work (F5 with
 * `autoAttachChildProcesses`), comes along by way of NODE_OPTIONS, which otherwise stays outside.
 */
export function forkEngine(modulePath: string, baseUrl: string): ChildProcess {
  const { OPENAI_API_KEY: _key, NODE_OPTIONS: options, ...env } = process.env;
  const debugging = env['VSCODE_INSPECTOR_OPTIONS'] === undefined ? {} : { NODE_OPTIONS: options };
  return fork(modulePath, [], {
    env: { ...frugalAllocation, ...env, ...debugging, ELECTRON_RUN_AS_NODE: '1', OPENAI_BASE_URL: baseUrl },
    // Not those of the extension host: its inspector port would be taken twice.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}
