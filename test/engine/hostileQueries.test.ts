/** Queries that look like anything but words, from people and from models, over a real index with passages in and beside its full text. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { completion } from '../../lab/simulation/completion.ts';
import { chatRequest } from '../../lab/simulation/readRequest.ts';
import { PhraseFinder, phrasesOf } from '../../src/language/phrases.ts';
import { replay } from '../../src/run/replay.ts';
import { pipelines } from '../../src/pipelines/registry.ts';
import { type SearchMethod, type SearchResult } from '../../src/protocol/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels, firstStageMethod, type FirstStageMethod } from '../../src/protocol/runSpec.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { root } from '../support/cli.ts';
import { falseCitations, openEngine, type TestEngine } from '../support/engine.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';
import { asking } from '../unit/pipelines/badModels.ts';

const never = new AbortController().signal;
const folder = tempFolder({ after });
const storage = tempFolder({ after });
const chat = createServer();
let engine: TestEngine['engine'];
let phrases: readonly string[] = [];
/** What the model says next. */
let say: ReturnType<typeof asking> = () => '';

before(async () => {
  cpSync(join(root, 'samples', 'docs'), folder, { recursive: true });
  writeFile(folder, 'chinese.md', '# 盐之合唱\n\n导演出生在哪里？他用iPhone拍摄了“盐之合唱”。To be or not to be.\n');
  chat.on('request', (request, response) => {
    void (async () => {
      const body = chatRequest.parse(JSON.parse((await request.toArray()).join('')));
      const schema = body.response_format?.json_schema;
      const text = say(schema ? { schema } : {});
      const choices = Array.from({ length: body.n ?? 1 }, () => ({ text, sureness: 0.9 }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify(completion(body, choices, body.logprobs === true)));
    })();
  });
  chat.listen(0, '127.0.0.1');
  await once(chat, 'listening');
  const address = chat.address();
  ({ engine } = await openEngine(folder, storage, `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`));
  await engine.index(defaultDiscovery, builtinModels, { signal: never });
  writeFile(folder, 'later.md', '# Later\n\nThe tidal power of Nether Coll is not in the full text yet.\n');
  await engine.update(['later.md'], defaultDiscovery, builtinModels, never);
  const results = await engine.search('tidal company barrage letter', { method: 'bm25', k: 60, models: builtinModels, signal: never });
  phrases = results
    .flatMap(({ passage }) => passage.text.match(/\S+\s+\S+(?:\s+\S+)?/gu)?.slice(0, 3) ?? [])
    .filter((text) => !/["“”„«»]/.test(text));
});

after(async () => {
  await engine.close();
  chat.close();
});

function search(query: string, method: SearchMethod, firstStage: FirstStageMethod = 'bm25', k = 5): Promise<readonly SearchResult[]> {
  return engine.search(query, { method, firstStage, k, models: builtinModels, signal: never });
}

const ways: readonly (readonly [SearchMethod, FirstStageMethod])[] = [
  ['bm25', 'bm25'],
  ['dense', 'bm25'],
  ['hybrid', 'bm25'],
  ...firstStageMethod.options.map((firstStage) => ['nar', firstStage] as const),
];

const piece = fc.oneof(
  fc.constantFrom(
    ...'"“”„«»＂\'+-*():^~\\/[]{}?!.,;&|<>=%_#@$`',
    'AND',
    'OR',
    'NOT',
    'TO',
    'indexed:',
    'row:1',
    '_score',
    'tidal',
    'power',
    'the',
  ),
  fc.constantFrom(
    ' ',
    '\n',
    '\t',
    '\0',
    '\u00a0',
    '\u200b',
    '\ud800',
    '\udc00',
    '🎬',
    '👩‍👩‍👧',
    'e\u0301',
    '\u0301',
    '\u202e',
    '合唱',
    'พลัง',
    '\uffff',
  ),
  fc.constantFrom("'; DROP TABLE passages; --", '{"match":{"terms":"x"}}', '$where', '../', '%s', '\\u0000'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const hostile = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

test('any query gives passages, each once and with the phrases that it quotes, or none', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...ways), async (query, [method, firstStage]) => {
      const results = await search(query, method, firstStage);
      const finder = new PhraseFinder(phrasesOf(query));
      assert.equal(new Set(results.map(({ passage }) => passage.id)).size, results.length);
      for (const { passage } of results) assert.ok(finder.areIn(passage.title, ...passage.headings, passage.text), passage.id);
    }),
    { numRuns: 100 },
  );
});

test('words of a passage in quotes, alone or among others: every way to search finds all passages with them', async () => {
  assert.ok(phrases.length > 100);
  const wrapped = fc.constantFrom<(phrase: string) => string>(
    (phrase) => `"${phrase}"`,
    (phrase) => `“${phrase.toUpperCase()}” AND`,
    (phrase) => `what of „${phrase.replaceAll(/\s+/g, '   ')}“?`,
    (phrase) => `"${phrase}" lighthouse "the"`,
  );
  const all = await search('"the"', 'bm25', 'bm25', 1000);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...phrases), wrapped, async (phrase, wrap) => {
      const query = wrap(phrase);
      const finder = new PhraseFinder(phrasesOf(query));
      const expected = all
        .filter(({ passage }) => finder.areIn(passage.title, ...passage.headings, passage.text))
        .map(({ passage }) => passage.id);
      for (const [method, firstStage] of ways) {
        const found = await search(query, method, firstStage, 100);
        const ids = found.map(({ passage }) => passage.id).filter((id) => all.some(({ passage }) => passage.id === id));
        assert.deepEqual(ids.toSorted(), expected.toSorted(), `${method} ${firstStage}: ${query}`);
      }
    }),
    { numRuns: 20 },
  );
});

