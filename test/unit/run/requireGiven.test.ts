/** Runs that search the candidates of their question only, or ask the sub-questions given with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowSet } from '../../../src/base/rowSet.ts';
import { isAriadneError } from '../../../src/base/errors.ts';
import type { PassageIndex } from '../../../src/indexing/interfaces.ts';
import { pipelineById, pipelines } from '../../../src/pipelines/registry.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import { runEvent } from '../../../src/protocol/events.ts';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import { ExtractiveReasoner } from '../../../src/reasoning/extractive/extractiveReasoner.ts';
import { searchedIndex } from '../../../src/run/requireGiven.ts';
import { planAsk, planRerun } from '../../../src/run/plan.ts';
import { replay } from '../../../src/run/replay.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { asking, BadModel } from '../pipelines/badModels.ts';
import { RecordingTrace } from '../reasoning/scriptedChat.ts';

const question = 'Where was Ilse Brandvik born?';
const passages = [
  passageOf('namesake', 'Ilse Brandvik was born in Kelmouth.'),
  passageOf('ilse', 'Ilse Brandvik, the director, was born in Tarnholm.'),
  passageOf('town', 'Tarnholm is a harbor town.'),
  passageOf('glass', 'The museum shows glass.'),
];
const index = new MemoryIndex(passages);
const candidates = ['ilse.md', 'town.md', 'glass.md'];
const pipeline = pipelineById('drr-rag');
const searches = ['search', 'closest'];
const { signal } = new AbortController();

async function run(scope: 'corpus' | 'candidates') {
  const { trace, events } = await runInMemory({
    pipeline,
    question,
    params: { scope },
    index,
    candidates,
    reasoner: new ExtractiveReasoner(),
  });
  const found = new Set(trace.retrievals.flatMap(({ results }) => results.map(({ passageId }) => passageId)));
  const evidence = new Set(trace.nodes.flatMap((node) => node.evidence.map(({ passageId }) => passageId)));
  return { trace, events, found, evidence };
}

test('every search of the run, that for what is closest among them, finds candidates only', async () => {
  const { trace, found, evidence } = await run('candidates');
  assert.equal(trace.answer, 'Tarnholm');
  assert.deepEqual([...found].sort(), ['glass', 'ilse', 'town']);
  assert.ok(evidence.size > 0 && !evidence.has('namesake'));
  assert.ok((await run('corpus')).found.has('namesake'));
});

/** Searches for two things and finishes, with whatever role it is asked in. */
function askingModel(): ChatReasoner {
  return new ChatReasoner({
    model: new BadModel(asking((i) => (i === 1 ? question : 'Which museum shows glass?'), 2)),
    trace: new RecordingTrace(),
    memo: { remember: (_of, _input, call) => call() },
  });
}

test('every pipeline that reads passages can be limited to candidates, the walk over the graph included', async () => {
  const namesake = { glass: ['namesake'], ilse: ['namesake'], town: ['namesake'] };
  for (const id of pipelines.flatMap((one) => (one.passages === undefined ? [] : [one.id]))) {
    const seenWith = async (scope: 'corpus' | 'candidates'): Promise<ReadonlySet<string>> => {
      const { trace } = await runInMemory({
        pipeline: pipelineById(id),
        question,
        params: { scope },
        index: new MemoryIndex(passages, namesake),
        candidates,
        reasoner: askingModel(),
      });
      const evidence = trace.nodes.flatMap((node) => node.evidence);
      return new Set([...evidence, ...trace.retrievals.flatMap(({ results }) => results)].map(({ passageId }) => passageId));
    };
    assert.ok((await seenWith('corpus')).has('namesake'), id);
    const seen = await seenWith('candidates');
    assert.ok(seen.has('ilse') && !seen.has('namesake'), id);
  }
});

