/** Runs that are stopped, resumed, limited, estimated and changed from the command line. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod';
import { startSimulation, type Simulation } from '../../lab/simulation/startSimulation.ts';
import { delay } from '../../src/base/abort.ts';
import { rerunPreview } from '../../src/protocol/preview.ts';
import { trace as traceSchema } from '../../src/protocol/trace.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { root, runCli } from '../support/cli.ts';
import { recordedCalls } from '../support/durableRun.ts';
import { samplesIndex } from '../support/samplesIndex.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';
import { noSignals } from '../support/windows.ts';

const folder = join(root, 'samples', 'docs');
const storage = await samplesIndex({ after });
const logs = tempFolder({ after });
const question = 'When did the daughter of the founder of the company that built the Orrin barrage die?';
const pipeline = ['--pipeline', 'drr-rag', '--chat', 'openai:simulated'];
let simulation: Simulation;

before(async () => {
  simulation = await startSimulation({ dataset: join(root, 'samples'), latencyMs: 20 });
  const whole = await ask([question, ...pipeline, '--log', join(logs, 'whole.jsonl')]);
  assert.equal(whole.code, 0, whole.stderr);
});
after(() => simulation.close());

function ask(args: readonly string[], interrupt?: Promise<void>) {
  const command = ['ask', folder, ...args, '--storage', storage];
  const env = { OPENAI_BASE_URL: simulation.baseUrl };
  return interrupt ? runCli(command, { env, interrupt }) : runWarmCli(command, { env });
}

/** The trace of a run that came to its end, and how many requests it took. */
async function traced(args: readonly string[]) {
  const asked = simulation.requests.length;
  const { code, stdout, stderr } = await ask([...args, '--json']);
  assert.notEqual(stdout, '', stderr);
  return { code, stderr, trace: traceSchema.omit({ form: true }).parse(JSON.parse(stdout)), requests: simulation.requests.length - asked };
}

test('a run stopped with Ctrl+C goes on with --resume, to the answer, and asks nothing twice', { skip: noSignals }, async () => {
  const log = join(logs, 'stopped.jsonl');
  const already = simulation.requests.length;
  const interrupt = (async () => {
    while (simulation.requests.length < already + 4) await delay(5);
  })();
  const stopped = await ask([question, ...pipeline, '--log', log], interrupt);
  assert.equal(stopped.code, 3);
  const recorded = recordedCalls(await readRunLog(log), 'chat');
  const whole = recordedCalls(await readRunLog(join(logs, 'whole.jsonl')), 'chat');
  const resumed = await traced(['--resume', log]);
  assert.deepEqual(
    { code: resumed.code, answer: resumed.trace.answer, requests: resumed.requests, llmCalls: resumed.trace.cost.llmCalls },
    { code: 0, answer: '22 January 1943', requests: whole - recorded, llmCalls: whole },
  );
  const replayed = await runWarmCli(['replay', log, '--json']);
  const { citations } = z
    .object({ citations: z.array(z.object({ passageId: z.string(), docId: z.string() })) })
    .parse(JSON.parse(replayed.stdout));
  assert.deepEqual([replayed.code, citations.every(({ passageId, docId }) => passageId === docId)], [0, true]);
  // A resumed run, too, can be checked elsewhere.
  const dossier = join(logs, 'stopped.zip');
  assert.equal((await runWarmCli(['export', log, '--as', 'dossier', '--out', dossier])).code, 0);
  const verified = await runWarmCli(['replay', '--verify', dossier, '--folder', folder]);
  assert.deepEqual([verified.code, /: current$/m.test(verified.stdout)], [0, true], verified.stdout + verified.stderr);
  const bytes = readFileSync(dossier);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(dossier, bytes);
  const refused = await runWarmCli(['replay', '--verify', dossier]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /stopped\.zip is not as it was made/);
});

test('a run made from another asks only what depends on the change', async () => {
  const from = ['--from', join(logs, 'whole.jsonl')];
  const same = await traced(from);
  assert.deepEqual([same.requests, same.trace.answer], [0, '22 January 1943']);
  const edited = await traced([...from, '--edit', '0.4=Where did Sybil Achterby live?']);
  assert.equal(edited.trace.nodes.find(({ id }) => id === '0.4')?.resolvedText, 'Where did Sybil Achterby live?');
  assert.ok(edited.requests > 0 && edited.trace.cost.recalledCalls !== undefined);
  const read = same.trace.nodes.find(({ id }) => id === '0.1')?.evidence[0]?.passageId ?? '';
  const banned = await traced([...from, '--ban', read]);
  assert.ok(banned.trace.nodes.every(({ evidence }) => evidence.every(({ passageId }) => passageId !== read)));
  const pinned = await traced([...from, '--pin', `0.4:${read}`]);
  assert.equal(pinned.trace.nodes.find(({ id }) => id === '0.4')?.evidence[0]?.passageId, read);
});

