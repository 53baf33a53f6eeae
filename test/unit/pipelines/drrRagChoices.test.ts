/** DRR-RAG with the choices that are ours (pipelines.md 5.1). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trace } from '../../../src/protocol/trace.ts';
import { type Fact, runDrr, subQuestions } from '../../support/drrWorld.ts';

const asTold = (trace: Trace): readonly string[] =>
  subQuestions(trace).map(({ id, status, answer = null, flags }) => [id, status, answer, ...flags].join(' '));

const ours = { deepen: 7, checkUnknown: false, unanswered: 'stop' } as const;
const unknown: Fact = { answer: null };
const all = ['d1', 'd2', 'd3'];

test('drr-rag: an answer that is unknown is not checked, and each new plan reads more passages', async () => {
  const { trace, countOf } = await runDrr({
    plans: [{ '1': 'Who composed film T?' }, { '1': 'Who wrote the music of film T?' }],
    facts: { 'Who composed film T?': { ...unknown, docs: all }, 'Who wrote the music of film T?': { answer: 'Carl', docs: all } },
    params: { ...ours, k: 1, deepen: 1 },
  });
  assert.deepEqual(
    trace.retrievals.map(({ results }) => results.length),
    [1, 2],
  );
  assert.deepEqual([countOf('drr.answer'), countOf('drr.refine')], [2, 1]);
  assert.deepEqual(asTold(trace), ['0.1 superseded  no_evidence', '1.1 supported Carl']);
});

test('drr-rag: in the last attempt too, what needs a missing answer is not asked; what does not need it is', async () => {
  const { trace, countOf } = await runDrr({
    plans: [
      { '1': 'Who composed film T?', '2': 'Where is {answer_1} from?', '3': 'Who composed film U?', '4': 'Where is {answer_3} from?' },
    ],
    facts: { 'Who composed film U?': { answer: 'Dora' }, 'Where is Dora from?': { answer: 'Peru' } },
    params: { ...ours, maxRedecompose: 0 },
  });
  assert.deepEqual(asTold(trace), [
    '0.1 unsupported  empty_retrieval',
    '0.3 supported Dora',
    '0.2 blocked  unresolved_placeholder',
    '0.4 supported Peru',
  ]);
  assert.ok(trace.retrievals.every(({ query }) => !query.includes('the answer to')));
  assert.deepEqual(countOf('drr.answer'), 2);
});

test('drr-rag: an answer that the passages neither confirm nor correct is unsupported', async () => {
  const { trace } = await runDrr({
    plans: [{ '1': 'Who composed film T?' }],
    facts: { 'Who composed film T?': { answer: 'Carl' } },
    params: { ...ours, maxRedecompose: 0 },
    play: { 'drr.refine': () => ({ evidence: 'some words', verdict: 'unsupported', correctAnswer: null }) },
  });
  assert.deepEqual(asTold(trace), ['0.1 unsupported Carl no_evidence']);
});

test('drr-rag: the plan says the type of the question, so no call is made for it, and the next plan knows it', async () => {
  const types: (string | null)[] = [];
  const { trace, countOf } = await runDrr({
    plans: [{ '1': 'Who composed film T?' }, { '1': 'Who wrote the music of film T?' }],
    facts: { 'Who composed film T?': unknown, 'Who wrote the music of film T?': { answer: 'Carl' } },
    params: { ...ours, classifyIn: 'plan' },
    play: {
      'drr.decompose': ({ type, feedback }) => {
        types.push(type);
        const subQuestion = feedback ? 'Who wrote the music of film T?' : 'Who composed film T?';
        return { plan: [{ id: '1', subQuestion }], reply: '', ...(type === null ? { type: 'comparison' } : {}) };
      },
    },
  });
  assert.deepEqual(
    [countOf('drr.classify'), types, trace.nodes.find(({ id }) => id === 'plan0')?.plan?.type],
    [0, [null, 'comparison'], 'comparison'],
  );
});

test('drr-rag: a plan that says no type counts as hybrid, and the trace tells of it', async () => {
  const { trace } = await runDrr({
    plans: [{ '1': 'Who composed film T?' }],
    facts: { 'Who composed film T?': { answer: 'Carl' } },
    params: { ...ours, classifyIn: 'plan' },
  });
  const { plan, flags } = trace.nodes.find(({ id }) => id === 'plan0') ?? {};
  assert.deepEqual([plan?.type, flags], ['hybrid', ['type_missing']]);
});
