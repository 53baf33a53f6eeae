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
import type { Reading, Role } from './role.ts';
import { type WireSchema, wireSchema } from './replySchema.ts';
import { ShownReply } from './shownReply.ts';

export interface ChatReasonerOptions {
  readonly model: ChatModel;
  readonly trace: TraceSink;
  readonly memo: Memo;
  /** Maximum number of repair calls for one unusable reply, 0 to 5. Source: pipelines.md 1.4. */
  readonly maxRepair?: number;
  /** Sent with every call, plus the sample number, so that samples differ. */
  readonly seed?: number;
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
    if (n !== undefined) return this.#sample(role, input, n, call);
    const turn = this.#turn(role, call);
    return [await this.#understand(turn, role, await this.#ask(turn, role, promptOf(role, input), true))];
  }

  /** One request, if the server gives several completions for it. Missing completions are requested one by one. */
  async #sample<I, O>(role: Role<I, O>, input: I, n: number, call: ReasonerCall): Promise<Samples<O>> {
    const turns = Array.from({ length: n }, (_, sample) => this.#turn(role, { ...call, sample }));
    const [first] = turns;
    if (!first) return [];
    const together = n > 1 ? await this.#askTogether(first, n, role, input) : undefined;
    const performed = await Promise.allSettled(
      turns.map(async (turn, sample) => {
        const completion = together?.completions[sample];
        const asked = completion
          ? { ...together.prompt, completion }
          : await this.#ask(turn, role, together?.prompt ?? promptOf(role, input));
        return this.#understand(turn, role, asked);
      }),
    );
    const samples = samplesOf(performed);
    if (samples.includes(null)) this.#options.trace.emit({ kind: 'node-changed', node: call.node, flag: `sample_failed:${role.id}` });
    return samples;
  }

