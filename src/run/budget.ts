/** Keeps a run within its budget (pipelines.md 1.5). */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import type { Call, CallGuard, CallResult } from '../trace/callSource.ts';

/** Other calls (scores of found passages, texts, lines of sources) follow from these and cost nothing. */
const capped: ReadonlySet<string> = new Set(['chat', 'reason', 'search']);
/** A rough, rather high estimate: the exact number of prompt tokens is known only afterward. */
const charsPerToken = 4;
const severalReplies = z.object({ replies: z.array(z.unknown()) });

/**
 * Rejects calls that would exceed the budget, except for those of the last answering step, and ends a call in progress when the time is
 * over. Tokens and money are counted when a reply has arrived. Until then the prompt counts as sent, and the reply counts as the average of
 * earlier ones.
 */
export class BudgetGuard implements CallGuard {
  readonly #budget: RunBudget;
  #completions = 0;
  #searches = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #promptTokensUnderWay = 0;
  #completionsUnderWay = 0;

  constructor(budget: RunBudget) {
    this.#budget = budget;
  }

  async make(call: Call, make: () => Promise<unknown>): Promise<unknown> {
    if (!capped.has(call.of)) return make();
    const promptTokens = call.of === 'chat' ? Math.ceil(call.inputChars / charsPerToken) : 0;
    if (!call.isFinal) this.#assertRoom(call, promptTokens);
    this.#countAsked(call);
    this.#promptTokensUnderWay += promptTokens;
    if (call.of === 'chat') this.#completionsUnderWay += call.completions;
    try {
      const value = await (call.isFinal ? make() : this.#inTime(call, make));
      this.#correct(call, value);
      return value;
    } finally {
      this.#promptTokensUnderWay -= promptTokens;
      if (call.of === 'chat') this.#completionsUnderWay -= call.completions;
    }
  }

  count(call: Call, result: CallResult): void {
    this.#countAsked(call);
    if (result.kind === 'value') this.#correct(call, result.value);
  }

  /** Receives every event of the run, which contain the costs of completions. A server's negative counts do not increase the budget. */
  observe(event: RunEvent): void {
    if (event.kind !== 'llm-called' || event.call.recalled) return;
    this.#promptTokens += Math.max(0, event.call.promptTokens);
    this.#completionTokens += Math.max(0, event.call.completionTokens);
  }

  #countAsked({ of, completions }: Call): void {
    if (of === 'chat') this.#completions += completions;
    if (of === 'search') this.#searches++;
  }

  /** A server may give fewer completions at once than requested. */
  #correct({ of, completions }: Call, value: unknown): void {
    if (of !== 'chat') return;
    const given = severalReplies.safeParse(value);
    if (given.success) this.#completions += given.data.replies.length - completions;
  }

  /** @throws AriadneError `budget-exhausted` */
  #assertRoom({ of, completions, atMs }: Call, promptTokens: number): void {
    const { llmCalls = Infinity, tokens = Infinity, retrievals = Infinity, seconds = Infinity, usd = Infinity } = this.#budget;
    if (atMs >= seconds * 1000) throw spent(`${seconds} s`);
    if (of === 'search' && this.#searches >= retrievals) throw spent(`${retrievals} retrievals`);
    if (of !== 'chat') return;
    if (this.#completions + completions > llmCalls) throw spent(`${llmCalls} model calls`);
    const prompt = this.#promptTokens + this.#promptTokensUnderWay + promptTokens;
    const completion = this.#completionTokens + this.#expectedTokens(this.#completionsUnderWay + completions);
    if (prompt + completion > tokens) throw spent(`${tokens} tokens`);
    if (this.#usdOf(prompt, completion) > usd) throw spent(`$${usd}`);
  }

  /** The estimated tokens of pending replies. */
  #expectedTokens(completions: number): number {
    const given = this.#completions - this.#completionsUnderWay;
    return given <= 0 ? 0 : Math.round((completions * this.#completionTokens) / given);
  }

  #usdOf(promptTokens: number, completionTokens: number): number {
    const { prices } = this.#budget;
    return prices ? (promptTokens * prices.inputPerMillion + completionTokens * prices.outputPerMillion) / 1e6 : 0;
  }

  async #inTime({ atMs }: Call, make: () => Promise<unknown>): Promise<unknown> {
    const { seconds } = this.#budget;
    if (seconds === undefined) return make();
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(spent(`${seconds} s`)), Math.max(0, seconds * 1000 - atMs));
    });
    try {
      return await Promise.race([make(), over]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function spent(limit: string): AriadneError {
  return new AriadneError('budget-exhausted', `This run reached its limit of ${limit}.`);
}

/** @throws AriadneError `budget-invalid` */
export function requirePrices({ usd, prices }: RunBudget = {}): void {
  if (usd === undefined || prices) return;
  throw new AriadneError(
    'budget-invalid',
    'A limit in US dollars needs the prices of the model: dollars per million tokens read, and per million tokens written.',
  );
}
