/** Folds events into the trace. The panel, the sidebar, the command line's tree and the tests all use this fold. Pure and browser-safe. */
import { defined } from '../base/defined.ts';
import type { RunEvent } from '../protocol/events.ts';
import { doubtOfNode, doubtOfRun } from './confirm.ts';
import { criticalPathMs } from './criticalPath.ts';
import { inFixedOrder } from './fixedOrder.ts';
import { numberedByAppearance } from './numbers.ts';
import type { Cost, RunSnapshot, Trace, TraceEdge, TraceNode, Totals } from '../protocol/trace.ts';
import { withMentions } from './withMentions.ts';

const noTotals: Totals = {
  llmCalls: 0,
  requests: 0,
  attempts: 0,
  promptTokens: 0,
  completionTokens: 0,
  retrievals: 0,
  rerankPairs: 0,
  nliPairs: 0,
};

const { attempts: _attempts, ...noCounts } = noTotals;
const noCost: Cost = { ...noCounts, seconds: 0, criticalPathSeconds: 0 };

/** What an execution adds to what a run began with. */
const nothingYet = {
  status: 'ok',
  finished: false,
  answer: null,
  abstained: false,
  stopReason: '',
  nodes: [],
  edges: [],
  llmCalls: [],
  retrievals: [],
  reranks: [],
  nli: [],
  totals: noTotals,
  flags: [],
  citations: [],
  unsupported: [],
  cost: noCost,
  bytesSent: 0,
  passages: {},
} satisfies Partial<Trace>;

export const emptyTrace: Trace = {
  ...nothingYet,
  traceVersion: 1,
  runId: '',
  pipeline: '',
  params: {},
  question: '',
  startedAtUtc: '',
  folder: '',
  models: { chat: '', embedder: '', reranker: '', entailment: '' },
  firstStage: 'linked',
  indexEpoch: '',
};

/**
 * The trace after all of `events`, which are one run's, in order, from its first event on. A log without `run-finished` gives a trace that
 * is not `finished`. The lists of a finished trace have an order that does not depend on which concurrent event came first; before, they
 * have the order of events.
 */
export function fold(events: Iterable<RunEvent>): Trace {
  let trace = emptyTrace;
  for (const event of events) trace = foldEvent(trace, event);
  return trace;
}

/** The trace of a run without events. */
export const emptySnapshot: RunSnapshot = { trace: emptyTrace, next: 0 };

/** Adds the events that follow. Events already folded are skipped, and events after a gap are left out. */
export function follow(snapshot: RunSnapshot, events: readonly RunEvent[]): RunSnapshot {
  let { trace, next } = snapshot;
  for (const event of events) {
    if (event.n !== next) continue;
    trace = foldEvent(trace, event);
    next++;
  }
  return { trace, next };
}

/** The trace after one more event. Unchanged nodes and lists stay the same objects. */
export function foldEvent(trace: Trace, event: RunEvent): Trace {
  const next = applyEvent(trace, event);
  if (next === trace) return trace;
  // A trace has dozens of fields, and this one was made just now: a copy of it would only be thrown away.
  const mine: { cost: Cost } = next;
  mine.cost = { ...next.cost, seconds: event.at / 1000 };
  return next;
}

