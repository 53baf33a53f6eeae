import type * as z from 'zod';
import { AriadneError, isAriadneError } from '../base/errors.ts';
import { plainLines, plainValue } from '../base/plainText.ts';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest, CompletionOptions } from '../models/models.ts';
import type { LlmCall } from '../protocol/trace.ts';
import type { Writing } from '../protocol/writing.ts';
import type { CallFacts, Memo, TraceSink } from '../trace/recorder.ts';
import { isAbstention } from './abstention.ts';
import { extractJson } from './extractJson.ts';
import { repairPrompt } from './prompts/blocks.ts';
import type { Backend, Performed, ReasonerCall, Samples } from './reasoner.ts';
import type { Outcome, Reading, Role } from './role.ts';
import { type WireSchema, wireSchema } from './replySchema.ts';
import { ShownReply } from './shownReply.ts';

export interface ChatReasonerOptions {
  readonly model: ChatModel;
  readonly trace: TraceSink;
  readonly memo: Memo;
  /** Added to the seed that is sent, but not to the seed of the recorded call, so that a node that is asked again can get another reply. */
  readonly seedShift?: (node: string) => number;
  /** Called while the model writes what a person waits for, where it can. */
  readonly onWriting?: (writing: Writing) => void;
}

/** Serves the roles with a chat model whose replies it does not trust. One per run: its calls are recorded in that run's trace and log. */
export class ChatReasoner implements Backend {
  readonly id: string;
  readonly can: Backend['can'];
  readonly #options: ChatReasonerOptions;
  readonly #turns = new Map<string, number>();

  constructor(options: ChatReasonerOptions) {
    this.#options = options;
    this.can = { sample: true, logprobs: options.model.gives?.logprobs ?? true, stateConfidence: true };
    this.id = `chat:${options.model.id}`;
  }

  serves(): boolean {
    return true;
  }

