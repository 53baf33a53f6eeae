import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, offerDetail, offerTitle } from '../../../../src/extension/modelChoice/downloadWords.ts';
import { installedRows, removalText } from '../../../../src/extension/modelChoice/installedModels.ts';
import { modelChoices, type ChoiceFacts } from '../../../../src/extension/modelChoice/modelChoices.ts';
import { modelPresets } from '../../../../src/extension/modelChoice/modelPresets.ts';
import { answeringName, answeringNow, answeringText, modelLines, modelText } from '../../../../src/extension/modelChoice/modelWords.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { ModelList } from '../../../../src/protocol/modelLibrary.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const installed: ModelList['models'] = [
  {
    id: `hf:org/e5@${commit}#q8`,
    role: 'embedder',
    sizeBytes: 118_000_000,
    license: 'mit',
    from: 'hub',
    lastUsedUtc: '2026-01-01T00:00:00.000Z',
    folder: '/models/e5',
    isUnused: true,
    usedAs: [],
  },
  {
    id: `hf:org/ranker@${commit}#q8`,
    role: 'reranker',
    sizeBytes: 23_100_000,
    from: 'hub',
    lastUsedUtc: '2026-01-30T00:00:00.000Z',
    folder: '/models/ranker',
    isUnused: false,
    usedAs: ['reranker'],
  },
];
const about = { license: 'apache-2.0', languages: ['en'], maxTokens: 512, isInstalled: false };
const catalog: ModelList['catalog'] = [
  { ...about, id: 'hf:org/small#q8', role: 'embedder', summary: 'English.' },
  { ...about, id: 'hf:org/span#q8', role: 'reader', summary: 'Quotes.', megabytes: 82 },
  { ...about, id: 'hf:org/writer#q4', role: 'chat', summary: 'Writes.', megabytes: 570 },
];
const facts: ChoiceFacts = {
  role: 'embedder',
  current: 'builtin',
  list: { models: installed, catalog },
  server: { baseUrl: 'https://api.example.com/v1', names: [] },
  editorModels: [],
  passages: 1234,
};
const shown = (changed: Partial<ChoiceFacts>): string[] =>
  modelChoices({ ...facts, ...changed }).map(({ id, label, facts: said, detail }) => [id, label, factsText(said), detail].join(' | '));
function factsText(said: readonly string[]): string {
  return said.filter((fact) => fact !== '').join(' · ');
}

test('each choice says what leaves, what it costs, what is downloaded and what is made again', () => {
  assert.deepEqual(shown({}), [
    'builtin | Built-in | current | Nothing is sent. Free. Learns from your documents.',
    `hf:org/e5@${commit}#q8 | e5 | 118.0 MB · MIT · q8 | Nothing is sent. Free. Processes 1,234 passages once.`,
    'hf:org/small#q8 | small | size shown before download · Apache-2.0 | Nothing is sent. Free. Processes 1,234 passages once. English.',
  ]);
  const server = { baseUrl: 'https://api.example.com/v1', names: ['embed-3'] };
  assert.equal(
    shown({ server }).at(-1),
    'openai:embed-3 | embed-3 | at api.example.com · the server’s price | Gets the text of all passages. Processes 1,234 passages once.',
  );
  const editorModels = [{ id: 'vscode:copilot/x', name: 'X', vendor: 'copilot', maxInputTokens: 128_000 }];
  assert.equal(
    shown({ role: 'chat', editorModels }).at(-1),
    'vscode:copilot/x | X | copilot · up to 128,000 tokens · uses your plan | Gets questions and the passages found.',
  );
});

test('what is chosen is in the list, also when it is in none of its parts', () => {
  assert.match(shown({ role: 'chat', current: 'folder:/a/my-model' })[0] ?? '', /^folder:\/a\/my-model \| my-model in a folder \| current/);
  const models = installed.map((model) => (model.role === 'embedder' ? { ...model, usedAs: ['embedder' as const] } : model));
  assert.match(
    shown({ list: { models, catalog }, current: 'hf:org/e5' }).join('\n'),
    /^hf:org\/e5 \| e5 \| current · 118\.0 MB · MIT · q8/m,
  );
});

test('presets say what they download and whether they are the current choice', () => {
  const { baseUrl } = facts.server;
  const presets = modelPresets({ models: builtinModels, baseUrl, list: facts.list, passages: 1234 });
  assert.deepEqual(
    presets.map(({ label, facts: said }) => `${label} | ${factsText(said)}`),
    [
      'Built-in models | current',
      'Local models | 2 downloads, more than 82 MB · processes 1,234 passages once',
      'Model on a server… | the server’s price',
      'VS Code models… | uses your plan',
    ],
  );
  const { models } = presets[1]!;
  assert.deepEqual(
    [models.embedder, models.reader, models.chat, models.reranker],
    ['hf:org/small#q8', 'hf:org/span#q8', 'builtin', 'builtin'],
  );
  const after = modelPresets({ models: { ...builtinModels, ...models }, baseUrl, list: facts.list, passages: 1234 });
  assert.equal(factsText(after[1]?.facts ?? []), 'current');
  assert.equal(factsText(after[0]?.facts ?? []), 'processes 1,234 passages once');
  assert.ok(!modelPresets({ models: builtinModels, baseUrl, list: undefined, passages: 0 }).some(({ id }) => id === 'local'));
});

