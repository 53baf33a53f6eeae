import { AriadneError, isAriadneError } from '../base/errors.ts';
import type { ChatMessage, ChatModel, ChatReply, ChatRequest } from '../models/models.ts';
import type { LlmCall } from '../protocol/trace.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import { isAbstention } from './abstention.ts';
import { type ChatRole, chatRoles, type Reading } from './chatRoles.ts';
import { extractJson } from './extractJson.ts';
import { repairPrompt } from './prompts.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from './reasoner.ts';
import { type WireSchema, wireSchema } from './replySchema.ts';

export interface ChatReasonerOptions {
  readonly model: ChatModel;
  readonly trace: TraceSink;
  readonly memo: Memo;
  /** Repair calls for one unusable reply, 0 to 5. Source: pipelines.md 1.4. */
  readonly maxRepair?: number;
  /** Sent with every call, plus its sample number, so that samples differ. */
  readonly seed?: number;
}

/** Serves the roles with a chat model whose replies it does not trust. One per run: its calls are told to that run's trace and remembered in its log. */
export class ChatReasoner implements Reasoner {
  readonly id: string;
  readonly can = { sample: true, plan: true, logprobs: false, stateConfidence: true };
  readonly #options: ChatReasonerOptions;
  readonly #turns = new Map<string, number>();

  constructor(options: ChatReasonerOptions) {
    this.#options = options;
    this.id = `chat:${options.model.id}`;
  }

  async perform<R extends RoleId>(roleId: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    const role: ChatRole<R> = chatRoles[roleId];
    const turn = this.#turn(roleId, call);
    const first = await this.#askWithinContext(turn, role, input);
    const performed = await this.#understand(turn, role, first);
    return { output: performed.output, flags: [...first.flags, ...performed.flags] };
  }

