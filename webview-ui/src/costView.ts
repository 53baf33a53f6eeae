/** The costs of a run and of each node, in words. Pure. */
import { t } from '@vscode/l10n';
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
    items: trace ? [...(method ? [{ words: t('Method: {0}', method.title), about: method.description }] : []), ...meterItems(trace)] : [],
    sent: {
      words: t('{0} sent', bytesText(sent)),
      about: isFinished
        ? t('Sent to other machines for this answer. {0} in this session. Show the network ledger.', bytesText(bytesSentInSession))
        : t('{0} in this session. Show the network ledger.', bytesText(bytesSentInSession)),
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
  const spentCalls = spent(calls, budget.llmCalls, { number: grouped, noun: [t('{0} call'), t('{0} calls')] });
  return [
    {
      words: reused === 0 ? spentCalls : t('{0}, {1} reused', spentCalls, grouped(reused)),
      about:
        reused === 0 ? t('Calls to the chat model') : t('Calls to the chat model; reused calls take their replies from the earlier answer'),
    },
    {
      words: spent(promptTokens + completionTokens, budget.tokens, {
        number: grouped,
        noun: [t('{0} token'), t('{0} tokens')],
        shown: tokens,
      }),
      about: t('Tokens in prompts + tokens in replies'),
    },
    ...dollars(trace),
    {
      words: spent(totals.retrievals, budget.retrievals, { number: grouped, noun: [t('{0} search'), t('{0} searches')] }),
      about: t('Searches of your documents. {0} found were rated by how well they fit a question.', count(totals.rerankPairs, 'passage')),
    },
    { words: spent(cost.seconds, budget.seconds, { number: duration }), about: t('From the question to the end of the answer') },
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
  const about = named.map(({ does, name }) => does.replace('{0}', name)).join('\n');
  return [
    {
      words: others.length === 0 ? t('by {0}', first.name) : t('by {0} + {1}', first.name, others.length),
      about: t('The models of this answer\n{0}', about),
    },
  ];
}

const modelRoles = [
  ['chat', t('{0} answers')],
  [planningRole, t('{0} plans')],
  ['reader', t('{0} reads')],
  ['embedder', t('{0} finds passages')],
  ['reranker', t('{0} rates passages')],
  ['entailment', t('{0} compares answers')],
] as const;

interface Unit {
  readonly number: (n: number) => string;
  /** Words for one and for several, with a place for the number. */
  readonly noun?: readonly [one: string, several: string];
  /** Text to show instead of the number. */
  readonly shown?: string;
}

/** The limit applies to what precedes the final answer, which is always written. */
function spent(n: number, limit: number | undefined, { number, noun = ['{0}', '{0}'], shown = number(n) }: Unit): string {
  const words = (about: string, of: number): string => noun[of === 1 ? 0 : 1].replace('{0}', about);
  if (limit === undefined) return words(shown, n);
  return n > limit
    ? t('{0} (limit {1} plus the final answer)', words(shown, n), number(limit))
    : words(t('{0} of {1}', shown, number(limit)), limit);
}

/** Cost in US dollars, if the prices are known. */
function dollars(trace: Trace): MeterView['items'] {
  const { usd, prices } = trace.budget ?? {};
  if (!prices) return [];
  const { promptTokens, completionTokens } = paidFor(trace);
  const paid = (promptTokens * prices.inputPerMillion + completionTokens * prices.outputPerMillion) / 1e6;
  const number = (dollars: number): string => (dollars === usd ? `$${dollars}` : dollarsText(dollars));
  return [{ words: spent(paid, usd, { number }), about: t('US dollars, at the prices in the settings') }];
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
  const tokens = `${grouped(prompt)} + ${grouped(completion)}`;
  return {
    sums: [
      { name: t('Model calls'), value: grouped(calls.length) },
      { name: t('Tokens'), value: calls.some((call) => call.estimated) ? t('{0} (estimated)', tokens) : tokens },
      { name: t('Searches'), value: grouped(retrievals.length) },
      { name: t('Rated passages'), value: grouped(pairs) },
      { name: t('Time'), value: timeWords(node, trace) || '–' },
    ],
    lines: [
      ...retrievals.map((retrieval) => ({
        key: retrieval.id,
        what: t('Search'),
        about: t('Method of search: {0}', retrieval.method),
        detail: `“${retrieval.query}”: ${count(retrieval.results.length, 'passage')}`,
        time: milliseconds(retrieval.ms),
      })),
      ...reranks.map((rerank) => ({
        key: rerank.id,
        what: t('Rating'),
        about: t('How well the passages fit the question'),
        detail: count(rerank.pairs, 'passage'),
        time: milliseconds(rerank.ms),
      })),
      ...calls.map((call) => ({
        key: call.id,
        what: t('Model call: {0}', roleText(call.role)),
        about: t('Role of the model: {0}', call.role),
        detail: [
          t('{0} + {1} tokens', grouped(call.promptTokens), grouped(call.completionTokens)),
          ...(call.parse === 'ok' ? [] : [replies[call.parse]]),
        ].join(', '),
        time: milliseconds(call.ms),
      })),
    ],
  };
}

function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : duration(ms / 1000);
}

const replies = {
  relaxed: t('reply relaxed'),
  repaired: t('reply repaired'),
  fallback: t('reply fallback'),
  failed: t('reply failed'),
} as const;
