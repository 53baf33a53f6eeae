/** Many samples of one role: one request where the server allows it, and never one sample for another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { abortError } from '../../../src/base/abort.ts';
import { AriadneError } from '../../../src/base/errors.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/models/models.ts';
import { type NewRunEvent, runEvent } from '../../../src/protocol/events.ts';
import { ChatReasoner, type ChatReasonerOptions } from '../../../src/reasoning/chatReasoner.ts';
import { fold } from '../../../src/trace/fold.ts';
import { MapMemo, passageOf, RecordingTrace } from './scriptedChat.ts';
import { type Reasoner, reasonerOf } from '../../../src/reasoning/reasoner.ts';
import { allRoles } from '../../../lab/simulation/allRoles.ts';

const call = { node: 's1', signal: new AbortController().signal };
const input = { question: 'When was the light lit?', passages: [passageOf('Skell', 'It was lit in 1871.')], cot: false };
const answer = (year: number): string => JSON.stringify({ answer: String(year), citations: [] });
const answers = (samples: readonly ({ readonly output: { readonly answer: string | null } } | null)[]): readonly (string | null)[] =>
  samples.map((one) => (one === null ? 'failed' : one.output.answer));

/** Says what `says` has for this sample and attempt; at most `most` samples in one request. */
class SamplingModel implements ChatModel {
  readonly id = 'sampling';
  readonly requests: ChatRequest[] = [];
  readonly #most: number;
  readonly #says: (sample: number, attempt: number, request: ChatRequest) => string | Error;

  constructor(most: number, says: (sample: number, attempt: number, request: ChatRequest) => string | Error) {
    this.#most = most;
    this.#says = says;
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    this.requests.push(request);
    return this.#reply(request.sample, request);
  }