  async ask<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall, n: number | undefined): Promise<Samples<O>> {
    const schema = role.schema?.(input);
    const prompt: Prompt<I> = { input, wire: schema ? wireOf(schema) : null, flags: [] };
    if (n !== undefined) return this.#sample(role, prompt, call, n);
    const turn = this.#turn(role, call);
    return [await this.#understand(turn, await this.#askOnce(turn, prompt, true))];
  }

  /** One request, if the server gives several completions for it. Missing completions are requested one by one. */
  async #sample<I, O>(role: Role<I, O>, prompt: Prompt<I>, call: ReasonerCall, n: number): Promise<Samples<O>> {
    const turns = Array.from({ length: n }, (_, sample) => this.#turn(role, { ...call, sample }));
    const [first] = turns;
    if (!first) return [];
    // The prompt as finally shortened applies to all.
    const { reply, ...fitting } = n > 1 ? await this.#fitting(first, prompt, (request) => this.#completeMany(first, request, n)) : prompt;
    const settled = await Promise.allSettled(
      turns.map(async (turn, i) => {
        const completed = reply?.replies[i];
        return this.#understand(
          turn,
          completed ? { ...fitting, reply: { reply: completed, ms: reply.ms } } : await this.#askOnce(turn, fitting),
        );
      }),
    );
    const samples = samplesOf(settled);
    if (samples.includes(null)) this.#options.trace.emit({ kind: 'node-changed', node: call.node, flag: `sample_failed:${role.id}` });
    return samples;
  }

  /** @param isShown whether somebody waits for this reply, rather than for one of several samples */
  #askOnce<I, O>(turn: Turn<I, O>, prompt: Prompt<I>, isShown = false): Promise<Asked<I, Completed>> {
    return this.#fitting(turn, prompt, (request) => this.#complete(turn, request, isShown ? this.#shownOf(turn, prompt.wire) : undefined));
  }

  /** Asks with less and less document text while the prompt is too long for the model. */
  async #fitting<I, O, T extends Completed | Together>(
    turn: Turn<I, O>,
    { input, wire, flags }: Prompt<I>,
    ask: (request: ChatRequest) => Promise<T | TooLong>,
  ): Promise<Asked<I, T>> {
    let shown = input;
    let dropped = 0;
    let isCut = false;
    for (;;) {
      const reply = await ask(requestOf(turn, wire, turn.role.messages(shown, wire?.fields ?? [])));
      if (!isTooLong(reply)) {
        const left = [...flags, ...(dropped > 0 ? [`dropped:${dropped}`] : []), ...(isCut ? ['passage_cut'] : [])];
        return { input: shown, wire, flags: left, reply };
      }
      const shorter = turn.role.shorten?.(shown);
      if (!shorter) throw new AriadneError('chat-context-too-long', reply.message);
      shown = shorter.input;
      dropped += shorter.dropped;
      isCut ||= shorter.dropped === 0;
    }
  }

  /** The output for the reply, after repair of its syntax if necessary; otherwise the role's fallback. */
  async #understand<I, O>(turn: Turn<I, O>, { input, wire, flags, reply: asked }: Asked<I, Completed>): Promise<Performed<O>> {
    const { role } = turn;
    const { text } = asked.reply;
    const outcomeOf = (outcome: Outcome<O>): Performed<O> => ({ ...outcome, flags: [...flags, ...(outcome.flags ?? [])] });
    // Text that comes with a refusal is not an answer.
    const fallback = (): Performed<O> =>
      outcomeOf({ output: role.fallback(input, isRefusal(asked.reply) ? '' : text), flags: [`role_fallback:${role.id}`] });

    const { reading, parse } = interpret(role, asked.reply, input);
    if (reading.ok) {
      this.#record(turn, 0, asked, parse);
      return outcomeOf(reading.outcome);
    }
    if (isDeclined(asked.reply, role.abstention !== undefined)) {
      this.#record(turn, 0, asked, 'fallback');
      return role.abstention === undefined ? fallback() : outcomeOf({ output: role.abstention });
    }
    this.#record(turn, 0, asked, wire ? 'failed' : 'fallback');
    if (!wire) return fallback();
    const repair = await this.#complete(turn, requestOf(turn, wire, repairPrompt(text, reading.problem, wire.fields), 1));
    if (isTooLong(repair)) return fallback();
    const repaired = interpret(role, repair.reply, input).reading;
    this.#record(turn, 1, repair, repaired.ok ? 'repaired' : 'fallback');
    return repaired.ok ? outcomeOf(repaired.outcome) : fallback();
  }

  /** Undefined where no one listens, and for objects that are no answers, such as plans. */
  #shownOf({ role, call: { node, isFinal = false } }: Turn<unknown, unknown>, wire: WireSchema | null): ShownReply | undefined {
    const { onWriting } = this.#options;
    if (!onWriting || (wire && !wire.fields.some(({ name }) => name === 'answer'))) return undefined;
    return new ShownReply({ isObject: wire !== null, show: (text) => onWriting({ node, text, isFinal }), seen: role.shown });
  }

  /** One completion, or its recording in the log. */
  #complete(turn: Turn<unknown, unknown>, request: ChatRequest, shown?: ShownReply): Promise<Completed | TooLong> {
    const streaming = shown && { onText: (text: string) => shown.add(text), onRestart: () => shown.restart() };
    return this.#remember(turn, request, {}, async (sent, options) => {
      const reply = forLog(await this.#options.model.complete(sent, { ...options, ...streaming }));
      shown?.end();
      return { kind: 'reply', reply };
    });
  }

  /** Recorded as one call, even without completions, so that a resumed run takes the same path. */
  #completeMany(turn: Turn<unknown, unknown>, request: ChatRequest, n: number): Promise<Together | TooLong> {
    return this.#remember(turn, { ...request, n }, { completions: n }, async (sent, options) => {
      const replies = (await this.#options.model.completeMany?.(sent, options)) ?? [];
      return { kind: 'replies', replies: replies.map(forLog) };
    });
  }

  /** Records that a prompt was too long, too, so that a replay takes the same path without the model. */
  #remember<T>(
    turn: Turn<unknown, unknown>,
    request: ChatRequest,
    facts: Partial<CallFacts>,
    complete: (request: ChatRequest, options: CompletionOptions) => Promise<T>,
  ): Promise<(T & { readonly ms: number }) | TooLong> {
    const { model, memo, trace, seedShift, onWriting } = this.#options;
    const { node, signal, isFinal = false } = turn.call;
    const onWait = onWriting && ((waitMs: number) => onWriting({ node, text: '', isFinal, ...(waitMs > 0 ? { waitMs } : {}) }));
    const ask = async (): Promise<(T & { readonly ms: number }) | TooLong> => {
      const startedAt = trace.now();
      try {
        const seed = (request.seed ?? 0) + (seedShift?.(node) ?? 0);
        const completed = await complete({ ...request, seed }, { signal, onWait });
        return { ...completed, ms: trace.now() - startedAt };
      } catch (error) {
        if (isAriadneError(error, 'chat-context-too-long')) return { kind: 'too-long', message: error.message };
        throw error;
      }
    };
    return memo.remember('chat', { model: model.id, ...request }, ask, { node, isFinal, ...facts });
  }

  #record(turn: Turn<unknown, unknown>, attempt: number, { reply, ms }: Pick<Completed, 'reply' | 'ms'>, parse: LlmCall['parse']): void {
    const { role, temperature, call, id } = turn;
    const { promptTokens, completionTokens, estimated, tries } = reply;
    const isRepair = attempt > 0;
    this.#options.trace.emit({
      kind: 'llm-called',
      call: {
        id: id(attempt),
        node: call.node,
        role: isRepair ? (role.repairedAs ?? role.id) : role.id,
        sample: call.sample ?? 0,
        attempt,
        ...(isRepair ? { repairOf: id(0) } : {}),
        temperature: isRepair ? 0 : temperature,
        ...{ promptTokens, completionTokens, estimated, tries, ms },
        parse,
      },
    });
  }

  /** The same node may call the same role again (each step of a chain). The first such turn has no number. */
  #turn<I, O>(role: Role<I, O>, call: ReasonerCall): Turn<I, O> {
    const { node, sample = 0, temperature = role.temperature } = call;
    const name = `${node}:${role.id}:${sample}`;
    const nth = (this.#turns.get(name) ?? 0) + 1;
    this.#turns.set(name, nth);
    const numbered = nth === 1 ? role.id : `${role.id}~${nth}`;
    return { role, call, temperature, id: (attempt) => `${node}:${numbered}:${sample}:${attempt}` };
  }
}

