/** Reads error responses of servers. */
import * as z from 'zod';
import { isAbort } from '../../base/abort.ts';
import { assertParsable, replyLimits, UnusableReply } from './replyLimits.ts';

const shortText = z.string().transform((text) => text.slice(0, replyLimits.errorCharacters));
/** An error in OpenAI's format, as `inOneForm` returns it. */
export const saidError = z.object({ message: shortText.catch(''), code: shortText.catch(''), param: shortText.catch('') });
export type SaidError = Readonly<z.infer<typeof saidError>>;

const errorForms = z.union([
  z.object({ error: z.looseObject({ message: z.string() }) }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error })),
  z.looseObject({ message: z.string() }),
  z.object({ detail: z.unknown() }).transform(({ detail }) => ({ message: typeof detail === 'string' ? detail : JSON.stringify(detail) })),
]);

/**
 * Converts errors to OpenAI's format, the only one that the package reads. Other servers put the message elsewhere (`message`, `detail`, a
 * bare string), and it would be lost.
 */
export async function inOneForm(response: Response): Promise<Response> {
  if (response.ok) return response;
  const said = readError(await beginningOf(response, replyLimits.errorBytes));
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ error: said }), { status: response.status, headers });
}

/** The error in a body with a success status, as some proxies send it. */
export function errorIn(body: unknown): SaidError | undefined {
  const isOne = z.object({ choices: z.undefined().optional(), error: z.union([z.string(), z.object({ message: z.string() })]) });
  return isOne.safeParse(body).success ? saidError.parse(errorForms.parse(body)) : undefined;
}

/** A body that is incomplete or endless suffices, because the failure of the request is already known. */
async function beginningOf({ body }: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes).toString();
}

function readError(text: string): SaidError {
  const found = errorForms.safeParse(jsonOf(text));
  return saidError.parse(found.success ? found.data : { message: text });
}

function jsonOf(text: string): unknown {
  try {
    assertParsable(text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnusableReply) return undefined;
    throw error;
  }
}