function applyEvent(trace: Trace, event: RunEvent): Trace {
  switch (event.kind) {
    case 'run-started': {
      const {
        kind: _kind,
        n: _n,
        at: _at,
        logVersion: _log,
        documentsLike: _like,
        logprobs: _can,
        promptVersion: _prompts,
        ...begun
      } = event;
      const { spec, ...facts } = begun;
      const { scope: _text, ...asked } = spec;
      const { from } = spec;
      const hasIndexChanged = from !== undefined && !from.isFresh && !from.searchesAgain && from.indexEpoch !== event.indexEpoch;
      return { ...emptyTrace, ...asked, ...facts, flags: hasIndexChanged ? [indexChanged] : [] };
    }
    case 'run-resumed': {
      // A resumed run sends everything again.
      const { missing: _m, unconfirmed: _u, failure: _f, written: _w, conflicts: _e, digest: _d, sent: _s, ...begun } = trace;
      const { indexEpoch, budget = trace.budget } = event;
      const hasIndexChanged = trace.flags.includes(indexChanged) || indexEpoch !== trace.indexEpoch;
      const flags = hasIndexChanged ? [indexChanged] : [];
      const earlierMs = { ...trace.earlierMs, ...Object.fromEntries(trace.nodes.map((node) => [node.id, tookMs(node)])) };
      return { ...begun, ...nothingYet, indexEpoch, ...defined({ budget }), flags, earlierMs };
    }
    case 'node-added': {
      const earlierMs = trace.earlierMs?.[event.node.id] ?? 0;
      const node: TraceNode = {
        ...event.node,
        status: 'pending',
        evidence: [],
        calls: [],
        startedAt: event.at,
        endedAt: event.at,
        ...(earlierMs === 0 ? {} : { earlierMs }),
        flags: [],
      };
      return { ...trace, nodes: inOrder(trace.nodes, node) };
    }
    case 'edge-added': {
      const edge: TraceEdge = { from: event.from, to: event.to, kind: event.edge };
      return { ...trace, edges: [...trace.edges, edge] };
    }
    case 'node-changed':
      return changeNode(trace, event.node, (node) => {
        const { activity: _before, ...rest } = node;
        const status = event.status ?? node.status;
        const activity = event.activity ?? (event.status === undefined ? node.activity : undefined);
        return withDoubt({
          ...rest,
          ...event.set,
          status,
          ...(activity === undefined ? {} : { activity }),
          startedAt: node.status === 'pending' && status === 'running' ? event.at : node.startedAt,
          // A node of an abandoned plan ended when it was solved.
          endedAt: event.status === 'superseded' ? node.endedAt : event.at,
          flags: event.flag === undefined ? node.flags : [...node.flags, event.flag],
        });
      });
    case 'retrieved':
      return count({ ...trace, retrievals: [...trace.retrievals, event.retrieval] }, { retrievals: 1 });
    case 'reranked':
      return count({ ...trace, reranks: [...trace.reranks, event.rerank] }, { rerankPairs: event.rerank.pairs });
    case 'nli-judged':
      return count({ ...trace, nli: [...trace.nli, event.nli] }, { nliPairs: 1 });
    case 'nar-started': {
      const { b, c, k, scoreTransform } = event;
      const nar = { b, c, k, scoreTransform, turns: [], ranking: [], exhausted: false };
      return changeNode(trace, event.node, (node) => ({ ...node, nar }));
    }
    case 'nar-turned':
      return changeNode(trace, event.node, (node) =>
        node.nar ? { ...node, nar: { ...node.nar, turns: [...node.nar.turns, event.turn] } } : node,
      );
    case 'nar-ranked': {
      const { ranking, exhausted } = event;
      return changeNode(trace, event.node, (node) => (node.nar ? { ...node, nar: { ...node.nar, ranking, exhausted } } : node));
    }
    case 'evidence-found': {
      const passages = { ...trace.passages };
      for (const passage of event.passages) passages[passage.id] = passage;
      return changeNode({ ...trace, passages }, event.node, (node) => ({
        ...node,
        evidence: withMentions(event.evidence, node, trace),
        endedAt: event.at,
      }));
    }
    case 'llm-called': {
      const { call } = event;
      const { tries = 1 } = call;
      const counted = count(
        { ...trace, llmCalls: [...trace.llmCalls, call] },
        {
          llmCalls: 1,
          requests: Math.min(1, tries),
          attempts: tries,
          promptTokens: call.promptTokens,
          completionTokens: call.completionTokens,
        },
      );
      const withRecalled = call.recalled
        ? { ...counted, cost: { ...counted.cost, recalledCalls: (counted.cost.recalledCalls ?? 0) + 1 } }
        : counted;
      return changeNode(withRecalled, call.node, (node) => ({ ...node, calls: [...node.calls, call.id] }));
    }
    case 'recorded':
      return failedCall(withCall(trace, event), event);
    case 'flagged':
      return { ...trace, flags: trace.flags.includes(event.flag) ? trace.flags : [...trace.flags, event.flag] };
    case 'cited': {
      const { citations, unsupported = [], written, digest, conflicts } = event;
      const optional = {
        ...(written && { written }),
        ...(digest && { digest }),
        ...(conflicts && { conflicts }),
      };
      return { ...trace, citations, unsupported, ...optional };
    }
    case 'run-finished': {
      const { status, answer, abstained, stopReason, failure, bytesSent, sent } = event;
      const criticalPathSeconds = criticalPathMs(trace) / 1000;
      const ended: Trace = {
        ...inFixedOrder(trace),
        finished: true,
        status,
        answer,
        abstained,
        stopReason,
        ...(failure === undefined ? {} : { failure }),
        bytesSent,
        ...(sent && { sent }),
        cost: { ...trace.cost, criticalPathSeconds },
      };
      const unconfirmed = doubtOfRun(ended);
      const open = missingOf(ended);
      return numberedByAppearance({
        ...ended,
        ...(open === undefined ? {} : { missing: open }),
        ...(unconfirmed === undefined ? {} : { unconfirmed }),
      });
    }
  }
}

