/**
 * A small engine process for the tests of the client: answers over real IPC, and dies, hangs or fetches when told to by what it is asked.
 */
import { createMessageConnection, IPCMessageReader, IPCMessageWriter, ResponseError } from 'vscode-jsonrpc/node';
import type { CancellationToken } from 'vscode-jsonrpc/node';

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
let opened = '';

connection.onRequest('open', ({ folder }: { folder: string }) => {
  if (folder === 'locked') return new ResponseError(-32000, 'Another window is writing this index.', { code: 'index-locked' });
  if (folder === 'dies') process.exit(3);
  opened = folder;
  return {};
});
connection.onRequest('look', () => ({}));
connection.onRequest('changed', async ({ paths }: { paths: readonly string[] }) => {
  await connection.sendNotification('log', { level: 'info', tag: 'changed', message: paths.join() });
  return {};
});
connection.onRequest('explain', () => ({ state: 'indexed', reason: `${opened} ${process.pid}` }));
connection.onRequest('snapshot', () => process.exit(7));
connection.onRequest('scopeNames', () => new ResponseError(-32000, 'No such thing.', { code: 'not-found' }));
connection.onRequest('noteRun', () => 'not an object');
connection.onRequest('index', async (_params: unknown, token: CancellationToken) => {
  await connection.sendNotification('state', { indexing: { version: 1, value: { work: [], pending: 3 } } });
  const cancelled = new ResponseError(-32800, 'Cancelled.', { code: 'aborted' });
  // A request that was cancelled before its turn came has a token that is cancelled and never says so.
  if (token.isCancellationRequested) return cancelled;
  return new Promise((resolve) => token.onCancellationRequested(() => resolve(cancelled)));
});
/** Fetches the query through the door and answers with what came back, as the id of a method-less search. */
connection.onRequest('standAlone', async ({ question: path }: { question: string }) => {
  const request = { id: 'd1', url: path, method: 'POST', headers: {}, body: 'hi', purpose: 'chat' };
  const said: string[] = [];
  try {
    const head: { status: number } = await connection.sendRequest('door/fetch', request);
    said.push(String(head.status));
    for (;;) {
      const { data }: { data?: string } = await connection.sendRequest('door/next', { id: 'd1' });
      if (data === undefined) break;
      said.push(Buffer.from(data, 'base64').toString());
    }
    said.push('done');
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    said.push(JSON.stringify(error.data), error.message);
  }
  await connection.sendNotification('log', { level: 'info', tag: 'door', message: said.join(' ') });
  return { question: path, follows: { runId: '', typed: '', by: 'typed' } };
});
process.on('disconnect', () => process.exit(0));
connection.listen();