  async completeMany(request: ChatRequest): Promise<readonly ChatReply[]> {
    if (this.#most === 0) return [];
    this.requests.push(request);
    const many = Math.min(this.#most, request.n ?? 1);
    return Array.from({ length: many }, (_, i) => ({ ...this.#reply(i, request), ...(i > 0 ? { tries: 0 } : {}) }));
  }

  #reply(sample: number, request: ChatRequest): ChatReply {
    const says = this.#says(sample, request.attempt, request);
    if (says instanceof Error) throw says;
    return { text: says, promptTokens: 10, completionTokens: 5, estimated: false, finishReason: 'stop' };
  }
}

function reasoningWith(model: ChatModel, more: Partial<ChatReasonerOptions> = {}): Reasoner {
  return reasonerOf(new ChatReasoner({ model, trace: new RecordingTrace(), memo: new MapMemo(), ...more }));
}

const shown = ({ requests }: SamplingModel): unknown => requests.map(({ sample, attempt, n, seed }) => [sample, attempt, n, seed]);

test('n samples are one request; what the server does not give is asked for one by one, each with a different seed', async () => {
  const says = (sample: number): string => answer(1870 + sample);
  for (const [most, requests] of [
    [9, [[0, 0, 3, 0]]],
    [1, [[0, 0, 3, 0], ...[1, 2].map((i) => [i, 0, undefined, i])]],
    [0, [0, 1, 2].map((i) => [i, 0, undefined, i])],
  ] as const) {
    const model = new SamplingModel(most, says);
    const samples = await reasoningWith(model).sample(allRoles.read, input, 3, call);
    assert.deepEqual([answers(samples), shown(model)], [['1870', '1871', '1872'], requests], `${most} at once`);
  }
  const plain: ChatModel = { id: 'plain', complete: (request) => new SamplingModel(0, says).complete(request) };
  assert.deepEqual(answers(await reasoningWith(plain).sample(allRoles.read, input, 2, call)), ['1870', '1871']);
});

test('one sample is an ordinary call, no sample is none', async () => {
  const model = new SamplingModel(9, () => answer(1871));
  const memo = new MapMemo();
  const reasoner = reasoningWith(model, { memo });
  assert.deepEqual(await reasoner.sample(allRoles.read, input, 0, call), []);
  const [sampled] = await reasoner.sample(allRoles.read, input, 1, call);
  assert.deepEqual(
    await reasoningWith(new SamplingModel(0, () => new Error('paid again')), { memo }).perform(allRoles.read, input, call),
    sampled,
  );
  assert.deepEqual(shown(model), [[0, 0, undefined, 0]]);
});

test('the temperature goes with the samples, and not with repairs', async () => {
  const model = new SamplingModel(9, (sample, attempt) => (sample === 1 && attempt === 0 ? '?' : answer(1871)));
  await reasoningWith(model).sample(allRoles.read, input, 2, { ...call, temperature: 0.8, isFinal: true });
  assert.deepEqual(
    model.requests.map(({ temperature, topP, sample, attempt }) => [temperature, topP, sample, attempt]),
    [
      [0.8, 0.1, 0, 0],
      [0, undefined, 1, 1],
    ],
  );
});

test('each sample is read, repaired and told for itself; repairs do not wait for each other', async () => {
  let [now, most] = [0, 0];
  const inner = new SamplingModel(9, (sample, attempt) =>
    attempt === 0 ? (sample === 0 ? answer(1870) : 'prose') : sample === 1 ? answer(1871) : '?',
  );
  const model: ChatModel = {
    id: inner.id,
    completeMany: (request) => inner.completeMany(request),
    complete: async (request) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return inner.complete(request);
    },
  };
  const trace = new RecordingTrace();
  const samples = await reasoningWith(model, { trace }).sample(allRoles.read, input, 3, call);
  assert.deepEqual(
    {
      samples: samples.map((one) => [one?.output.answer, one?.flags]),
      most,
      calls: trace.calls.map(({ id, parse, tries }) => [id, parse, tries]).sort(),
    },
    {
      samples: [
        ['1870', []],
        ['1871', []],
        ['prose', ['role_fallback:read']],
      ],
      most: 2,
      calls: [
        ['s1:read:0:0', 'ok', undefined],
        ['s1:read:1:0', 'failed', 0],
        ['s1:read:1:1', 'repaired', undefined],
        ['s1:read:2:0', 'failed', 0],
        ['s1:read:2:1', 'fallback', undefined],
      ],
    },
  );
});

test('ten samples in one request are ten calls and one request; its tries are attempts', async () => {
  const events: NewRunEvent[] = [];
  const inner = new SamplingModel(9, () => answer(1871));
  const model: ChatModel = {
    id: 'retried',
    complete: (request) => inner.complete(request),
    completeMany: async (request) => (await inner.completeMany(request)).map((reply, i) => (i === 0 ? { ...reply, tries: 3 } : reply)),
  };
  const trace = { emit: (event: NewRunEvent) => void events.push(event), now: () => 0 };
  await reasoningWith(model, { trace }).sample(allRoles.read, input, 10, call);
  const numbered = events.map((event, n) => runEvent.parse({ ...event, n, at: 0 }));
  const { llmCalls, requests, attempts, promptTokens } = fold(numbered).totals;
  assert.deepEqual({ llmCalls, requests, attempts, promptTokens }, { llmCalls: 10, requests: 2, attempts: 4, promptTokens: 100 });
});

test('a sample whose call failed for good is null and told to the node; when all failed, or the run is stopped, that is thrown', async () => {
  const failure = new AriadneError('chat-server-error', 'It failed.');
  const flags: string[] = [];
  const trace = { emit: (event: NewRunEvent) => void (event.kind === 'node-changed' && flags.push(event.flag ?? '')), now: () => 0 };
  const some = new SamplingModel(1, (sample) => (sample === 1 ? failure : answer(1870 + sample)));
  assert.deepEqual(answers(await reasoningWith(some, { trace }).sample(allRoles.read, input, 3, call)), ['1870', 'failed', '1872']);
  assert.deepEqual(flags, ['sample_failed:read']);
  for (const most of [0, 9]) {
    await assert.rejects(reasoningWith(new SamplingModel(most, () => failure)).sample(allRoles.read, input, 3, call), failure);
  }
  const stopped = abortError();
  const halfway = new SamplingModel(1, (sample) => (sample === 2 ? stopped : answer(1870)));
  await assert.rejects(reasoningWith(halfway).sample(allRoles.read, input, 3, call), (error) => error === stopped);
});

test('what did not fit into the prompt was left out for all samples', async () => {
  const tooLong = new AriadneError('chat-context-too-long', 'Too long.');
  const two = { ...input, passages: [...input.passages, passageOf('Quenby', 'A keeper.')] };
  const model = new SamplingModel(1, (sample, _, { messages }) =>
    messages.at(-1)?.content.includes('A keeper.') ? tooLong : answer(1870 + sample),
  );
  const samples = await reasoningWith(model).sample(allRoles.read, two, 2, call);
  assert.deepEqual(
    [answers(samples), samples.map((one) => one?.flags), model.requests.length],
    [['1870', '1871'], [['dropped:1'], ['dropped:1']], 3],
  );
});

test('samples never collapse, and a run killed anywhere pays no request twice', async () => {
  const scene = fc.record({
    n: fc.integer({ min: 1, max: 6 }),
    most: fc.integer({ min: 0, max: 6 }),
    faulty: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    kill: fc.nat(12),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ n, most, faulty, kill }) => {
      const says = (sample: number, attempt: number): string => (attempt === 0 && faulty[sample] === true ? '?' : answer(1870 + sample));
      const whole = new SamplingModel(most, says);
      const expected = await reasoningWith(whole).sample(allRoles.read, input, n, call);
      assert.deepEqual(
        answers(expected),
        Array.from({ length: n }, (_, i) => String(1870 + i)),
      );

      const memo = new MapMemo();
      let left = kill;
      const dying = new SamplingModel(most, (sample, attempt) => (left-- > 0 ? says(sample, attempt) : abortError()));
      await reasoningWith(dying, { memo })
        .sample(allRoles.read, input, n, call)
        .catch(() => undefined);
      const paid = memo.known.size;
      const again = new SamplingModel(most, says);
      assert.deepEqual(await reasoningWith(again, { memo }).sample(allRoles.read, input, n, call), expected);
      const empty = n > 1 && most === 0 ? 1 : 0;
      assert.equal(Math.max(0, paid - empty) + again.requests.length, whole.requests.length);
      assert.deepEqual(
        answers(await reasoningWith(new SamplingModel(0, () => new Error('asked')), { memo }).sample(allRoles.read, input, n, call)),
        answers(expected),
      );
    }),
    { numRuns: 150 },
  );
});
