import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { delay } from '../../../src/base/abort.ts';
import { AriadneError, isAriadneError } from '../../../src/base/errors.ts';
import { fold } from '../../../src/trace/fold.ts';
import { lockOf } from '../../../src/trace/logLock.ts';
import { listRunLogs, readRunLog, RunLog } from '../../../src/trace/runLog.ts';
import { RunRecorder } from '../../../src/trace/runRecorder.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { finishedRun, goldenLog } from '../../support/finishedRun.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const lines = readFileSync(goldenLog, 'utf8').trimEnd().split('\n');
const text = (some: readonly string[]): string => some.map((line) => `${line}\n`).join('');

test('what was written is what is read, and folds to the same trace', async (t) => {
  const log = new RunLog(join(tempFolder(t), 'new', 'run.jsonl'));
  for (const event of finishedRun) log.append(event);
  log.close();
  const events = await readRunLog(log.file);
  assert.deepEqual(events, finishedRun);
  assert.deepEqual(fold(events), fold(finishedRun));
});

const damages: readonly { readonly name: string; readonly content: string | Buffer; readonly events?: number; readonly says?: RegExp }[] = [
  { name: 'a whole log', content: text(lines), events: lines.length },
  { name: 'a last line without its line break', content: text(lines).trimEnd(), events: lines.length },
  { name: 'a last line cut short', content: text(lines).slice(0, -30), events: lines.length - 1 },
  {
    name: 'a last line cut inside a character',
    content: Buffer.concat([Buffer.from(text(lines.slice(0, 3))), Buffer.from('{"n":3,"x":"é').subarray(0, -1)]),
    events: 3,
  },
  { name: 'blocks of zeros after a power cut', content: `${text(lines.slice(0, 3))}${'\0'.repeat(50)}`, events: 3 },
  {
    name: 'a damaged middle line',
    content: text(lines.map((line, i) => (i === 4 ? line.slice(0, 20) : line))),
    says: /line 5 cannot be read/,
  },
  { name: 'a missing middle line', content: text(lines.filter((_, i) => i !== 4)), says: /line 5 cannot be read/ },
  {
    name: 'an unknown kind of event',
    content: text(lines.map((line, i) => (i === 2 ? line.replace('"kind":"', '"kind":"un') : line))),
    says: /line 3 cannot be read/,
  },
  { name: 'a missing beginning', content: text(lines.slice(1)), says: /line 1 cannot be read/ },
  { name: 'nothing', content: '', says: /does not start with a run/ },
  { name: 'another file', content: '# Notes\n', says: /not a run log/ },
  { name: 'another file of one line', content: '# Notes', says: /not a run log/ },
];

for (const { name, content, events, says } of damages) {
  test(`a log with ${name} ${events === undefined ? 'is refused' : 'is read'}`, async (t) => {
    const file = join(tempFolder(t, { 'run.jsonl': content }), 'run.jsonl');
    if (says)
      await assert.rejects(
        readRunLog(file),
        (error) => isAriadneError(error, 'log-damaged') && says.test(error.message) && error.message.includes(file),
      );
    else assert.equal((await readRunLog(file)).length, events);
  });
}

test('a log that is not there says so', async (t) => {
  await assert.rejects(readRunLog(join(tempFolder(t), 'no.jsonl')), (error) => isAriadneError(error, 'log-missing'));
});

test('a log is never written over', (t) => {
  const folder = tempFolder(t, { 'run.jsonl': 'precious' });
  assert.throws(
    () => new RunLog(join(folder, 'run.jsonl')),
    (error) => isAriadneError(error, 'log-unwritable') && /already exists/.test(error.message),
  );
  assert.equal(readFileSync(join(folder, 'run.jsonl'), 'utf8'), 'precious');
});

test('cut at any byte, a log is gone on with after its last whole event', async (t) => {
  const some = lines.slice(0, 3);
  const whole = Buffer.from(text(some));
  const next: RunEvent = { n: 0, at: 9, kind: 'flagged', flag: 'ü' };
  const folder = tempFolder(t);
  for (let size = Buffer.byteLength(lines[0] ?? ''); size <= whole.length; size++) {
    const file = join(folder, `${size}.jsonl`);
    writeFileSync(file, whole.subarray(0, size));
    const { log, events } = await RunLog.reopen(file);
    assert.deepEqual(events, await readRunLog(file), `${size} bytes`);
    log.append({ ...next, n: events.length });
    log.close();
    assert.deepEqual(await readRunLog(file), [...events, { ...next, n: events.length }], `${size} bytes`);
  }
});

test('what cannot be gone on with is left as it is', async (t) => {
  const damaged = text(lines.map((line, i) => (i === 4 ? line.slice(0, 20) : line)));
  const folder = tempFolder(t, { 'damaged.jsonl': damaged });
  await assert.rejects(RunLog.reopen(join(folder, 'damaged.jsonl')), (error) => isAriadneError(error, 'log-damaged'));
  await assert.rejects(RunLog.reopen(join(folder, 'none.jsonl')), (error) => isAriadneError(error, 'log-missing'));
  assert.equal(readFileSync(join(folder, 'damaged.jsonl'), 'utf8'), damaged);
  assert.deepEqual(readdirSync(folder), ['damaged.jsonl']);
});

