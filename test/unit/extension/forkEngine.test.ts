import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { forkEngine } from '../../../src/extension/forkEngine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** What a process that is started as the engine finds in its environment, among the variables given. */
async function environmentOfEngine(t: TestContext, given: Readonly<Record<string, string>>): Promise<unknown> {
  const engine = join(tempFolder(t), 'engine.mjs');
  const names = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'NODE_OPTIONS', 'HF_TOKEN', 'HF_ENDPOINT', 'ARIADNE_OFFLINE', 'ARIADNE_MODELS'];
  writeFileSync(engine, `process.send(${JSON.stringify(names)}.map((name) => process.env[name] ?? null)); process.disconnect();`);
  const before = { ...process.env };
  Object.assign(process.env, given);
  t.after(() => (process.env = before));
  const child = forkEngine(engine, {
    baseUrl: 'http://models.test/v1',
    hubUrl: 'https://hub.test',
    isOffline: true,
    modelsFolder: '/models',
  });
  const [message] = (await once(child, 'message')) as [unknown];
  await once(child, 'close');
  return message;
}

/** The settings win over the environment of the editor, and the token stays with the door. */
const models = [null, 'https://hub.test', '1', '/models'];

test('the engine gets neither the key nor options meant for another process', async (t) => {
  const given = { OPENAI_API_KEY: 'sk-any', HF_TOKEN: 'hf_any', HF_ENDPOINT: 'https://other.test', NODE_OPTIONS: '--no-warnings' };
  assert.deepEqual(await environmentOfEngine(t, given), [null, 'http://models.test/v1', null, ...models]);
});

test('where the debugger is at work, it comes along into the engine', async (t) => {
  const given = { VSCODE_INSPECTOR_OPTIONS: '{}', NODE_OPTIONS: '--no-warnings' };
  assert.deepEqual(await environmentOfEngine(t, given), [null, 'http://models.test/v1', '--no-warnings', ...models]);
});
