import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatModelId, parseModelId, type ModelId } from '../../../src/models/modelId.ts';

const ids: Readonly<Record<string, ModelId>> = {
  builtin: { provider: 'builtin', name: '' },
  'hf:Xenova/ms-marco-MiniLM-L-6-v2': { provider: 'hf', name: 'Xenova/ms-marco-MiniLM-L-6-v2' },
  'hf:a/b@main#q8': { provider: 'hf', name: 'a/b', revision: 'main', dtype: 'q8' },
  'hf:a/b@refs/pr/1': { provider: 'hf', name: 'a/b', revision: 'refs/pr/1' },
  'folder:/models/tiny': { provider: 'folder', name: '/models/tiny' },
  'folder:C:\\models\\tiny#fp16': { provider: 'folder', name: 'C:\\models\\tiny', dtype: 'fp16' },
  'folder:/models/c#notes': { provider: 'folder', name: '/models/c#notes' },
  'openai:llama3.2:3b': { provider: 'openai', name: 'llama3.2:3b' },
  'openai:org/name@1#2': { provider: 'openai', name: 'org/name@1#2' },
  'hf:a/b@main#q8#256d': { provider: 'hf', name: 'a/b', revision: 'main', dtype: 'q8', dimension: 256 },
  'folder:/models/tiny#256d': { provider: 'folder', name: '/models/tiny', dimension: 256 },
  'openai:text-embedding-3-large#1024d': { provider: 'openai', name: 'text-embedding-3-large', dimension: 1024 },
  'openai:name#0d': { provider: 'openai', name: 'name#0d' },
  'vscode:copilot/gpt-4.1': { provider: 'vscode', name: 'copilot/gpt-4.1' },
};

for (const [text, id] of Object.entries(ids)) {
  test(`${text} is read, and written the same`, () => {
    assert.deepEqual(parseModelId(text), id);
    assert.equal(formatModelId(parseModelId(text)), text);
  });
}

const invalid = [
  '',
  'builtin:',
  'BUILTIN',
  'hf:',
  'hf:name',
  'hf:a/b/c',
  'hf:../b',
  'hf:a/..',
  'hf:a/b@',
  'hf:a/b@x/../y',
  'hf:a/b#huge',
  'hf:a/b?c',
  'folder:',
  'folder:#q8',
  'hf:a/b#256d#q8',
  'hf:a/b#0d',
  'openai:#256d',
  'openai:',
  'openai: ',
  'vscode:copilot',
  'local:x',
];

for (const text of invalid) {
  test(`${JSON.stringify(text)} is no id, and the message has the forms`, () => {
    assert.throws(() => parseModelId(text), { code: 'model-unknown', message: /Ids read builtin, hf:ORG\/NAME/ });
  });
}
