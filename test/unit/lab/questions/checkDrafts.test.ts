/** A model words and checks the questions: the simulation over a real connection. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startSimulation, type Simulation, type SimulationOptions } from '../../../../lab/simulation/startSimulation.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { allProviders } from '../../../../src/models/library/providers.ts';
import { questionModel } from '../../../../lab/models/questionModel.ts';
import { checkDrafts } from '../../../../lab/questions/checkDrafts.ts';
import { compose } from '../../../../lab/questions/compose.ts';
import { recordsOf } from '../../../../lab/questions/records.ts';
import type { WordingModel } from '../../../../lab/questions/reword.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { allPairs, proposals, sourcePassages } from './questionDocuments.ts';

const { signal } = new AbortController();
const passages = sourcePassages(proposals);
const { drafts } = await compose(passages, allPairs(passages), { count: 100, seed: 1, signal });

/** The model that knows the drafts' answers, as the dataset that they would be. */
async function modelOf(
  t: TestContext,
  options: Partial<SimulationOptions> = {},
): Promise<{ readonly model: WordingModel; readonly simulation: Simulation }> {
  const dataset = tempFolder(t);
  const texts = new Map(passages.map(({ passage }) => [passage.path, passage.text]));
  const records = recordsOf(drafts, (path) => texts.get(path));
  writeFileSync(join(dataset, 'questions.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'));
  for (const [path, text] of texts) {
    const file = join(dataset, 'docs', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const simulation = await startSimulation({ dataset, ...options });
  t.after(() => simulation.close());
  const servers = new ChatServers({ file: join(tempFolder(t), 'servers.json'), logger: silentLogger });
  const providers = allProviders({ openai: { baseUrl: () => simulation.baseUrl, servers, chatTimeoutMs: 60_000, logger: silentLogger } });
  const chat = (await providers.chosen('chat', 'openai:simulation', { fetch: globalThis.fetch, signal })) ?? assert.fail();
  return { model: questionModel(chat, signal), simulation };
}

test('a model words every question, and each is checked in its words', async (t) => {
  const { model, simulation } = await modelOf(t);
  const checked = await checkDrafts(drafts, model, { count: drafts.length, signal });
  assert.deepEqual(checked.unfit, {});
  assert.deepEqual(
    checked.drafts.map(({ wording }) => wording),
    drafts.map(({ question }) => ({ by: 'model', rules: question })),
  );
  assert.ok(checked.drafts.some(({ question }) => /^Of RFP \d+ and RFP \d+, which RFP was created first\?$/u.test(question)));
  assert.ok(
    simulation.requests.some(({ role }) => role === 'cuqa.merge') && simulation.requests.some(({ role }) => role === 'cuqa.compare'),
  );
});

test('where the model invents or drops a condition, the question keeps its words, and none is lost', async (t) => {
  const { model } = await modelOf(t, { invents: 1 });
  const checked = await checkDrafts(drafts, model, { count: drafts.length, signal });
  assert.deepEqual(
    checked.drafts.map(({ question }) => question),
    drafts.map(({ question }) => question),
  );
  for (const { wording } of checked.drafts) assert.ok(wording?.by === 'rules' && wording.why !== '', JSON.stringify(wording));
});

test('what was checked before the model failed is kept, with the failure', async (t) => {
  const { model } = await modelOf(t);
  let calls = 0;
  const failing: WordingModel = {
    ...model,
    reword: (question, steps) =>
      ++calls > 6 ? Promise.reject(new AriadneError('model-failed', 'The server is gone.')) : model.reword(question, steps),
  };
  const checked = await checkDrafts(drafts, failing, { count: drafts.length, signal });
  assert.equal(checked.failure, 'The server is gone.');
  assert.equal(checked.drafts.length, 6);
  calls = 6;
  await assert.rejects(checkDrafts(drafts, failing, { count: drafts.length, signal }), { code: 'model-failed' });
});
