/** The costs of a run and of each node, in words. Pure. */
import { planningRole } from '../../src/protocol/runSpec.ts';
import type { PipelineInfo } from '../../src/protocol/pipelineInfo.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';
import { roleText } from '../../src/trace/dag/flagWords.ts';
import { duration, modelName, timeWords } from '../../src/trace/dag/words.ts';
import { bytesText, count, grouped } from '../../src/base/amounts.ts';

export interface MeterView {
  readonly items: readonly { readonly words: string; readonly about: string }[];
  readonly sent: { readonly words: string; readonly about: string; readonly isNothing: boolean };
}

/**
 * @param bytesSentInSession bytes that have left the machine since VS Code started; shown until the run's count is known
 * @param method of the run, if it is known
 */
export function meterView(
  trace: Trace | undefined,
  bytesSentInSession: number,
  method?: Pick<PipelineInfo, 'title' | 'description'>,
): MeterView {
  const isFinished = trace !== undefined && isCounted(trace);
  const sent = isFinished ? trace.bytesSent : bytesSentInSession;
  return {
    items: trace ? [...(method ? [{ words: `Method: ${method.title}`, about: method.description }] : []), ...meterItems(trace)] : [],
    sent: {
      words: `${bytesText(sent)} sent`,
      about: `${isFinished ? 'Sent to other machines for this answer. ' : ''}${bytesText(bytesSentInSession)} in this session. Show the network ledger.`,
      isNothing: sent === 0,
    },
  };
}

/** False for an incomplete run, which has no count of sent bytes. */
function isCounted({ finished, stopReason }: Trace): boolean {
  return finished && stopReason !== 'interrupted';
}

/** The amounts spent; for a run with limits, relative to them. */
function meterItems(trace: Trace): MeterView['items'] {
  const { totals, cost, budget = {} } = trace;
  const { calls, reused, promptTokens, completionTokens } = paidFor(trace);
  const tokens = `${grouped(promptTokens)} + ${grouped(completionTokens)}`;
  return [
    {
      words: `${spent(calls, budget.llmCalls, { number: grouped, noun: 'call' })}${reused === 0 ? '' : `, ${grouped(reused)} reused`}`,
      about: `Calls to the chat model${reused === 0 ? '' : '; reused calls take their replies from the earlier answer'}`,
    },
    {
      words: spent(promptTokens + completionTokens, budget.tokens, { number: grouped, noun: 'token', shown: tokens }),
      about: 'Tokens in prompts + tokens in replies',
    },
    ...dollars(trace),
    {
      words: spent(totals.retrievals, budget.retrievals, { number: grouped, noun: 'search', nouns: 'searches' }),
      about: `Searches of your documents. ${count(totals.rerankPairs, 'passage')} found were rated by how well they fit a question.`,
    },
    { words: spent(cost.seconds, budget.seconds, { number: duration }), about: 'From the question to the end of the answer' },
    ...models(trace),
  ];
}

/** The models of the run that are not built in, whatever is chosen now. */
function models({ models: ids }: Trace): MeterView['items'] {
  const named = modelRoles.flatMap(([role, does]) => {
    const id = ids[role];
    return id === undefined || id.startsWith('builtin') ? [] : [{ does, name: modelName(id) }];
  });
  const [first, ...others] = named;
  if (!first) return [];
  const about = named.map(({ does, name }) => `${name} ${does}`).join('\n');
  return [{ words: `by ${first.name}${others.length === 0 ? '' : ` + ${others.length}`}`, about: `The models of this answer\n${about}` }];
}

const modelRoles = [
  ['chat', 'answers'],
  [planningRole, 'plans'],
  ['reader', 'reads'],
  ['embedder', 'finds passages'],
  ['reranker', 'rates passages'],
  ['entailment', 'compares answers'],
] as const;

interface Unit {
  readonly number: (n: number) => string;
  readonly noun?: string;
  /** Default: with an “s”. */
  readonly nouns?: string;
  /** Text to show instead of the number. */
  readonly shown?: string;
}

