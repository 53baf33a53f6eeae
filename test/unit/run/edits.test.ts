import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { isAriadneError } from '../../../src/base/errors.ts';
import { replay } from '../../../src/run/replay.ts';
import { requireEditable } from '../../../src/run/requireEditable.ts';
import { planRerun, planResume } from '../../../src/run/plan.ts';
import { definePipeline } from '../../../src/pipelines/pipeline.ts';
import { answerFromPassages } from '../../../src/pipelines/steps.ts';
import type { RerunRequest } from '../../../src/protocol/runRequests.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import type { RunEdits } from '../../../src/protocol/runOptions.ts';
import { fold } from '../../../src/trace/fold.ts';
import { CountingModel, planOf, runPlan, smallIndex, timeless } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

/** Two sub-questions at once, each searched, reranked and read, and an answer from both. */
const pair = definePipeline({
  id: 'pair',
  title: 'Pair',
  description: '',
  paper: '',
  parameters: z.object({ l: z.int().default(3) }),
  bound: () => ({ llmCalls: 3, retrievals: 2, rerankPairs: 12, nliPairs: 0 }),
  async run(ctx, question, { l }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const ask = async (id: string, asked: string): Promise<string> => {
      const text = ctx.edited(id, asked);
      ctx.trace.add({ id, kind: 'sub_question', text, parent: root });
      const call = { node: id, signal: ctx.signal };
      const ranking = await ctx.reranker.rerank(text, await ctx.retriever.search(text, 4, call), { b: 2, c: 6, k: 2 }, call);
      const passages = await ctx.passages.passages(
        ranking.slice(0, l).map(({ passageId }) => passageId),
        call,
      );
      ctx.trace.evidence(
        id,
        passages.map((passage) => ({ passage, score: null, used: true, source: 'initial' })),
      );
      const { answer } = await answerFromPassages(ctx, id, { question: text, passages, cot: false });
      return `${text}: ${answer}`;
    };
    const told = await Promise.all([ask('s1', 'salt harbor'), ask('s2', 'bell rope')]);
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    const { answer } = await answerFromPassages(ctx, final, { question: told.join('; '), passages: [], cot: false, isFinal: true });
    ctx.trace.end(root, 'answered', { answer, abstained: answer === null });
    return { answer, stopReason: 'read' };
  },
});

const first = await runPlan(planOf(pair), new CountingModel(1, { isFaulty: false }));
const calls = fold(first).llmCalls.length;

async function rerun(change: Partial<RerunRequest>, from: readonly RunEvent[] = first, index = smallIndex) {
  const model = new CountingModel(2, { isFaulty: false });
  const plan = planRerun(from, { runId: 'next', from: { runId: 'run' }, edits: {}, ...change }, () => pair);
  const events = await runPlan(plan, model, { index });
  return { events, trace: fold(events), model, nodesAsked: nodesAsked(events) };
}

/** Nodes for which the model was really called. */
function nodesAsked(events: readonly RunEvent[]): readonly string[] {
  return [...new Set(fold(events).llmCalls.flatMap(({ node, recalled }) => (recalled ? [] : [node])))].sort();
}

function evidenceOf(events: readonly RunEvent[], node: string): readonly string[] {
  return (
    fold(events)
      .nodes.find(({ id }) => id === node)
      ?.evidence.map(({ passageId }) => passageId) ?? []
  );
}

const shown = evidenceOf(first, 's1');
const [best = ''] = shown;
/** Read by neither sub-question. */
const absent = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'].find((id) => ![...shown, ...evidenceOf(first, 's2')].includes(id)) ?? '';