test('the question before downloads has sizes, licenses, source and destination', () => {
  const offer = {
    name: 'org/e5',
    revision: commit,
    dtype: 'q8',
    sizeBytes: 118_000_000,
    hasBytes: 0,
    license: 'mit',
    from: 'hub.example',
    folder: '/models',
  };
  assert.equal(offerTitle([offer]), 'Download org/e5 (118.0 MB)?');
  assert.equal(
    offerDetail([offer]),
    '118.0 MB · MIT · 01234567, q8\n\nFrom: hub.example\nTo: /models\n\nThe model runs on this computer. Nothing of your documents is sent.',
  );
  const partly = { ...offer, name: 'org/other', hasBytes: 18_000_000, license: undefined };
  assert.equal(offerTitle([offer, partly]), 'Continue downloading 2 models (218.0 MB)?');
  assert.match(
    offerDetail([offer, partly]),
    /org\/other\n118\.0 MB, of which 18\.0 MB are here already · license not stated; look at its page · 01234567, q8/,
  );
  const progress = { name: 'org/e5', doneBytes: 1_000_000, totalBytes: 118_000_000 };
  assert.equal(amountText(progress), '1.0 MB of 118.0 MB');
  assert.equal(amountText({ ...progress, waitingFor: 'process 7' }), '1.0 MB of 118.0 MB, by process 7');
});

test('models on this computer are listed with those in use first, and their removal says what follows', () => {
  const rows = installedRows(installed, new Date('2026-01-31T00:00:00.000Z'));
  assert.deepEqual(
    rows.map(({ label, facts: said, detail }) => [label, factsText(said), detail]),
    [
      ['ranker', 'ranking model · 23.1 MB · q8', 'in use as ranking model · license not stated · version 01234567'],
      ['e5', 'search model · 118.0 MB · q8', rows[1]?.detail],
    ],
  );
  assert.match(rows[1]?.detail ?? '', /^last used .+ · MIT · version 01234567$/);
  assert.deepEqual(rows.map(removalText), [
    {
      title: 'Remove ranker (23.1 MB)?',
      detail:
        'It is in use. The next question or indexing asks to download it again.\nWhat it has processed is kept. You can download it again.',
    },
    { title: 'Remove e5 (118.0 MB)?', detail: 'What it has processed is kept. You can download it again.' },
  ]);
});

test('a model that was copied from a folder is said to be, and is not promised from the hub', () => {
  const [model] = installed;
  assert.ok(model);
  const [row] = installedRows([{ ...model, id: 'hf:org/own@imported-0123456789abcde#q8', usedAs: ['embedder'] }]);
  assert.ok(row);
  assert.match(row.detail, / · copied from a folder$/);
  assert.equal(
    removalText(row).detail,
    'It is in use. The next question or indexing needs it again.\nWhat it has processed is kept. You can copy it from a folder again.',
  );
});

test('the chip names who answers, and its tooltip every role and what leaves', () => {
  const baseUrl = 'https://api.example.com/v1';
  const names = [
    {},
    { reader: 'hf:org/span@main#q8' },
    { chat: 'openai:gpt' },
    { embedder: 'hf:org/e5' },
    { embedder: 'hf:o/a', reranker: 'hf:o/b' },
  ];
  assert.deepEqual(
    names.map((models) => answeringName({ models: { ...builtinModels, ...models }, baseUrl })),
    ['Built-in models', 'span', 'gpt', 'Built-in + e5', 'Built-in + 2 models'],
  );
  assert.match(modelLines({ models: builtinModels, baseUrl }), /^Chat: built-in\nReader: built-in\n[^]*\nNothing leaves this computer\.$/);
  const models = { ...builtinModels, chat: 'openai:gpt', planner: 'vscode:copilot/x' };
  assert.match(
    modelLines({ models, baseUrl }),
    /^Chat: gpt at api\.example\.com\nPlanner: copilot\/x in VS Code\n[^]*Text of your documents goes to api\.example\.com and VS Code’s language models\.$/,
  );
  assert.deepEqual(
    [builtinModels, models].map((one) => answeringText({ models: one, baseUrl })),
    ['Built-in models', 'gpt at api.example.com'],
  );
  assert.equal(modelText('folder:C:\\models\\mine', baseUrl), 'mine in a folder');
});

test('while old vectors answer, their embedder is named, and the new one as what is to come', () => {
  const baseUrl = 'https://api.example.com/v1';
  const chosen = { models: { ...builtinModels, embedder: 'openai:large' }, baseUrl };
  const nameWith = (status: Parameters<typeof answeringNow>[1]): string => answeringName(answeringNow(chosen, status));
  assert.deepEqual(
    [
      nameWith({ vectors: 'none' }),
      nameWith({ vectors: 'learned', embedder: 'builtin' }),
      nameWith({ vectors: 'external', embedder: 'hf:org/e5' }),
      nameWith({ vectors: 'external', embedder: 'openai:large' }),
    ],
    ['Built-in + large', 'Built-in models', 'Built-in + e5', 'Built-in + large'],
  );
  const switching = modelLines(answeringNow(chosen, { vectors: 'external', embedder: 'hf:org/e5' }));
  assert.match(switching, /\nSearch: e5 on this computer, until large at api\.example\.com is ready\n/);
  assert.match(switching, /Text of your documents goes to api\.example\.com\.$/, 'it gets the passages before it answers');
  const back = answeringNow({ models: builtinModels, baseUrl }, { vectors: 'external', embedder: 'openai:large' });
  assert.match(modelLines(back), /\nSearch: large at api\.example\.com, until the built-in model is ready\n/);
});
