import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { localChat } from '../src/models/local/localChat.ts';
import type { ChatRequest } from '../src/models/models.ts';
import { makeChatFolder } from '../test/support/models/chatFolder.ts';
import type { DecoderShape } from '../test/support/models/decoder.ts';
import { alternate, type Bench } from './harness.ts';
import { bareSession, benchEnding, benchProcess, textOf } from './localModel.ts';

/** Small, with the proportions of a small instruct model: much of it is vocabulary. */
const layers = 6;
const headWidth = 64;
const shape: Partial<DecoderShape> = { width: 256, layers, heads: 4, headWidth, inner: 1024, maxTokens: 2048 };
const promptWords = 8;

export const generate: Bench = {
  name: 'generate',
  describe: 'tokens per second of a reply through a local chat model (6 layers of 256, 20,000 tokens), beside ONNX Runtime alone',
  async run({ quick }) {
    const { ending, release } = benchEnding();
    const process = benchProcess();
    try {
      const written = Array.from({ length: quick ? 2_000 : 20_000 }, (_, i) => `w${i}`);
      const { folder, decoder } = makeChatFolder(ending, { shape, written });
      const chat = await localChat(process, { name: 'bench', folder }, {});
      const request: ChatRequest = {
        role: 'bench',
        messages: [{ role: 'user', content: textOf(promptWords, 1) }],
        temperature: 0.7,
        maxTokens: quick ? 16 : 32,
        sample: 0,
        attempt: 0,
      };
      const { promptTokens, completionTokens } = await chat.complete(request);
      const session = await bareSession(folder, 'model.onnx');
      const took = await alternate(
        { ours: () => chat.complete(request), bare: () => writeBare(session, decoder.shape.vocabulary, promptTokens, completionTokens) },
        // Short replies, and many: the best of each is one that nothing else on the machine has disturbed.
        quick ? 1 : 30,
      );
      const perSecond = { ours: (completionTokens / took.ours.ms) * 1000, bare: (completionTokens / took.bare.ms) * 1000 };
      return {
        columns: ['', 'tokens/s'],
        rows: [
          ['through the chat model, sampled', perSecond.ours.toFixed(1)],
          ['ONNX Runtime alone, most probable token', perSecond.bare.toFixed(1)],
        ],
        // No requirement: what a token costs besides the model is a millisecond or two, much of this one and little of a real one.
        checks: [],
        json: { promptTokens, completionTokens, perSecond, share: perSecond.ours / perSecond.bare },
      };
    } finally {
      process.dispose();
      await release();
    }
  },
};

/** Reads a prompt, then writes so many tokens, with a cache of keys and values. */
async function writeBare(session: InferenceSession, vocabulary: number, promptTokens: number, count: number): Promise<void> {
  let cache: Readonly<Record<string, Tensor>> = Object.fromEntries(
    Array.from({ length: layers }, (_, layer) => ['key', 'value'].map((part) => `past_key_values.${layer}.${part}`))
      .flat()
      .map((name) => [name, new Tensor('float32', new Float32Array(), [1, 1, 0, headWidth])]),
  );
  let ids = Array.from({ length: promptTokens }, () => 1);
  let before = 0;
  for (let written = 0; written < count; written++) {
    const tensor = (length: number, value: (i: number) => number): Tensor =>
      new Tensor(
        'int64',
        BigInt64Array.from({ length }, (_, i) => BigInt(value(i))),
        [1, length],
      );
    const { logits, ...present } = await session.run({
      input_ids: tensor(ids.length, (i) => ids[i]!),
      attention_mask: tensor(before + ids.length, () => 1),
      position_ids: tensor(ids.length, (i) => before + i),
      ...cache,
    });
    before += ids.length;
    ids = [mostProbable((logits!.data as Float32Array).subarray(-vocabulary))];
    for (const tensor of [logits!, ...Object.values(cache)]) tensor.dispose();
    cache = Object.fromEntries(Object.entries(present).map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor]));
  }
}

function mostProbable(logits: Float32Array): number {
  let best = 0;
  for (let token = 1; token < logits.length; token++) if (logits[token]! > logits[best]!) best = token;
  return best;
}
