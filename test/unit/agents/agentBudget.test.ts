import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AgentBudget, type AgentLimits } from '../../../src/agents/agentBudget.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const raise = { session: 'Raise the session.', day: 'Raise the day.' };

function budgetIn(folder: string, limits: Partial<AgentLimits>, nowMs = (): number => noon): AgentBudget {
  return new AgentBudget({ file: join(folder, 'calls.json'), limits: { callsPerSession: 100, callsPerDay: 100, raise, ...limits }, nowMs });
}

test('servers of one folder share the calls of a day, however many questions run at once', async (t) => {
  const folder = tempFolder(t);
  const servers = [1, 2, 3].map(() => budgetIn(folder, { callsPerDay: 60 }));
  const asked = await Promise.allSettled([...Array(12).keys()].map((i) => servers[i % 3]!.reserve(`run-${i}`, 7)));
  const granted = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.deepEqual(granted.toSorted(), [4, 7, 7, 7, 7, 7, 7, 7, 7]);
  assert.equal(granted.length, 9);
  const refused = asked.find((one) => one.status === 'rejected');
  assert.match(String(refused?.reason), /used 60 of 60 model calls today \(UTC\).* Raise the day\./);
});

test('what a question did not use can be used by the next', async (t) => {
  const budget = budgetIn(tempFolder(t), { callsPerSession: 10 });
  assert.equal(await budget.reserve('a'), 10);
  await assert.rejects(budget.reserve('b'), {
    code: 'agent-limit',
    message: /used 10 of 10 model calls in this session.* Raise the session\./,
  });
  await budget.settle('a', 3);
  assert.equal(await budget.reserve('b', 5), 5);
  assert.equal(await budget.reserve('c'), 2);
});

test('a restart begins a session but no day, and the next day begins at 0', async (t) => {
  const folder = tempFolder(t);
  const limits = { callsPerSession: 30, callsPerDay: 40 };
  assert.equal(await budgetIn(folder, limits).reserve('a'), 30);
  // The first server was killed: what it had set aside may have been spent.
  assert.equal(await budgetIn(folder, limits).reserve('b'), 10);
  await assert.rejects(budgetIn(folder, limits).reserve('c'), { code: 'agent-limit' });
  assert.equal(await budgetIn(folder, limits, () => noon + 12 * 3_600_000).reserve('d'), 30);
});

test('an account that cannot be read refuses, with the name of the file', async (t) => {
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'calls.json'), '{"day":');
  await assert.rejects(budgetIn(folder, {}).reserve('a'), { code: 'agent-limit', message: /calls\.json/ });
});
