import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type FaultKind } from '../../../../lab/simulation/faults.ts';
import { type Simulation, startSimulation } from '../../../../lab/simulation/startSimulation.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { createJudge } from '../../../../lab/models/judge.ts';
import { allProviders } from '../../../../src/models/library/providers.ts';
import type { Judge } from '../../../../lab/evaluation/judgments.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { tinyDataset } from '../simulation/tinyDataset.ts';

const asked = { question: 'Where was she born?', prediction: 'in the town of Tarnholm', golds: ['Kelmouth', 'Tarnholm'] };
const never = new AbortController().signal;

async function judgeAt(t: TestContext, fault?: FaultKind, error = 0): Promise<{ readonly judge: Judge; readonly simulation: Simulation }> {
  const faults = fault ? [{ kind: fault, probability: 1 }] : [];
  const simulation = await startSimulation({ dataset: tinyDataset(t), faults, error });
  t.after(() => simulation.close());
  const servers = new ChatServers({ file: join(tempFolder(t), 'servers.json'), logger: silentLogger });
  const { baseUrl } = simulation;
  const providers = allProviders({ openai: { baseUrl: () => baseUrl, servers, chatTimeoutMs: 60_000, logger: silentLogger } });
  return { judge: createJudge('openai:judge', providers, { fetch: globalThis.fetch }), simulation };
}

test('one call at temperature 0 with question, prediction and accepted answers, and nothing before it', async (t) => {
  const { judge, simulation } = await judgeAt(t);
  const right = await judge.ask(asked, never);
  const wrong = await judge.ask({ ...asked, prediction: 'Tarnholmsund' }, never);
  assert.deepEqual(
    [right, wrong].map((said) => ('failure' in said ? said : { correct: said.correct, isReadable: said.isReadable })),
    [
      { correct: true, isReadable: true },
      { correct: false, isReadable: true },
    ],
  );
  assert.ok(!('failure' in right) && right.costs.llm_calls === 1 && right.costs.llm_requests === 1 && right.costs.prompt_tokens > 100);
  assert.deepEqual(
    simulation.requests.map(({ role, body }) => [role, body.temperature, body.messages.length]),
    [
      ['judge', 0, 2],
      ['judge', 0, 2],
    ],
  );
});

test('a judge that always errs says the opposite', async (t) => {
  const { judge } = await judgeAt(t, undefined, 1);
  const said = await judge.ask(asked, never);
  assert.equal('failure' in said || said.correct, false);
});

const unusable: readonly { readonly fault: FaultKind; readonly repairs: number }[] = [
  { fault: 'wrong-schema', repairs: 1 },
  { fault: 'same-sentence', repairs: 1 },
  { fault: 'refusal', repairs: 0 },
  { fault: 'empty', repairs: 1 },
];
for (const { fault, repairs } of unusable) {
  test(`${fault}: no verdict after ${repairs} repairs is "wrong"`, async (t) => {
    const said = await (await judgeAt(t, fault)).judge.ask(asked, never);
    assert.deepEqual('failure' in said ? said : [said.correct, said.isReadable, said.costs.repair_calls], [false, false, repairs]);
  });
}

test('a call that failed for good is reported as that; an unreachable judge is thrown', async (t) => {
  const failed = await (await judgeAt(t, 'too-long')).judge.ask(asked, never);
  assert.match('failure' in failed ? failed.failure : '', /\S/);
  for (const fault of ['unauthorized', 'no-model'] as const) {
    const { judge } = await judgeAt(t, fault);
    await assert.rejects(judge.ask(asked, never), {
      code: 'model-unreachable',
      message: /^Cannot reach the judge: .* Rerun the command to continue\.$/,
    });
  }
  const stop = new AbortController();
  stop.abort();
  const { judge } = await judgeAt(t);
  await assert.rejects(judge.ask(asked, stop.signal), { name: 'AbortError' });
});
