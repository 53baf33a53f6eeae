import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HostDoor } from '../../../../src/door/hostDoor.ts';
import { ledgerMarkdown } from '../../../../src/extension/engineProcess/ledgerMarkdown.ts';

test('the ledger says what each question has exchanged with which server and for what, and lists every request', async () => {
  const door = new HostDoor({
    fetch: () => Promise.resolve(new Response('12345')),
    refusal: () => undefined,
    getKey: () => Promise.resolve(undefined),
  });
  const send = async (purpose: string, body: string, runId?: string): Promise<void> => {
    const run = runId === undefined ? {} : { runId };
    const reply = await door.fetch({ id: '1', url: 'http://models.test/v1', method: 'POST', headers: {}, body, purpose, ...run });
    for await (const _piece of reply.body);
  };
  await send('chat', 'abc', 'r1');
  await send('chat', 'de', 'r1');
  await send('rerank', 'f', 'r1');
  await send('embeddings', 'index');
  door.record({ host: 'VS Code: a/b', purpose: 'chat', runId: 'r2', bytesSent: 7, bytesReceived: 8, status: 200 });
  assert.deepEqual(Object.fromEntries(door.runs), {
    r1: [
      { host: 'models.test', purpose: 'chat', requests: 2, bytesSent: 5, bytesReceived: 10 },
      { host: 'models.test', purpose: 'rerank', requests: 1, bytesSent: 1, bytesReceived: 5 },
    ],
    r2: [{ host: 'VS Code: a/b', purpose: 'chat', requests: 1, bytesSent: 7, bytesReceived: 8 }],
  });
  const runs = [...door.runs].map(([runId, traffic]) => ({ question: `Question | ${runId}`, traffic }));
  const rows = ledgerMarkdown(door.ledger, door.totals, runs).split('\n');
  const of = rows.filter((row) => row.includes('Question'));
  assert.equal(of[2], '| Question \\| r2 | VS Code: a/b | chat | 1 | 7 bytes | 8 bytes |', of.join('\n'));
  assert.equal(of[3], '| Question \\| r1 | models.test | chat | 2 | 5 bytes | 10 bytes |');
  assert.equal(rows.filter((row) => /^\| \d{4}-/.test(row)).length, 5);
  for (let i = 0; i < 60; i++) await send('chat', 'x', `more${i}`);
  assert.deepEqual([door.runs.size, door.runs.has('r1')], [50, false]);
});
