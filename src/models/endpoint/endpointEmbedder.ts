import { AriadneError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { embeddingService } from '../chat/services.ts';
import { dimensionText } from '../modelId.ts';
import type { Embedder, EmbedOptions, Fetch } from '../models.ts';
import { rejectionOf, ServerConnection, type ServerOptions } from '../chat/serverConnection.ts';
import { PartSender } from './inParts.ts';
import * as z from 'zod';
import { UnusableReply } from '../chat/replyLimits.ts';

export interface EndpointEmbedderOptions extends ServerOptions {
  readonly logger: Logger;
  /** The first so many numbers of a vector, for models that allow it. Default: all. */
  readonly dimensions?: number;
}

/** About 16,000 tokens: a model on a laptop needs some seconds for one request, so progress is seen and cancelling is quick. */
const limits = { maxTexts: 64, maxCharacters: 64_000 };

/**
 * An embedder on an OpenAI-compatible server with `/embeddings`: OpenAI, Ollama, LM Studio, vLLM, llama.cpp … Sends one short text, because
 * only a reply shows how long the vectors are.
 * @returns what makes the model with what is known about it, for requests through a `fetch`. `embed` throws `endpoint-…`, also for vectors
 * of another length; AbortError, with all connections closed
 * @throws AriadneError `endpoint-…`; `model-unfit` when the vectors have another length than was asked for; AbortError
 */
export async function endpointEmbedder(options: EndpointEmbedderOptions, signal?: AbortSignal): Promise<(fetch: Fetch) => Embedder> {
  const { model, logger, dimensions } = options;
  const sender = new PartSender(limits, () =>
    logger.log('warn', 'embed', `${model} cannot read the longest passages whole. Their ends are left out of their vectors.`),
  );
  let isEncoded = true;
  const serverFor = (fetch: Fetch): ServerConnection => new ServerConnection(embeddingService, 'embeddings', { ...options, fetch });
  const post = async (server: ServerConnection, input: readonly string[], asked: Asked): Promise<readonly Float32Array[]> => {
    const isTried = isEncoded;
    const { width, ...rest } = asked;
    const body = { model, input, ...(isTried ? { encoding_format: 'base64' } : {}), dimensions };
    const read = (reply: unknown): readonly Float32Array[] => vectorsOf(reply, input.length, width);
    try {
      return await server.post({ path: '/embeddings', body, read, ...rest });
    } catch (error) {
      const { message = '', parameter = '' } = rejectionOf(error) ?? {};
      if (!isTried || !/encoding.?format|base64/i.test(`${message} ${parameter}`)) throw error;
      isEncoded = false;
      return post(server, input, asked);
    }
  };
  const embed = (server: ServerConnection, texts: readonly string[], asked: Asked): Promise<readonly Float32Array[]> =>
    sender.send(texts, asked.signal, (part, shared) => post(server, part, { ...asked, signal: shared }));
  const [vector] = await embed(serverFor(options.fetch), ['dimension'], { signal });
  const width = vector?.length ?? 0;
  if (dimensions !== undefined && width !== dimensions) throw notCut(model, dimensions, width);
  return (fetch) => {
    const server = serverFor(fetch);
    return {
      id: `openai:${model}${dimensionText(dimensions)}`,
      dimension: width,
      async embed(texts, asked = {}) {
        const rows = new Float32Array(texts.length * width);
        // Servers reject empty texts. Their rows are zeros.
        const sent = [...texts.entries()].filter(([, text]) => text.trim() !== '');
        const vectors = await embed(
          server,
          sent.map(([, text]) => text),
          { ...asked, width },
        );
        for (const [nth, [place]] of sent.entries()) rows.set(vectors[nth] ?? [], place * width);
        return rows;
      },
    };
  };
}

interface Asked extends Pick<EmbedOptions, 'signal' | 'onWait'> {
  /** What earlier vectors had; absent if there are none. */
  readonly width?: number;
}

/** Not cut here: the first numbers say something only with models that are trained for that, which their servers know. */
function notCut(model: string, asked: number, given: number): AriadneError {
  return new AriadneError(
    'model-unfit',
    `${model} gives vectors of ${given} numbers on this server, also when it is asked for ${asked}. Leave out "${dimensionText(asked)}", or choose another model.`,
  );
}

const embeddingsBody = z.object({
  data: z.array(z.object({ index: z.int().min(0).nullish().catch(null), embedding: z.union([z.string(), z.array(z.unknown())]) })),
});

/**
 * One vector per text in the order of the texts, L2-normalized. Servers that ignore `encoding_format` send numbers, so both forms are read.
 * @param dimension what earlier vectors had; undefined if there are none
 * @throws z.ZodError when the body has no embeddings; UnusableReply when they are not one usable vector per text
 */
function vectorsOf(body: unknown, count: number, dimension: number | undefined): readonly Float32Array[] {
  const { data } = embeddingsBody.parse(body);
  if (data.length !== count) throw new UnusableReply(`it has ${data.length} vectors for ${count} ${count === 1 ? 'text' : 'texts'}`);
  const vectors: Float32Array[] = [];
  for (const [place, { index, embedding }] of data.entries()) {
    const at = index ?? place;
    if (at >= count || vectors[at] !== undefined) throw new UnusableReply('it does not say which text each vector belongs to');
    vectors[at] = normalized(typeof embedding === 'string' ? decoded(embedding) : numbersOf(embedding));
  }
  const expected = dimension ?? vectors[0]?.length;
  const odd = vectors.find(({ length }) => length !== expected);
  if (odd) throw new UnusableReply(`a vector in it has ${odd.length} numbers, and earlier ones had ${expected}`);
  return vectors;
}

/** Little-endian 32-bit floats. */
function decoded(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw new UnusableReply('a vector in it is incomplete');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

function numbersOf(values: readonly unknown[]): Float32Array {
  // JSON has no NaN, so servers write null.
  return Float32Array.from(values, (value) => (typeof value === 'number' ? value : NaN));
}

/** @throws UnusableReply for a vector without a direction */
function normalized(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum)) throw new UnusableReply('a vector in it has a value that is not a number');
  if (sum === 0) throw new UnusableReply('a vector in it has only zeros');
  const factor = 1 / Math.sqrt(sum);
  return vector.map((value) => value * factor);
}
