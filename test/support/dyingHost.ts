/**
 * A host process that starts an engine, lets it index and reports the engine's process id; the test kills the host. Arguments: engine
 * module, folder, storage.
 */
import { fork } from 'node:child_process';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

const [module = '', folder, storage] = process.argv.slice(2);
const child = fork(module, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
connection.onNotification('state', (parts: unknown) => {
  if (JSON.stringify(parts).includes('"stage":"read"')) process.send?.(child.pid);
});
connection.listen();
await connection.sendRequest('open', { folder, storage });
await connection.sendRequest('index', {});
