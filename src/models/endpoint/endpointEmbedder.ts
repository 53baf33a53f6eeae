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

/** What was learned about the server. */
interface Learned {
  readonly sender: PartSender;
  isEncoded: boolean;
}

/** An embedder on an OpenAI-compatible server with `/embeddings`: OpenAI, Ollama, LM Studio, vLLM, llama.cpp … */
export class EndpointEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  readonly #options: EndpointEmbedderOptions;
  readonly #server: ServerConnection;
  readonly #learned: Learned;

  private constructor(options: EndpointEmbedderOptions, learned: Learned, dimension: number) {
    const { model, dimensions } = options;
    this.id = `openai:${model}${dimensionText(dimensions)}`;
    this.dimension = dimension;
    this.#options = options;
    this.#server = new ServerConnection(embeddingService, 'embeddings', options);
    this.#learned = learned;
  }

  /**
   * Sends one short text, because only a reply shows how long the vectors are.
   * @throws AriadneError `endpoint-…`; `model-unfit` when the vectors have another length than was asked for; AbortError
   */
  static async open(options: EndpointEmbedderOptions, signal?: AbortSignal): Promise<EndpointEmbedder> {
    const { model, logger, dimensions } = options;
    const onCut = (): void =>
      logger.log('warn', 'embed', `${model} cannot read the longest passages whole. Their ends are left out of their vectors.`);
    const learned = { sender: new PartSender(limits, onCut), isEncoded: true };
    const [vector] = await new EndpointEmbedder(options, learned, 0).#vectorsOf(['dimension'], { signal });
    const dimension = vector?.length ?? 0;
    if (dimensions !== undefined && dimension !== dimensions) throw notCut(model, dimensions, dimension);
    return new EndpointEmbedder(options, learned, dimension);
  }

  /** The same model with what is known about it, whose requests go through another `fetch`. */
  through(fetch: Fetch): EndpointEmbedder {
    return new EndpointEmbedder({ ...this.#options, fetch }, this.#learned, this.dimension);
  }

  /** @throws AriadneError `endpoint-…`, also for vectors of another length; AbortError, with all connections closed */
  async embed(texts: readonly string[], options: Pick<EmbedOptions, 'signal' | 'onWait'> = {}): Promise<Float32Array> {
    const rows = new Float32Array(texts.length * this.dimension);
    // Servers reject empty texts. Their rows are zeros.
    const sent = [...texts.entries()].filter(([, text]) => text.trim() !== '');
    const vectors = await this.#vectorsOf(
      sent.map(([, text]) => text),
      options,
    );
    for (const [nth, [place]] of sent.entries()) rows.set(vectors[nth] ?? [], place * this.dimension);
    return rows;
  }

  #vectorsOf(texts: readonly string[], { signal, onWait }: Pick<EmbedOptions, 'signal' | 'onWait'>): Promise<readonly Float32Array[]> {
    return this.#learned.sender.send(texts, signal, (part, shared) => this.#post(part, { signal: shared, onWait }));
  }

  async #post(input: readonly string[], options: Pick<EmbedOptions, 'signal' | 'onWait'>): Promise<readonly Float32Array[]> {
    const { model, dimensions } = this.#options;
    const { isEncoded } = this.#learned;
    const body = { model, input, ...(isEncoded ? { encoding_format: 'base64' } : {}), dimensions };
    const read = (reply: unknown): readonly Float32Array[] => vectorsOf(reply, input.length, this.dimension || undefined);
    try {
      return await this.#server.post({ path: '/embeddings', body, read, ...options });
    } catch (error) {
      const { message = '', parameter = '' } = rejectionOf(error) ?? {};
      if (!isEncoded || !/encoding.?format|base64/i.test(`${message} ${parameter}`)) throw error;
      this.#learned.isEncoded = false;
      return this.#post(input, options);
    }
  }
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