test('the log has the candidates, replays, and another run made from it keeps them', async () => {
  const events = (await run('candidates')).events.map((event) => runEvent.parse(JSON.parse(JSON.stringify(event))));
  assert.equal((await replay(events)).difference, undefined);
  const request = { runId: 'next', from: { runId: 'run' }, edits: {} };
  assert.deepEqual(planRerun(events, request).spec.candidates, candidates);
});

test('a search among candidates is not taken for one of the whole corpus', async () => {
  const keysOf = async (scope: 'corpus' | 'candidates') =>
    (await run(scope)).events.flatMap((event) => (event.kind === 'recorded' && searches.includes(event.of) ? event.key : []));
  const [among, all] = [await keysOf('candidates'), await keysOf('corpus')];
  assert.ok(among.length > 0 && all.length > 0);
  assert.deepEqual(
    among.filter((key) => all.includes(key)),
    [],
  );
});

test('without candidates, or with none that is in the index, the run does not begin', async () => {
  const refused = (error: unknown): boolean => isAriadneError(error, 'not-given');
  const asked = { runId: 'run', question, pipeline: 'drr-rag', params: { scope: 'candidates' }, models: builtinModels };
  assert.throws(() => planAsk(asked), refused);
  assert.throws(() => planAsk({ ...asked, candidates: [] }), refused);
  assert.deepEqual(planAsk({ ...asked, candidates }).spec.candidates, candidates);
  await assert.rejects(searchedIndex({ params: asked.params, candidates: ['gone.md'] }, index), refused);
});

test('candidates are found where rows do not begin at 0 and have gaps, as after an edit', async () => {
  const moved = (row: number): number => 2 * row + 5;
  const back = (row: number): number => (row - 5) / 2;
  const edited: PassageIndex = new MemoryIndex(passages);
  edited.rowsOf = async (paths) => new RowSet([...(await index.rowsOf(paths)).rows].map(moved));
  edited.rowsWith = async (_, __, among) => passages.map((_passage, row) => moved(row)).filter((row) => among?.has(row) !== false);
  edited.pathOf = (row) => index.pathOf(back(row));
  edited.idOf = (row) => index.idOf(back(row));
  const part = await searchedIndex({ params: { scope: 'candidates' }, candidates }, edited);
  assert.deepEqual(
    (await part.rowsWith([], signal)).map((row) => part.idOf(row)),
    ['ilse', 'town', 'glass'],
  );
});

test('documents whose paths the index does not know yet are found by their passages', async () => {
  const unsure: PassageIndex = new MemoryIndex(passages);
  unsure.pathOf = () => undefined;
  const part = await searchedIndex({ params: { scope: 'candidates' }, candidates }, unsure);
  assert.equal(part.passageCount, candidates.length);
});

test('given sub-questions are in the log: it replays, and another run made from it keeps them; without any no run begins', async () => {
  const subQuestions = ['Who directed The Salt Choir?', question];
  const asked = { runId: 'run', question, pipeline: 'leapquery', params: { subQuestions: 'gold' }, models: builtinModels };
  const { trace, events } = await runInMemory({
    pipeline: pipelineById('leapquery'),
    question,
    params: asked.params,
    index,
    subQuestions,
    reasoner: new ExtractiveReasoner(),
  });
  assert.deepEqual(
    trace.nodes.flatMap(({ kind, text }) => (kind === 'sub_question' ? [text] : [])),
    subQuestions,
  );
  const log = events.map((event) => runEvent.parse(JSON.parse(JSON.stringify(event))));
  assert.equal((await replay(log)).difference, undefined);
  assert.deepEqual(planRerun(log, { runId: 'next', from: { runId: 'run' }, edits: {} }).spec.subQuestions, subQuestions);
  assert.deepEqual(planAsk({ ...asked, subQuestions }).spec.subQuestions, subQuestions);
  const refused = (error: unknown): boolean => isAriadneError(error, 'not-given');
  assert.throws(() => planAsk(asked), refused);
  assert.throws(() => planAsk({ ...asked, subQuestions: [] }), refused);
});
