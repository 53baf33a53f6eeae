import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { modelsCommand } from '../../../src/cli/models.ts';
import { modelList } from '../../../src/protocol/modelLibrary.ts';
import { commitOf, startHub, type HubServer } from '../../support/hubServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { contentOf, repository, rightContent } from '../models/hub/testModel.ts';

interface Rig {
  readonly hub: HubServer;
  /** Runs `ariadne models` in this process. @returns what it printed */
  readonly models: (positionals: readonly string[], values?: Readonly<Record<string, string | boolean>>) => Promise<string>;
}

async function setUp(t: TestContext): Promise<Rig> {
  const hub = await startHub(t, { 'org/tiny': repository });
  const before = { ...process.env };
  t.after(() => void (process.env = before));
  process.env = { ...before, ARIADNE_MODELS: tempFolder(t), HF_ENDPOINT: hub.url, ARIADNE_OFFLINE: '' };
  const models: Rig['models'] = async (positionals, values = {}) => {
    const printed: string[] = [];
    const writers = [process.stdout, process.stderr].map((stream) => {
      const write = stream.write.bind(stream);
      // The test runner writes its reports to the same stream, in bytes.
      return t.mock.method(stream, 'write', (text: string | Uint8Array) =>
        typeof text === 'string' ? printed.push(text) > 0 : write(text),
      );
    });
    try {
      await modelsCommand.run({ values, positionals, isJson: values['json'] === true, signal: new AbortController().signal });
    } catch (error) {
      printed.push(error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : String(error));
    } finally {
      for (const writer of writers) writer.mock.restore();
    }
    return printed.join('');
  };
  return { hub, models };
}

test('a model is pulled with consent, listed, used offline and removed', async (t) => {
  const { hub, models } = await setUp(t);
  const unasked = await models(['pull', 'hf:org/tiny']);
  assert.match(unasked, /^Download org\/tiny \(q8, commit [0-9a-f]{8}\): 309\.0 kB from 127\.0\.0\.1:\d+ to .*License: apache-2\.0\./);
  assert.match(unasked, /model-declined: .*no terminal to ask on\. Add --yes/);
  assert.ok(hub.calls.every(({ path }) => path.startsWith('/api/')));

  const pulled = await models(['pull', 'hf:org/tiny'], { yes: true, json: true });
  const { folder } = JSON.parse(pulled.slice(pulled.indexOf('{'))) as { folder: string };
  assert.deepEqual(contentOf(folder), rightContent);
  process.env['ARIADNE_OFFLINE'] = '1';
  const listed = modelList.parse(JSON.parse(await models([], { json: true })));
  assert.deepEqual(
    listed.models.map(({ id, isUnused }) => ({ id, isUnused })),
    [{ id: `hf:org/tiny@${commitOf(repository)}#q8`, isUnused: false }],
  );
  assert.match(await models(['list']), /309\.0 kB, apache-2\.0, last used/);
  assert.equal(await models(['remove'], { unused: true }), 'No model was unused for a month.\n');
  assert.match(await models(['remove', 'hf:org/tiny']), /^Removed hf:org\/tiny: 309\.0 kB/);
  assert.equal(
    await models(['remove', 'hf:org/tiny']),
    'model-unknown: hf:org/tiny is not on this machine. "ariadne models" lists what is.',
  );
});

test('what cannot be pulled is said in a sentence; a folder needs no network', async (t) => {
  const { models } = await setUp(t);
  assert.match(
    await models(['pull', 'openai:gpt']),
    /^model-unknown: "openai:gpt" is no model that can be downloaded\. Write it as hf:ORG\/NAME/,
  );
  assert.match(await models(['pull']), /^usage: /);
  assert.match(await models(['remove', 'hf:org/tiny'], { unused: true }), /^usage: /);
  process.env['ARIADNE_OFFLINE'] = '1';
  assert.match(
    await models(['pull', 'hf:org/tiny'], { yes: true }),
    /^offline: hf:org\/tiny is not on this machine, and Ariadne is offline/,
  );
  const from = tempFolder(t, repository.files);
  assert.match(await models(['pull', 'hf:org/copied'], { from }), /^org\/copied \(q8\) is in /);
});

test('what a model is for is asked where nothing says it', async (t) => {
  const { models } = await setUp(t);
  assert.match(
    await models(['test', 'hf:org/tiny'], { yes: true }),
    /^usage: hf:org\/tiny does not say what it is for\. Add --role chat\|planner\|/,
  );
  assert.match(await models(['test', 'hf:org/tiny'], { role: 'poet' }), /^usage: --role is one of chat, planner, /);
  assert.match(await models(['test', 'openai:gpt'], { role: 'reader' }), /^model-unknown: There is no reader "openai:gpt"\. Choose /);
  assert.match(await models(['test', 'builtin']), /^model-unknown: The built-in models need no test/);
  assert.match(await models(['test', 'gpt']), /^model-unknown: "gpt" is not the id of a model/);
});