test('a log that another process writes is not gone on with; one that was killed does not count', async (t) => {
  const file = join(tempFolder(t, { 'run.jsonl': text(lines.slice(0, 3)) }), 'run.jsonl');
  writeFileSync(lockOf(file), `${process.ppid}`);
  await assert.rejects(
    RunLog.reopen(file),
    (error) => isAriadneError(error, 'run-running') && error.message.includes(`${process.ppid}`) && error.message.includes(lockOf(file)),
  );
  const { pid, status } = spawnSync(process.execPath, ['--version']);
  assert.equal(status, 0);
  for (const owner of [pid, -1, 0, 1.5, 2 ** 31, 1e300, 'NaN', '']) {
    writeFileSync(lockOf(file), `${owner}`);
    const { log } = await RunLog.reopen(file);
    log.close();
    log.close();
    assert.deepEqual(existsSync(lockOf(file)), false, `${owner}`);
  }
});

test('logs are listed newest first by name; a folder that is not there has none', async (t) => {
  const folder = tempFolder(t, { 'b.jsonl': '', 'a.jsonl': '', 'c.txt': '' });
  assert.deepEqual(await listRunLogs(folder), [join(folder, 'b.jsonl'), join(folder, 'a.jsonl')]);
  assert.deepEqual(await listRunLogs(join(folder, 'none')), []);
});

test('what was paid for is in the log at once, what follows from it soon after, or when asked', async (t) => {
  const log = new RunLog(join(tempFolder(t), 'run.jsonl'));
  const written = (): number => readFileSync(log.file, 'utf8').split('\n').length - 1;
  const begun = finishedRun[0]!;
  const derived: RunEvent = { n: 1, at: 1, kind: 'flagged', flag: 'derived' };
  const paid: RunEvent = { n: 2, at: 2, kind: 'recorded', key: 'k', of: 'chat', value: 'said' };
  const afterEach: number[] = [];
  for (const event of [begun, derived, derived, paid, derived]) {
    log.append(event);
    afterEach.push(written());
  }
  assert.deepEqual(afterEach, [1, 1, 1, 4, 4]);
  log.flush();
  assert.equal(written(), 5);
  log.append(derived);
  assert.equal(written(), 5);
  while (written() < 6) await delay(10);
  // Before its folder is deleted, as Windows wants it.
  log.close();
});

test(
  'when the disk is full, the next event says so, and what was written can be gone on with',
  { skip: process.platform === 'win32' && 'the size of files cannot be limited here' },
  async (t) => {
    const file = join(tempFolder(t), 'run.jsonl');
    const program = `
      import { RunLog } from './src/trace/runLog.ts';
      import { finishedRun } from './test/support/finishedRun.ts';
      const log = new RunLog(process.env.LOG);
      let told = 0;
      try {
        for (const event of finishedRun) {
          log.append(event);
          told++;
          log.flush();
        }
      } catch (error) {
        console.log(JSON.stringify({ told, code: error.code, message: error.message }));
      }
      log.close();`;
    const node = `"${process.execPath}" --input-type=module-typescript -e "$PROGRAM"`;
    const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -f 4; ${node}`], {
      cwd: join(import.meta.dirname, '..', '..', '..'),
      env: { ...process.env, LOG: file, PROGRAM: program },
      encoding: 'utf8',
    });
    const { told, code, message } = JSON.parse(stdout || JSON.stringify(stderr)) as { told: number; code: string; message: string };
    assert.equal(code, 'log-unwritable');
    assert.match(message, /Check that the disk is not full/);
    const { log, events } = await RunLog.reopen(file);
    t.after(() => log.close());
    assert.ok(events.length > 0 && told - events.length <= 1, `${told} told, ${events.length} written`);
    assert.deepEqual(events, finishedRun.slice(0, events.length));
    for (const event of finishedRun.slice(events.length)) log.append(event);
    log.flush();
    assert.deepEqual(await readRunLog(file), finishedRun);
  },
);

function recorded(): { readonly recorder: RunRecorder; readonly events: RunEvent[] } {
  const events: RunEvent[] = [];
  return { recorder: new RunRecorder((event) => events.push(event)), events };
}

test('events are numbered from 0 without gaps, also when told at the same time, and timed in order', async () => {
  const { recorder, events } = recorded();
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      recorder.emit({ kind: 'flagged', flag: `a${i}` });
      await recorder.remember('search', i, async () => i);
      recorder.emit({ kind: 'flagged', flag: `b${i}` });
    }),
  );
  assert.deepEqual(
    events.map(({ n }) => n),
    [...events.keys()],
  );
  assert.ok(events.every(({ at }, i) => at >= (events[i - 1]?.at ?? 0)));
  assert.deepEqual(recorder.trace.flags.length, 40);
});

test('results and expected failures are remembered under what was asked; a cancellation and a bug are not', async () => {
  const { recorder, events } = recorded();
  const outcomes = [
    async () => 'found',
    async () => Promise.reject(new AriadneError('chat-timeout', 'It took too long.')),
    async () => Promise.reject(new DOMException('Cancelled.', 'AbortError')),
    async () => Promise.reject(new TypeError('bug')),
  ];
  const ends = await Promise.allSettled(outcomes.map((outcome, i) => recorder.remember('search', { i }, outcome)));
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'rejected'],
  );
  const kept = events.map((event) => (event.kind === 'recorded' ? { of: event.of, value: event.value, error: event.error } : event.kind));
  assert.deepEqual(kept, [
    { of: 'search', value: 'found', error: undefined },
    { of: 'search', value: undefined, error: { code: 'chat-timeout', message: 'It took too long.' } },
  ]);
  assert.equal(new Set(events.map((event) => event.kind === 'recorded' && event.key)).size, 2);
});
