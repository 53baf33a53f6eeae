import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import type { ChatModel, ChatRequest } from '../../../../src/models/models.ts';
import { chainWeights } from '../../../support/models/decoder.ts';
import { makeChatFolder, type MadeChat, type MadeChatOptions } from '../../../support/models/chatFolder.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { softmax } from '../../../support/models/referenceBert.ts';
import { nextLogits } from '../../../support/models/referenceDecoder.ts';
import { tempFolder, type Ending } from '../../../support/tempFolder.ts';

const local = startLocalModels();
const request: ChatRequest = {
  role: 'test',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where?' },
  ],
  temperature: 0,
  maxTokens: 12,
  sample: 0,
  attempt: 0,
};
const prompt = '<|im_start|>system\nBe brief.<|im_end|><|im_start|>user\nWhere?<|im_end|><|im_start|>assistant\n';

test('a reply is the one of plain matrix products without a cache, with their probabilities', async (t) => {
  const made = makeChatFolder(t);
  const chat = await local.chat({ name: 'small', folder: made.folder });
  const reply = await chat.complete({ ...request, logprobs: true, maxTokens: 5 });
  const ids = idsOf(made, prompt);
  assert.equal(reply.promptTokens, ids.length);
  const logprobs: number[] = [];
  for (let n = 0; n < reply.completionTokens; n++) {
    const shares = softmax(nextLogits(made.decoder, ids));
    const token = shares.indexOf(Math.max(...shares));
    logprobs.push(Math.log(shares[token]!));
    ids.push(token);
  }
  assert.equal(reply.completionTokens, reply.logprobs?.length);
  assert.ok(reply.completionTokens > 0);
  reply.logprobs!.forEach((logprob, i) => assert.ok(Math.abs(logprob - logprobs[i]!) < 1e-3));
});

test('alternatives of tokens are named if they are asked for, the token itself first where nothing is drawn', async (t) => {
  const chat = await chain(t, ['Paris', ' is', '<|im_end|>']);
  const { tokens = [], logprobs = [], text } = await chat.complete({ ...request, logprobs: true, alternatives: 3 });
  assert.equal(tokens.map((one) => one.text).join(''), text);
  tokens.forEach((one, i) => {
    assert.deepEqual(one.alternatives[0], [one.text, logprobs[i]]);
    assert.ok(one.alternatives.length <= 3);
  });
  assert.equal((await chat.complete({ ...request, logprobs: true })).tokens, undefined);
});

test('a long prompt is read in parts, with the same reply', async (t) => {
  const made = makeChatFolder(t, { shape: { maxTokens: 800 } });
  const chat = await local.chat({ name: 'small', folder: made.folder });
  const content = 'x'.repeat(600);
  const { logprobs } = await chat.complete({ ...request, messages: [{ role: 'user', content }], maxTokens: 1, logprobs: true });
  const shares = softmax(nextLogits(made.decoder, idsOf(made, `<|im_start|>user\n${content}<|im_end|><|im_start|>assistant\n`)));
  assert.ok(Math.abs(logprobs![0]! - Math.log(Math.max(...shares))) < 1e-3);
});

test('a reply is streamed, and ends where the model ends its turn', async (t) => {
  const chat = await chain(t, ['Paris', ' is', ' é', ' 🙂', '<|im_end|>']);
  const parts: string[] = [];
  const reply = await chat.complete(request, { onText: (text) => parts.push(text) });
  assert.deepEqual([reply.text, reply.finishReason, reply.completionTokens], ['Paris is é 🙂', 'stop', 4]);
  assert.deepEqual(parts, ['Paris', ' is', ' é', ' 🙂']);
});

test('where an object is wanted, the reply is one, whatever the model would say before and after', async (t) => {
  const { folder } = chainFolder(t, ['"answer"', ':', '"}', 'x', '"', '}', ' Bye']);
  const chat = await local.chat({ name: 'chain', folder });
  // The chain begins after the brace.
  const reply = await chat.complete({ ...request, schema: { name: 'answer', schema: { type: 'object' } } });
  assert.deepEqual([reply.text, reply.finishReason], ['{"answer":"}x"}', 'stop']);
});

test('samples differ, and are the same for the same seed', async (t) => {
  const { folder } = makeChatFolder(t);
  const chat = await local.chat({ name: 'small', folder });
  const say = async (more: Partial<ChatRequest>): Promise<string> => (await chat.complete({ ...request, temperature: 2, ...more })).text;
  assert.equal(await say({ seed: 1 }), await say({ seed: 1 }));
  assert.notEqual(await say({ seed: 1 }), await say({ seed: 2 }));
  assert.notEqual(await say({ sample: 0 }), await say({ sample: 1 }));
  assert.equal(await say({ topP: 1e-9 }), (await chat.complete(request)).text);
});

test('a template without system messages gets the instructions with the question', async (t) => {
  const template =
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}[{{ m.content }}]{% endfor %}{% if add_generation_prompt %}>{% endif %}";
  const made = makeChatFolder(t, { tokenizerConfig: { chat_template: template } });
  const chat = await local.chat({ name: 'small', folder: made.folder });
  const { promptTokens } = await chat.complete(request);
  assert.equal(promptTokens, '[Be brief.\n\nWhere?]>'.length);
});

test('a template in a file beside the tokenizer is used', async (t) => {
  const made = makeChatFolder(t, {
    tokenizerConfig: { chat_template: undefined },
    files: { 'chat_template.jinja': '{{ messages[-1].content }}!' },
  });
  const chat = await local.chat({ name: 'small', folder: made.folder });
  assert.equal((await chat.complete(request)).promptTokens, 'Where?!'.length);
});

