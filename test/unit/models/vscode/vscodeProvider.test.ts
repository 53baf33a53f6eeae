import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../../src/base/errors.ts';
import { parseModelId } from '../../../../src/models/modelId.ts';
import type { ChatModel, ChatRequest, Fetch } from '../../../../src/models/models.ts';
import { vscodeProvider } from '../../../../src/models/vscode/vscodeProvider.ts';
import { editorChatRequest, isForEditorModel } from '../../../../src/protocol/editorModels.ts';

const { signal } = new AbortController();
const request: ChatRequest = {
  role: 'read',
  messages: [{ role: 'user', content: 'Who?' }],
  temperature: 0.5,
  maxTokens: 50,
  schema: { name: 'read', schema: {} },
  sample: 0,
  attempt: 0,
  seed: 3,
};

async function modelThrough(fetch: Fetch): Promise<ChatModel> {
  const model = await vscodeProvider({ isInEditor: true }).chat?.(parseModelId('vscode:copilot/gpt-4.1'), { fetch, signal });
  assert.ok(model);
  return model;
}

test('a request has what the editor takes, and its reply is read like that of a server', async () => {
  const urls: string[] = [];
  const bodies: unknown[] = [];
  const model = await modelThrough((url, init) => {
    urls.push(url);
    bodies.push(JSON.parse(init.body as string));
    const usage = { prompt_tokens: 4, completion_tokens: 2 };
    return Promise.resolve(Response.json({ choices: [{ message: { content: 'Ada' }, finish_reason: 'stop' }], usage }));
  });
  assert.equal(model.id, 'vscode:copilot/gpt-4.1');
  assert.deepEqual(model.gives, { schema: false, n: false, logprobs: false });
  const reply = await model.complete(request);
  assert.deepEqual(reply, { text: 'Ada', promptTokens: 4, completionTokens: 2, estimated: false, finishReason: 'stop' });
  assert.ok(urls.every(isForEditorModel), urls.join());
  assert.deepEqual(bodies, [{ model: 'copilot/gpt-4.1', messages: [{ role: 'user', content: 'Who?' }], temperature: 0.5, max_tokens: 50 }]);
  assert.ok(editorChatRequest.safeParse(bodies[0]).success);
});

test('what the host says about its models arrives unchanged, without another try', async () => {
  let tries = 0;
  const model = await modelThrough(() => {
    tries++;
    return Promise.reject(new AriadneError('chat-unauthorized', 'VS Code does not let Ariadne use GPT-4.1.'));
  });
  await assert.rejects(model.complete(request), { code: 'chat-unauthorized', message: 'VS Code does not let Ariadne use GPT-4.1.' });
  assert.equal(tries, 1);
});

test('the command line has no such models, and says what it has', () => {
  const { chat } = vscodeProvider({});
  assert.throws(() => chat?.(parseModelId('vscode:copilot/gpt-4.1'), { fetch: () => Promise.reject(new Error('no request')), signal }), {
    code: 'model-unknown',
    message: /^vscode:copilot\/gpt-4\.1 is a language model of VS Code, which the command line cannot use\./,
  });
});