const cases: readonly { readonly name: string; readonly change: Partial<RerunRequest>; readonly asked: readonly string[] }[] = [
  { name: 'nothing', change: {}, asked: [] },
  { name: 'the text of one sub-question', change: { edits: { texts: { s2: 'tide museum' } } }, asked: ['final', 's2'] },
  { name: 'a passage pinned in one node', change: { edits: { pinned: [{ passageId: absent, node: 's1' }] } }, asked: ['final', 's1'] },
  { name: 'a passage pinned everywhere', change: { edits: { pinned: [{ passageId: absent }] } }, asked: ['final', 's1', 's2'] },
  { name: 'a banned passage that one node read', change: { edits: { banned: [best] } }, asked: ['final', 's1'] },
  { name: 'a parameter', change: { params: { l: 1 } }, asked: ['final', 's1', 's2'] },
  { name: 'nothing but a node that asks again', change: { edits: { rerun: ['s1'] } }, asked: ['final', 's1'] },
  { name: 'nothing but the last step, which asks again', change: { edits: { rerun: ['final'] } }, asked: ['final'] },
];

for (const { name, change, asked } of cases) {
  test(`a run made from another with ${name} changed asks only what depends on it`, async () => {
    const { events, trace, nodesAsked: really } = await rerun(change);
    // An answer that comes out the same leaves what follows as it was.
    assert.ok(
      really.every((node) => asked.includes(node)) && asked.every((node) => node === 'final' || really.includes(node)),
      JSON.stringify({ really, asked }),
    );
    assert.equal(trace.from?.runId, 'run');
    assert.equal((await replay(events, () => pair)).difference, undefined);
  });
}

test('nothing changed: nothing is called, nothing is paid, and the run is the same', async () => {
  const { events, trace, model } = await rerun({});
  assert.deepEqual([model.asked.length, trace.cost.recalledCalls, trace.cost.llmCalls], [0, calls, calls]);
  assert.deepEqual(
    fold(events).nodes.map(({ id, answer }) => [id, answer]),
    fold(first).nodes.map(({ id, answer }) => [id, answer]),
  );
});

test('a pinned passage is first, a banned one nowhere, in what each node reads and in all that is ranked', async () => {
  assert.ok(!shown.includes(absent));
  const edits: RunEdits = { pinned: [{ passageId: absent, node: 's1' }], banned: [best] };
  const { events, trace } = await rerun({ edits });
  assert.deepEqual(evidenceOf(events, 's1')[0], absent);
  assert.equal(evidenceOf(events, 's1').length, 3);
  const found = trace.nodes.flatMap(({ evidence, nar }) => [
    ...evidence,
    ...(nar?.ranking ?? []),
    ...(nar?.turns.flatMap(({ batch }) => batch) ?? []),
  ]);
  assert.ok(found.every(({ passageId }) => passageId !== best));
});

test('what was changed before stays changed; another word on it takes its place', async () => {
  const once = await rerun({ edits: { texts: { s1: 'tide bell' }, banned: [best] } });
  const twice = await rerun({ edits: { texts: { s2: 'glass' }, pinned: [{ passageId: best }] } }, once.events);
  assert.deepEqual(twice.trace.from?.edits, { texts: { s1: 'tide bell', s2: 'glass' }, pinned: [{ passageId: best }] });
});

test('a cut run made from another goes on, and still pays only for its own calls', async () => {
  const { events: whole, model } = await rerun({ edits: { texts: { s2: 'tide museum' } } });
  for (let kept = 1; kept < whole.length; kept++) {
    const plan = planResume(whole.slice(0, kept), { run: { runId: 'next' } }, first, () => pair);
    const again = new CountingModel(kept, { isFaulty: false });
    const events = await runPlan(plan, again);
    const paid = whole.slice(0, kept).filter((event) => event.kind === 'recorded' && event.of === 'chat' && !event.recalled).length;
    assert.equal(again.asked.length, model.asked.length - paid, `after ${kept} events`);
    assert.deepEqual(timeless(events), timeless(whole), `after ${kept} events`);
  }
});

