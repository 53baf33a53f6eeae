import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../../../../src/base/logger.ts';
import { makeFollowUp } from '../../../../src/extension/asking/followUp.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { ToPanel } from '../../../../src/protocol/panel.ts';

test('a follow-up is limited by what was typed in it; the panel carries over what limits the run', async () => {
  const told: ToPanel[] = [];
  const follows = { runId: 'first', typed: 'Where was she born?', by: 'names' as const };
  const app = {
    followUps: { send: () => Promise.resolve({ question: 'Where was Ann Lee born?', follows, scope: 'in:docs/' }) },
    settings: () => ({ models: builtinModels }),
    panel: { link: { tell: (message: ToPanel) => told.push(message) } },
    engine: { request: () => Promise.resolve(undefined) },
    logger: silentLogger,
  } as unknown as Parameters<typeof makeFollowUp>[0];
  for (const question of ['Where was she born?', 'Where was she born? type:pdf'])
    await makeFollowUp(app, { kind: 'follow-up', runId: 'first', key: '1', question });
  assert.deepEqual(
    told.map((message) => message.kind === 'stand-alone' && message.made?.scope),
    [undefined, 'type:pdf'],
  );
  const wrong = makeFollowUp(app, { kind: 'follow-up', runId: 'first', key: '2', question: 'Where was she born? year:>x' });
  await assert.rejects(wrong, { code: 'scope-invalid' });
  assert.deepEqual(told.at(-1), { kind: 'stand-alone', runId: 'first', key: '2' });
});
