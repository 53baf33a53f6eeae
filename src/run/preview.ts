/** Previews a run based on another by executing it as far as possible without new replies of the chat model. */
import { receivedError } from '../base/errors.ts';
import type { NodeEffect, RerunPreview } from '../protocol/preview.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Trace, TraceNode } from '../protocol/trace.ts';
import type { Call } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import { PreviewedCalls } from '../trace/previewedCalls.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { execute } from './execute.ts';
import { earlierResults } from './resume.ts';
import type { Run, RunComponents } from './run.ts';

/**
 * Writes nothing, and sends nothing except searches of a remote index.
 * @param events events of the run that the new one is based on
 * @throws AriadneError `passage-missing`, `reasoner-lacking`, and errors that would end the run in failure; AbortError
 */
export async function previewRun(
  run: Run,
  events: readonly RunEvent[],
  components: RunComponents,
  signal: AbortSignal,
): Promise<RerunPreview> {
  const calls = new PreviewedCalls({ known: earlierResults(run, components.index), isFree: ({ of }) => of !== 'chat' });
  const recorder = new RunRecorder(() => undefined, { calls });
  const ended = new AbortController();
  const running = execute(run, components, recorder, AbortSignal.any([signal, ended.signal]));
  await Promise.race([running, calls.untilOthersEnd]);
  const ahead = recorder.trace;
  ended.abort();
  calls.giveUp();
  await running;
  signal.throwIfAborted();
  if (ahead.finished && ahead.status === 'failed') throw receivedError(ahead.stopReason, ahead.failure ?? 'The run would fail.');
  return previewOf(fold(events), ahead, calls.waiting, run);
}

/** @param ahead the new run as far as it is known; finished when all of it is known */
function previewOf(before: Trace, ahead: Trace, waiting: readonly Call[], { pipeline, spec: { params, budget } }: Run): RerunPreview {
  const kept = ahead.cost.recalledCalls ?? 0;
  const least = sum(waiting.map(({ completions }) => completions));
  const keptIds = new Set(ahead.llmCalls.flatMap(({ id, recalled }) => (recalled ? [id] : [])));
  const repeated = before.llmCalls.filter(({ id }) => !keptIds.has(id));
  const isExact = ahead.finished;
  const likely = isExact ? 0 : Math.max(least, repeated.length);
  // The last answering step is made even when the budget is spent.
  const cap = budget?.llmCalls === undefined ? Infinity : budget.llmCalls + 1;
  const most = isExact ? 0 : Math.max(likely, pipeline.bound(params).llmCalls - kept);
  return {
    nodes: nodeEffects(before, ahead, waiting),
    calls: { kept, least: Math.min(least, cap), likely: Math.min(likely, cap), most: Math.min(most, cap) },
    tokens: Math.round(Math.min(likely, cap) * meanTokens(repeated.length > 0 ? repeated : before.llmCalls, waiting)),
    isExact,
  };
}

/** @param ahead unfinished when the rest is unknown */
export function nodeEffects(before: Trace, ahead: Trace, waiting: readonly Call[] = []): RerunPreview['nodes'] {
  const effectOf = (id: string): NodeEffect => {
    const [was, is] = [nodeOf(before, id), nodeOf(ahead, id)];
    if (!is) return ahead.finished ? 'gone' : 'open';
    if (!was) return 'new';
    if ((is.asked?.made ?? 0) > 0 || waiting.some(({ node }) => node === id)) return 'again';
    if (!ahead.finished && (is.status === 'pending' || is.status === 'running')) return 'open';
    if (outcomeOf(was) === outcomeOf(is)) return 'kept';
    return ahead.finished ? 'again' : 'open';
  };
  const ids = new Set([...before.nodes, ...ahead.nodes].map(({ id }) => id));
  return [...ids].map((node) => ({ node, effect: effectOf(node) }));
}

function nodeOf({ nodes }: Trace, id: string): TraceNode | undefined {
  return nodes.find((node) => node.id === id);
}

/** The result of a node, which changes if what it depends on does. Whether it is abandoned later does not count. */
function outcomeOf({ text, resolvedText = text, answer, evidence }: TraceNode): string {
  return JSON.stringify([resolvedText, answer, evidence.map(({ passageId }) => passageId)]);
}

/** A rough estimate: about four characters of a prompt are a token. */
const charsPerToken = 4;

function meanTokens(calls: Trace['llmCalls'], waiting: readonly Call[]): number {
  if (calls.length > 0) return sum(calls.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens)) / calls.length;
  return waiting.length === 0 ? 0 : sum(waiting.map(({ inputChars }) => inputChars / charsPerToken)) / waiting.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
