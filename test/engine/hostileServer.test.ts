/**
 * Every pipeline against a chat server that means harm: whatever it sends, the run ends, its log can be read, replayed and gone on with,
 * cites nothing that is not there, and does not hold the key. ARIADNE_HOSTILE_RUNS makes more runs.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { HostDoor, responseOf } from '../../src/door/hostDoor.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { Engine } from '../../src/engine/engine.ts';
import { replay } from '../../src/run/replay.ts';
import { canResume } from '../../src/run/resume.ts';
import { parseParameters, pipelineById, pipelines } from '../../src/pipelines/registry.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { attackNames, attacks, honest } from '../support/attacks.ts';
import { root } from '../support/cli.ts';
import { falseCitations } from '../support/engine.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import { engineFiles } from '../support/kernel.ts';
import { samplesIndex } from '../support/samplesIndex.ts';

const runs = Number(process.env['ARIADNE_HOSTILE_RUNS'] ?? attackNames.length);
const key = 'sk-live-0a1B2c3D4e5F/6g7H+8i9J0kLmNoPqRs';
const maxReplyBytes = 2_000_000;
const samples = join(root, 'samples');
const docs = join(samples, 'docs');
const storage = await samplesIndex({ after });
const models = { ...builtinModels, chat: 'openai:hostile' };
const never = new AbortController().signal;
const said: string[] = [];
const door = new HostDoor({ fetch: globalThis.fetch, refusal: () => undefined, getKey: () => Promise.resolve(key), maxReplyBytes });
let server: HostileServer;
let engine: Engine;

before(async () => {
  server = await startHostileServer(samples);
  engine = await Engine.open(
    { folder: docs, storage },
    {
      logger: { log: (level, tag, message) => said.push(`${level} ${tag} ${message}`) },
      fetch: async (url, init, purpose) => {
        const headers = Object.fromEntries(new Headers(init.headers));
        const body = typeof init.body === 'string' ? { body: init.body } : {};
        const reply = await door.fetch({ id: '', url, method: init.method ?? 'GET', headers, ...body, purpose }, init.signal ?? undefined);
        return responseOf(reply.head, Readable.toWeb(Readable.from(reply.body)) as ReadableStream<Uint8Array>);
      },
      chatBaseUrl: () => server.baseUrl,
      chatTimeoutMs: 600,
      onIndexProgress: () => undefined,
      onRunEvent: (_, event) => said.push(JSON.stringify(event)),
      files: engineFiles(),
    },
  );
});
after(async () => {
  server.close();
  await engine.close();
});

const questions = readFileSync(join(samples, 'questions.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => String((JSON.parse(line) as { question: unknown }).question));

/** What a reader of the log finds of the key, in whatever form; written without a thought of how it is hidden. */
function traceOfKey(text: string): string | undefined {
  const decoded = text
    .replaceAll(/\\+u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)));
  const found = [text, decoded].map((one) => one.toLowerCase().replaceAll(/\\+n|\\+r|[\s\\]/g, ''));
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from('\0'.repeat(shift) + key)
      .toString('base64')
      .slice(4, -4),
  );
  const forms = [key, Buffer.from(key).toString('hex'), ...base64, ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
  return forms
    .flatMap((form) => Array.from({ length: form.length - 11 }, (_, i) => form.slice(i, i + 12).toLowerCase()))
    .find((part) => found.some((one) => one.includes(part)));
}

async function assertSound(log: string, what: string): Promise<readonly RunEvent[]> {
  assert.equal(traceOfKey(readFileSync(log, 'utf8')), undefined, `${what}: the key is in the log`);
  const events = await readRunLog(log);
  const trace = fold(events);
  assert.ok(trace.finished, what);
  assert.notEqual(trace.stopReason, 'bug', `${what}: ${trace.failure}`);
  assert.deepEqual(falseCitations(docs, trace), [], what);
  assert.equal((await replay(events)).difference, undefined, what);
  return events;
}

for (let run = 0; run < runs; run++) {
  const name = attackNames[run % attackNames.length] ?? 'pollutes';
  const pipeline = pipelines[(run * 7) % pipelines.length] ?? pipelineById('sunar');
  test(`${pipeline.id}, the server ${name} (${run})`, async () => {
    const random = seededRandom(run);
    // One request is attacked, at the beginning or after some others; of the rest all, some or few.
    const chance = [1, 0.3, 0.1][Math.floor(random() * 3)] ?? 1;
    const first = Math.floor(random() * Math.min(4, pipeline.bound(parseParameters(pipeline, {})).llmCalls));
    const begin = server.count;
    server.random = random;
    server.attack = (nth) => (nth - begin === first || (nth - begin > first && random() < chance) ? attacks[name] : honest);
    const [requests, bytes] = [door.ledger.length, door.totals.bytesReceived];
    const question = questions[run % questions.length] ?? '';
    const { log } = await engine.runs.ask({ runId: `hostile-${run}`, question, pipeline: pipeline.id, params: {}, models }, never);
    const events = await assertSound(log, name);
    const asked = server.count - begin;
    assert.ok(asked > 0);
    assert.ok(door.totals.bytesReceived - bytes <= asked * (maxReplyBytes + 100_000), `${requests} requests`);

    if (!canResume(events)) return;
    server.attack = () => honest;
    await engine.runs.resume({ run: { log } }, never);
    await assertSound(log, `${name}, gone on with`);
  });
}

test('the key is in no file, no message and no line of the ledger, and nobody else was asked', () => {
  const files = readdirSync(storage, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /json/.test(entry.name));
  const texts = [...files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')), ...said, JSON.stringify(door.ledger)];
  assert.deepEqual([texts.find((text) => traceOfKey(text) !== undefined), server.strays], [undefined, []]);
});
