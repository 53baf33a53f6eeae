/** An index in object storage: one process writes it, others read it; a writer that is killed midway is followed by the next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { indexSummary } from '../../src/protocol/indexStatus.ts';
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { startObjectStorage } from '../support/objectStorageServer.ts';
import { tempFolder, type Ending } from '../support/tempFolder.ts';

const found = z.object({ results: z.array(z.object({ path: z.string(), startLine: z.number(), text: z.string() })) });

/** A folder of documents, a bucket, and how commands run on them; each process keeps what is its own (run logs) in a folder of its own. */
async function setUp(t: Ending) {
  const server = await startObjectStorage(t);
  const folder = tempFolder(t);
  const storage = 's3://bucket/team/index';
  const run = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    runCli([...args, '--storage', storage, '--json'], {
      ...options,
      env: { ...server.env, XDG_CACHE_HOME: tempFolder(t), LOCALAPPDATA: tempFolder(t), ...options.env },
    });
  const index = async (options: CliOptions = {}) => {
    const { code, stdout, stderr } = await run(['index', folder], options);
    assert.equal(code, 0, stderr);
    return indexSummary.omit({ skipped: true }).parse(JSON.parse(stdout));
  };
  const search = async (query: string, method = 'bm25') => {
    const { code, stdout, stderr } = await run(['search', folder, query, '--method', method, '--k', '3']);
    assert.equal(code, 0, stderr);
    return found.parse(JSON.parse(stdout)).results;
  };
  return { server, folder, storage, run, index, search };
}

test('a bucket holds the whole index: another process answers from it, also with keys that may only read', async (t) => {
  const { server, folder, run, index, search } = await setUp(t);
  writeDocuments(folder, 30);
  const summary = await index();
  assert.deepEqual([summary.documents, summary.passages, summary.embedded], [30, 60, 60]);
  server.takeRequests();
  server.setReadOnly(true);
  const [byWords, byNeighbors] = [await search('tide gauge of place 7'), await search('tide gauge of place 7', 'nar')];
  assert.deepEqual([byWords.length, byNeighbors.length], [3, 3]);
  assert.deepEqual(
    server.takeRequests().filter((request) => !/^(?:GET|HEAD) /.test(request)),
    [],
    'a reader wrote',
  );
  // Nothing is new: the pass finds that out by reading.
  assert.equal((await index()).reused, 60);
  writeDocuments(folder, 30, 1, 29);
  const { code, stderr } = await run(['index', folder]);
  assert.equal(code, 3);
  assert.match(stderr, /^Looking for documents…\nThe keys in the environment do not permit this in s3:\/\/bucket\/team\/index\..*\n$/);
});

test('a writer that is killed midway, wherever that is, is followed by another, which goes on from what was stored', async (t) => {
  const { server, folder, index, search } = await setUp(t);
  writeDocuments(folder, 30);
  const before = server.keys().length;
  // The first puts make the lease and the first tables; a whole pass takes about sixty.
  for (const puts of [1, 7, 20, 42]) {
    const { code, stderr } = await runKilled(puts);
    assert.ok(code === null || code === 0, `killed after ${puts} puts: ${stderr}`);
  }
  assert.ok(server.keys().length > before);
  const { documents, passages } = await index();
  assert.deepEqual([documents, passages], [30, 60]);
  assert.equal((await search('lighthouse person', 'nar')).length, 3);
  assert.equal((await index()).embedded, 0);

  async function runKilled(puts: number): Promise<CliResult> {
    return runCli(['index', folder, '--storage', 's3://bucket/team/index'], {
      env: { ...server.env, XDG_CACHE_HOME: tempFolder(t), LOCALAPPDATA: tempFolder(t) },
      kill: server.whenPut(puts),
    });
  }
});

test('while one process indexes into a bucket another waits for it, and says for whom', async (t) => {
  const { server, folder, run, index } = await setUp(t);
  writeDocuments(folder, 5);
  await index();
  writeDocuments(folder, 40, 1);
  const held = server.holdPut(/passages\.lance\/data\//);
  const first = run(['index', folder]);
  await held.arrived;
  const onStderr = (text: string): void => {
    if (/^Waiting for process \d+ on \S+, which is indexing…$/m.test(text)) held.release();
  };
  for (const { code, stderr } of await Promise.all([first, run(['index', folder], { onStderr })])) assert.equal(code, 0, stderr);
  assert.equal((await index()).reused, 80);
});

const wrong: readonly {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly says: RegExp;
  readonly code: number;
}[] = [
  {
    name: 'wrong keys',
    env: { AWS_ACCESS_KEY_ID: 'wrong' },
    says: /^s3:\/\/bucket\/team\/index refuses the keys in the environment/,
    code: 3,
  },
  { name: 'no server', env: { AWS_ENDPOINT: 'http://127.0.0.1:9' }, says: /^s3:\/\/bucket\/team\/index does not answer\./, code: 3 },
  {
    name: 'an unencrypted server elsewhere',
    env: { AWS_ENDPOINT: 'http://storage.test' },
    says: /^AWS_ENDPOINT is http:\/\/storage\.test/,
    code: 2,
  },
];
for (const { name, env, says, code: expected } of wrong) {
  test(`${name}: one sentence says what is wrong`, async (t) => {
    const { folder, run } = await setUp(t);
    const { code, stderr } = await run(['search', folder, 'anything'], { env });
    assert.match(stderr, says);
    assert.deepEqual([code, stderr.trimEnd().split('\n').length], [expected, 1], stderr);
  });
}