test('a graph with the name of older exports is found', async (t) => {
  const { folder } = makeChatFolder(t);
  renameSync(join(folder, 'onnx', 'model.onnx'), join(folder, 'onnx', 'decoder_model_merged.onnx'));
  const chat = await local.chat({ name: 'small', folder });
  assert.ok((await chat.complete(request)).completionTokens > 0);
});

test('half precision, where it is asked for, writes the same, with a cache of half precision', async (t) => {
  const half = await local.chat({ name: 'half', folder: makeChatFolder(t, { isHalf: true }).folder, dtype: 'fp16' });
  const full = await local.chat({ name: 'full', folder: makeChatFolder(t).folder });
  assert.equal((await half.complete(request)).text, (await full.complete(request)).text);
});

test('the WebAssembly build writes the same', async (t) => {
  const { folder } = makeChatFolder(t);
  const withoutNative = `process.dlopen = () => { throw new Error('no native library'); };`;
  const models = startLocalModels({
    onNotice: () => undefined,
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(withoutNative)}`],
  });
  const [wasm, native] = [await models.chat({ name: 'small', folder }), await local.chat({ name: 'small', folder })];
  assert.deepEqual((await wasm.complete(request)).text, (await native.complete(request)).text);
});

test('after a crash in the middle the reply begins again, and what was streamed does not count', async (t) => {
  const { folder } = chainFolder(t, ['Paris', ' is', ' é', '<|im_end|>']);
  const flag = join(tempFolder(t, { crash: '' }), 'crash');
  const crashOnce = `const fs = process.getBuiltinModule('fs'); const send = process.send.bind(process); let parts = 0;
    process.send = (message) => { send(message, () => { if (message.kind === 'text' && ++parts === 2 && fs.existsSync(${JSON.stringify(flag)})) { fs.rmSync(${JSON.stringify(flag)}); process.kill(process.pid, 'SIGSEGV'); } }); };`;
  const models = startLocalModels({ execArgv: ['--import', `data:text/javascript,${encodeURIComponent(crashOnce)}`] });
  const chat = await models.chat({ name: 'chain', folder });
  let shown = '';
  let restarts = 0;
  const onRestart = (): void => {
    restarts++;
    shown = '';
  };
  const { text } = await chat.complete(request, { onText: (part) => (shown += part), onRestart });
  assert.deepEqual([text, shown, restarts], ['Paris is é', 'Paris is é', 1]);
});

test('what cannot chat says so in one sentence', async (t) => {
  const untold = makeChatFolder(t, { tokenizerConfig: { chat_template: undefined } });
  await assert.rejects(local.chat({ name: 'base', folder: untold.folder }), {
    code: 'model-unfit',
    message: 'base has no chat template. Choose an instruct model, whose files have one.',
  });
  const chat = await local.chat({ name: 'small', folder: makeChatFolder(t).folder });
  await assert.rejects(chat.complete({ ...request, messages: [{ role: 'user', content: 'x'.repeat(300) }] }), {
    code: 'chat-context-too-long',
  });
  const given: NonNullable<MadeChatOptions['given']> = (_, { vocabulary, width }) =>
    new Map([['words', { dims: [vocabulary, width], data: new Float32Array(vocabulary * width).fill(NaN) }]]);
  await assert.rejects(local.chat({ name: 'broken', folder: makeChatFolder(t, { given }).folder }), {
    code: 'model-failed',
    message: /^broken computes values that are not numbers .* Choose another/,
  });
});

test('a reply that is cancelled ends at once', async (t) => {
  const { folder } = makeChatFolder(t, { shape: { maxTokens: 4000 } });
  const chat = await local.chat({ name: 'small', folder });
  const controller = new AbortController();
  const replying = chat.complete(
    { ...request, temperature: 1, maxTokens: 3000 },
    { signal: controller.signal, onText: () => controller.abort() },
  );
  await assert.rejects(replying, isAbort);
  assert.ok((await chat.complete(request)).completionTokens <= 12);
});

async function chain(t: Ending, words: readonly string[]): Promise<ChatModel> {
  return local.chat({ name: 'chain', folder: chainFolder(t, words).folder });
}

/** A model that says these words after the end of the prompt, a line break or a brace. */
function chainFolder(t: Ending, words: readonly string[]): MadeChat {
  const special = ['<|im_start|>', '<|im_end|>'];
  const own = [...new Set(words.filter((word) => !special.includes(word) && new TextEncoder().encode(word).length > 1))];
  const options: MadeChatOptions = {
    words: own,
    shape: { width: 272 },
    given: ({ vocabulary }, shape) => {
      const ids = words.map((word) => vocabulary.get(word === ' ' ? 'Ġ' : word)!);
      const weights = chainWeights(shape, [vocabulary.get('{')!, ...ids]);
      // The prompt ends with a line break, and an object begins with a brace.
      weights.get('next')!.data[vocabulary.get('Ċ')! * shape.vocabulary + ids[0]!] = 2;
      return weights;
    },
  };
  return makeChatFolder(t, options);
}

/** A token per byte, and the marks of turns. */
function idsOf({ tokenizer: { vocabulary } }: MadeChat, text: string): number[] {
  return text
    .split(/(<\|\w+\|>)/)
    .flatMap((part) =>
      part.startsWith('<|')
        ? [vocabulary.get(part)!]
        : [...part].map((letter) => vocabulary.get({ '\n': 'Ċ', ' ': 'Ġ' }[letter] ?? letter)!),
    );
}