test('what a changed run will ask is told ahead, and asks nothing', async () => {
  const from = ['--from', join(logs, 'whole.jsonl')];
  const told = async (args: readonly string[]) => {
    const asked = simulation.requests.length;
    const { code, stdout, stderr } = await ask([...from, ...args, '--estimate']);
    assert.deepEqual([code, simulation.requests.length], [0, asked], stderr);
    return stdout;
  };
  assert.match(await told([]), /kept +root, .*0\.1.*\nruns again +none\ntakes +no model calls/);
  const edited = ['--edit', '0.4=Where did Sybil Achterby live?'];
  assert.match(await told(edited), /runs again +0\.4\nmay run again .*\ntakes +at least \d+ model calls, likely \d+/);
  const { stdout } = await ask([...from, ...edited, '--estimate', '--json']);
  const { calls, isExact } = rerunPreview.parse(JSON.parse(stdout));
  const { requests } = await traced([...from, ...edited]);
  assert.ok(!isExact && calls.least <= requests && requests <= calls.most, `${requests} of ${JSON.stringify(calls)}`);
});

test('a node asks again; another pipeline asks what both have in common once', async () => {
  const from = ['--from', join(logs, 'whole.jsonl')];
  const again = await traced([...from, '--rerun', '0.4']);
  const asked = again.trace.nodes.flatMap(({ id, asked: calls }) => (calls && calls.made > 0 ? [id] : []));
  assert.deepEqual([asked, again.requests > 0, again.trace.answer], [['0.4'], true, '22 January 1943']);
  const { stdout } = await ask([...from, '--rerun', '0.4']);
  assert.match(stdout, /\(0\.1, \d+ passages(?:, \d+ via mentions)?, reused\)/);
  const other = await traced([...from, '--pipeline', 'retrieve-read']);
  assert.deepEqual([other.trace.pipeline, other.trace.from?.runId], ['retrieve-read', again.trace.from?.runId]);
});

test('a cap ends a run in what it has, flagged', async () => {
  const { trace, requests } = await traced([question, ...pipeline, '--max-calls', '3']);
  assert.deepEqual([trace.status, trace.flags, requests], ['degraded', ['budget_exhausted'], 4]);
});

test('an estimate tells the bound, and what is usual once a run has ended', async () => {
  const estimate = async () => {
    const { code, stdout, stderr } = await ask([question, ...pipeline, '--estimate', '--price', '1,1', '--json']);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as { bound: { llmCalls: number }; expected?: { runs: number; llmCalls: number }; usd?: number };
  };
  const asked = simulation.requests.length;
  assert.ok((await estimate()).bound.llmCalls > 0);
  assert.equal(simulation.requests.length, asked);
  assert.equal((await ask([question, ...pipeline])).code, 0);
  const { expected, usd } = await estimate();
  assert.deepEqual([expected?.runs, (usd ?? 0) > 0], [1, true]);
});

const refused: readonly { readonly args: readonly string[]; readonly says: RegExp }[] = [
  { args: [], says: /<question>/ },
  { args: ['--resume', 'x.jsonl', '--chat', 'builtin'], says: /--chat cannot be combined with it/ },
  { args: [question, '--resume', 'x.jsonl'], says: /a question cannot be combined with it/ },
  { args: ['--from', 'x.jsonl', '--first-stage', 'dense'], says: /--first-stage cannot be combined with it/ },
  { args: [question, '--rerun', 's1'], says: /--from/ },
  { args: [question, '--edit', 's1=Who?'], says: /--from/ },
  { args: ['--from', 'x.jsonl', '--edit', 's1='], says: /NODE=TEXT/ },
  { args: [question, '--max-calls=-1'], says: /--max-calls takes/ },
  { args: [question, '--max-calls', '1.5'], says: /whole number/ },
  { args: [question, '--max-usd', '1'], says: /--price/ },
  { args: [question, '--max-usd', '1', '--price', '3'], says: /two numbers/ },
  { args: [question, '--pipeline', 'genread'], says: /only "ariadne lab" has\. Choose "self-dc" instead/ },
  { args: ['--resume', join(logs, 'whole.jsonl')], says: /nothing to resume/ },
  { args: ['--from', join(logs, 'whole.jsonl'), '--edit', 's9=Who?'], says: /no node "s9"/ },
  { args: ['--from', join(logs, 'whole.jsonl'), '--edit', '0.4=Who?', '--pipeline', 'sunar-nar'], says: /apply only to the original run/ },
];
for (const { args, says } of refused) {
  test(`refused: ask ${args.join(' ').replaceAll(logs, '')}`, async () => {
    const { code, stderr } = await ask(args);
    assert.deepEqual([code, says.test(stderr)], [2, true], stderr);
  });
}

test('a log that is not there cannot be gone on with', async () => {
  const { code, stderr } = await ask(['--resume', join(logs, 'none.jsonl')]);
  assert.deepEqual([code, /no run log/.test(stderr)], [3, true], stderr);
});
