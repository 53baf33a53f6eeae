/** The command line on input that is wrong or strange: exit code, one line that helps, and an index that stays usable. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod';
import { indexSummary } from '../../src/protocol/indexStatus.ts';
import { cliFile, root, runCli, type CliResult } from '../support/cli.ts';
import { tempFolder, writeFile, type Ending } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';
import { scriptedServer } from '../unit/models/chat/scriptedServer.ts';
import { noShell } from '../support/windows.ts';

const letters = {
  'ilse.md': '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm in 1920. She directed The Salt Choir.\n',
  'tarnholm.md': '# Tarnholm\n\nTarnholm is a harbor town with a glass museum.\n',
};

async function indexed(
  t: Ending,
  files: Readonly<Record<string, string | Uint8Array>> = letters,
): Promise<{ readonly folder: string; readonly storage: string }> {
  const folder = tempFolder(t, files);
  const storage = tempFolder(t);
  const { code, stderr } = await runWarmCli(['index', folder, '--storage', storage, '--json']);
  assert.equal(code, 0, stderr);
  return { folder, storage };
}

const refused: readonly {
  readonly name: string;
  readonly args: (at: { folder: string; storage: string }) => readonly string[];
  readonly code: number;
  readonly says: RegExp;
}[] = [
  { name: 'no command', args: () => [], code: 2, says: /^Usage:/ },
  { name: 'an unknown command', args: () => ['dance'], code: 2, says: /Unknown command "dance"/ },
  { name: 'an unknown option', args: ({ folder }) => ['ask', folder, 'Who?', '--colour'], code: 2, says: /--colour/ },
  { name: 'too few arguments', args: () => ['ask'], code: 2, says: /<question>/ },
  {
    name: 'an unknown pipeline',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', storage, '--pipeline', 'crystal-ball'],
    code: 2,
    says: /no pipeline "crystal-ball".*sunar-nar/,
  },
  {
    name: 'a parameter that is none',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', storage, '--set', 'speed=9'],
    code: 2,
    says: /Parameter speed of sunar-nar/,
  },
  {
    name: 'a parameter out of range',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', storage, '--set', 'l=0'],
    code: 2,
    says: /Parameter l of sunar-nar/,
  },
  {
    name: 'a parameter of another type',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', storage, '--set', 'mer=perhaps'],
    code: 2,
    says: /Parameter mer/,
  },
  {
    name: 'a setting without a value',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', storage, '--set', 'l'],
    code: 2,
    says: /--set takes name=value/,
  },
  {
    name: 'an unknown chat model',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', storage, '--chat', 'oracle'],
    code: 2,
    says: /no chat model "oracle".*openai:MODEL/,
  },
  {
    name: 'an unknown embedder',
    args: ({ folder, storage }) => ['index', folder, '--storage', storage, '--embedder', 'none/such'],
    code: 2,
    says: /no embedder "none\/such"/,
  },
  {
    name: 'an empty question',
    args: ({ folder, storage }) => ['ask', folder, '  ', '--storage', storage],
    code: 2,
    says: /question is empty/,
  },
  {
    name: 'a port that there is not',
    args: ({ folder, storage }) => ['mcp', folder, '--http', '--port', '80000', '--storage', storage],
    code: 2,
    says: /^--port takes a whole number from 1 to 65535, not "80000"\.$/m,
  },
  {
    name: 'an empty question on standard input',
    args: ({ folder, storage }) => ['ask', folder, '-', '--storage', storage],
    code: 2,
    says: /question is empty/,
  },
  ...(process.platform === 'linux'
    ? [
        {
          name: 'a question that is too long for the command line',
          args: ({ folder, storage }: { folder: string; storage: string }) => ['ask', folder, '塩'.repeat(7_000), '--storage', storage],
          code: 2,
          says: /at most 8000\. Give "-" as the question/,
        },
      ]
    : []),
  {
    name: 'a reranker for a search that does not rerank',
    args: ({ folder, storage }) => ['search', folder, 'x', '--storage', storage, '--reranker', 'hf:nobody/none'],
    code: 2,
    says: /--reranker has no effect\. Only --method nar reranks/,
  },
  {
    name: 'a time limit for servers where there is none',
    args: ({ folder, storage }) => ['search', folder, 'x', '--storage', storage, '--timeout', '5'],
    code: 2,
    says: /--timeout has no effect\. No model at a server/,
  },
  {
    name: 'a search method that is none',
    args: ({ folder, storage }) => ['search', folder, 'x', '--storage', storage, '--method', 'magic'],
    code: 2,
    says: /--method is one of/,
  },
  {
    name: 'a count that is none',
    args: ({ folder, storage }) => ['search', folder, 'x', '--storage', storage, '--k', '0'],
    code: 2,
    says: /--k takes a whole number/,
  },
  {
    name: 'a missing folder',
    args: ({ folder, storage }) => ['index', join(folder, 'no'), '--storage', storage],
    code: 3,
    says: /Folder .* does not exist\. Check the path/,
  },
  {
    name: 'a file instead of a folder',
    args: ({ folder, storage }) => ['index', join(folder, 'ilse.md'), '--storage', storage],
    code: 3,
    says: /is a file\. Give the folder/,
  },
  {
    name: 'a storage that cannot be',
    args: ({ folder }) => ['index', folder, '--storage', join(folder, 'ilse.md', 'x')],
    code: 3,
    says: /a file is where a folder should be.*Choose another location with --storage DIR/,
  },
  {
    name: 'asking before indexing',
    args: ({ folder, storage }) => ['ask', folder, 'Who?', '--storage', join(storage, 'empty')],
    code: 3,
    says: /has no index yet. Create it with "ariadne index FOLDER"/,
  },
  {
    name: 'searching before indexing',
    args: ({ folder, storage }) => ['search', folder, 'x', '--storage', join(storage, 'empty2')],
    code: 3,
    says: /has no index yet. Create it with "ariadne index FOLDER"/,
  },
  { name: 'a run log that is not there', args: ({ folder }) => ['replay', join(folder, 'no.jsonl')], code: 3, says: /no run log at/ },
  { name: 'exporting as nothing', args: ({ folder }) => ['export', join(folder, 'no.jsonl')], code: 2, says: /--as markdown/ },
  { name: 'a run log that is something else', args: ({ folder }) => ['replay', join(folder, 'ilse.md')], code: 3, says: /not a run log/ },
];

const asked = { folder: tempFolder({ after }, letters), storage: tempFolder({ after }) };
before(async () => {
  const { code, stderr } = await runWarmCli(['index', asked.folder, '--storage', asked.storage, '--json']);
  assert.equal(code, 0, stderr);
});

for (const { name, args, code, says } of refused) {
  test(`${name}: exit code ${code}, and a line that helps`, async () => {
    const result = await runWarmCli([...args(asked), ...(args(asked).length > 1 ? ['--json'] : [])]);
    const lines = result.stderr
      .trimEnd()
      .split('\n')
      .filter((line) => !/^Looking for|^Reading /.test(line));
    assert.equal(result.code, code, result.stderr);
    assert.match(lines[0] ?? '', says);
    assert.doesNotMatch(result.stderr, /\n\s+at /, 'no stack');
    if (code === 3) assert.equal(lines.length, 1, result.stderr);
    assert.equal(result.stdout, '');
  });
}

test('the version is that of package.json', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  assert.deepEqual(await runWarmCli(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('a refused question leaves no log: the same --log can be used again', async (t) => {
  const log = join(tempFolder(t), 'run.jsonl');
  const args = ['ask', asked.folder, 'Where was Ilse Brandvik born?', '--storage', asked.storage, '--log', log, '--json'];
  assert.equal((await runWarmCli([...args, '--chat', 'oracle'])).code, 2);
  assert.equal((await runWarmCli(args)).code, 0);
  const again = await runWarmCli(args);
  assert.equal(again.code, 3);
  assert.match(again.stderr, /a file with that name already exists/);
});

const summary = z.object({
  documents: z.number(),
  passages: z.number(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
});

test('a folder without documents is indexed to nothing, says so, and asking says what to do', async (t) => {
  const folder = tempFolder(t, { 'photo.bin': 'x' });
  const storage = tempFolder(t);
  const { code, stdout } = await runWarmCli(['index', folder, '--storage', storage]);
  assert.deepEqual({ code, says: stdout.includes('has no documents that Ariadne can read') }, { code: 0, says: true });
  const ask = await runWarmCli(['ask', folder, 'Who?', '--storage', storage]);
  assert.equal(ask.code, 3);
  assert.match(ask.stderr, /has no documents that Ariadne can read/);
});

test('files that cannot be read are named with the reason; the others are indexed', async (t) => {
  const folder = tempFolder(t, {
    ...letters,
    'binary.md': Uint8Array.from({ length: 4096 }, (_, i) => (i * 37) % 256),
    'unclear.txt': Uint8Array.from([...Buffer.from('Text with '), 0x81, 0x8d, 0x8f, 0x90, 0x9d, ...Buffer.from(' in it.')]),
    'broken.ipynb': '{"cells": [',
    'list.ipynb': '[1, 2, 3]',
    'blank.md': ' \n',
    'empty.md': '',
    '.env': 'KEY=secret',
  });
  symlinkSync(join(folder, 'gone.md'), join(folder, 'dangling.md'));
  symlinkSync(process.execPath, join(folder, 'outside.txt'));
  symlinkSync('loop.md', join(folder, 'loop.md'));
  mkdirSync(join(folder, 'folder.md'));
  const storage = tempFolder(t);
  const { code, stdout, stderr } = await runWarmCli(['index', folder, '--storage', storage, '--json']);
  assert.equal(code, 0, stderr);
  const { documents, skipped } = summary.parse(JSON.parse(stdout));
  const reasons = Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]));
  assert.deepEqual(
    { documents, skipped: Object.keys(reasons).sort() },
    {
      documents: 2,
      skipped: ['.env', 'binary.md', 'blank.md', 'broken.ipynb', 'dangling.md', 'list.ipynb', 'loop.md', 'outside.txt', 'unclear.txt'],
    },
  );
  assert.match(reasons['binary.md'] ?? '', /binary/);
  assert.match(reasons['unclear.txt'] ?? '', /UTF-8/);
  assert.match(reasons['broken.ipynb'] ?? '', /notebook/i);
  const found = await runWarmCli(['search', folder, 'glass museum', '--storage', storage, '--json']);
  assert.equal(found.code, 0, found.stderr);
});

test('once there is enough to learn from, the embedder learns; scripts read that as adapted', async (t) => {
  const notes = Array.from({ length: 200 }, (_, i) => [`${i}.md`, `# Note ${i}\n\nVillage ${i} has ${i % 7} boats and a bell.\n`] as const);
  const folder = tempFolder(t, Object.fromEntries(notes));
  const { code, stdout, stderr } = await runWarmCli(['index', folder, '--storage', tempFolder(t), '--json']);
  assert.equal(code, 0, stderr);
  const { adaptation, graph } = z
    .object({ adaptation: z.object({ outcome: z.string(), embedder: z.string() }), graph: indexSummary.shape.graph })
    .parse(JSON.parse(stdout));
  assert.deepEqual([adaptation.outcome, /^builtin-adapted-/.test(adaptation.embedder)], ['adapted', true]);
  assert.equal(graph.edges, 200 * graph.k, 'of the vectors that were learned');
});

test('a text file of 200 MB is left out by its size at once', async (t) => {
  const folder = tempFolder(t, letters);
  writeFile(folder, 'huge.txt', 'begins like a text\n');
  truncateSync(join(folder, 'huge.txt'), 200 * 1024 * 1024);
  const storage = tempFolder(t);
  // Not even the file itself would fit.
  const { code, stdout, stderr } = await runCli(['index', folder, '--storage', storage, '--json'], {
    env: { NODE_OPTIONS: '--max-old-space-size=150' },
  });
  assert.equal(code, 0, stderr);
  const { documents, skipped } = summary.parse(JSON.parse(stdout));
  assert.deepEqual(
    { documents, skipped },
    { documents: 2, skipped: [{ path: 'huge.txt', reason: 'has 209.7 MB, more than the limit of 21.0 MB; split it or raise the limit' }] },
  );
});

test('file names with quotes, spaces, emoji and line breaks are indexed, found and cited as they are', async (t) => {
  const name = 'it\'s a "strange"\n näme \u{1F600} %20#.md';
  const { folder, storage } = await indexed(t, { [name]: letters['ilse.md'], 'tarnholm.md': letters['tarnholm.md'] });
  const { code, stdout, stderr } = await runWarmCli(['ask', folder, 'Where was Ilse Brandvik born?', '--storage', storage, '--json']);
  assert.equal(code, 0, stderr);
  const trace = z.object({ answer: z.string(), citations: z.array(z.object({ path: z.string() })) }).parse(JSON.parse(stdout));
  assert.deepEqual({ answer: trace.answer, cited: trace.citations[0]?.path }, { answer: 'Tarnholm', cited: name });
});

test('control characters of documents do not reach the terminal', async (t) => {
  const { folder, storage } = await indexed(t, { 'a.md': '# Bell\n\nThe bell \u001b[31mrings\u001b[0m \u0007in Tarnholm.\n' });
  const { stdout } = await runWarmCli(['search', folder, 'bell', '--storage', storage]);
  assert.ok(stdout.includes('rings') && !/[\u001b\u0007]/.test(stdout), JSON.stringify(stdout));
});

test('what is piped elsewhere may be cut short without a stack', { skip: noShell }, async () => {
  const { spawnSync } = await import('node:child_process');
  const { stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${cliFile}" pipelines | head -c 10`], { encoding: 'utf8' });
  assert.doesNotMatch(stderr, /\n\s+at /);
});

test('no file in the folder decides where anything is sent, or which model answers, also from within the folder', async (t) => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    'ariadne.openai.baseUrl': `${elsewhere}/v1`,
    'ariadne.hub.baseUrl': elsewhere,
    'ariadne.chat.model': 'openai:theirs',
    'ariadne.embedder.model': 'hf:their/model',
  };
  const ran = join(tempFolder(t), 'ran');
  const folder = tempFolder(t, {
    ...letters,
    '.vscode/settings.json': JSON.stringify(settings),
    '.env': `OPENAI_BASE_URL=${elsewhere}/v1\nHF_ENDPOINT=${elsewhere}\nHTTP_PROXY=${elsewhere}\nNODE_OPTIONS=--require=./theirs.cjs\n`,
    '.npmrc': `proxy=${elsewhere}`,
    'package.json': JSON.stringify({ type: 'commonjs', ariadne: settings }),
    'theirs.cjs': `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`,
  });
  const mine = await scriptedServer(t, () => ({ status: 401, body: '' }));
  const run = (...args: readonly string[]): Promise<CliResult> =>
    runCli([...args, '--storage', storage], { cwd: folder, env: { OPENAI_BASE_URL: mine.baseUrl } });
  const storage = tempFolder(t);
  const { stdout } = await run('index', '.');
  assert.doesNotMatch(stdout, /embedded with/);
  const { stderr } = await run('ask', '.', 'Where was Ilse Brandvik born?', '--chat', 'openai:mine');
  assert.match(stderr, /key/);
  assert.deepEqual([mine.bodies.map(({ model }) => model), heard, existsSync(ran)], [['mine'], [], false]);
});

test('an older Node is named in one line', async (t) => {
  // What it lacks of a module of Node would be an error before any line runs.
  assert.doesNotMatch(readFileSync(cliFile, 'utf8'), /import\s*\{[^}]*\}\s*from\s*"node:module"/);
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });";
  const folder = tempFolder(t, { 'older.cjs': older });
  const { code, stderr } = await runCli(['pipelines'], { env: { NODE_OPTIONS: `--require=${join(folder, 'older.cjs')}` } });
  assert.deepEqual([code, stderr], [3, 'Ariadne needs Node 22.18 or newer; this is 20.19.0. Install a newer one from nodejs.org.\n']);
});
