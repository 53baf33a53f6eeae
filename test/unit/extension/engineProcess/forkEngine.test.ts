import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { forkEngine } from '../../../../src/extension/engineProcess/forkEngine.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

/** What a process that is started as the engine sends. */
async function messageOfEngine(t: TestContext, program: string): Promise<unknown> {
  const engine = join(tempFolder(t), 'engine.mjs');
  writeFileSync(engine, program);
  const child = forkEngine(engine, {
    baseUrl: 'http://models.test/v1',
    hubUrl: 'https://hub.test',
    isOffline: true,
    timeouts: { total: 300 },
    modelsFolder: '/models',
    isAfterFault: true,
  });
  const [message] = (await once(child, 'message')) as [unknown];
  await once(child, 'close');
  return message;
}

/** What it finds in its environment, among the variables given. */
async function environmentOfEngine(t: TestContext, given: Readonly<Record<string, string>>): Promise<unknown> {
  const ofUs = ['ARIADNE_OFFLINE', 'ARIADNE_MODELS', 'ARIADNE_CHAT_TIMEOUT_MS', 'ARIADNE_FIRST_TOKEN_TIMEOUT_MS', 'ARIADNE_ONNX'];
  const names = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'NODE_OPTIONS', 'HF_TOKEN', 'HF_ENDPOINT', ...ofUs];
  const before = { ...process.env };
  Object.assign(process.env, given);
  t.after(() => (process.env = before));
  return messageOfEngine(t, `process.send(${JSON.stringify(names)}.map((name) => process.env[name] ?? null)); process.disconnect();`);
}

/** The settings win over the environment of the editor, and the token stays with the door. */
const models = [null, 'https://hub.test', '1', '/models', '300000', null, 'wasm'];

test('the engine gets neither the key nor options meant for another process', async (t) => {
  const given = { OPENAI_API_KEY: 'sk-any', HF_TOKEN: 'hf_any', HF_ENDPOINT: 'https://other.test', NODE_OPTIONS: '--no-warnings' };
  assert.deepEqual(await environmentOfEngine(t, given), [null, 'http://models.test/v1', null, ...models]);
});

test('where the debugger is at work, it comes along into the engine', async (t) => {
  const given = { VSCODE_INSPECTOR_OPTIONS: '{}', NODE_OPTIONS: '--no-warnings' };
  assert.deepEqual(await environmentOfEngine(t, given), [null, 'http://models.test/v1', '--no-warnings', ...models]);
});

test('however many objects the engine makes, the space for new ones stays small', async (t) => {
  const most = await messageOfEngine(
    t,
    `import { getHeapSpaceStatistics } from 'node:v8';
    const kept = [];
    let most = 0;
    for (let i = 0; i < 2_000_000; i++) {
      kept[i % 500_000] = { i };
      if (i % 10_000 === 0) most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
    }
    process.send(most);
    process.disconnect();`,
  );
  // Both halves of 8 MiB, and pages in transit. Without the limit they are four times as large.
  assert.ok(Number(most) <= 3 * 8 * 2 ** 20, `${String(most)} bytes`);
});
