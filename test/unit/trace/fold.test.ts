import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { trace as traceSchema, type Trace } from '../../../src/protocol/trace.ts';
import { emptyTrace, fold, foldEvent } from '../../../src/trace/fold.ts';
import { finishedRun } from '../../support/finishedRun.ts';

const golden = join(import.meta.dirname, 'twoHops.trace.json');

test('a two-hop run folds to its golden trace', () => {
  const trace: unknown = JSON.parse(JSON.stringify(fold(finishedRun)));
  // `UPDATE_GOLDENS=1 npm run test:unit` writes it anew.
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
