import { createMessageConnection, IPCMessageReader, IPCMessageWriter, ResponseError } from 'vscode-jsonrpc/node';
import type { AriadneError } from '../base/errors.ts';

/** Answers every request of the host with this error: for an engine that cannot run here. */
export function refuse({ code, message }: AriadneError): void {
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  connection.onRequest(() => new ResponseError(-32000, message, { code }));
  process.on('disconnect', () => process.exit(0));
  connection.listen();
}