  /** Asks, with less and less document text while the prompt is too long for the model. */
  async #askWithinContext<R extends RoleId>(turn: Turn, role: ChatRole<R>, input: Roles[R]['input']): Promise<Asked<R>> {
    const wire = wireSchema(role.schema(input));
    let given = input;
    let dropped = 0;
    let isCut = false;
    for (;;) {
      const call = { attempt: 0, temperature: role.temperature, maxTokens: role.maxTokens, messages: role.messages(given, wire.fields) };
      const completion = await this.#complete(turn, wire, call);
      if (completion.kind === 'reply') {
        const flags = [...(dropped > 0 ? [`dropped:${dropped}`] : []), ...(isCut ? ['passage_cut'] : [])];
        return { input: given, wire, completion, flags };
      }
      const shorter = role.shorten(given);
      if (!shorter) throw new AriadneError('chat-context-too-long', completion.message);
      given = shorter.input;
      dropped += shorter.dropped;
      isCut ||= shorter.dropped === 0;
    }
  }

  /** The output the reply stands for, after repair of its form if need be; else the role's fallback. */
  async #understand<R extends RoleId>(turn: Turn, role: ChatRole<R>, asked: Asked<R>): Promise<Performed<R>> {
    const { input, wire } = asked;
    const { temperature, maxTokens } = role;
    const original = asked.completion.reply.text;
    const fallback = (): Performed<R> => ({ output: role.fallback(input, original), flags: [`role_fallback:${turn.role}`] });

    const { reading, parse } = interpret(role, asked.completion.reply, input);
    if (reading.ok) {
      this.#tell(turn, 0, temperature, asked.completion, parse);
      return reading.outcome;
    }
    if (isDeclined(asked.completion.reply, role.abstention !== null)) {
      this.#tell(turn, 0, temperature, asked.completion, 'fallback');
      return role.abstention === null ? fallback() : { output: role.abstention, flags: [] };
    }
    const { maxRepair = 1 } = this.#options;
    this.#tell(turn, 0, temperature, asked.completion, maxRepair > 0 ? 'failed' : 'fallback');

    let faulty = { text: original, problem: reading.problem };
    for (let attempt = 1; attempt <= maxRepair; attempt++) {
      const messages = repairPrompt(faulty.text, faulty.problem, wire.fields);
      const completion = await this.#complete(turn, wire, { attempt, temperature: 0, maxTokens, messages });
      if (completion.kind === 'too-long') break;
      const repaired = interpret(role, completion.reply, input).reading;
      const isLast = attempt === maxRepair;
      this.#tell(turn, attempt, 0, completion, repaired.ok ? 'repaired' : isLast ? 'fallback' : 'failed');
      if (repaired.ok) return repaired.outcome;
      if (completion.reply.text.trim() !== '') faulty = { text: completion.reply.text, problem: repaired.problem };
    }
    return fallback();
  }

  /** One completion, or the run's memory of it. That a prompt was too long is remembered too: a replay takes the same way without the model. */
  #complete(turn: Turn, wire: WireSchema, call: Call): Promise<Completion> {
    const { model, memo, trace, seed } = this.#options;
    const request: ChatRequest = {
      ...call,
      role: turn.role,
      sample: turn.sample,
      schema: { name: turn.role.replaceAll('.', '_'), schema: wire.schema },
      ...(seed === undefined ? {} : { seed: seed + turn.sample }),
    };
    return memo.remember<Completion>('chat', { model: model.id, ...request }, async () => {
      const startedAt = trace.now();
      try {
        const reply = await model.complete(request, { signal: turn.signal });
        return { kind: 'reply', reply, ms: trace.now() - startedAt };
      } catch (error) {
        if (isAriadneError(error, 'chat-context-too-long')) return { kind: 'too-long', message: error.message };
        throw error;
      }
    });
  }

  #tell(turn: Turn, attempt: number, temperature: number, { reply, ms }: Completed, parse: LlmCall['parse']): void {
    const { node, role, sample, id } = turn;
    const { promptTokens, completionTokens, estimated } = reply;
    const repairOf = attempt > 0 ? { repairOf: id(0) } : {};
    const counts = { promptTokens, completionTokens, estimated, ms };
    this.#options.trace.emit({
      kind: 'llm-called',
      call: { id: id(attempt), node, role, sample, attempt, ...repairOf, temperature, ...counts, parse },
    });
  }

  /** The same node may ask the same role again (each step of a chain); the first such turn has no number. */
  #turn(role: RoleId, { node, signal, sample = 0 }: ReasonerCall): Turn {
    const name = `${node}:${role}:${sample}`;
    const nth = (this.#turns.get(name) ?? 0) + 1;
    this.#turns.set(name, nth);
    const numbered = nth === 1 ? role : `${role}~${nth}`;
    return { node, role, sample, signal, id: (attempt) => `${node}:${numbered}:${sample}:${attempt}` };
  }
}

/** One serving of one role, with all its calls. */
interface Turn {
  readonly node: string;
  readonly role: RoleId;
  readonly sample: number;
  readonly signal: AbortSignal;
  readonly id: (attempt: number) => string;
}

interface Call {
  readonly attempt: number;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly messages: readonly ChatMessage[];
}

interface Completed {
  readonly kind: 'reply';
  readonly reply: ChatReply;
  readonly ms: number;
}
type Completion = Completed | { readonly kind: 'too-long'; readonly message: string };

interface Asked<R extends RoleId> {
  /** What the prompt finally held. */
  readonly input: Roles[R]['input'];
  readonly wire: WireSchema;
  readonly completion: Completed;
  readonly flags: readonly string[];
}

function interpret<R extends RoleId>(
  role: ChatRole<R>,
  reply: ChatReply,
  input: Roles[R]['input'],
): { readonly reading: Reading<Roles[R]['output']>; readonly parse: 'ok' | 'relaxed' } {
  const found = extractJson(reply.text);
  if (!found.ok) return { reading: { ok: false, problem: 'there is no complete JSON object in it' }, parse: 'ok' };
  return { reading: role.read(found.value, input), parse: found.relaxed ? 'relaxed' : 'ok' };
}

/** A refusal is never asked again in other words (pipelines.md 1.5); saying nothing is an abstention where an answer was asked for. */
function isDeclined({ text, finishReason }: ChatReply, isAnswering: boolean): boolean {
  if (finishReason === 'refusal' || finishReason === 'content_filter') return true;
  return text.trim() === '' ? isAnswering : /\p{L}/u.test(text) && isAbstention(text);
}
