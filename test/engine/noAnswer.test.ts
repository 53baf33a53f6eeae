/** What `ask` says of a question without an answer, and of one with: on the real command line. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod';
import { tempFolder } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

const storage = tempFolder({ after });
const docs = tempFolder({ after });
const documents: Readonly<Record<string, string>> = {
  'people/holm.md': '# Ada Holm\n\nAda Holm was a lighthouse keeper.\n\nShe kept the light of Orrin Ness until she retired in 1911.\n',
  'sites/ness.md': '# Orrin Ness\n\nOrrin Ness is a headland. Its lighthouse was designed by Bertil Krog.\n',
  'people/krog.md': '# Bertil Krog\n\nBertil Krog was an engineer. He was born in Saltvik.\n',
};

before(async () => {
  for (const [path, text] of Object.entries(documents)) {
    mkdirSync(join(docs, path, '..'), { recursive: true });
    writeFileSync(join(docs, path), text);
  }
  const { code, stderr } = await runWarmCli(['index', docs, '--storage', storage, '--no-adapt']);
  assert.equal(code, 0, stderr);
});

const salary = 'What was the salary of Ada Holm?';
const ask = (question: string, ...options: readonly string[]) => runWarmCli(['ask', docs, question, '--storage', storage, ...options]);

test('no answer: what the documents say at their lines, what to try, and the exit code of a negative finding', async () => {
  const { code, stdout } = await ask(salary, '--pipeline', 'retrieve-read');
  assert.equal(code, 1);
  assert.match(stdout, /^From your documents:\n {2}Ada Holm\n {2}\[1\] people\/holm\.md:3 {2}“Ada Holm was a lighthouse keeper\.”\n/m);
  assert.match(
    stdout,
    /^No short answer was found\.\nTry --pipeline sunar-nar \(it splits the question.*\), or a language model with --chat openai:MODEL or --chat hf:\S+ \(\d+ MB once, runs on this computer\), or other words\.$/m,
  );
});

const outcome = z.object({
  answer: z.string().nullable(),
  confirmed: z.boolean(),
  unconfirmed: z.string().optional(),
  bestPassages: z.array(z.object({ path: z.string(), startLine: z.number(), endLine: z.number(), quote: z.string() })).optional(),
});

test('as JSON: the passages without an answer, and whether an answer is confirmed', async () => {
  const [none, one] = await Promise.all([ask(salary, '--json'), ask('Where was Bertil Krog born?', '--json')]);
  const { answer, confirmed, bestPassages = [] } = outcome.parse(JSON.parse(none.stdout));
  assert.deepEqual([none.code, answer, confirmed], [1, null, false]);
  for (const { path, startLine, endLine, quote } of bestPassages) {
    const lines =
      documents[path]
        ?.split('\n')
        .slice(startLine - 1, endLine)
        .join('\n') ?? '';
    assert.ok(
      lines !== '' && quote.split('\n').every((line) => lines.includes(line)),
      `${path}:${startLine}-${endLine} does not say "${quote}"`,
    );
  }
  assert.ok(bestPassages.length > 0);
  const found = outcome.parse(JSON.parse(one.stdout));
  assert.deepEqual([one.code, found.answer, found.confirmed, found.bestPassages], [0, 'Saltvik', true, undefined]);
});

test('a run that a limit ends without an answer says that, not that there is none', async () => {
  const { code, stdout, stderr } = await ask(salary, '--max-retrievals', '0');
  assert.doesNotMatch(stdout, /No short answer was found/);
  assert.match(stderr, /budget|limit/i);
  assert.equal(code, 3);
});

test('an answer has the digest below it, in the output, in JSON, and the same when its log is executed again', async () => {
  const log = join(storage, 'answered.jsonl');
  const { stdout } = await ask('Where was Bertil Krog born?', '--log', log);
  assert.match(stdout, /^Saltvik\nFrom your documents:\n(?: {2}.*\n)* {2}\[1\] people\/krog\.md:3 {2}“He was born in Saltvik\.”/m);
  const replayed = await runWarmCli(['replay', log, '--json']);
  const { digest } = z.object({ digest: z.array(z.object({ n: z.number(), quote: z.string() })) }).parse(JSON.parse(replayed.stdout));
  assert.ok(digest.some(({ n, quote }) => n === 1 && quote === 'He was born in Saltvik.'));
  const text = await runWarmCli(['replay', log]);
  assert.equal(text.stdout.match(/From your documents:[^]*?\n\n/)?.[0], stdout.match(/From your documents:[^]*?\n\n/)?.[0]);
});