test('a node that asks again searches again, sends another seed, and is remembered as if it had not', async () => {
  const { events, trace, model } = await rerun({ edits: { rerun: ['s1'] } });
  const sent = model.asked.map((request) => seedOf(request));
  assert.ok(sent.every((seed) => seed > 1000) && new Set(sent).size === 1, JSON.stringify(sent));
  const asked = Object.fromEntries(trace.nodes.map((node) => [node.id, node.asked]));
  assert.deepEqual([asked['s1']?.recalled, asked['s2']?.made], [0, 0]);
  assert.equal((await replay(events, () => pair)).difference, undefined);
  const after = await rerun({}, events);
  assert.deepEqual([after.model.asked.length, after.trace.from?.edits], [0, {}]);
});

function seedOf(request: string): number {
  return z.object({ seed: z.number() }).parse(JSON.parse(request)).seed;
}

test('a cut run in which a node asks again takes nothing of that node from the run before', async () => {
  const whole = await rerun({ edits: { rerun: ['s1'] } });
  const kept = whole.events.findIndex((event) => event.kind === 'recorded' && event.node === 's1');
  const plan = planResume(whole.events.slice(0, kept), { run: { runId: 'next' } }, first, () => pair);
  const again = new CountingModel(4, { isFaulty: false });
  const events = await runPlan(plan, again);
  assert.deepEqual([again.asked.length, nodesAsked(events)], [whole.model.asked.length, whole.nodesAsked]);
});

test('asked again as a whole, nothing is taken from before, not even what was changed', async () => {
  const edited = await rerun({ edits: { texts: { s1: 'tide bell' }, banned: [best] } });
  const fresh = await rerun({ isFresh: true }, edited.events);
  assert.deepEqual(
    [fresh.model.asked.length, fresh.trace.cost.recalledCalls, fresh.trace.flags, fresh.trace.from],
    [calls, undefined, [], { runId: 'next', indexEpoch: smallIndex.epoch, edits: {}, isFresh: true }],
  );
  assert.deepEqual(fresh.trace.nodes[1]?.text, 'salt harbor');
  assert.equal((await replay(fresh.events, () => pair)).difference, undefined);
});

test('with another pipeline, what both ask is taken from before; changes of nodes are left out, those of passages stay', async () => {
  const other = { ...pair, id: 'other' };
  const edited = await rerun({ edits: { texts: { s1: 'tide bell' }, pinned: [{ passageId: absent, node: 's2' }], banned: [best] } });
  const model = new CountingModel(2, { isFaulty: false });
  const plan = planRerun(edited.events, { runId: 'next', from: { runId: 'run' }, edits: {}, pipeline: 'other' }, (id) =>
    id === 'other' ? other : pair,
  );
  const trace = fold(await runPlan(plan, model));
  assert.deepEqual([trace.pipeline, trace.from?.edits, trace.nodes[1]?.text], ['other', { banned: [best] }, 'salt harbor']);
});

test('earlier changes can be taken back, one by one', async () => {
  const edited = await rerun({ edits: { texts: { s1: 'tide bell', s2: 'glass' }, pinned: [{ passageId: absent }], banned: [best] } });
  const back = await rerun({ takenBack: { texts: ['s1'], banned: [best] } }, edited.events);
  assert.deepEqual(back.trace.from?.edits, { texts: { s2: 'glass' }, pinned: [{ passageId: absent }] });
  const all = await rerun({ takenBack: { texts: ['s1', 's2'], pinned: [absent], banned: [best] } }, edited.events);
  assert.deepEqual([all.trace.nodes[1]?.text, evidenceOf(all.events, 's1')], ['salt harbor', shown]);
});

/** The same folder later: one passage is gone, another came. */
const laterIndex = new MemoryIndex(
  [
    ...Array.from({ length: 12 }, (_, i) => passageOf(`p${i}`, `salt harbor bell rope ${i}`)).filter(({ id }) => id !== best),
    passageOf('new'),
  ],
  {},
  'later',
);