  /** @param isShown whether somebody waits for this reply, rather than for one of several samples */
  async #ask<I, O>(turn: Turn, role: Role<I, O>, prompt: Prompt<I>, isShown = false): Promise<Asked<I>> {
    const { given, reply } = await withinContext(role, prompt, (input, wire) => {
      const messages = role.messages(input, wire?.fields ?? []);
      const shown = isShown ? this.#shownOf(turn, wire, role.shown) : undefined;
      return this.#complete(turn, this.#request(turn, role, wire, { attempt: 0, messages }), shown);
    });
    return { ...given, completion: reply };
  }

  /** The first samples, as many as the server gives for one request. The prompt as finally shortened applies to all. */
  async #askTogether<I, O>(
    first: Turn,
    n: number,
    role: Role<I, O>,
    input: I,
  ): Promise<{ readonly prompt: Prompt<I>; readonly completions: readonly Completed[] }> {
    const { given, reply } = await withinContext(role, promptOf(role, input), (fitting, wire) => {
      const messages = role.messages(fitting, wire?.fields ?? []);
      return this.#completeMany(first, { ...this.#request(first, role, wire, { attempt: 0, messages }), n });
    });
    return { prompt: given, completions: reply.replies.map((one) => ({ kind: 'reply', reply: one, ms: reply.ms })) };
  }

  /** The output for the reply, after repair of its form if necessary; otherwise the role's fallback. */
  async #understand<I, O>(turn: Turn, role: Role<I, O>, asked: Asked<I>): Promise<Performed<O>> {
    const { input, wire } = asked;
    const { temperature } = turn;
    const original = asked.completion.reply.text;
    const told = (outcome: Performed<O>): Performed<O> => ({ ...outcome, flags: [...asked.flags, ...outcome.flags] });
    // Text that comes with a refusal is not an answer.
    const usable = isRefusal(asked.completion.reply) ? '' : original;
    const fallback = (): Performed<O> => told({ output: role.fallback(input, usable), flags: [`role_fallback:${turn.role}`] });

    const { reading, parse } = interpret(role, asked.completion.reply, input);
    if (reading.ok) {
      this.#tell(turn, 0, temperature, asked.completion, parse);
      return told(reading.outcome);
    }
    if (isDeclined(asked.completion.reply, role.abstention !== null)) {
      this.#tell(turn, 0, temperature, asked.completion, 'fallback');
      return role.abstention === null ? fallback() : told({ output: role.abstention, flags: [] });
    }
    const maxRepair = wire ? (turn.maxRepair ?? this.#options.maxRepair ?? 1) : 0;
    this.#tell(turn, 0, temperature, asked.completion, maxRepair > 0 ? 'failed' : 'fallback');

    let faulty = { text: original, problem: reading.problem };
    for (let attempt = 1; attempt <= maxRepair; attempt++) {
      const messages = repairPrompt(faulty.text, faulty.problem, wire?.fields ?? []);
      const completion = await this.#complete(turn, this.#request(turn, role, wire, { attempt, messages }));
      if (completion.kind === 'too-long') break;
      const repaired = interpret(role, completion.reply, input).reading;
      const isLast = attempt === maxRepair;
      this.#tell(turn, attempt, 0, completion, repaired.ok ? 'repaired' : isLast ? 'fallback' : 'failed');
      if (repaired.ok) return told(repaired.outcome);
      if (completion.reply.text.trim() !== '') faulty = { text: completion.reply.text, problem: repaired.problem };
    }
    return fallback();
  }

  /** A repair (any attempt after the first) keeps the content of the faulty text, so it is not sampled. */
  #request(
    turn: Turn,
    { logprobs = false, alternatives }: Sampled,
    wire: WireSchema | null,
    { attempt, messages }: { readonly attempt: number; readonly messages: readonly ChatMessage[] },
  ): ChatRequest {
    const { seed = 0 } = this.#options;
    const { role, sample, temperature, topP, maxTokens } = turn;
    const isRepair = attempt > 0;
    return {
      attempt,
      temperature: isRepair ? 0 : temperature,
      maxTokens,
      messages,
      role: isRepair ? turn.repairedAs : role,
      sample,
      ...(wire ? { schema: { name: role.replaceAll('.', '_'), schema: wire.schema } } : {}),
      seed: seed + sample,
      ...(isRepair || topP === undefined ? {} : { topP }),
      ...(isRepair || !logprobs ? {} : { logprobs, alternatives }),
    };
  }

  /** Undefined where no one listens, and for objects that are no answers, such as plans. */
  #shownOf({ node, isFinal }: Turn, wire: WireSchema | null, seen?: (text: string) => string): ShownReply | undefined {
    const { onWriting } = this.#options;
    if (!onWriting || (wire && !wire.fields.some(({ name }) => name === 'answer'))) return undefined;
    const show = (text: string): void => onWriting({ node, text, isFinal });
    return new ShownReply({ isObject: wire !== null, show, ...(seen && { seen }) });
  }

  #onWait(node: string, isFinal: boolean): CompletionOptions['onWait'] {
    const { onWriting } = this.#options;
    return onWriting && ((waitMs) => onWriting({ node, text: '', isFinal, ...(waitMs > 0 ? { waitMs } : {}) }));
  }

  /** One completion, or its recording in the log. */
  #complete({ node, signal, isFinal, id }: Turn, request: ChatRequest, shown?: ShownReply): Promise<Completed | TooLong> {
    const { model } = this.#options;
    const onWait = this.#onWait(node, isFinal);
    const heard = shown && { onText: (text: string) => shown.add(text), onRestart: () => shown.restart() };
    return this.#remember(request, { node, isFinal, place: id(request.attempt) }, async (startedAt) => {
      const reply = forLog(await model.complete(this.#sent(node, request), { signal, ...heard, onWait }));
      shown?.end();
      return { kind: 'reply', reply, ms: this.#options.trace.now() - startedAt };
    });
  }

  /** Recorded as one call, even without completions, so that a resumed run takes the same path. */
  #completeMany({ node, signal, isFinal, id }: Turn, request: ChatRequest): Promise<Together | TooLong> {
    const { model } = this.#options;
    return this.#remember(request, { node, isFinal, place: id(0), completions: request.n ?? 1 }, async (startedAt) => {
      const replies = ((await model.completeMany?.(this.#sent(node, request), { signal, onWait: this.#onWait(node, isFinal) })) ?? []).map(
        forLog,
      );
      return { kind: 'replies', replies, ms: this.#options.trace.now() - startedAt };
    });
  }

  #sent(node: string, request: ChatRequest): ChatRequest {
    const shift = this.#options.seedShift?.(node) ?? 0;
    return shift === 0 || request.seed === undefined ? request : { ...request, seed: request.seed + shift };
  }

  /** Records that a prompt was too long, too, so that a replay takes the same path without the model. */
  #remember<T>(request: ChatRequest, facts: CallFacts, ask: (startedAt: number) => Promise<T>): Promise<T | TooLong> {
    const { model, memo, trace } = this.#options;
    const asked = async (): Promise<T | TooLong> => {
      try {
        return await ask(trace.now());
      } catch (error) {
        if (isAriadneError(error, 'chat-context-too-long')) return { kind: 'too-long', message: error.message };
        throw error;
      }
    };
    return memo.remember('chat', { model: model.id, ...request }, asked, facts);
  }

  #tell(turn: Turn, attempt: number, temperature: number, { reply, ms }: Completed, parse: LlmCall['parse']): void {
    const { node, sample, id } = turn;
    const role = attempt > 0 ? turn.repairedAs : turn.role;
    const { promptTokens, completionTokens, estimated, tries } = reply;
    const repairOf = attempt > 0 ? { repairOf: id(0) } : {};
    const counts = { promptTokens, completionTokens, estimated, tries, ms };
    this.#options.trace.emit({
      kind: 'llm-called',
      call: { id: id(attempt), node, role, sample, attempt, ...repairOf, temperature, ...counts, parse },
    });
  }

  /** The same node may call the same role again (each step of a chain). The first such turn has no number. */
  #turn(role: Sampled, { node, signal, sample = 0, isFinal = false, ...call }: ReasonerCall): Turn {
    const { id } = role;
    const name = `${node}:${id}:${sample}`;
    const nth = (this.#turns.get(name) ?? 0) + 1;
    this.#turns.set(name, nth);
    const numbered = nth === 1 ? id : `${id}~${nth}`;
    const { temperature = role.temperature, topP = role.topP, maxTokens = role.maxTokens, maxRepair } = call;
    return {
      node,
      role: id,
      repairedAs: role.repairedAs ?? id,
      sample,
      signal,
      isFinal,
      temperature,
      topP,
      maxTokens,
      maxRepair,
      id: (attempt) => `${node}:${numbered}:${sample}:${attempt}`,
    };
  }
}

