/** When agents in VS Code need their user's word, and which folder they get. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentApp } from '../../../../src/extension/agents/agentCalls.ts';
import type { Estimate } from '../../../../src/protocol/estimate.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import { useFakeEditor } from '../../../support/fakeEditor.ts';

const workspace = { isTrusted: true, workspaceFolders: [{ name: 'docs' }] as { name: string }[] };
useFakeEditor({ workspace });
const { callTool, questionBefore } = await import('../../../../src/extension/agents/agentCalls.ts');

const [local, remote] = ['http://127.0.0.1:11434/v1', 'https://api.example.org/v1'];
const estimate = { bound: { llmCalls: 40, tokens: 30_000 } } as Estimate;

interface Given {
  readonly chat?: string;
  readonly planner?: string;
  readonly baseUrl?: string;
  readonly readiness?: string;
  readonly folder?: object | undefined;
  readonly llmCalls?: number;
}

/** The parts of an app that a call uses, and the tools that reach its engine. */
function appOf(given: Given = {}): AgentApp & { readonly called: string[] } {
  useFakeEditor({ workspace });
  const { chat = 'builtin', planner, baseUrl = remote, readiness = 'ready', llmCalls } = given;
  const called: string[] = [];
  return {
    called,
    folder: () => ('folder' in given ? given.folder : { name: 'docs', isOnDisk: true }),
    index: { readiness, isIndexing: false, refresh: () => Promise.resolve(), run: () => Promise.resolve({ documents: 0 }) },
    settings: () => ({ models: { ...builtinModels, chat, planner }, baseUrl, budget: () => ({ llmCalls }), agentLimits: {} }),
    runs: { during: (_: object, work: (runId: string) => unknown) => work('run') },
    engine: {
      notifications: { on: () => ({ dispose: () => undefined }) },
      request: (method: string, { tool }: { tool?: string }) => {
        called.push(tool ?? method);
        return Promise.resolve(method === 'estimate' ? estimate : { results: [] });
      },
    },
  } as unknown as AgentApp & { readonly called: string[] };
}

const ask = { question: 'Who built the mill?' };
const { signal } = new AbortController();

test('only what may cost money is asked first, with what it may cost', async () => {
  for (const given of [{}, { chat: 'openai:m', baseUrl: local }])
    assert.equal(await questionBefore(appOf(given), 'ariadne_ask', ask), undefined);
  for (const given of [{ chat: 'vscode:copilot/gpt' }, { chat: 'openai:m' }, { planner: 'openai:m' }]) {
    const question = await questionBefore(appOf(given), 'ariadne_ask', ask);
    assert.equal(question?.title, 'Ask “docs” with a language model?');
    assert.match(question.message, /It gets the question and passages of the documents\. At most 40 model calls, some 30,000 tokens\.$/);
    for (const tool of ['ariadne_search', 'ariadne_verify_quote', 'ariadne_check_document', 'ariadne_read'] as const)
      assert.equal(await questionBefore(appOf(given), tool, { question: 'mill', text: 'mill', path: 'a.md' }), undefined, tool);
  }
});

test('what is asked first says the lower limit of the user and the agent', async () => {
  const said = async (given: Given, input: object): Promise<string | undefined> =>
    (await questionBefore(appOf({ chat: 'openai:m', ...given }), 'ariadne_ask', input))?.message;
  assert.match((await said({ llmCalls: 9 }, ask))!, /Limited to 9 calls plus a final answer\.$/);
  assert.match((await said({ llmCalls: 9 }, { ...ask, maxCalls: 3 }))!, /Limited to 3 calls/);
  assert.equal(await said({}, { question: '' }), undefined, 'the call refuses it');
});

test('a folder without an index is asked about before each tool, and one without documents is an error', async () => {
  for (const tool of ['ariadne_search', 'ariadne_ask', 'ariadne_read'] as const)
    assert.equal((await questionBefore(appOf({ readiness: 'no-index' }), tool, ask))?.title, 'Index “docs” first?');
  await assert.rejects(callTool(appOf({ readiness: 'no-index' }), 'ariadne_search', ask, signal), { code: 'index-empty' });
});

test('without a folder, with one that is on no disk, and with one that is not trusted, nothing is read and the reason is said', async () => {
  for (const [folder, code] of [
    [undefined, 'no-folder'],
    [{ name: 'web', isOnDisk: false }, 'virtual-folder'],
  ] as const) {
    const app = appOf({ folder, chat: 'openai:m' });
    assert.equal(await questionBefore(app, 'ariadne_ask', ask), undefined);
    await assert.rejects(callTool(app, 'ariadne_ask', ask, signal), { code });
    assert.deepEqual(app.called, []);
  }
  workspace.isTrusted = false;
  try {
    const app = appOf({ chat: 'openai:m' });
    assert.equal(await questionBefore(app, 'ariadne_ask', ask), undefined);
    await assert.rejects(callTool(app, 'ariadne_ask', ask, signal), { code: 'untrusted' });
    assert.deepEqual(app.called, []);
  } finally {
    workspace.isTrusted = true;
  }
});

test('with several folders, a result says which one was searched', async () => {
  assert.deepEqual(await callTool(appOf(), 'ariadne_search', ask, signal), { results: [] });
  workspace.workspaceFolders.push({ name: 'drafts' });
  assert.deepEqual(await callTool(appOf(), 'ariadne_search', ask, signal), { folder: 'docs', results: [] });
  workspace.workspaceFolders.pop();
});
