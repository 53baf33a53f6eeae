/** Standard input and output for a client that may ask faster than it reads. */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** One read of the input may bring some hundred more. */
export const mostOpen = 32;

/**
 * Reads no further requests while so many are open. One is open until its answer has been taken, so that the answers of a client that does
 * not read do not fill the memory.
 */
export class BoundedStdio extends StdioServerTransport {
  readonly #input: Readable;
  readonly #open = new Set<RequestId>();

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    super(input, output);
    this.#input = input;
  }

  override start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      if ('method' in message && 'id' in message) this.#open.add(message.id);
      else if ('method' in message && message.method === 'notifications/cancelled') this.#close(message.params?.['requestId']);
      if (this.#open.size >= mostOpen) this.#input.pause();
      deliver?.(message);
    };
    return super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message);
    } finally {
      if (!('method' in message)) this.#close(message.id);
    }
  }

  /** An answer to a request that cannot be read has no id. */
  #close(id: unknown): void {
    this.#open.delete(id as RequestId);
    if (this.#open.size < mostOpen && this.#input.isPaused()) this.#input.resume();
  }
}
