import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { isAriadneError } from '../../../src/base/errors.ts';
import { requirePrices } from '../../../src/run/budget.ts';
import { replay } from '../../../src/run/replay.ts';
import { planResume } from '../../../src/run/plan.ts';
import { OpenAIChatModel } from '../../../src/models/chat/openaiChatModel.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/models/models.ts';
import { definePipeline } from '../../../src/pipelines/pipeline.ts';
import { answerFromPassages, retrieve, untilBudget } from '../../../src/pipelines/steps.ts';
import type { RunBudget } from '../../../src/protocol/runOptions.ts';
import { fold } from '../../../src/trace/fold.ts';
import { planOf, runPlan, timeless } from '../../support/durableRun.ts';

/** Two sub-questions at once, twice, then the answer: five model calls, four searches and one for the end. */
const twoAndTwo = definePipeline({
  id: 'two-and-two',
  title: 'Two and two',
  description: '',
  paper: '',
  parameters: z.object({ searchesLast: z.boolean().default(false) }),
  bound: () => ({ llmCalls: 5, retrievals: 5, rerankPairs: 0, nliPairs: 0 }),
  async run(ctx, question, { searchesLast }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const ask = async (id: string) => {
      ctx.trace.add({ id, kind: 'sub_question', text: `salt ${id}`, parent: root });
      const passages = await retrieve(ctx, id, `salt ${id}`, 2);
      await answerFromPassages(ctx, id, { question: `salt ${id}`, passages, cot: false });
      return passages;
    };
    const found = await untilBudget(ctx, async () => [
      ...(await Promise.all(['a', 'b'].map(ask))),
      ...(await Promise.all(['c', 'd'].map(ask))),
    ]);
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    const passages = searchesLast ? await retrieve(ctx, final, question, 2) : (found?.flat() ?? []);
    const { answer } = await answerFromPassages(ctx, final, { question, passages, cot: false, isFinal: true });
    ctx.trace.end(root, 'answered', { answer, abstained: answer === null });
    return { answer, stopReason: 'read' };
  },
});

class SureModel implements ChatModel {
  readonly id = 'openai:counting';
  asked = 0;

  async complete(_request: ChatRequest): Promise<ChatReply> {
    this.asked++;
    const text = '{"answer": "bell", "citations": [1]}';
    return { text, promptTokens: 300, completionTokens: 20, estimated: false, finishReason: 'stop' };
  }
}

const prices = { inputPerMillion: 1000, outputPerMillion: 1000 };
const cases: readonly { budget: RunBudget; asked: number; searches: number; failure: RegExp | null }[] = [
  { budget: {}, asked: 5, searches: 4, failure: null },
  { budget: { llmCalls: 5, retrievals: 4, tokens: 100_000, seconds: 100, usd: 100, prices }, asked: 5, searches: 4, failure: null },
  { budget: { llmCalls: 3 }, asked: 4, searches: 4, failure: /3 model calls/ },
  { budget: { llmCalls: 0 }, asked: 1, searches: 2, failure: /0 model calls/ },
  { budget: { retrievals: 3 }, asked: 4, searches: 3, failure: /3 retrievals/ },
  { budget: { tokens: 700 }, asked: 3, searches: 4, failure: /700 tokens/ },
  { budget: { tokens: 1 }, asked: 1, searches: 2, failure: /1 tokens/ },
  { budget: { usd: 0.7, prices }, asked: 3, searches: 4, failure: /\$0\.7/ },
  { budget: { seconds: 0 }, asked: 1, searches: 0, failure: /0 s/ },
];

