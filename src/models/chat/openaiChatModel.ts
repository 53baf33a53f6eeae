import { AriadneError, invariant, isAriadneError, type ErrorCode } from '../../base/errors.ts';
import type { ChatModel, ChatReply, ChatRequest, CompletionOptions } from '../models.ts';
import type { Service } from './chatErrors.ts';
import { repliesOf } from './readCompletion.ts';
import { requestBody, OwnShapeMemory, type RequestBody, type RequestShape, type ShapeMemory, simplify } from './requestShape.ts';
import type { Attempt } from './retry.ts';
import { ServerConnection, type ServerOptions } from './serverConnection.ts';
import { StreamedReply } from './streamedReply.ts';
import { chatService } from './services.ts';

export interface OpenAIChatModelOptions extends ServerOptions {
  /** Default: `openai:` and the model. */
  readonly id?: string;
  /** The words of messages about the server. */
  readonly service?: Service;
  /** Known capabilities of this model on this server. By default none are known, and learned ones last as long as this object. */
  readonly shapes?: ShapeMemory;
}

/** A chat model on an OpenAI-compatible server: OpenAI, Ollama, LM Studio, vLLM, llama.cpp … */
export class OpenAIChatModel implements ChatModel {
  readonly id: string;
  readonly #model: string;
  readonly #shapes: ShapeMemory;
  readonly #server: ServerConnection;

  constructor({ id, service = chatService, shapes = new OwnShapeMemory(), ...server }: OpenAIChatModelOptions) {
    this.id = id ?? `openai:${server.model}`;
    this.#model = server.model;
    this.#shapes = shapes;
    this.#server = new ServerConnection(service, 'chat', server);
  }

  get gives(): { readonly schema: boolean; readonly n: boolean; readonly logprobs: boolean } {
    const { format, n, logprobs } = this.#shapes.shape;
    return { schema: format === 'json_schema', n, logprobs };
  }

  async complete(request: ChatRequest, options: CompletionOptions = {}): Promise<ChatReply> {
    const [reply] = await this.#request({ ...request, n: 1 }, options);
    invariant(reply, 'a completion without a choice');
    return reply;
  }

  async completeMany(request: ChatRequest, options: CompletionOptions = {}): Promise<readonly ChatReply[]> {
    const { n = 1, temperature } = request;
    // Servers reject several samples of the most probable text, which implies nothing for other requests.
    return n > 1 && (!this.gives.n || temperature === 0) ? [] : this.#request(request, options);
  }

  async #request(request: ChatRequest, options: CompletionOptions): Promise<readonly ChatReply[]> {
    let tries = 0;
    const onTry = (): void => void tries++;
    try {
      const attempt = (remainingMs: number): Promise<Attempt<readonly ChatReply[]>> => this.#attempt(request, remainingMs, onTry, options);
      const replies = await this.#server.withRetries(attempt, options.signal, options.onWait);
      return replies.map((reply, i) => (i === 0 && tries === 1 ? reply : { ...reply, tries: i === 0 ? tries : 0 }));
    } catch (error) {
      throw isAriadneError(error) ? new AriadneError(error.code, error.message, { cause: error.cause, tries }) : error;
    }
  }

  /** One try, including repeated requests after the server rejected the request's shape. */
  async #attempt(
    request: ChatRequest,
    remainingMs: number,
    onTry: () => void,
    { onText, onRestart, ...options }: CompletionOptions,
  ): Promise<Attempt<readonly ChatReply[]>> {
    const { n = 1, logprobs = false } = request;
    const tokens = tokensOf(request);
    for (;;) {
      const used = this.#shapes.shape;
      // Servers differ in how they stream probabilities.
      const stream = onText && used.stream && n === 1 && !logprobs ? new StreamedReply(onText) : undefined;
      const body = requestBody(this.#model, request, used, stream !== undefined);
      const read = (reply: unknown): readonly ChatReply[] => repliesOf(reply, request);
      const sent = await this.#server.send({ ...options, path: '/chat/completions', body, read, stream, remainingMs, tokens, onTry });
      const { value: replies, failure, rejection } = sent;
      if (replies !== undefined) {
        this.#noticeSilence(replies, body, used);
        return { kind: 'done', value: replies };
      }
      if (stream?.hasText === true) onRestart?.();
      const isAboutForm = rejection !== undefined && !formUnrelated.has(failure.error.code);
      const change = isAboutForm ? simplify(used, body, `${rejection.message} ${rejection.parameter}`) : null;
      if (change !== null) this.#shapes.learn(used, change);
      // If completions are now requested separately, the others need not wait for the first.
      if (n > 1 && (change?.n === false || (change === null && failure.error.code === 'chat-refused'))) return { kind: 'done', value: [] };
      if (change === null) return { kind: 'failed', failure };
    }
  }

  /** Learns which fields the server ignores: a server that does not know a field usually reports no error. */
  #noticeSilence(replies: readonly ChatReply[], body: RequestBody, used: RequestShape): void {
    const [first] = replies;
    if ((body.n ?? 1) > 1 && replies.length === 1) this.#shapes.learn(used, { n: false });
    const isSaid = first !== undefined && first.finishReason !== 'refusal' && first.text !== '';
    if (body.logprobs === true && isSaid && first.logprobs === undefined) this.#shapes.learn(used, { logprobs: false });
  }
}

const formUnrelated: ReadonlySet<ErrorCode> = new Set(['chat-unauthorized', 'chat-rate-limited', 'chat-context-too-long']);

/** As servers count before they have answered: in English, about four characters are a token, and the reply may be as long as allowed. */
function tokensOf({ messages, maxTokens, n = 1 }: ChatRequest): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4) + n * maxTokens;
}