/** How a role is sampled, whatever it reads. */
type Sampled = Pick<Role<unknown, unknown>, 'id' | 'temperature' | 'topP' | 'maxTokens' | 'repairedAs' | 'logprobs' | 'alternatives'>;

/** One call of a role, with all its completions. */
interface Turn {
  readonly node: string;
  readonly role: string;
  readonly repairedAs: string;
  readonly sample: number;
  readonly signal: AbortSignal;
  readonly isFinal: boolean;
  readonly temperature: number;
  readonly topP: number | undefined;
  readonly maxTokens: number;
  readonly maxRepair: number | undefined;
  readonly id: (attempt: number) => string;
}

interface Completed {
  readonly kind: 'reply';
  readonly reply: ChatReply;
  readonly ms: number;
}

interface Together {
  readonly kind: 'replies';
  readonly replies: readonly ChatReply[];
  readonly ms: number;
}

interface TooLong {
  readonly kind: 'too-long';
  readonly message: string;
}

/** The input and messages of a call. */
interface Prompt<I> {
  readonly input: I;
  readonly wire: WireSchema | null;
  /** Flags for what was removed so that the prompt fits. */
  readonly flags: readonly string[];
}

interface Asked<I> extends Prompt<I> {
  readonly completion: Completed;
}

function promptOf<I, O>(role: Role<I, O>, input: I): Prompt<I> {
  const schema = role.schema(input);
  return { input, wire: schema && wireOf(schema), flags: [] };
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

/** Asks with less and less document text while the prompt is too long for the model. */
async function withinContext<I, O, T extends Completed | Together>(
  role: Role<I, O>,
  prompt: Prompt<I>,
  ask: (input: I, wire: WireSchema | null) => Promise<T | TooLong>,
): Promise<{ readonly given: Prompt<I>; readonly reply: T }> {
  let { input } = prompt;
  let dropped = 0;
  let isCut = false;
  for (;;) {
    const reply = await ask(input, prompt.wire);
    if (reply.kind !== 'too-long') {
      const flags = [...prompt.flags, ...(dropped > 0 ? [`dropped:${dropped}`] : []), ...(isCut ? ['passage_cut'] : [])];
      return { given: { ...prompt, input, flags }, reply };
    }
    const shorter = role.shorten(input);
    if (!shorter) throw new AriadneError('chat-context-too-long', reply.message);
    input = shorter.input;
    dropped += shorter.dropped;
    isCut ||= shorter.dropped === 0;
  }
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
  if (role.schema(input) === null && isRefusal(reply)) return { reading: { ok: false, problem: 'it is a refusal' }, parse: 'ok' };
  if (role.schema(input) === null) return { reading: role.read(reply.text.trim(), input, raw), parse: 'ok' };
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