for (const { budget, asked, searches, failure } of cases) {
  test(`a budget of ${JSON.stringify(budget)} ends in the best partial answer`, async () => {
    const model = new SureModel();
    const events = await runPlan(planOf(twoAndTwo, { budget }), model);
    const trace = fold(events);
    const isSpent = failure !== null;
    assert.deepEqual(
      {
        asked: model.asked,
        searches: events.filter((event) => event.kind === 'recorded' && event.of === 'search' && !event.error).length,
        answer: trace.answer,
        status: trace.status,
        flags: trace.flags,
        isOpen: trace.nodes.some((node) => node.status === 'running' || node.status === 'pending'),
      },
      { asked, searches, answer: 'bell', status: isSpent ? 'degraded' : 'ok', flags: isSpent ? ['budget_exhausted'] : [], isOpen: false },
    );
    if (failure) assert.match(trace.failure ?? '', failure);
    else assert.equal(trace.failure, undefined);
    assert.equal((await replay(events, () => twoAndTwo)).difference, undefined);
  });
}

/** What a server says that it has counted, as JSON; the honest one first. */
const counts = ['260', '-1000000', '0', '-0', '0.5', '1e308', '"9"', 'null', '9007199254740993'];

test('a server that lies about its counts switches no cap on tokens or money off, and gives nothing back', async () => {
  for (const budget of [{ tokens: 900 }, { usd: 0.9, prices }]) {
    const asked: number[] = [];
    for (const count of counts) {
      let requests = 0;
      const usage = `{"prompt_tokens":${count},"completion_tokens":${count === '260' ? 9 : count}}`;
      const reply = `{"choices":[{"message":{"content":"{\\"answer\\": \\"bell\\", \\"citations\\": [1]}"}}],"usage":${usage}}`;
      const fetch = (): Promise<Response> => Promise.resolve(new Response(++requests > 0 ? reply : null));
      const model = new OpenAIChatModel({ model: 'liar', baseUrl: 'http://chat.test/v1', fetch });
      const events = await runPlan(planOf(twoAndTwo, { budget }), model);
      assert.equal(fold(events).status, 'degraded', count);
      asked.push(requests);
    }
    const [honestly = 0, ...lied] = asked;
    assert.ok(lied.every((one) => one <= honestly + 1) && honestly < 5, `${asked.join()} of 5 requests`);
  }
});

test('a run that cannot even make its last step for want of budget is degraded, not failed', async () => {
  const events = await runPlan(planOf(twoAndTwo, { params: { searchesLast: true }, budget: { retrievals: 0 } }), new SureModel());
  const { status, answer, abstained, flags } = fold(events);
  assert.deepEqual(
    { status, answer, abstained, flags },
    { status: 'degraded', answer: null, abstained: false, flags: ['budget_exhausted'] },
  );
});

test('a call that is under way when the time is over is given up', async () => {
  const hanging: ChatModel = {
    id: 'openai:counting',
    complete: (request, { signal } = {}) =>
      JSON.stringify(request.messages).includes('salt a')
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))
        : new SureModel().complete(request),
  };
  const events = await runPlan(planOf(twoAndTwo, { budget: { seconds: 0.05 } }), hanging);
  const { status, answer, failure } = fold(events);
  assert.deepEqual({ status, answer }, { status: 'degraded', answer: 'bell' });
  assert.match(failure ?? '', /0\.05 s/);
  assert.equal((await replay(events, () => twoAndTwo)).difference, undefined);
});

test('cut at any event, a run keeps within the same budget', async () => {
  const budget = { llmCalls: 3 };
  const whole = await runPlan(planOf(twoAndTwo, { budget }), new SureModel());
  for (let kept = 1; kept < whole.length; kept++) {
    const plan = planResume(whole.slice(0, kept), { run: { runId: 'run' } }, [], () => twoAndTwo);
    assert.deepEqual(timeless(await runPlan(plan, new SureModel())), timeless(whole), `after ${kept} events`);
  }
});

test('a cap on money needs prices', () => {
  requirePrices({ usd: 1, prices });
  assert.throws(
    () => requirePrices({ usd: 1 }),
    (error) => isAriadneError(error, 'budget-invalid') && /prices of the model/.test(error.message),
  );
});
