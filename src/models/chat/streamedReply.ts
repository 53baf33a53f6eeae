/** Collects the parts of a streamed chat completion. */
import * as z from 'zod';
import { eventData } from '../../base/eventStream.ts';
import { errorIn, type SaidError } from './readError.ts';
import { assertParsable, replyLimits, UnusableReply } from './replyLimits.ts';

const textParts = z.array(z.object({ type: z.string(), text: z.string().optional() }));
const streamPart = z.object({
  choices: z
    .array(
      z.object({
        index: z.int().nullish().catch(null),
        delta: z.object({ content: z.union([z.string(), textParts]).nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().max(40).nullish().catch(null),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
});

const failedStatus = z.object({ error: z.object({ code: z.int().min(400).max(599) }) });

/** An error that a server tells after it has begun to answer. */
type LateError = SaidError & { readonly status: number };

export class StreamedReply {
  readonly #onText: (text: string) => void;
  readonly #content: string[] = [];
  readonly #refusal: string[] = [];
  #characters = 0;
  #finishReason: string | undefined;
  #usage: unknown;
  #isDone = false;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  /** Called once, with the first sign that the model is at work. */
  onBegin: (() => void) | undefined;

  /** Whether any part of the answer has come. */
  get hasText(): boolean {
    return this.#content.length > 0;
  }

  /** Whether the server has said that the reply is complete. One that ends without that was cut off. */
  get isWhole(): boolean {
    // What a router says when it has lost its server.
    return this.#finishReason !== 'error' && (this.#isDone || this.#finishReason !== undefined);
  }

  /** The completion as a server sends it whole. */
  get body(): unknown {
    const message = { content: this.#content.join(''), refusal: this.#refusal.length === 0 ? null : this.#refusal.join('') };
    return { choices: [{ index: 0, message, finish_reason: this.#finishReason ?? null }], usage: this.#usage ?? null };
  }

  /**
   * Reads to the end of the reply. What follows its last event is not waited for.
   * @returns the error that ended it, if the server told one
   * @throws UnusableReply; SyntaxError and z.ZodError for what is no part of a completion; the errors of `body`
   */
  async readAll(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, signal: AbortSignal): Promise<LateError | undefined> {
    for await (const data of eventData(body)) {
      signal.throwIfAborted();
      this.onBegin?.();
      this.onBegin = undefined;
      if (data.trim() === '[DONE]') {
        this.#isDone = true;
        return undefined;
      }
      assertParsable(data);
      const event: unknown = JSON.parse(data);
      const said = errorIn(event);
      if (said) return { ...said, status: failedStatus.safeParse(event).data?.error.code ?? 500 };
      this.#add(streamPart.parse(event));
    }
    return undefined;
  }

  #add({ choices, usage }: z.infer<typeof streamPart>): void {
    // Some servers repeat the counts so far with every part; the last are those of the whole reply.
    this.#usage = usage ?? this.#usage;
    const choice = choices?.find(({ index }) => (index ?? 0) === 0);
    const { content, refusal } = choice?.delta ?? {};
    const text =
      typeof content === 'string' ? content : (content ?? []).map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
    this.#characters += text.length + (refusal?.length ?? 0);
    if (this.#characters > replyLimits.characters)
      throw new UnusableReply(`an answer in it has more than ${replyLimits.characters} characters`);
    if (refusal) this.#refusal.push(refusal);
    this.#finishReason = choice?.finish_reason ?? this.#finishReason;
    if (text === '') return;
    this.#content.push(text);
    this.#onText(text);
  }
}
