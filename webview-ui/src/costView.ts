/** What a run and each of its nodes cost, in words. Pure. */
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';
import { bytes, count, duration, plural } from './words.ts';

export interface MeterView {
  readonly items: readonly { readonly words: string; readonly about: string }[];
  readonly sent: { readonly words: string; readonly about: string; readonly isNothing: boolean };
}

/** @param bytesSentInSession what has left the machine since VS Code started; stands in for the run's own count until that is known. */
export function meterView(trace: Trace | undefined, bytesSentInSession: number): MeterView {
  const isFinished = trace !== undefined && isCounted(trace);
  const sent = isFinished ? trace.bytesSent : bytesSentInSession;
  return {
    items: trace ? meterItems(trace) : [],
    sent: {
      words: `${bytes(sent)} sent`,
      about: `${isFinished ? 'Sent to other machines by this run. ' : ''}${bytes(bytesSentInSession)} in this session. Show the network ledger.`,
      isNothing: sent === 0,
    },
  };
}

/** Of a run that broke off nobody has counted what was sent, nor its critical path. */
function isCounted({ finished, stopReason }: Trace): boolean {
  return finished && stopReason !== 'interrupted';
}

function meterItems(trace: Trace): MeterView['items'] {
  const { totals, cost } = trace;
  const critical = isCounted(trace) ? ` (critical path ${duration(cost.criticalPathSeconds)})` : '';
  return [
    {
      words: `${plural(totals.llmCalls, 'call')}${cost.recalledCalls === undefined ? '' : ` (${count(cost.recalledCalls)} from before)`}`,
      about: `Calls to the chat model${cost.recalledCalls === undefined ? '' : '; those from before were taken from the run that this one is made from'}`,
    },
    { words: `${count(totals.promptTokens)} + ${count(totals.completionTokens)} tokens`, about: 'Tokens in prompts + tokens in replies' },
    { words: plural(totals.retrievals, 'retrieval'), about: 'First-stage searches' },
    { words: `${plural(totals.rerankPairs, 'pair')} reranked`, about: 'Pairs of question and passage scored by the reranker' },
    {
      words: `${duration(cost.seconds)}${critical}`,
      about: 'Time; the critical path is what it would take if all that may run at once did',
    },
  ];
}

export interface NodeCostView {
  readonly sums: readonly { readonly name: string; readonly value: string }[];
  readonly lines: readonly { readonly key: string; readonly what: string; readonly detail: string; readonly time: string }[];
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
      { name: 'Calls', value: count(calls.length) },
      { name: 'Tokens', value: `${count(prompt)} + ${count(completion)}${estimated}` },
      { name: 'Retrievals', value: count(retrievals.length) },
      { name: 'Reranked pairs', value: count(pairs) },
      { name: 'Time', value: node.status === 'pending' ? '–' : duration((node.endedAt - node.startedAt) / 1000) },
    ],
    lines: [
      ...retrievals.map((retrieval) => ({
        key: retrieval.id,
        what: `Retrieval, ${retrieval.method}`,
        detail: `“${retrieval.query}”: ${plural(retrieval.results.length, 'candidate')}`,
        time: milliseconds(retrieval.ms),
      })),
      ...reranks.map((rerank) => ({
        key: rerank.id,
        what: 'Reranking',
        detail: plural(rerank.pairs, 'pair'),
        time: milliseconds(rerank.ms),
      })),
      ...calls.map((call) => ({
        key: call.id,
        what: `Call, ${call.role}`,
        detail: `${count(call.promptTokens)} + ${count(call.completionTokens)} tokens${call.parse === 'ok' ? '' : `, reply ${call.parse}`}`,
        time: milliseconds(call.ms),
      })),
    ],
  };
}

function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : duration(ms / 1000);
}
