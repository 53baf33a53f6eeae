import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalog, catalogEntry, catalogId } from '../../../../src/models/hub/catalog.ts';
import { isHubName, parseModelId } from '../../../../src/models/modelId.ts';

test('each role has at most three models, each once, with an id that can be downloaded', () => {
  const roles = Map.groupBy(catalog, ({ role }) => role);
  assert.deepEqual([...roles.keys()].sort(), ['chat', 'embedder', 'entailment', 'reader', 'reranker']);
  for (const models of roles.values()) assert.ok(models.length <= 3);
  assert.equal(new Set(catalog.map(({ name }) => name)).size, catalog.length);
  for (const model of catalog) {
    assert.ok(isHubName(model.name), model.name);
    assert.match(model.revision, /^[0-9a-f]{40}$/, 'pinned');
    assert.ok(model.megabytes[model.dtype]! > 0, `the size of ${model.name}`);
    const { revision, name, dtype } = parseModelId(catalogId(model));
    assert.deepEqual({ name, revision, dtype }, { name: model.name, revision: model.revision, dtype: model.dtype });
    assert.equal(catalogEntry(model.name.toUpperCase()), model);
  }
});

test('embedders say how they pool, and nothing else does', () => {
  for (const { role, embedding, name } of catalog) assert.equal(embedding !== undefined, role === 'embedder', name);
});

test('README states the sizes of what the preset of local models downloads', () => {
  const sizes = (['embedder', 'reader', 'reranker', 'entailment'] as const).map((role) => {
    const { megabytes, dtype } = catalog.find((model) => model.role === role) ?? assert.fail();
    return { role, size: megabytes[dtype] ?? assert.fail() };
  });
  const readme = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'README.md'), 'utf8');
  const [row = ''] = /^\| Local models .*$/m.exec(readme) ?? [];
  for (const { role, size } of sizes)
    assert.ok(row.includes(`${role === 'entailment' ? 'entailment model' : role} (${Math.round(size)} MB)`), role);
});
