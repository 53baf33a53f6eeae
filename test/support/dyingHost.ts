/**
 * A host process that starts an engine, lets it index and reports the engine's process id; the test kills the host. Arguments: engine
 * module, folder, storage.
 */
import { fork } from 'node:child_process';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { builtinModels, defaultDiscovery } from '../../src/protocol/engine.ts';

const [module = '', folder, storage] = process.argv.slice(2);
const child = fork(module, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
connection.onNotification('indexProgress', ({ stage }: { stage: string }) => {
  if (stage === 'read') process.send?.(child.pid);
});
connection.listen();
await connection.sendRequest('open', { folder, storage });
await connection.sendRequest('index', { discovery: defaultDiscovery, models: builtinModels });
