/** An answer that the last step of a pipeline did not give, or that no document says, is never called confirmed: in every pipeline. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import type { ChatReply, ChatRequest } from '../../../src/models/models.ts';
import type { AnyPipeline } from '../../../src/pipelines/pipeline.ts';
import { parseParameters } from '../../../src/pipelines/registry.ts';
import { allPipelines } from '../../support/allPipelines.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { fold } from '../../../src/trace/fold.ts';
import { planOf, runPlan } from '../../support/durableRun.ts';
import { runDrr } from '../../support/drrWorld.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';
import { BadModel, filled, sameVector } from './badModels.ts';
import { draft, refined, twoHops as baselineHops } from '../lab/pipelines/baselineScripts.ts';
import { assessed, final, query, twoHops as liteHops } from '../lab/pipelines/liteScripts.ts';
import { play } from './play.ts';
import { run as runSelfDc, twoParts } from './selfDcScript.ts';
import { run as runSunar } from './sunarPlay.ts';

type Say = (request: ChatRequest) => string | Partial<ChatReply>;

const question = 'Where was the director of The Salt Choir born?';
const texts = {
  film: 'The Salt Choir is a film directed by Ilse Brandvik',
  ilse: 'Ilse Brandvik was born in Tarnholm',
  town: 'Tarnholm is a harbor town',
};
const index = new MemoryIndex(Object.entries(texts).map(([id, text]) => passageOf(id, text)));

async function ask(pipeline: AnyPipeline, say: Say, given: Readonly<Record<string, unknown>> = {}): Promise<Trace> {
  const model = new BadModel(say);
  const params = parseParameters(pipeline, given);
  const plan = planOf(pipeline, { question, params, models: { ...builtinModels, chat: model.id } });
  const sourceLines = async (path: string) => [texts[path.replace('.md', '') as keyof typeof texts]];
  return fold(await runPlan(plan, model, { index, parts: { embedder: sameVector, sourceLines } }));
}

/** A model that goes through one sub-question and knows the answer. */
const asked = 'Where was Ilse Brandvik born?';
const facts: Readonly<Record<string, unknown>> = {
  ...{ sub_question: asked, sub_questions: [asked, 'Who directed The Salt Choir?'], follow_up: asked, query: asked, next_query: '' },
  ...{ decomposed_questions: [{ id: '1', sub_question: asked }], needs_follow_up: true, retrieve: true, relevant: true, aligned: true },
  ...{ sufficient: true, abstain: false, type: 'inference', correctness: 'right', support: 'full', usefulness: 5, confidence: 10 },
  ...{
    evidence: texts.ilse,
    answer: 'Tarnholm',
    correct_answer: 'Tarnholm',
    citations: [1],
    useful: [1],
    gaps: [],
    spans: [],
    triples: [],
  },
};
const well: Say = (request) => filled((name) => (name === 'action' ? actionOf(request) : (facts[name] ?? 'Tarnholm')))(request);

function actionOf({ role, messages }: ChatRequest): string {
  const says = (words: string): boolean => messages.some(({ content }) => content.includes(words));
  if (role === 'autorag.turn') return says('<passage number') ? 'final' : 'query';
  return says('<step') ? 'finish' : 'ask';
}

/** Those that answer, and come last. */
const answering =
  /^(?:read|direct|cot|sunar\.(?:finish|mer)|leap\.answer|selfdc\.(?:read|combine)|drr\.(?:integrate|refine|repair)|selfask\.finish|refeed\.read|selfrag\.assess|gear\.read|autorag\.turn|r2ag\.read)$/;

const failures: Readonly<Record<string, Say>> = {
  'replies in no form': () => 'The Salt Choir is a film.',
  'breaks off': () => ({ text: '{"reasoning": "Ilse was", "answer": "Tarn', finishReason: 'length' }),
  refuses: () => ({ text: 'No.', finishReason: 'content_filter' }),
  'does not come': () => {
    throw new AriadneError('chat-timeout', 'The server did not answer in time.');
  },
};

/** Roles in plain text take any words. */
const inPlainText = new Set(['refeed']);

for (const pipeline of allPipelines) {
  for (const [does, say] of Object.entries(failures)) {
    test(`${pipeline.id}: the reply of the last step ${does}`, async () => {
      const trace = await ask(pipeline, (request) => (answering.test(request.role) ? say(request) : well(request)));
      const isTold = trace.answer === null || trace.unconfirmed !== undefined;
      assert.ok(isTold || (inPlainText.has(pipeline.id) && trace.citations.length > 0), `${trace.answer} is called confirmed`);
    });
  }
}

const closedBook = new Set(['direct', 'cot', 'cot-few-shot', 'genread']);

for (const pipeline of allPipelines) {
  const expected = closedBook.has(pipeline.id) ? 'from-memory' : undefined;
  test(`${pipeline.id}: an answer that all goes well for is ${expected ?? 'confirmed'}`, async () => {
    const { answer, unconfirmed, status } = await ask(pipeline, well);
    assert.deepEqual([status, answer, unconfirmed], ['ok', 'Tarnholm', expected]);
  });
}

/** The model knows what it is asked, and the documents do not say it. */
const fromMemory =
  (roles: RegExp): Say =>
  (request) =>
    filled((name) => {
      if (name === 'from_memory') return roles.test(request.role);
      if (name === 'support') return roles.test(request.role) ? 'none' : 'full';
      return name === 'action' ? actionOf(request) : (facts[name] ?? 'Tarnholm');
    })(request);

const knowing = { knowledge: 'evidence-then-memory' };
/** In plain text, where nothing can be told; its drafts are from memory, and kept where no passage answers. */
const withOwnMemory = new Set(['refeed']);