/** What the node that gives the run's answer, or none, leaves open. */
function missingOf({ nodes }: Trace): string | undefined {
  return (nodes.find(({ kind }) => kind === 'final') ?? nodes.find(({ kind }) => kind === 'root'))?.missing;
}

/** Milliseconds from a node's start to its end, without the time in which the run was interrupted. */
export function tookMs({ startedAt, endedAt, earlierMs = 0 }: TraceNode): number {
  return endedAt - startedAt + earlierMs;
}

/** The results that the run takes from an earlier one were found in another index. */
export const indexChanged = 'index_changed';

type Recorded = Extract<RunEvent, { kind: 'recorded' }>;

/** A call that exceeded the budget was not made. */
function withCall(trace: Trace, { node: id, error, recalled: isRecalled }: Recorded): Trace {
  if (id === undefined || error?.code === 'budget-exhausted') return trace;
  return changeNode(trace, id, (node) => {
    const { made = 0, recalled = 0 } = node.asked ?? {};
    return { ...node, asked: isRecalled ? { made, recalled: recalled + 1 } : { made: made + 1, recalled } };
  });
}

function failedCall(trace: Trace, { error, recalled }: Recorded): Trace {
  if (error === undefined) return trace;
  // The limit that was reached, until the run ends and states it.
  if (error.code === 'budget-exhausted') return trace.failure === undefined ? { ...trace, failure: error.message } : trace;
  // A request that was given up is not a call, but was sent (pipelines.md 1.2).
  return error.tries === undefined || recalled ? trace : count(trace, { requests: 1, attempts: error.tries });
}

function withDoubt(node: TraceNode): TraceNode {
  return node.kind === 'root' ? node : { ...node, ...defined({ unconfirmed: doubtOfNode(node) }) };
}

/** Inserts a node by `order`, which does not depend on the order of concurrent events. */
function inOrder(nodes: readonly TraceNode[], node: TraceNode): TraceNode[] {
  const at = nodes.findLastIndex(({ order }) => order <= node.order) + 1;
  return [...nodes.slice(0, at), node, ...nodes.slice(at)];
}

function changeNode(trace: Trace, id: string, change: (node: TraceNode) => TraceNode): Trace {
  return { ...trace, nodes: trace.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

function count(trace: Trace, added: Partial<Totals>): Trace {
  const totals = { ...trace.totals };
  const cost = { ...trace.cost };
  for (const name of Object.keys(added) as (keyof Totals)[]) {
    totals[name] += added[name] ?? 0;
    if (name !== 'attempts') cost[name] = totals[name];
  }
  return { ...trace, totals, cost };
}