test('phrases that full text knows no word of are found', async () => {
  for (const [method, firstStage] of ways) {
    const paths = async (query: string): Promise<readonly string[]> =>
      (await search(query, method, firstStage)).map(({ passage }) => passage.path);
    assert.deepEqual(
      [await paths('"to be or not to be"'), await paths('“合唱”'), await paths('"iPhone"'), await paths('"tidal power" "not in the"')],
      [['chinese.md'], ['chinese.md'], ['chinese.md'], ['later.md']],
      `${method} ${firstStage}`,
    );
  }
});

test('very long queries come to an end', async () => {
  const long = [
    'tidal power '.repeat(20_000),
    'a'.repeat(500_000),
    `"${'tidal power '.repeat(20_000)}"`,
    '"a" '.repeat(20_000),
    '“'.repeat(200_000),
    ' '.repeat(500_000),
  ];
  for (const [i, query] of long.entries()) for (const at of [i, i + 3]) await search(query, ...(ways[at % ways.length] ?? assert.fail()));
});

test('without a word there is nothing to find', async () => {
  for (const query of ['', ' ', '?!', '""', '"', '"..."', '🎬', '\0', '\ud800', '+-*():^~\\'])
    for (const [method, firstStage] of ways) assert.deepEqual(await search(query, method, firstStage), [], query);
});

for (const [i, pipeline] of pipelines.entries()) {
  test(`${pipeline.id}: a model that asks in quotes, operators and noise ends no run`, async () => {
    const fixed = ['"Nether Coll"', '"no such words anywhere"', '"', '""', 'row:1 AND "the'];
    const three = [0, 1, 2].map((at) => fixed[(i + at) % fixed.length] ?? '');
    for (const [j, asked] of [...three, ...fc.sample(hostile, { numRuns: 1, seed: i })].entries()) {
      say = asking((nth) => `${asked}${nth > 1 ? ` ${nth}` : ''}`, 3);
      const runId = `${pipeline.id}-${j}`;
      const models = { ...builtinModels, chat: 'openai:hostile' };
      const firstStage = firstStageMethod.options[(i + j) % firstStageMethod.options.length] ?? 'bm25';
      const { log } = await engine.runs.ask(
        { runId, question: `Where is "Nether Coll"? ${asked}`, pipeline: pipeline.id, params: {}, models, firstStage },
        never,
      );
      const events = await readRunLog(log);
      const { status, finished, failure } = fold(events);
      const untrue = falseCitations(folder, fold(events));
      assert.deepEqual(
        { status, finished, failure, untrue },
        { status: 'ok', finished: true, failure: undefined, untrue: [] },
        JSON.stringify(asked),
      );
      assert.equal((await replay(events)).difference, undefined);
    }
  });
}

test('the command line: phrases, phrases that are not there, and nothing to search for', async () => {
  const docs = folder;
  const at = ['--storage', storage];
  const phrase = await runWarmCli(['search', docs, '"tidal power"', ...at]);
  assert.deepEqual([phrase.code, phrase.stderr, /^ {2}1 {2}\S+:\d/.test(phrase.stdout)], [0, '', true], phrase.stdout);
  const asked = await runWarmCli(['ask', docs, '"Nether Coll"', ...at]);
  assert.ok(asked.code === 0 || asked.code === 1, asked.stderr);
  assert.match(asked.stdout, /"Nether Coll" \(\w+, \d+ passages/);
  assert.doesNotMatch(asked.stdout, /No passage contains/);
  const says: readonly (readonly [query: string, says: RegExp])[] = [
    ['"tidal wave power"', /^No passage contains “tidal wave power” word for word\. Remove the quotation marks/],
    ['"tidal power" and "Nether Collins"', /^No passage contains “tidal power” and “Nether Collins” word for word\./],
    ['?!', /^Nothing to search for: the query has no words or numbers\./],
    ['the', /^Nothing to search for: every word of the query is too common or too long\./],
    ['xyzzyplugh', /^No passages match the query\./],
  ];
  for (const [query, expected] of says) {
    // Vectors are near to something whatever the words are.
    const { code, stdout, stderr } = await runWarmCli(['search', docs, query, '--method', 'bm25', ...at]);
    assert.deepEqual([code, stderr], [1, ''], query);
    assert.match(stdout, expected);
  }
  const json = await runWarmCli(['search', docs, '?!', '--json', ...at]);
  assert.deepEqual(JSON.parse(json.stdout), {
    method: 'linked',
    results: [],
    note: 'Nothing to search for: the query has no words or numbers.',
  });
  const missing = await runWarmCli(['ask', docs, 'Who wrote "The Unwritten Tide"?', ...at]);
  assert.match(missing.stdout, /No passage contains “The Unwritten Tide” word for word, so the closest passages were read\./);
});
