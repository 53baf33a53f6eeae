/** Reads error responses of servers. */
import * as z from 'zod';
import { isAbort } from '../../base/abort.ts';
import { assertParsable, replyLimits, UnusableReply } from './replyLimits.ts';

const shortText = z.string().transform((text) => text.slice(0, replyLimits.errorCharacters));
const saidError = z
  .object({ message: shortText.catch(''), code: shortText.catch(''), param: shortText.catch('') })
  .transform(({ param, ...said }) => ({ ...said, parameter: param }));
export type SaidError = Readonly<z.infer<typeof saidError>>;

const errorForms = z.union([
  z.object({ error: z.looseObject({ message: z.string() }) }).transform(({ error }) => error),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error })),
  z.looseObject({ message: z.string() }),
  z.object({ detail: z.unknown() }).transform(({ detail }) => ({ message: typeof detail === 'string' ? detail : JSON.stringify(detail) })),
]);

/** What an error response says. Servers put the message at different places (`error`, `message`, `detail`, a bare string). */
export async function readError(response: Response): Promise<SaidError> {
  const text = await beginningOf(response, replyLimits.errorBytes);
  const found = errorForms.safeParse(jsonOf(text));
  return saidError.parse(found.success ? found.data : { message: text });
}

const errorBody = z.object({ choices: z.undefined().optional(), error: z.union([z.string(), z.object({ message: z.string() })]) });

/** The error in a body with a success status, as some proxies send it. Asked of each part of a streamed reply. */
export function errorIn(body: unknown): SaidError | undefined {
  return errorBody.safeParse(body).success ? saidError.parse(errorForms.parse(body)) : undefined;
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

function jsonOf(text: string): unknown {
  try {
    assertParsable(text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnusableReply) return undefined;
    throw error;
  }
}
