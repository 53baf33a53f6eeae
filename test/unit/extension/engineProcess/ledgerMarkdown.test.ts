import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HostDoor } from '../../../../src/door/hostDoor.ts';
import { ledgerMarkdown, whenText } from '../../../../src/extension/engineProcess/ledgerMarkdown.ts';

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
  const startedAtUtc = '2026-01-02T03:04:05.678Z';
  const questions = ['r1', 'r2'].map((runId) => ({ runId, question: `Question | ${runId}`, startedAtUtc }));
  const rows = ledgerMarkdown(door.ledger, door.totals, questions).split('\n');
  const of = rows.filter((row) => row.includes('Question'));
  assert.equal(
    of[2],
    `| ${whenText(startedAtUtc)} | Question \\| r2 | VS Code: a/b | chat | 1 | 7\u00a0bytes | 8\u00a0bytes |`,
    of.join('\n'),
  );
  assert.equal(of[3], `| ${whenText(startedAtUtc)} | Question \\| r1 | models.test | rerank | 1 | 1\u00a0byte | 5\u00a0bytes |`);
  assert.equal(of[4], `| ${whenText(startedAtUtc)} | Question \\| r1 | models.test | chat | 2 | 5\u00a0bytes | 10\u00a0bytes |`);
  assert.equal(rows.filter((row) => /\| 200 \|$/.test(row)).length, 5);
  assert.match(ledgerMarkdown(door.ledger, door.totals), /\| {2}\| A deleted question \| VS Code/);
});

test('the ledger says that nothing was sent, or what was and when, newest first, and no line breaks between number and unit', () => {
  assert.match(ledgerMarkdown([], { bytesSent: 0, bytesReceived: 0 }), /\*\*0 bytes sent\*\*.*\n\nNothing has left this machine/);
  const [first, second] = ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:06.678Z'];
  const line = { atUtc: first, host: 'h', purpose: 'a|b', bytesSent: 1500, bytesReceived: 2_000_000, status: 200 };
  const totals = { bytesSent: 1500, bytesReceived: 2_000_000 };
  const rows = ledgerMarkdown([line, { ...line, atUtc: second, bytesSent: 0, bytesReceived: 0, status: null }], totals)
    .split('\n')
    .slice(-3, -1);
  assert.deepEqual(rows, [
    `| ${whenText(second)} | h | a\\|b | 0\u00a0bytes | 0\u00a0bytes | not\u00a0sent |`,
    `| ${whenText(first)} | h | a\\|b | 1.5\u00a0kB | 2.0\u00a0MB | 200 |`,
  ]);
  assert.doesNotMatch(whenText(first), /[ T]/);
});
