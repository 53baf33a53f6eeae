/** Entry of the engine process. */
import { getPriority, setPriority } from 'node:os';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter, ResponseError } from 'vscode-jsonrpc/node';
import type { AriadneError } from '../base/errors.ts';
import { explainMissingLibrary } from '../base/missingLibrary.ts';

/**
 * Typing in the editor comes first, but on a busy machine the engine and its learner still get a third of the time that a normal process
 * gets. At 10, the usual step down, they get a tenth: learning that takes seconds then takes minutes. Only an administrator could raise the
 * priority of what starves, so it must never be that low. Windows knows no step in between: there this is normal.
 */
const niceness = 5;
// An editor that was started with a lower priority keeps it.
if (getPriority() < niceness) setPriority(niceness);
// LanceDB writes warnings about what it retries to the terminal, before it fails with an error that is explained. It looks at the variable
// when it is loaded, which is why the rest is loaded later; set another level to get its log.
process.env['LANCEDB_LOG'] ??= 'off';
try {
  await import('./serve.ts');
} catch (error) {
  const failure = explainMissingLibrary(error);
  if (!failure) throw error;
  console.error(error);
  refuse(failure);
}

/** Answers every request of the host with this error. */
function refuse({ code, message }: AriadneError): void {
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  connection.onRequest(() => new ResponseError(-32000, message, { code }));
  process.on('disconnect', () => process.exit(0));
  connection.listen();
}