test('an index that has changed since is flagged, and what it has no more is found again', async () => {
  const { events, trace } = await rerun({}, first, laterIndex);
  assert.deepEqual(trace.flags, ['index_changed']);
  assert.ok(!evidenceOf(events, 's1').includes(best));
  assert.equal((await replay(events, () => pair)).difference, undefined);
  const plan = planResume(first.slice(0, 12), { run: { runId: 'run' } }, [], () => pair);
  const resumed = fold(await runPlan(plan, new CountingModel(5, { isFaulty: false }), { index: laterIndex }));
  assert.deepEqual([resumed.flags, resumed.indexEpoch, resumed.finished], [['index_changed'], 'later', true]);
});

const invalid: readonly { readonly edits: RunEdits; readonly says: RegExp }[] = [
  { edits: { texts: { s9: 'x' } }, says: /no node "s9".*s1, s2/ },
  { edits: { pinned: [{ passageId: 'p1', node: 's9' }] }, says: /no node "s9"/ },
  {
    edits: { texts: { s1: 'x', root: 'y' } },
    says: /"root" cannot be changed\. Only sub-questions can be changed\. This run has s1, s2\./,
  },
  { edits: { texts: { final: 'x' } }, says: /"final" cannot be changed/ },
  { edits: { pinned: [{ passageId: 'p1' }, { passageId: 'p2', node: 'root' }] }, says: /"root" did not search.* did: s1, s2\./ },
  { edits: { texts: { s1: 'x' }, pinned: [{ passageId: 'p2', node: 'final' }] }, says: /"final" did not search/ },
  { edits: { pinned: [{ passageId: 'p1' }], banned: ['p1'] }, says: /pinned and banned/ },
  { edits: { rerun: ['s9'] }, says: /no node "s9"/ },
  { edits: { rerun: ['root'] }, says: /"root" made no calls.* did: s1, s2, final\./ },
];
for (const { edits, says } of invalid) {
  test(`the edits ${JSON.stringify(edits)} are refused`, async () => {
    await assert.rejects(rerun({ edits }), (error) => isAriadneError(error, 'edit-invalid') && says.test(error.message));
  });
}

test('changes of nodes are refused where all is asked again', async () => {
  await assert.rejects(
    rerun({ edits: { texts: { s1: 'x' } }, isFresh: true }),
    (error) => isAriadneError(error, 'edit-invalid') && /Changes to s1 apply only to the original run/.test(error.message),
  );
});

test('a sub-question that searched nothing takes no pin, unless something else may make it search', () => {
  const run = fold(first);
  const elsewhere = ({ node }: { readonly node: string }): boolean => node !== 's2';
  const reused = { ...run, retrievals: run.retrievals.filter(elsewhere), reranks: run.reranks.filter(elsewhere) };
  const pinned = [{ passageId: absent, node: 's2' }];
  assert.throws(() => requireEditable({ pinned }, reused), { code: 'edit-invalid', message: /"s2" did not search.* did: s1\./ });
  requireEditable({ pinned, texts: { s1: 'tide bell' } }, reused);
  requireEditable({ pinned }, { ...reused, status: 'degraded' });
  requireEditable({ pinned }, { ...reused, finished: false });
});

test('a pinned passage that is not in the index is refused before anything is called', async () => {
  await assert.rejects(rerun({ edits: { pinned: [{ passageId: 'nowhere' }] } }), (error) => isAriadneError(error, 'passage-missing'));
  // One that is gone is named by its document, with the way on.
  const { events } = await rerun({ edits: { pinned: [{ passageId: best }] } });
  const passages = fold(events).passages;
  assert.ok(passages[best]);
  await assert.rejects(rerun({}, events, laterIndex), (error) => {
    assert.ok(isAriadneError(error, 'passage-missing'));
    assert.match(error.message, new RegExp(`A pinned passage of ${passages[best]?.path} is gone.*Take the pin back`));
    return true;
  });
  const without = await rerun({ takenBack: { pinned: [best] } }, events, laterIndex);
  assert.equal(without.trace.finished, true);
});
