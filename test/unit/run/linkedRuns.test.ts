/** Runs that follow mentions: what they record, what resumes, replays and changes make of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRerun, planResume } from '../../../src/run/plan.ts';
import { replay } from '../../../src/run/replay.ts';
import { pipelineById } from '../../../src/pipelines/registry.ts';
import type { AnyPipeline } from '../../../src/pipelines/pipeline.ts';
import type { FirstStageMethod } from '../../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import type { RunEdits } from '../../../src/protocol/runOptions.ts';
import type { Run } from '../../../src/run/run.ts';
import { createQuotingRetriever } from '../../../src/retrieval/quotingRetriever.ts';
import { fold } from '../../../src/trace/fold.ts';
import { CountingModel, planOf, recordedCalls, runPlan } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const film = 'The Salt Choir is a film.\nIt was directed by Ilse Varn.';
const place = { start: film.indexOf('Ilse Varn'), end: film.length - 1 };
const index = new MemoryIndex(
  [
    passageOf('film', film),
    passageOf('choir', 'Another choir of salt.'),
    passageOf('ilse', 'Born at Nether Coll.'),
    passageOf('salt', 'Salt.'),
  ],
  { film: ['choir'], choir: ['salt'] },
  'memory',
  { film: [{ ...place, to: ['ilse'] }] },
);
const question = 'Who directed The Salt Choir?';
const mention = {
  passageId: 'film',
  path: 'film.md',
  title: 'film',
  name: 'Ilse Varn',
  line: 2,
  startOffset: place.start,
  endOffset: place.end,
  documentHash: 'hash-film',
};

async function run(plan: Run, searched = index): Promise<readonly RunEvent[]> {
  const embedder = { id: 'none', dimension: 1, embed: async (texts: readonly string[]) => new Float32Array(texts.length) };
  const retriever = createQuotingRetriever(plan.spec.firstStage, searched, embedder);
  return runPlan(plan, new CountingModel(1, { isFaulty: false }), { index: searched, parts: { retriever } });
}

function ask(id: string, firstStage: FirstStageMethod, params: Readonly<Record<string, unknown>>): Promise<readonly RunEvent[]> {
  const pipeline: AnyPipeline = pipelineById(id);
  return run(planOf(pipeline, { question, firstStage, params: pipeline.parameters.parse(params) }));
}

function evidenceIn(events: readonly RunEvent[]): readonly (readonly [string, string, string | undefined])[] {
  return fold(events)
    .nodes.flatMap(({ evidence }) => evidence)
    .map(({ passageId, source, mentionedBy }) => [passageId, source, mentionedBy?.name]);
}

const linked = await ask('retrieve-read', 'linked', { n: 3 });

test('evidence says where it is mentioned, for a pipeline that knows nothing of mentions', () => {
  assert.deepEqual(evidenceIn(linked), [
    ['film', 'initial', undefined],
    ['ilse', 'initial', 'Ilse Varn'],
    ['choir', 'initial', undefined],
  ]);
  const { evidence } = fold(linked).nodes.find((node) => node.evidence.length > 0) ?? assert.fail();
  assert.deepEqual(evidence[1]?.mentionedBy, mention);
});

test('the log alone gives the same run, also of a walk', async () => {
  assert.equal((await replay(linked)).difference, undefined);
  const walked = await ask('sunar-nar', 'linked', { firstStageDepth: 2, maxSteps: 1 });
  assert.equal((await replay(walked)).difference, undefined);
});

test('a resumed run searches nothing again and knows the mentions', async () => {
  const searched = linked.findIndex(({ kind }) => kind === 'evidence-found');
  const resumed = await run(planResume(linked.slice(0, searched + 1), { run: { runId: 'run' } }));
  assert.deepEqual(evidenceIn(resumed), evidenceIn(linked));
  assert.equal(recordedCalls(resumed, 'search'), 1);
});

test('a banned passage is not found, and what only it mentions is not either', async () => {
  const edits: RunEdits = { banned: ['film'] };
  const plan = planRerun(linked, { runId: 'next', from: { runId: 'run' }, edits, params: { n: 3 } });
  const changed = await run(plan);
  assert.deepEqual(evidenceIn(changed), [
    ['choir', 'initial', undefined],
    ['salt', 'initial', undefined],
  ]);
  assert.equal((await replay(changed)).difference, undefined);
});

test('a ban that concerns no result and no mention leaves the search as it was', async () => {
  const plan = planRerun(linked, { runId: 'next', from: { runId: 'run' }, edits: { banned: ['salt'] }, params: { n: 3 } });
  assert.deepEqual(evidenceIn(await run(plan)), evidenceIn(linked));
});

test('a walk goes on to neighbors of what it has scored', async () => {
  const trace = fold(await ask('sunar-nar', 'bm25', { firstStageDepth: 1, b: 2, c: 3, maxSteps: 1, mer: false }));
  const { nar } = trace.nodes.find((node) => node.nar) ?? assert.fail();
  const frontier = nar?.turns.find(({ pool }) => pool === 'frontier')?.batch ?? [];
  assert.deepEqual(
    frontier.map(({ passageId, via }) => [passageId, via]),
    [['choir', 'film']],
  );
  assert.ok(nar?.turns.every(({ batch }) => batch.every(({ title }) => title)));
});

test('a walk keeps the preference for the document that is asked about, and without it no score is taken from such a run', async () => {
  const report = (name: string, ...texts: readonly string[]) =>
    [...texts, ...Array.from({ length: 100 }, () => name)].map((text, i) => ({
      ...passageOf(`${name} ${i}`, text),
      path: `${name}.md`,
      identity: {
        title: name,
        titleFrom: 'fileName' as const,
        parts: [{ kind: 'organization' as const, value: `${name} Inc.`, from: 'firstPage' as const }],
      },
    }));
  const reports = new MemoryIndex([
    ...report('Tarrow', 'The dues are nine.'),
    ...report('Bellmare', 'The dues of Bellmare are what they are.'),
  ]);
  const first = async (plan: Run): Promise<readonly [string | undefined, readonly RunEvent[]]> => {
    const events = await run(plan, reports);
    const { nar } = fold(events).nodes.find((node) => node.nar) ?? assert.fail();
    return [nar?.ranking[0]?.passageId, events];
  };
  const params = { asu: false, mer: false, maxSteps: 1 };
  const pipeline: AnyPipeline = pipelineById('sunar-nar');
  const plan = planOf(pipeline, {
    question: 'What are the dues of Tarrow?',
    firstStage: 'linked',
    params: pipeline.parameters.parse(params),
  });
  const [found, events] = await first(plan);
  assert.equal(found, 'Tarrow 0');
  assert.equal((await replay(events)).difference, undefined);
  const [alike] = await first(planRerun(events, { runId: 'next', from: { runId: 'run' }, edits: {}, anyDocument: true }));
  assert.equal(alike, 'Bellmare 0');
});
