import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { trace as traceSchema, type Trace } from '../../../src/protocol/trace.ts';
import { emptyTrace, fold, foldEvent } from '../../../src/trace/fold.ts';
import { finishedRun } from '../../support/finishedRun.ts';

const golden = join(import.meta.dirname, 'twoHops.trace.json');

test('a two-hop run folds to its golden trace', () => {
  const trace: unknown = JSON.parse(JSON.stringify(fold(finishedRun)));
  // `UPDATE_GOLDENS=1 npm run test:unit` writes it again.
  if (process.env['UPDATE_GOLDENS']) writeFileSync(golden, `${JSON.stringify(trace, null, 2)}\n`);
  assert.deepEqual(trace, JSON.parse(readFileSync(golden, 'utf8')));
});

test('any prefix of a log folds to a trace that its schema accepts and that is not finished', () => {
  for (let length = 0; length < finishedRun.length; length++) {
    const trace = fold(finishedRun.slice(0, length));
    assert.deepEqual(traceSchema.parse(JSON.parse(JSON.stringify(trace))).finished, false);
  }
  assert.equal(fold(finishedRun).finished, true);
});

test('one event after the other gives what all at once give, and changes nothing that was given before', () => {
  let trace = emptyTrace;
  const seen: { readonly trace: Trace; readonly text: string }[] = [];
  for (const event of finishedRun) {
    trace = foldEvent(trace, event);
    seen.push({ trace, text: JSON.stringify(trace) });
  }
  assert.deepEqual(trace, fold(finishedRun));
  for (const before of seen) assert.equal(JSON.stringify(before.trace), before.text);
});

test('an event changes only the node it is about; other nodes and lists keep their identity', () => {
  let trace = emptyTrace;
  for (const event of finishedRun) {
    const before = trace;
    trace = foldEvent(before, event);
    if (event.kind === 'run-started') continue;
    const changed = before.nodes.filter((node, i) => trace.nodes[i] !== node).map(({ id }) => id);
    assert.ok(
      changed.every((id) => id === nodeOf(event)),
      `${event.kind} changed ${changed.join()}`,
    );
    for (const list of [
      'nodes',
      'edges',
      'llmCalls',
      'retrievals',
      'reranks',
      'nli',
      'citations',
      'flags',
      'passages',
      'totals',
    ] as const) {
      if (!touches(event, list)) assert.equal(trace[list], before[list], `${event.kind} made a new ${list}`);
    }
  }
});

function nodeOf(event: RunEvent): string | undefined {
  if (event.kind === 'llm-called') return event.call.node;
  return 'node' in event && typeof event.node === 'string' ? event.node : undefined;
}

function touches(event: RunEvent, list: string): boolean {
  const touched: Partial<Record<RunEvent['kind'], readonly string[]>> = {
    'node-added': ['nodes'],
    'edge-added': ['edges'],
    'node-changed': ['nodes'],
    retrieved: ['retrievals', 'totals'],
    reranked: ['reranks', 'totals'],
    'nli-judged': ['nli', 'totals'],
    'nar-started': ['nodes'],
    'nar-turned': ['nodes'],
    'nar-ranked': ['nodes'],
    'evidence-found': ['nodes', 'passages'],
    'llm-called': ['nodes', 'llmCalls', 'totals'],
    flagged: ['flags'],
    cited: ['citations'],
  };
  return touched[event.kind]?.includes(list) ?? false;
}

test('a request that was given up counts as sent, as often as it was; one that was never sent, or by another run, does not', () => {
  const [started] = finishedRun;
  assert.ok(started);
  const failure = (n: number, error: { code: string; message: string; tries?: number }, recalled?: true): RunEvent => ({
    ...{ n, at: n, kind: 'recorded', key: `k${n}`, of: 'chat', error },
    ...(recalled ? { recalled } : {}),
  });
  const { totals, cost } = fold([
    started,
    failure(1, { code: 'chat-timeout', message: '', tries: 4 }),
    failure(2, { code: 'chat-timeout', message: '', tries: 4 }, true),
    failure(3, { code: 'budget-exhausted', message: 'Spent.' }),
    failure(4, { code: 'chat-rate-limited', message: '', tries: 2 }),
  ]);
  assert.deepEqual([totals.llmCalls, totals.requests, totals.attempts, cost.requests], [0, 2, 6, 2]);
});

test('totals are the sums of the lists', () => {
  const { totals, cost, llmCalls, retrievals, reranks, nli } = fold(finishedRun);
  const sums = {
    llmCalls: llmCalls.length,
    requests: llmCalls.length,
    promptTokens: llmCalls.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completionTokens: llmCalls.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
    retrievals: retrievals.length,
    rerankPairs: reranks.reduce((sum, { pairs }) => sum + pairs, 0),
    nliPairs: nli.length,
  };
  const { seconds, criticalPathSeconds, ...counted } = cost;
  assert.deepEqual({ totals, counted }, { totals: { ...sums, attempts: llmCalls.length }, counted: sums });
  assert.ok(criticalPathSeconds > 0 && criticalPathSeconds <= seconds, `${criticalPathSeconds} of ${seconds}`);
});

