/** What is said ahead of a run that is made from another must be what is then done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { yieldToEventLoop } from '../../../src/base/abort.ts';
import { AriadneError, isAriadneError } from '../../../src/base/errors.ts';
import { nodeEffects, previewRun } from '../../../src/run/preview.ts';
import { planRerun } from '../../../src/run/plan.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/models/models.ts';
import type { AnyPipeline } from '../../../src/pipelines/pipeline.ts';
import type { PreviewRequest } from '../../../src/protocol/runRequests.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import type { RunEdits } from '../../../src/protocol/runOptions.ts';
import { fold } from '../../../src/trace/fold.ts';
import { CountingModel, partsOf, planOf, randomPipeline, runPlan } from '../../support/durableRun.ts';

/** Deep pipelines take some hundred turns of the event loop to their next call when all before it is recalled. */
const patientTurns = 400;

/** Answers what is asked at once only when nothing more is asked; remembers how many completions came first. */
class WaveModel implements ChatModel {
  readonly id = 'openai:counting';
  firstWave = 0;
  completions = 0;
  readonly #inner: CountingModel;
  #isFirst = true;
  #held: (() => void)[] = [];
  #idle = 0;

  constructor(isFaulty: boolean) {
    this.#inner = new CountingModel(1, { isFaulty });
  }

  complete(request: ChatRequest): Promise<ChatReply> {
    return this.#inWaves(1, () => this.#inner.complete(request));
  }

  completeMany(request: ChatRequest): Promise<readonly ChatReply[]> {
    return this.#inWaves(request.n ?? 1, () => this.#inner.completeMany(request));
  }

  async #inWaves<T>(completions: number, reply: () => Promise<T>): Promise<T> {
    this.completions += completions;
    if (this.#isFirst) this.firstWave += completions;
    this.#idle = 0;
    await new Promise<void>((resolve) => {
      this.#held.push(resolve);
      if (this.#held.length === 1) void this.#release();
    });
    return reply();
  }

  async #release(): Promise<void> {
    while (this.#idle++ < patientTurns) await yieldToEventLoop();
    this.#isFirst = false;
    for (const resolve of this.#held.splice(0)) resolve();
  }
}

async function lookAhead(before: readonly RunEvent[], change: Partial<PreviewRequest>, pipeline: AnyPipeline) {
  const request = { from: { runId: 'run' }, edits: {}, ...change };
  const plan = planRerun(before, { ...request, runId: 'next' }, () => pipeline);
  const silent = new CountingModel(1, { onCall: () => assert.fail('the chat model is asked ahead') });
  return { plan, preview: await previewRun(plan, before, partsOf(plan, silent), new AbortController().signal) };
}

/** Any edits that the run takes. */
function randomEdits(before: readonly RunEvent[], pick: (n: number) => number): RunEdits {
  const { nodes } = fold(before);
  const asked = nodes.filter(({ kind }) => kind === 'sub_question').map(({ id }) => id);
  const node = asked[pick(asked.length)] ?? 'n.0';
  const passageId = `p${pick(12)}`;
  const edits: readonly RunEdits[] = [
    {},
    { texts: { [node]: ['glass bell', 'salt salt', 'nothing known'][pick(3)] ?? '' } },
    { pinned: [{ passageId, node }] },
    { pinned: [{ passageId }] },
    { banned: [passageId] },
    { rerun: [node] },
    { texts: { [node]: 'museum tide' }, banned: [passageId], rerun: [asked[pick(asked.length)] ?? node] },
  ];
  return edits[pick(edits.length)] ?? {};
}

for (const isFaulty of [false, true]) {
  test(`what is looked ahead at is what is then done${isFaulty ? ', with a model that fails now and then' : ''}`, async () => {
    const case_ = fc.record({ seed: fc.nat(10_000), picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }) });
    let [exact, partial] = [0, 0];
    await fc.assert(
      fc.asyncProperty(case_, async ({ seed, picks }) => {
        const pipeline = randomPipeline(seed);
        const before = await runPlan(planOf(pipeline), new CountingModel(seed, { isFaulty }));
        let at = 0;
        const edits = randomEdits(before, (n) => (picks[at++ % picks.length] ?? 0) % n);
        const { plan, preview } = await lookAhead(before, { edits }, pipeline);

        const model = new WaveModel(isFaulty);
        const after = fold(await runPlan(plan, model));
        const done = new Map(nodeEffects(fold(before), after).map(({ node, effect }) => [node, effect]));
        const foreseen = preview.nodes.filter(({ effect }) => effect !== 'open');
        assert.deepEqual(
          foreseen,
          foreseen.map(({ node }) => ({ node, effect: done.get(node) })),
          JSON.stringify(edits),
        );
        assert.equal(preview.calls.least, model.firstWave);
        assert.ok((after.cost.recalledCalls ?? 0) >= preview.calls.kept);
        assert.equal(preview.isExact, model.firstWave === 0);
        if (preview.isExact) {
          assert.deepEqual([model.completions, foreseen.length, preview.tokens], [0, done.size, 0]);
          exact++;
        } else {
          partial++;
          assert.ok(preview.calls.least <= preview.calls.likely && preview.calls.likely <= preview.calls.most);
          if (!isFaulty) assert.ok(after.totals.llmCalls - (after.cost.recalledCalls ?? 0) <= preview.calls.most);
        }
      }),
      { seed: 7, numRuns: 30 },
    );
    assert.ok(exact > 0 && partial > 10, `${exact} exact, ${partial} partial`);
  });
}

const pipeline = randomPipeline(3);
const before = await runPlan(planOf(pipeline), new CountingModel(1, { isFaulty: false }));

test('asked again as a whole, everything is asked, and the last time is what it likely takes', async () => {
  const { preview } = await lookAhead(before, { isFresh: true }, pipeline);
  const { llmCalls, totals } = fold(before);
  assert.deepEqual([preview.calls.kept, preview.calls.likely], [0, llmCalls.length]);
  assert.equal(preview.tokens, totals.promptTokens + totals.completionTokens);
});

test('a limit on calls is one on what is said to be made', async () => {
  const { preview } = await lookAhead(before, { isFresh: true, budget: { llmCalls: 2 } }, pipeline);
  assert.deepEqual([preview.calls.likely, preview.calls.most], [3, 3]);
});

test('what would not begin is refused ahead, too', async () => {
  await assert.rejects(lookAhead(before, { edits: { pinned: [{ passageId: 'nowhere' }] } }, pipeline), (error) =>
    isAriadneError(error, 'passage-missing'),
  );
});

test('what would end the run in failure is said ahead', async () => {
  const plan = planRerun(before, { runId: 'next', from: { runId: 'run' }, edits: { texts: { 'n.0': 'museum' } } }, () => pipeline);
  const parts = partsOf(plan, new CountingModel(1));
  const broken = { method: 'bm25', search: () => Promise.reject(new AriadneError('index-missing', 'There is no index any more.')) };
  const looked = previewRun(plan, before, { ...parts, retriever: broken }, new AbortController().signal);
  await assert.rejects(looked, (error) => isAriadneError(error, 'index-missing') && /no index any more/.test(error.message));
});

test('a look ahead that is stopped ends as such', async () => {
  const plan = planRerun(before, { runId: 'next', from: { runId: 'run' }, edits: { rerun: ['n.0'] } }, () => pipeline);
  const stopped = AbortSignal.abort();
  await assert.rejects(previewRun(plan, before, partsOf(plan, new CountingModel(1)), stopped), { name: 'AbortError' });
});
