import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelChat } from 'vscode';
import { isAbort } from '../../../../src/base/abort.ts';
import {
  explained,
  findEditorModel,
  noEditorModels,
  within,
  type LanguageModels,
} from '../../../../src/extension/modelChoice/editorModelFailures.ts';

/** A list of models in the form of VS Code's API, which takes the parts of a model that it must have. */
function editorWith(...ids: readonly string[]): LanguageModels {
  const models = ids.map((id) => {
    const [vendor = '', family = ''] = id.split('/');
    return { vendor, family, name: id } as LanguageModelChat;
  });
  return {
    selectChatModels: ({ vendor, family } = {}) =>
      Promise.resolve(models.filter((model) => (vendor ?? model.vendor) === model.vendor && (family ?? model.family) === model.family)),
  };
}

async function missingIn(api: LanguageModels | undefined): Promise<string> {
  const found = await findEditorModel(api, 'copilot/big').catch((error: unknown) => error as { code: string; message: string });
  return 'message' in found ? `${found.code}: ${found.message}` : found.name;
}

const chooseAnother = 'Choose another model ("Ariadne: Choose Models…").';

test('an editor without this part of the API, one without models, and one without this model each say so', async () => {
  assert.deepEqual(
    [await missingIn(undefined), await missingIn(editorWith()), await missingIn(editorWith('copilot/small'))],
    [
      `chat-model-missing: This editor offers no language models to extensions. ${chooseAnother}`,
      `chat-model-missing: VS Code has no language models. Sign in to Copilot, or install an extension that offers some. ${chooseAnother}`,
      `chat-model-missing: VS Code has no model copilot/big now. ${chooseAnother}`,
    ],
  );
  assert.equal(await missingIn(editorWith('copilot/small', 'copilot/big')), 'copilot/big');
});

test('VS Code is not waited for without end: a list that does not come says what to do, and a question that is stopped ends', async () => {
  const never: LanguageModels = { selectChatModels: () => new Promise(() => undefined) };
  const { signal } = new AbortController();
  await assert.rejects(findEditorModel(within(never, signal, 1), 'copilot/big'), {
    code: 'chat-timeout',
    message: /^VS Code did not list its language models within 0\.001 seconds\. Look at the log .*, or reload the window\. Choose another/,
  });
  await assert.rejects(findEditorModel(within(never, AbortSignal.abort()), 'copilot/big'), isAbort);
  assert.equal((await findEditorModel(within(editorWith('copilot/big'), signal), 'copilot/big')).name, 'copilot/big');
  assert.equal(within(undefined, signal), undefined);
});

test('a list without models says why it is empty', () => {
  assert.match(noEditorModels(undefined).message, /^This editor offers no language models/);
  assert.match(noEditorModels(editorWith()).message, /^VS Code has no language models\. Sign in to Copilot/);
});

test('refused consent, a full quota, a model that went and a long prompt are told apart', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['NoPermissions', 'Language model was blocked by the user: quota.'],
    ['Blocked', 'too many tokens today'],
    ['NotFound', 'gone'],
    ['', 'Message exceeds token limit.'],
    ['', 'Too many requests'],
    ['', 'its server fell over.'],
  ];
  const told = cases.map(([code, message]) => explained(new Error(message), code, { name: 'Big', vendor: 'copilot' }));
  assert.deepEqual(
    told.map(({ code }) => code),
    ['chat-unauthorized', 'chat-rate-limited', 'chat-model-missing', 'chat-context-too-long', 'chat-rate-limited', 'door-unreachable'],
  );
  assert.match(told[0]?.message ?? '', /^VS Code does not let Ariadne use Big\..*"Manage Language Model Access…", and ask again\.$/);
  assert.match(
    told[5]?.message ?? '',
    /\(its server fell over\)\. Try again, or look at the log of the extension that offers it \(copilot\)\.$/,
  );
});