/** One call of a role, with all its completions. */
interface Turn<I, O> {
  readonly role: Role<I, O>;
  readonly call: ReasonerCall;
  readonly temperature: number;
  readonly id: (attempt: number) => string;
}

interface Completed {
  readonly reply: ChatReply;
  readonly ms: number;
}

interface Together {
  readonly replies: readonly ChatReply[];
  readonly ms: number;
}

interface TooLong {
  readonly kind: 'too-long';
  readonly message: string;
}

function isTooLong(reply: object): reply is TooLong {
  return 'kind' in reply && reply.kind === 'too-long';
}

interface Prompt<I> {
  readonly input: I;
  readonly wire: WireSchema | null;
  /** Flags for what was removed so that the prompt fits. */
  readonly flags: readonly string[];
  readonly reply?: undefined;
}

interface Asked<I, T> extends Omit<Prompt<I>, 'reply'> {
  readonly reply: T;
}

/** A repair (any attempt after the first) keeps the content of the faulty text, so it is not sampled. */
function requestOf(
  { role, call, temperature }: Turn<unknown, unknown>,
  wire: WireSchema | null,
  messages: readonly ChatMessage[],
  attempt = 0,
): ChatRequest {
  const { sample = 0 } = call;
  const { maxTokens, topP } = role;
  const common = { maxTokens, messages };
  const expected = { sample, schema: wire ? { name: role.id.replaceAll('.', '_'), schema: wire.schema } : undefined, seed: sample };
  if (attempt > 0) return { attempt, temperature: 0, ...common, role: role.repairedAs ?? role.id, ...expected };
  const { logprobs, alternatives } = role;
  return { attempt, temperature, ...common, role: role.id, ...expected, topP, ...(logprobs ? { logprobs, alternatives } : {}) };
}