for (const pipeline of allPipelines.filter(({ id, parameters }) => 'knowledge' in parameters.shape && !withOwnMemory.has(id))) {
  test(`${pipeline.id}: an answer from memory is marked and cites nothing where the policy allows it, and does not exist elsewhere`, async () => {
    const { answer, unconfirmed, citations } = await ask(pipeline, fromMemory(/./), knowing);
    assert.deepEqual([answer, unconfirmed, citations], ['Tarnholm', 'from-memory', []]);
    const strict = await ask(pipeline, fromMemory(/./));
    assert.ok(!strict.nodes.some((node) => node.unconfirmed === 'from-memory'));
  });
}

for (const [id, role] of [
  ['sunar', /^sunar\.read$/],
  ['self-ask', /^read$/],
  ['drr-rag', /^drr\.answer$/],
] as const) {
  test(`${id}: an answer that is made of one from memory says so, though its last step is not`, async () => {
    const pipeline = allPipelines.find((one) => one.id === id) ?? assert.fail(id);
    const { answer, unconfirmed, nodes } = await ask(pipeline, fromMemory(role), knowing);
    const steps = nodes.filter(({ kind, answer: said }) => kind === 'sub_question' && said != null);
    assert.deepEqual(new Set(steps.map((node) => node.unconfirmed)), new Set(['from-memory']));
    assert.deepEqual([answer, unconfirmed], ['Tarnholm', id === 'sunar' ? 'partly-from-memory' : 'from-memory']);
  });
}

test('refeed: where no passage answers, the draft is kept if the policy allows it', async () => {
  const script = { ...baselineHops, 'refeed.draft': [draft('glass', null)], 'refeed.read': [refined(null)] };
  const { trace } = await play('refeed', script, { params: knowing });
  assert.deepEqual([trace.answer, trace.unconfirmed], ['glass', 'from-memory']);
  assert.equal((await play('refeed', script)).trace.answer, null);
});

const memory = draft('glass', -0.1);
const cases: readonly { readonly name: string; readonly run: () => Promise<Trace>; readonly why: string | undefined }[] = [
  {
    name: 'sunar: a check that abstains leaves the answer of the steps',
    run: async () => (await runSunar({ mer: null })).trace,
    why: 'check-gave-none',
  },
  {
    name: 'sunar: a check that gives another answer has looked at the evidence',
    run: async () => (await runSunar({ mer: 'Ilse Brandvik' })).trace,
    why: undefined,
  },
  {
    name: 'refeed: a draft that is kept comes from memory',
    run: async () =>
      (await play('refeed', { ...baselineHops, 'refeed.draft': [memory], 'refeed.read': [refined('Tarnholm', -0.3)] })).trace,
    why: 'from-memory',
  },
  {
    name: 'self-rag-lite: an answer that its own passage does not support',
    run: async () => (await play('self-rag-lite', { ...liteHops, 'selfrag.assess': [assessed('Skell', { support: 'none' })] })).trace,
    why: 'not-supported',
  },
  {
    name: 'self-rag-lite: an answer without a search comes from memory',
    run: async () => (await play('self-rag-lite', { ...liteHops, 'selfrag.retrieve': [{ retrieve: false }] })).trace,
    why: 'from-memory',
  },
  {
    name: 'auto-rag-lite: what only the model’s own passage carries comes from memory',
    run: async () => {
      const turns = [query('harbor'), query('museum'), final('Tarnholm', [2])];
      return (await play('auto-rag-lite', { ...liteHops, 'autorag.turn': turns }, { params: { maxTurns: 1 } })).trace;
    },
    why: 'from-memory',
  },
  {
    name: 'self-dc: one part from memory, one looked up',
    run: async () => (await runSelfDc(twoParts)).trace,
    why: 'partly-from-memory',
  },
  {
    name: 'self-dc: a passage of the model’s own',
    run: async () => (await runSelfDc({ confidence: { 'Which country hosted X and won Y?': 0.95 } })).trace,
    why: 'from-memory',
  },
  {
    name: 'drr-rag: a sub-answer that could not be checked',
    run: async () =>
      (
        await runDrr({
          plans: [{ '1': 'Who composed film T?' }],
          facts: { 'Who composed film T?': { answer: 'Carl', refined: { verdict: 'unchecked' } } },
        })
      ).trace,
    why: 'unconfirmed-step',
  },
  {
    name: 'drr-rag: a sub-answer that nothing supports',
    run: async () =>
      (
        await runDrr({
          plans: [{ '1': 'Who composed film T?' }],
          facts: { 'Who composed film T?': { answer: 'Carl', refined: { evidence: null, verdict: 'wrong' } } },
          params: { maxRedecompose: 0 },
        })
      ).trace,
    why: 'unconfirmed-step',
  },
];

for (const { name, run, why } of cases) {
  test(name, async () => {
    const { answer, unconfirmed } = await run();
    assert.notEqual(answer, null);
    assert.equal(unconfirmed, why);
  });
}

test('the check that gave no answer has none; what is is said of the answer, and of a run made before this was told', async () => {
  const { trace } = await runSunar({ mer: null });
  const nodes = Object.fromEntries(trace.nodes.map((node) => [node.id, [node.answer, node.unconfirmed]]));
  assert.deepEqual(
    [nodes['meta'], nodes['final']],
    [
      [null, undefined],
      ['Tarnholm', 'check-gave-none'],
    ],
  );
});

test('a run that is stopped has confirmed nothing', async () => {
  const stop = new AbortController();
  let searches = 0;
  const onCall = (of: string): void => {
    if (of === 'search' && ++searches === 2) stop.abort();
  };
  const { trace } = await play('iter-retgen', baselineHops, { onCall, signal: stop.signal });
  assert.deepEqual([trace.status, trace.answer, trace.unconfirmed], ['cancelled', 'Tarnholm', 'cut-short']);
});
