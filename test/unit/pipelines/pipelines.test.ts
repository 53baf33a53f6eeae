import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { parseParameters, pipelines } from '../../../src/pipelines/registry.ts';
import { pipelineOf } from '../../support/allPipelines.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import type { StepOutput } from '../../../src/reasoning/roles/sunarRoles.ts';
import { fold } from '../../../src/trace/fold.ts';
import { readGoldenRun } from '../../support/goldenRuns.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { ScriptedReasoner, type Script } from '../../support/scriptedReasoner.ts';
import { standingAnswer } from './play.ts';
import { type RoleId, roleOf } from '../../../lab/simulation/allRoles.ts';

const question = 'Where was the director of The Salt Choir born?';
const index = new MemoryIndex(
  [
    passageOf('film', 'The Salt Choir is a film directed by Ilse Brandvik'),
    passageOf('ilse', 'Ilse Brandvik was born in Tarnholm'),
    passageOf('town', 'Tarnholm is a harbor town'),
    passageOf('museum', 'glass museum'),
  ],
  { film: ['ilse', 'museum'], ilse: ['town', 'film'], town: ['museum'], museum: [] },
);
const ask = (subQuestion: string): StepOutput => ({ action: 'ask', subQuestion });
const finish = (answer: string | null): StepOutput => ({ action: 'finish', answer });
const said = (answer: string | null, quote: string | null = null) => ({ answer, citations: answer === null ? [] : [0], quote });

const twoHops: Script = {
  'sunar.step': [ask('Who directed The Salt Choir?'), ask('Where was Ilse Brandvik born?'), finish('Tarnholm')],
  'sunar.read': [said('Ilse Brandvik'), said('Tarnholm', 'born in Tarnholm')],
  'sunar.finish': [{ answer: 'from the path' }],
  'sunar.mer': [said('Tarnholm')],
};

async function run(script: Script, params: Readonly<Record<string, unknown>> = {}, asked = question, pipeline = 'sunar-nar') {
  const reasoner = new ScriptedReasoner(script);
  const { trace, events } = await runInMemory({ pipeline: pipelineOf(pipeline), question: asked, params, index, reasoner });
  return { trace, events, roles: reasoner.asked.map(({ role }) => role), asked: reasoner.asked };
}

function outcomeOf({ status, answer, abstained, stopReason, flags }: Trace) {
  return { status, answer, abstained, stopReason, flags };
}
const ok = { status: 'ok', abstained: false, flags: [] };