/** The limit applies to what precedes the final answer, which is always written. */
function spent(n: number, limit: number | undefined, { number, noun, nouns = `${noun}s`, shown = number(n) }: Unit): string {
  const words = (about: string, of: number): string => (noun === undefined ? about : `${about} ${of === 1 ? noun : nouns}`);
  if (limit === undefined) return words(shown, n);
  return n > limit ? `${words(shown, n)} (limit ${number(limit)} plus the final answer)` : words(`${shown} of ${number(limit)}`, limit);
}

/** Cost in US dollars, if the prices are known. */
function dollars(trace: Trace): MeterView['items'] {
  const { usd, prices } = trace.budget ?? {};
  if (!prices) return [];
  const { promptTokens, completionTokens } = paidFor(trace);
  const paid = (promptTokens * prices.inputPerMillion + completionTokens * prices.outputPerMillion) / 1e6;
  const number = (dollars: number): string => (dollars === usd ? `$${dollars}` : dollarsText(dollars));
  return [{ words: spent(paid, usd, { number }), about: 'US dollars, at the prices in the settings' }];
}

/** Small amounts are never rounded to nothing. */
function dollarsText(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return '<$0.0001';
  return `$${dollars.toFixed(dollars > 0 && dollars < 1 ? 4 : 2)}`;
}

/** The chat model calls that a run really made. Calls taken from an earlier run cost nothing. */
export function paidFor({ llmCalls }: Trace): Record<'calls' | 'reused' | 'promptTokens' | 'completionTokens', number> {
  const made = llmCalls.filter(({ recalled }) => recalled !== true);
  return {
    calls: made.length,
    reused: llmCalls.length - made.length,
    promptTokens: made.reduce((sum, call) => sum + call.promptTokens, 0),
    completionTokens: made.reduce((sum, call) => sum + call.completionTokens, 0),
  };
}

export interface NodeCostView {
  readonly sums: readonly { readonly name: string; readonly value: string }[];
  readonly lines: readonly {
    readonly key: string;
    readonly what: string;
    readonly about: string;
    readonly detail: string;
    readonly time: string;
  }[];
}

export function nodeCostView(trace: Trace, node: TraceNode): NodeCostView {
  const calls = trace.llmCalls.filter((call) => call.node === node.id);
  const retrievals = trace.retrievals.filter((retrieval) => retrieval.node === node.id);
  const reranks = trace.reranks.filter((rerank) => rerank.node === node.id);
  const pairs = reranks.reduce((sum, rerank) => sum + rerank.pairs, 0);
  const prompt = calls.reduce((sum, call) => sum + call.promptTokens, 0);
  const completion = calls.reduce((sum, call) => sum + call.completionTokens, 0);
  const estimated = calls.some((call) => call.estimated) ? ' (estimated)' : '';
  return {
    sums: [
      { name: 'Model calls', value: grouped(calls.length) },
      { name: 'Tokens', value: `${grouped(prompt)} + ${grouped(completion)}${estimated}` },
      { name: 'Searches', value: grouped(retrievals.length) },
      { name: 'Rated passages', value: grouped(pairs) },
      { name: 'Time', value: timeWords(node, trace) || '–' },
    ],
    lines: [
      ...retrievals.map((retrieval) => ({
        key: retrieval.id,
        what: 'Search',
        about: `Method of search: ${retrieval.method}`,
        detail: `“${retrieval.query}”: ${count(retrieval.results.length, 'passage')}`,
        time: milliseconds(retrieval.ms),
      })),
      ...reranks.map((rerank) => ({
        key: rerank.id,
        what: 'Rating',
        about: 'How well the passages fit the question',
        detail: count(rerank.pairs, 'passage'),
        time: milliseconds(rerank.ms),
      })),
      ...calls.map((call) => ({
        key: call.id,
        what: `Model call: ${roleText(call.role)}`,
        about: `Role of the model: ${call.role}`,
        detail: `${grouped(call.promptTokens)} + ${grouped(call.completionTokens)} tokens${call.parse === 'ok' ? '' : `, reply ${call.parse}`}`,
        time: milliseconds(call.ms),
      })),
    ],
  };
}

function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : duration(ms / 1000);
}
