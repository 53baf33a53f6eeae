/** With a dense first stage, passages lead to those that share their words. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const { signal } = new AbortController();

async function walked(engine: Engine, query: string): Promise<readonly string[]> {
  const found = await engine.search(query, { method: 'nar', firstStage: 'dense', k: 100, models: builtinModels, signal });
  return found.filter(({ origin }) => origin === 'frontier').map(({ passage }) => passage.path);
}

test('the words lead from a dense candidate to a passage that the vectors do not find', async (t) => {
  const subjects = Array.from({ length: 140 }, (_, i) => `Subject${i} number${i} thing${i}`);
  const files = Object.fromEntries(subjects.map((subject, i) => [`d${i}.md`, `# ${subject}\n\n${subject} came to pass${i}.`]));
  const folder = tempFolder(t, {
    ...files,
    'near.md': '# Zorvath\n\nZorvath quelmin brought thing7.',
    'far.md': '# Other\n\nQuelmin kept all of it.',
  });
  const { engine } = await openEngine(folder, join(tempFolder(t), 'storage'));
  await engine.index(defaultDiscovery, builtinModels, { signal });
  assert.ok((await walked(engine, 'Zorvath')).includes('far.md'));
  writeFileSync(join(folder, 'new.md'), '# Newer\n\nQuelmin was seen again.');
  await engine.update(['new.md'], defaultDiscovery, builtinModels, signal);
  const fromNew = await walked(engine, 'Newer was seen again');
  assert.ok(fromNew.includes('far.md') || fromNew.includes('near.md'), `a document that came later has neighbors too: ${fromNew.join()}`);
  await engine.close();
});
