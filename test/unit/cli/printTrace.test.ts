import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { printTrace } from '../../../src/cli/printTrace.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

function printed(facts: Partial<Trace>): readonly string[] {
  const lines: string[] = [];
  const write = mock.method(process.stdout, 'write', (text: string) => lines.push(text) > 0);
  try {
    const models = { chat: 'openai:m', embedder: '', reranker: '', entailment: 'builtin' };
    printTrace({ ...emptyTrace, question: 'Who kept the light, and when?', finished: true, status: 'ok', models, ...facts }, 'run.jsonl');
  } finally {
    write.mock.restore();
  }
  return lines.join('').split('\n');
}

test('what an answer leaves open is named below it, in one line that no terminal interprets', () => {
  const lines = printed({ answer: 'Ada Holm', missing: 'the\u001B[31m year' });
  const at = lines.findIndex((line) => line.startsWith('Not found:'));
  assert.ok(at > lines.indexOf('Ada Holm') && lines.includes('Ada Holm'), lines.join('\n'));
  assert.match(lines[at] ?? '', /^Not found: the.* year$/);
  assert.doesNotMatch(lines.join(''), /\u001B/);
});

test('nothing is said to be missing where nothing is, or where the written answer says it', () => {
  assert.ok(!printed({ answer: 'Ada Holm' }).some((line) => line.startsWith('Not found:')));
  const nothing = { blocks: [], sentences: [], conflicts: [], citations: [] };
  const written = { ...nothing, notStated: ['the year'] };
  const lines = printed({ answer: 'Ada Holm', missing: 'the year', written });
  assert.ok(!lines.some((line) => line.startsWith('Not found:')));
  assert.ok(lines.includes('Not in the documents: the year'), lines.join('\n'));
});