const cases: readonly {
  readonly name: string;
  readonly script: Script;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly question?: string;
  readonly outcome: object;
  readonly roles: readonly RoleId[];
  readonly nodeFlags?: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    name: 'two hops: asks, reads, asks, reads, finishes, checks',
    script: twoHops,
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'finished' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.read', 'sunar.step', 'sunar.mer'],
  },
  {
    name: 'without MER the sequential answer is the answer',
    script: { ...twoHops, 'sunar.step': [ask('Who directed The Salt Choir?'), finish('sequential')] },
    params: { mer: false },
    outcome: { ...ok, answer: 'sequential', stopReason: 'finished' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step'],
  },
  {
    name: 'a sub-question asked again stops the loop; case and punctuation do not make it another',
    script: { ...twoHops, 'sunar.step': [ask('Who directed The Salt Choir?'), ask('who directed the salt choir')] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'repeated_sub_question' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.finish', 'sunar.mer'],
  },
  {
    name: 'the question itself is a legal first sub-question',
    script: { ...twoHops, 'sunar.step': [ask(question), finish('x')] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'finished' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.mer'],
  },
  {
    name: 'the question itself as second sub-question stops the loop',
    script: { ...twoHops, 'sunar.step': [ask('Who directed The Salt Choir?'), ask(question)] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'repeated_sub_question' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.finish', 'sunar.mer'],
  },
  {
    name: 'finishing at once still takes one step with the question itself',
    script: { ...twoHops, 'sunar.step': [finish('guess')] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'finished', flags: ['forced_step'] },
    roles: ['sunar.step', 'sunar.read', 'sunar.mer'],
  },
  {
    name: 'an abstaining step stays in the path as unknown',
    script: { ...twoHops, 'sunar.read': [said(null), said('Tarnholm')] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'finished' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.read', 'sunar.step', 'sunar.mer'],
  },
  {
    name: 'a search that finds nothing is flagged and still read',
    script: { ...twoHops, 'sunar.step': [ask('Zzz?'), finish('x')], 'sunar.read': [said(null)] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'finished' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.mer'],
    nodeFlags: { s1: ['empty_retrieval'] },
  },
  {
    name: 'at most maxSteps sub-questions',
    script: twoHops,
    params: { maxSteps: 2 },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'max_steps' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.read', 'sunar.finish', 'sunar.mer'],
  },
  {
    name: 'a check without an answer falls back to the sequential one',
    script: { ...twoHops, 'sunar.mer': [said(null)] },
    outcome: { ...ok, answer: 'Tarnholm', stopReason: 'finished' },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.read', 'sunar.step', 'sunar.mer'],
    nodeFlags: { meta: ['mer_fallback'] },
  },
  {
    name: 'nobody knows: the run abstains',
    script: { 'sunar.step': [ask('Who directed The Salt Choir?'), finish(null)] },
    outcome: { status: 'ok', answer: null, abstained: true, stopReason: 'finished', flags: ['forced_step'] },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.read', 'sunar.finish', 'sunar.mer'],
    nodeFlags: { meta: ['mer_fallback'] },
  },
  {
    name: 'steps without an answer, and the question itself was asked: it is not asked again',
    script: { 'sunar.step': [ask(question), finish(null)] },
    outcome: { status: 'ok', answer: null, abstained: true, stopReason: 'finished', flags: [] },
    roles: ['sunar.step', 'sunar.read', 'sunar.step', 'sunar.finish', 'sunar.mer'],
    nodeFlags: { meta: ['mer_fallback'] },
  },
];

for (const { name, script, params, outcome, roles, nodeFlags = {} } of cases) {
  test(`sunar-nar: ${name}`, async () => {
    const { trace, roles: asked } = await run(script, params);
    assert.deepEqual(
      {
        outcome: outcomeOf(trace),
        roles: asked,
        flags: Object.fromEntries(trace.nodes.flatMap(({ id, flags }) => (flags.length > 0 ? [[id, flags]] : []))),
      },
      { outcome, roles, flags: nodeFlags },
    );
  });
}

test('sunar-nar: each step gets the path so far, each reading the evidence', async () => {
  const { asked } = await run(twoHops);
  const inputs = asked.map(({ role, input }) => ({ role, ...(input as { question: string; path?: unknown }) }));
  const path = [
    { question: 'Who directed The Salt Choir?', answer: 'Ilse Brandvik' },
    { question: 'Where was Ilse Brandvik born?', answer: 'Tarnholm' },
  ];
  const told = inputs.map(({ role, question: about, path: soFar }) => [role, about, soFar]);
  assert.deepEqual(told, [
    ['sunar.step', question, []],
    ['sunar.read', path[0]?.question, undefined],
    ['sunar.step', question, path.slice(0, 1)],
    ['sunar.read', path[1]?.question, undefined],
    ['sunar.step', question, path],
    ['sunar.mer', question, path],
  ]);
});

test('sunar-nar: the trace has the shape of pipelines.md 2.13', async () => {
  const { trace } = await run(twoHops, { firstStageDepth: 1, b: 1 });
  assert.deepEqual(
    {
      nodes: trace.nodes.map(({ id, kind, parent, order, status, nar }) => ({
        id,
        kind,
        parent,
        order,
        status,
        hasNar: nar !== undefined,
      })),
      edges: trace.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`),
    },
    {
      nodes: [
        { id: 'root', kind: 'root', parent: null, order: 0, status: 'answered', hasNar: false },
        { id: 's1', kind: 'sub_question', parent: 'root', order: 1, status: 'answered', hasNar: true },
        { id: 's2', kind: 'sub_question', parent: 'root', order: 2, status: 'answered', hasNar: true },
        { id: 'meta', kind: 'meta', parent: null, order: 3, status: 'answered', hasNar: false },
        { id: 'final', kind: 'final', parent: null, order: 4, status: 'answered', hasNar: false },
      ],
      edges: [
        'root decomposes s1',
        'root decomposes s2',
        's1 then s2',
        's1 combines_into meta',
        's2 combines_into meta',
        'meta combines_into final',
      ],
    },
  );
  const s1 = trace.nodes[1];
  assert.deepEqual(
    s1?.evidence
      .map(({ passageId, source, via, firstStageRank }) => ({ passageId, source, via, firstStageRank }))
      .filter(({ passageId }) => passageId !== 'town' && passageId !== 'museum'),
    [
      { passageId: 'film', source: 'initial', via: undefined, firstStageRank: 0 },
      { passageId: 'ilse', source: 'frontier', via: 'film', firstStageRank: undefined },
    ],
  );
});

test('sunar-nar: counts follow the formulas of pipelines.md 2.10', async () => {
  for (const params of [{}, { maxSteps: 2 }, { mer: false }, { c: 2, b: 1 }, { c: 0 }, { k: 0 }, { merPerStep: 1 }]) {
    const { trace, roles } = await run(twoHops, params);
    const steps = trace.nodes.filter(({ kind }) => kind === 'sub_question');
    const n = steps.reduce((sum, { nar }) => sum + (nar?.ranking.length ?? 0), 0);
    const meta = trace.nodes.find(({ kind }) => kind === 'meta');
    const isFinished = trace.stopReason === 'finished';
    const mer = 'mer' in params ? 0 : 1;
    assert.deepEqual(
      { retrievals: trace.totals.retrievals, rerankPairs: trace.totals.rerankPairs, calls: roles.length },
      {
        retrievals: steps.length,
        rerankPairs: n + (meta?.evidence.length ?? 0),
        calls: (isFinished ? steps.length + 1 : steps.length + 1) + steps.length + mer,
      },
      JSON.stringify(params),
    );
  }
});

test('retrieve-read: one search, one reading, in the shape of pipelines.md 7.5', async () => {
  const { trace, roles } = await run(
    { read: [said('Tarnholm', 'born in Tarnholm')] },
    { n: 2 },
    'Where was Ilse Brandvik born?',
    'retrieve-read',
  );
  assert.deepEqual(
    {
      outcome: outcomeOf(trace),
      roles,
      nodes: trace.nodes.map(({ id, kind, status, evidence }) => ({
        id,
        kind,
        status,
        evidence: evidence.map(({ passageId }) => passageId),
      })),
      edges: trace.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`),
      cited: trace.citations.map(({ n, path, startLine, quote, nodeId }) => ({ n, path, startLine, quote, nodeId })),
      retrievals: trace.totals.retrievals,
    },
    {
      outcome: { ...ok, answer: 'Tarnholm', stopReason: 'read' },
      roles: ['read'],
      nodes: [
        { id: 'root', kind: 'root', status: 'answered', evidence: ['ilse', 'film'] },
        { id: 'final', kind: 'final', status: 'answered', evidence: ['ilse', 'film'] },
      ],
      edges: ['root decomposes final'],
      cited: [{ n: 1, path: 'ilse.md', startLine: 1, quote: 'Ilse Brandvik was born in Tarnholm', nodeId: 'final' }],
      retrievals: 1,
    },
  );
});

test('retrieve-read: reads also when nothing was found', async () => {
  const { trace, roles } = await run({ read: [said(null)] }, {}, 'Zzz?', 'retrieve-read');
  assert.deepEqual(
    { outcome: outcomeOf(trace), roles },
    { outcome: { status: 'ok', answer: null, abstained: true, stopReason: 'read', flags: [] }, roles: ['read'] },
  );
});

for (const pipeline of pipelines) {
  test(`${pipeline.id}: stopped at any call to the outside, the run ends as cancelled, never as empty`, async () => {
    const script: Script = { ...twoHops, read: [said('Tarnholm', 'born in Tarnholm')] };
    const calls: string[] = [];
    const whole = await runInMemory({ pipeline, question, index, reasoner: new ScriptedReasoner(script), onCall: (of) => calls.push(of) });
    assert.ok(calls.length > 0);
    for (let stopAt = 1; stopAt <= calls.length; stopAt++) {
      const stopping = new AbortController();
      let call = 0;
      const onCall = (): void => {
        if (++call === stopAt) stopping.abort();
      };
      const { trace, events } = await runInMemory({
        pipeline,
        question,
        index,
        reasoner: new ScriptedReasoner(script),
        onCall,
        signal: stopping.signal,
      });
      const isCiting = calls[stopAt - 1] === 'source-lines';
      const { status, answer, abstained, finished } = trace;
      const isOpen = trace.nodes.some((node) => node.status === 'running' || node.status === 'pending');
      assert.deepEqual(
        { status, answer, abstained, finished, isOpen, folds: fold(events) },
        isCiting
          ? {
              status: whole.trace.status,
              answer: whole.trace.answer,
              abstained: whole.trace.abstained,
              finished: true,
              isOpen: false,
              folds: trace,
            }
          : { status: 'cancelled', answer: standingAnswer(trace), abstained: false, finished: true, isOpen: false, folds: trace },
        `stopped at call ${stopAt} (${calls[stopAt - 1]})`,
      );
    }
  });
}

test('stopped when there is an answer to the whole question, a run ends with it', async () => {
  const stoppedAt = async (id: string, nth: number): Promise<unknown> => {
    const stopping = new AbortController();
    let reads = 0;
    const onCall = (of: string): void => {
      if (of === 'reason' && ++reads === nth) stopping.abort();
    };
    const script: Script = { ...twoHops, read: [said('Tarnholm', 'born in Tarnholm')] };
    const reasoner = new ScriptedReasoner(script);
    const { trace } = await runInMemory({ pipeline: pipelineOf(id), question, index, reasoner, onCall, signal: stopping.signal });
    return [trace.status, trace.answer, trace.citations];
  };
  const calls = async (id: string): Promise<number> => {
    let reads = 0;
    const script: Script = { ...twoHops, read: [said('Tarnholm', 'born in Tarnholm')] };
    const onCall = (of: string): void => void (reads += Number(of === 'reason'));
    await runInMemory({ pipeline: pipelineOf(id), question, index, reasoner: new ScriptedReasoner(script), onCall });
    return reads;
  };
  assert.deepEqual(
    [
      await stoppedAt('sunar-nar', 1),
      await stoppedAt('sunar-nar', await calls('sunar-nar')),
      await stoppedAt('iter-retgen', 1),
      await stoppedAt('iter-retgen', 2),
    ],
    [
      ['cancelled', null, []],
      ['cancelled', 'Tarnholm', []],
      ['cancelled', null, []],
      ['cancelled', 'Tarnholm', []],
    ],
  );
});

const refusals: readonly { readonly params: Readonly<Record<string, unknown>>; readonly says: RegExp }[] = [
  { params: { c: -1 }, says: /Parameter c of sunar-nar: .*>=0/ },
  { params: { c: 1.5 }, says: /Parameter c of sunar-nar: .*int/ },
  { params: { b: 0 }, says: /Parameter b of sunar-nar/ },
  { params: { k: 17 }, says: /Parameter k of sunar-nar: .*<=16/ },
  { params: { mer: 'yes' }, says: /Parameter mer of sunar-nar: .*boolean/ },
  { params: { merTop: null }, says: /Parameter merTop/ },
  { params: { speed: 1 }, says: /Parameter speed of sunar-nar/ },
  { params: { maxSteps: Number.NaN }, says: /Parameter maxSteps/ },
];

for (const { params, says } of refusals) {
  test(`parameters ${JSON.stringify(params)} are refused by name and range`, () => {
    assert.throws(
      () => parseParameters(pipelineOf('sunar-nar'), params),
      (error) => isAriadneError(error, 'parameter-invalid') && says.test(error.message),
    );
  });
}

test('a pipeline says that it plans where its run asks a role that a planner takes', () => {
  for (const { id, plans = false } of pipelines) {
    const asked = readGoldenRun(id).events.flatMap((event) => (event.kind === 'llm-called' ? [event.call.role] : []));
    assert.equal(
      plans,
      asked.some((role) => roleOf(role as RoleId).work === 'plan'),
      id,
    );
  }
});
