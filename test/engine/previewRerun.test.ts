/**
 * Over real documents, with every pipeline: what is said ahead of a changed run is what is then done, and is said without asking the model.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSimulation, type Simulation } from '../../lab/simulation/startSimulation.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { nodeEffects } from '../../src/run/preview.ts';
import { pipelines } from '../../src/pipelines/registry.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RerunPreview } from '../../src/protocol/preview.ts';
import type { RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { fold } from '../../src/trace/fold.ts';
import { readTrace } from '../../src/trace/runLog.ts';
import { root } from '../support/cli.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { readGoldenRun } from '../support/goldenRuns.ts';
import { samplesIndex } from '../support/samplesIndex.ts';

const samples = join(root, 'samples');
const storage = await samplesIndex({ after });
const never = new AbortController().signal;
let simulation: Simulation;
let engine: TestEngine['engine'];

before(async () => {
  simulation = await startSimulation({ dataset: samples, latencyMs: 1 });
  ({ engine } = await openEngine(join(samples, 'docs'), storage, simulation.baseUrl));
});
after(async () => {
  await engine.close();
  await simulation.close();
});

/** One of each kind that the run takes. */
function someEdits({ nodes }: Trace, random: () => number): readonly RunEdits[] {
  const one = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const subQuestion = one(nodes.filter(({ kind, status }) => kind === 'sub_question' && status !== 'rejected'));
  const asking = one(nodes.filter(({ calls }) => calls.length > 0));
  const reader = one(nodes.filter(({ evidence }) => evidence.length > 1));
  const passage = reader?.evidence.at(-1)?.passageId ?? '';
  const isFound = passage !== '' && !passage.startsWith('generated:');
  return [
    {},
    ...(subQuestion ? [{ texts: { [subQuestion.id]: `${subQuestion.text.replace(/\?$/, '')}, in the end?` } }] : []),
    ...(asking ? [{ rerun: [asking.id] }] : []),
    ...(isFound ? [{ banned: [passage] }, { pinned: [{ passageId: passage }] }] : []),
  ];
}

function assertForeseen(preview: RerunPreview, was: Trace, is: Trace, about: string): void {
  const done = new Map(nodeEffects(was, is).map(({ node, effect }) => [node, effect]));
  const foreseen = preview.nodes.filter(({ effect }) => effect !== 'open');
  assert.deepEqual(
    foreseen,
    foreseen.map(({ node }) => ({ node, effect: done.get(node) })),
    about,
  );
  const made = is.totals.llmCalls - (is.cost.recalledCalls ?? 0);
  const { least, likely, most } = preview.calls;
  const repairs = is.llmCalls.filter(({ repairOf }) => repairOf !== undefined).length;
  assert.ok(
    least <= likely && likely <= most && least <= made && made <= most + repairs,
    `${about}: ${made} of ${JSON.stringify(preview.calls)}`,
  );
  if (preview.isExact) assert.deepEqual([made, foreseen.length], [0, done.size], about);
}

async function check(log: string, was: Trace, name: string, random: () => number): Promise<number> {
  let exact = 0;
  for (const [i, edits] of someEdits(was, random).entries()) {
    const asked = simulation.requests.length;
    const preview = await engine.runs.previewRerun({ from: { log }, edits }, never);
    assert.equal(simulation.requests.length, asked, 'the model is asked ahead');
    const { log: next } = await engine.runs.rerun({ runId: `${name}-${i}`, from: { log }, edits }, never);
    assertForeseen(preview, was, await readTrace(next), `${name} with ${JSON.stringify(edits)}`);
    if (preview.isExact) exact++;
  }
  return exact;
}

for (const { id, needs = [] } of pipelines) {
  test(`${id}: changes to its golden run do what was said ahead`, async () => {
    const { events } = readGoldenRun(id);
    const log = join(storage, 'runs', `golden-${id}.jsonl`);
    mkdirSync(join(storage, 'runs'), { recursive: true });
    writeFileSync(log, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    await check(log, fold(events), id, seededRandom(id.length));
  });

  if (needs.length > 0) continue;
  test(`${id}: without a model, everything is known ahead`, async () => {
    const question = 'When did the daughter of the founder of the company that built the Orrin barrage die?';
    const runId = `${id}-builtin`;
    const { log } = await engine.runs.ask({ runId, question, pipeline: id, params: {}, models: builtinModels }, never);
    const was = await readTrace(log);
    const edits = someEdits(was, seededRandom(3)).length;
    assert.equal(await check(log, was, runId, seededRandom(3)), edits);
  });
}
