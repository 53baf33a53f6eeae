/** After all work with a key on the command line, the key is nowhere but in the requests to its server. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCli, type CliResult } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { rerankerFolder } from '../support/models/roleFolders.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';

const key = 'sk-proj-Q7wZ4xK9vT2mB8nR5cY1';
const token = 'hf_QwErTy7uIoP9aSdF3gHjKlZx';

/** An answer for any role, in any mood: it repeats its key, in a reply, in a refusal or in parts. */
async function startEcho(t: TestContext): Promise<{ readonly baseUrl: string; readonly heard: Set<string> }> {
  const heard = new Set<string>();
  let requests = 0;
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? '';
    heard.add(authorization);
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const nth = requests++;
      if (nth === 1) {
        response.writeHead(500, { 'content-type': 'application/json', 'x-request-key': authorization });
        return response.end(JSON.stringify({ error: { message: `Server error for ${authorization} (${key})` } }));
      }
      const text = JSON.stringify({ reasoning: `I was sent ${authorization}`, answer: `Tarnholm ${key}`, citations: [1], abstain: false });
      if (!body.includes('"stream":true')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ choices: [{ message: { content: text }, finish_reason: 'stop' }] }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const content of text.match(/.{1,7}/gs) ?? [])
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      return response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, heard };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Ten characters of a secret are enough to find it again. */
const traces = [key, token].flatMap((secret) => Array.from({ length: secret.length - 11 }, (_, i) => secret.slice(i, i + 12)));

test('no key is in output, logs, index, caches, or the environment of another process', async (t) => {
  const { baseUrl, heard } = await startEcho(t);
  const folder = tempFolder(t);
  writeDocuments(folder, 10);
  writeFile(folder, 'ilse.md', '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm.\n');
  const [storage, cache, seen] = [tempFolder(t), tempFolder(t), tempFolder(t)];
  // Every process that is started says what it finds. The learner needs more documents: test/unit/folder/learnProcess.test.ts.
  const spy = join(tempFolder(t), 'spy.mjs');
  writeFileSync(
    spy,
    `import { writeFileSync } from 'node:fs';
if (process.send) writeFileSync(${JSON.stringify(seen)} + '/' + process.argv[1].split(/[\\\\/]/).at(-1) + '.' + process.pid, JSON.stringify([process.env, process.argv]));`,
  );
  const env = {
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: key,
    HF_TOKEN: token,
    XDG_CACHE_HOME: cache,
    NODE_OPTIONS: `--import=${pathToFileURL(spy).href}`,
  };
  const run = (...args: readonly string[]): Promise<CliResult> => runCli([...args, '--storage', storage], { env });
  const chat = ['--chat', 'openai:echo'];
  const reranker = ['--reranker', `folder:${rerankerFolder(t, 'born', 'tarnholm')}`];
  const outputs = [
    await run('index', folder),
    await run('ask', folder, 'Where was Ilse Brandvik born?', ...chat, ...reranker, '--yes'),
    await run('ask', folder, 'Where was Ilse Brandvik born?', '--pipeline', 'retrieve-read', ...chat, '--json'),
    await run('ask', folder, 'Who?', '--chat', 'openai:echo', '--header', `api-key: ${key}`),
  ];
  assert.deepEqual([...heard], [`Bearer ${key}`]);
  const started = new Set(
    filesIn(seen).map((path) =>
      path
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.\d+$/, ''),
    ),
  );
  assert.deepEqual([...started], ['models.js']);
  assert.ok(
    outputs.slice(0, 3).every(({ code }) => code !== 2),
    JSON.stringify(outputs),
  );

  const places = [
    ...outputs.flatMap(({ stdout, stderr }, i) => [[`output ${i}`, stdout + stderr] as const]),
    ...[storage, cache, seen, folder].flatMap(filesIn).map((path) => [path, readFileSync(path, 'latin1')] as const),
  ];
  const found = places.filter(([, content]) => traces.some((part) => content.includes(part))).map(([place]) => place);
  assert.deepEqual(found, []);
  assert.ok(
    places.some(([path, content]) => path.endsWith('.jsonl') && content.includes('[API key]')),
    'the server repeated the key',
  );
});
