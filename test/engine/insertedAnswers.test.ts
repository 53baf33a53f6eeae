/** One's own inserted answers over a real index: they are no evidence for the same question. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { answerMarkdown } from '../../src/citations/writeAnswer.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { digestOf } from '../../src/trace/digest.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const docs = tempFolder({ after });
const write = (path: string, text: string): void => {
  mkdirSync(join(docs, path, '..'), { recursive: true });
  writeFileSync(join(docs, path), text);
};
write('people/krog.md', '# Bertil Krog\n\nBertil Krog was an engineer. He was born in Saltvik.\n');
write('sites/ness.md', '# Orrin Ness\n\nOrrin Ness is a headland. Its lighthouse was painted white.\n');
write('draft.md', '# Draft\n\nMy own thoughts on paint and weather come here.\n');

const { engine, ask } = await openEngine(docs, tempFolder({ after }));
after(() => engine.close());
const signal = new AbortController().signal;
const question = 'Where was Bertil Krog born?';
const index = () => engine.index(defaultDiscovery, builtinModels, { signal });

test('an answer is inserted, indexed and asked for again: its source comes first, and the reason for what was left out is given', async () => {
  await index();
  const first = await ask(question);
  assert.equal(first.answer, 'Saltvik');
  const inserted = answerMarkdown(first, []);
  assert.match(inserted, /ariadne:/);
  write('draft.md', `# Draft\n\nMy own thoughts on paint and weather come here.\n\n${inserted}\n\nThe crane was red.\n`);
  write('answer.md', `${inserted}\n`);
  await index();

  for (const pipeline of ['sunar-nar', 'retrieve-read', 'leapquery', 'drr-rag', 'ircot']) {
    const again = await ask(question, { pipeline });
    const [best] = digestOf(again);
    assert.deepEqual([pipeline, best?.path, again.answer], [pipeline, 'people/krog.md', 'Saltvik']);
    assert.ok(!again.citations.some(({ path }) => path === 'answer.md' || path === 'draft.md'));
  }
  for (const method of ['bm25', 'dense', 'hybrid', 'nar'] as const) {
    const results = await engine.search(question, { method, k: 5, models: builtinModels, signal });
    assert.equal(results[0]?.passage.path, 'people/krog.md', method);
    assert.ok(!results.some(({ passage }) => /Saltvik/.test(passage.text) && passage.path !== 'people/krog.md'), method);
  }
  const results = await engine.search('red crane', { method: 'bm25', k: 1, models: builtinModels, signal });
  assert.deepEqual([results[0]?.passage.path, /The crane was red\./.test(results[0]?.passage.text ?? '')], ['draft.md', true]);

  const explained = await engine.explain('draft.md', defaultDiscovery);
  assert.deepEqual([explained.state, /inserted answer is skipped/.test(explained.reason)], ['indexed', true]);
  const { files } = await engine.files(0, 10);
  const answer = files.find(({ path }) => path === 'answer.md');
  assert.deepEqual([answer?.state, answer?.passages, answer?.reason?.includes('skipped')], ['indexed', 0, true]);
});

test('a document that was only an inserted answer is found again when it says something new', async () => {
  write('answer.md', 'The varnish was amber.\n');
  await engine.update(['answer.md'], defaultDiscovery, builtinModels, signal);
  const results = await engine.search('amber varnish', { method: 'bm25', k: 1, models: builtinModels, signal });
  assert.equal(results[0]?.passage.path, 'answer.md');
});