test('the critical path counts what may run at once only once', () => {
  const event = (n: number, at: number, rest: object): RunEvent => ({ n, at, ...rest }) as RunEvent;
  const node = (id: string) => ({
    kind: 'node-added',
    node: { id, kind: 'sub_question', text: id, parent: null, attempt: 0, depth: 1, order: 0 },
  });
  const searches = (id: string, ms: number) => ({
    kind: 'retrieved',
    retrieval: { id: `${id}:0`, node: id, query: id, method: 'bm25', results: [], ms },
  });
  const finish = { kind: 'run-finished', status: 'ok', answer: null, abstained: true, stopReason: '', bytesSent: 0 };
  // a and b together, c after both: 100 + 50, although b took 60 of its own.
  const told: readonly (readonly [number, object])[] = [
    [0, node('a')],
    [0, node('b')],
    [0, node('c')],
    [0, { kind: 'edge-added', from: 'a', to: 'c', edge: 'depends_on' }],
    [0, { kind: 'edge-added', from: 'b', to: 'c', edge: 'depends_on' }],
    [60, searches('b', 60)],
    [100, searches('a', 100)],
    [150, searches('c', 50)],
    [150, finish],
  ];
  const events = told.map(([at, rest], n) => event(n, at, rest));
  assert.equal(fold(events).cost.criticalPathSeconds, 0.15);
});

/** A finished run of two nodes at once, s1 before s2, with what each of `told` says between them. */
function runOf(told: readonly object[]): readonly RunEvent[] {
  const event = (rest: object, n: number): RunEvent => ({ n, at: 0, ...rest }) as RunEvent;
  const nodes = ['root', 's1', 's2', 'final'].map((id, order) => ({
    kind: 'node-added',
    node: { id, kind: 'sub_question', text: id, parent: null, attempt: 0, depth: 1, order },
  }));
  return [...nodes, ...told, { kind: 'run-finished', status: 'ok', answer: null, abstained: true, stopReason: '', bytesSent: 0 }].map(
    event,
  );
}

const searched = (node: string, nth: number): object => ({
  kind: 'retrieved',
  retrieval: { id: `${node}:retrieval:${nth}`, node, query: '', method: 'bm25', results: [], ms: 0 },
});
const sameTime: readonly object[] = [
  { kind: 'edge-added', from: 'root', to: 's1', edge: 'decomposes' },
  { kind: 'edge-added', from: 'root', to: 's2', edge: 'decomposes' },
  { kind: 'edge-added', from: 's1', to: 's2', edge: 'depends_on' },
  { kind: 'edge-added', from: 's1', to: 's2', edge: 'then' },
  { kind: 'edge-added', from: 's2', to: 'final', edge: 'combines_into' },
  { kind: 'edge-added', from: 's1', to: 'nowhere', edge: 'then' },
  ...Array.from({ length: 12 }, (_, nth) => searched('s1', nth)),
  searched('s2', 0),
  searched('nowhere', 0),
  ...['s1', 's2'].flatMap((node) => [
    { kind: 'reranked', rerank: { id: `${node}:rerank:2`, node, query: '', pairs: 1, ms: 0 } },
    { kind: 'reranked', rerank: { id: `${node}:rerank:10`, node, query: '', pairs: 1, ms: 0 } },
    { kind: 'nli-judged', nli: { id: `${node}:nli:0a1b:0`, node, label: 'neutral', ms: 0 } },
    { kind: 'nli-judged', nli: { id: `${node}:nli:1a1b:0`, node, label: 'neutral', ms: 0 } },
  ]),
  ...['call_failed:read', 'sample_failed:read'].map((flag) => ({ kind: 'node-changed', node: 's1', flag })),
  ...['budget_exhausted', 'prob_unavailable'].map((flag) => ({ kind: 'flagged', flag })),
  ...['s1:read:0:0', 's1:read:2:0', 's1:read:10:0', 's1:read~2:0:0'].map((id) => ({
    kind: 'llm-called',
    call: {
      id,
      node: 's1',
      role: 'read',
      sample: 0,
      attempt: 0,
      temperature: 0,
      promptTokens: 0,
      completionTokens: 0,
      estimated: false,
      parse: 'ok',
      ms: 0,
    },
  })),
];

test('whatever of concurrent work is told first, the finished run is the same, but for the order of its calls to the chat model', () => {
  const inOrder = fold(runOf(sameTime));
  const lists = ({ edges, retrievals, reranks, nli, flags, nodes }: Trace): object => ({ edges, retrievals, reranks, nli, flags, nodes });
  // Told in this order, every list is as it is told.
  assert.deepEqual(lists(inOrder), lists(fold(runOf(sameTime).slice(0, -1))));
  fc.assert(
    fc.property(fc.shuffledSubarray([...sameTime], { minLength: sameTime.length }), (told) => {
      const { llmCalls: _calls, ...trace } = fold(runOf(told));
      const { llmCalls: _inOrder, ...expected } = inOrder;
      assert.deepEqual(trace, expected);
    }),
  );
});