/** Cached: most roles have one schema for all calls, and generating it takes longer than the rest of a call. */
const wires = new WeakMap<z.ZodType, WireSchema>();

function wireOf(schema: z.ZodType): WireSchema {
  const known = wires.get(schema);
  if (known) return known;
  const wire = wireSchema(schema);
  wires.set(schema, wire);
  return wire;
}

/**
 * The reply with log-probabilities that JSON can represent, so that a replay reads the same as the run, and without characters that nobody
 * sees: no page, terminal or file gets them.
 */
function forLog(reply: ChatReply): ChatReply {
  const plain = { ...reply, text: plainLines(reply.text) };
  return plain.logprobs ? { ...plain, logprobs: plain.logprobs.filter(Number.isFinite) } : plain;
}

/**
 * Null for failed samples if at least one succeeded.
 * @throws errors that are not failures of a call; the first failure when all failed
 */
function samplesOf<T>(settled: readonly PromiseSettledResult<T>[]): readonly (T | null)[] {
  const reasons = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const first = reasons.find((reason) => !isAriadneError(reason)) ?? (reasons.length === settled.length ? reasons[0] : undefined);
  if (first instanceof Error) throw first;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : null));
}

function interpret<I, O>(role: Role<I, O>, reply: ChatReply, input: I): { readonly reading: Reading<O>; readonly parse: 'ok' | 'relaxed' } {
  const raw = { text: reply.text, logprobs: reply.logprobs, tokens: reply.tokens, isCut: reply.finishReason === 'length' };
  // A role in plain text would accept any text, including a refusal's.
  if (!role.schema && isRefusal(reply)) return { reading: { ok: false, problem: 'it is a refusal' }, parse: 'ok' };
  if (!role.schema) return { reading: role.read(reply.text.trim(), input, raw), parse: 'ok' };
  const found = extractJson(reply.text);
  if (!found.ok) {
    const outcome = isPlainText(reply) ? role.readText?.(reply.text, input) : null;
    if (outcome) return { reading: { ok: true, outcome }, parse: 'relaxed' };
    return { reading: { ok: false, problem: 'there is no complete JSON object in it' }, parse: 'ok' };
  }
  // Strings of JSON may have more such characters, written as escapes.
  return { reading: role.read(plainValue(found.value), input, raw), parse: found.relaxed ? 'relaxed' : 'ok' };
}

/** Text that was intended as such: neither a broken object, whose numbers may be cut short, nor text that comes with a refusal. */
function isPlainText(reply: ChatReply): boolean {
  return !reply.text.includes('{') && !isRefusal(reply);
}

/**
 * A refused question is never asked again in other words (pipelines.md 1.5). An empty reply is an abstention if an answer was requested.
 */
function isDeclined(reply: ChatReply, isAnswering: boolean): boolean {
  const { text } = reply;
  if (isRefusal(reply)) return true;
  return text.trim() === '' ? isAnswering : /\p{L}/u.test(text) && isAbstention(text);
}

/** Whether the server reports a refusal. */
function isRefusal({ finishReason }: ChatReply): boolean {
  return finishReason === 'refusal' || finishReason === 'content_filter';
}
