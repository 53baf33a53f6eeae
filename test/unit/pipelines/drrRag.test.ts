import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trace } from '../../../src/protocol/trace.ts';
import { drrRoles } from '../../../src/reasoning/roles/drrRoles.ts';
import type { PlanFeedback } from '../../../src/reasoning/roles/drrTypes.ts';
import { asPlanned, type Fact, noEvidence, openNodes, question, runDrr, subQuestions, type World } from '../../support/drrWorld.ts';

const asTold = (trace: Trace): readonly string[] =>
  subQuestions(trace).map(({ id, status, answer = null, flags }) => [id, status, answer, ...flags].join(' '));
const outcomeOf = ({ status, answer, stopReason, flags }: Trace): object => ({ status, answer, stopReason, flags });

const chain = { '1': 'Who composed film T?', '2': 'What nationality is {sub_question_1_answer}?' };
const chainFacts: Readonly<Record<string, Fact>> = {
  'Who composed film T?': { answer: 'Carl' },
  'What nationality is Carl?': { answer: 'American' },
};
const finished = { status: 'ok', stopReason: 'integrated', flags: [] };

test('the trace has the shape of pipelines.md 5.8', async () => {
  const { trace } = await runDrr({
    plans: [chain, { '1': 'Who composed film T?', '2': 'Which country is {answer_1} from?' }],
    facts: { ...chainFacts, 'What nationality is Carl?': noEvidence, 'Which country is Carl from?': { answer: 'USA' } },
  });
  const feedback: PlanFeedback = {
    attempt: 0,
    previousPlan: asPlanned(chain),
    answersSoFar: { '1': 'Carl' },
    failures: [{ id: '2', subQuestion: 'What nationality is Carl?', reason: 'no_evidence', docTitles: ['d1'] }],
  };
  assert.deepEqual(
    {
      nodes: trace.nodes.map(({ id, kind, parent, attempt, level, order, status }) => [id, kind, parent, attempt, level, order, status]),
      edges: trace.edges.filter(({ kind }) => kind !== 'decomposes').map(({ from, to, kind }) => `${from} ${kind} ${to}`),
      plans: trace.nodes.flatMap(({ plan }) => plan ?? []),
      asked: subQuestions(trace).map(({ text, resolvedText, answer }) => [text, resolvedText, answer]),
      cited: trace.nodes.flatMap(({ id, cites = [] }) => cites.map((passageId) => `${id} ${passageId}`)),
    },
    {
      nodes: [
        ['root', 'root', null, 0, undefined, 0, 'answered'],
        ['plan0', 'plan', 'root', 0, undefined, 1, 'superseded'],
        ['0.1', 'sub_question', 'plan0', 0, 0, 2, 'superseded'],
        ['0.2', 'sub_question', 'plan0', 0, 1, 3, 'superseded'],
        ['plan1', 'plan', 'root', 1, undefined, 4, 'answered'],
        ['1.1', 'sub_question', 'plan1', 1, 0, 5, 'reused'],
        ['1.2', 'sub_question', 'plan1', 1, 1, 6, 'supported'],
        ['final', 'final', null, 0, undefined, 7, 'answered'],
      ],
      edges: [
        '0.1 depends_on 0.2',
        'plan0 replaces plan1',
        '0.2 replaces plan1',
        '1.1 depends_on 1.2',
        '1.1 combines_into final',
        '1.2 combines_into final',
      ],
      plans: [
        { type: 'inference', reply: JSON.stringify(chain) },
        { type: 'inference', reply: '{"1":"Who composed film T?","2":"Which country is {answer_1} from?"}', feedback },
      ],
      asked: [
        ['Who composed film T?', 'Who composed film T?', 'Carl'],
        ['What nationality is {sub_question_1_answer}?', 'What nationality is Carl?', 'x'],
        ['Who composed film T?', 'Who composed film T?', 'Carl'],
        ['Which country is {answer_1} from?', 'Which country is Carl from?', 'USA'],
      ],
      cited: ['1.1 d1', '1.2 d1'],
    },
  );
});

test('drr-rag: an error in the plan after one that was tried keeps what was found, and what was not', async () => {
  const circle = { '1': 'Where is {answer_1}?' };
  const { trace } = await runDrr({
    plans: [chain, circle, null, { '1': 'Who composed film T?', '2': 'Which country is {answer_1} from?' }],
    facts: { ...chainFacts, 'What nationality is Carl?': noEvidence, 'Which country is Carl from?': { answer: 'USA' } },
    params: { maxRedecompose: 3 },
  });
  const found = {
    previousPlan: asPlanned(chain),
    answersSoFar: { '1': 'Carl' },
    failures: [{ id: '2', subQuestion: 'What nationality is Carl?', reason: 'no_evidence', docTitles: ['d1'] }],
  };
  assert.deepEqual(
    {
      feedback: trace.nodes.flatMap(({ plan }) => (plan ? [plan.feedback] : [])),
      replaced: trace.edges.filter(({ kind }) => kind === 'replaces').map(({ from, to }) => `${from} ${to}`),
      nodes: asTold(trace),
      answer: trace.answer,
    },
    {
      feedback: [
        undefined,
        { ...found, attempt: 0 },
        { ...found, attempt: 1, planError: { code: 'cycle', ids: ['1'] } },
        { ...found, attempt: 2, planError: { code: 'malformed', ids: [] } },
      ],
      replaced: ['plan0 plan1', '0.2 plan1', 'plan1 plan2', 'plan2 plan3'],
      nodes: ['0.1 superseded Carl', '0.2 superseded x no_evidence', '3.1 reused Carl', '3.2 supported USA'],
      answer: 'Carl|USA',
    },
  );
});

const many = (n: number, text = (i: number): string => `Fact ${i}?`): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [String(i + 1), text(i + 1)]));
const known = (text: string): Fact => ({ answer: `[${text}]` });

const cases: readonly (World & {
  readonly name: string;
  readonly outcome: object;
  readonly nodes: readonly string[];
  readonly counts: { readonly plans: number; readonly answers: number; readonly retrievals: number };
  readonly planErrors?: readonly unknown[];
})[] = [
  {
    name: 'a revised answer flows on, and the one before is kept',
    plans: [chain],
    facts: { ...chainFacts, 'Who composed film T?': { answer: 'Bob', refined: { verdict: 'wrong', correctAnswer: 'Carl' } } },
    outcome: { ...finished, answer: 'American|Carl' },
    nodes: ['0.1 revised Carl', '0.2 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'wrong without a better answer has no evidence; without new plans its answer is kept',
    plans: [chain],
    facts: { ...chainFacts, 'Who composed film T?': { answer: 'Carl', refined: { verdict: 'wrong', correctAnswer: null } } },
    params: { maxRedecompose: 0 },
    outcome: { ...finished, answer: 'American|Carl' },
    nodes: ['0.1 unsupported Carl no_evidence', '0.2 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'evidence that is in no document is flagged, and counts',
    plans: [{ '1': 'Who composed film T?' }],
    facts: { 'Who composed film T?': { answer: 'Carl', refined: { evidence: 'Carl wrote it' } } },
    outcome: { ...finished, answer: 'Carl' },
    nodes: ['0.1 supported Carl evidence_not_in_docs'],
    counts: { plans: 1, answers: 1, retrievals: 1 },
  },
  {
    name: 'an abstention with evidence is supported and blocks what depends on it',
    plans: [chain, { '1': 'Which nationality composed T?' }],
    facts: { 'Who composed film T?': { answer: null }, 'Which nationality composed T?': { answer: 'American' } },
    outcome: { ...finished, answer: 'American' },
    nodes: ['0.1 superseded ', '0.2 superseded  unresolved_placeholder', '1.1 supported American'],
    counts: { plans: 2, answers: 2, retrievals: 2 },
  },
  {
    name: 'in the last attempt a missing answer is described in words',
    plans: [chain],
    facts: {
      'Who composed film T?': { answer: null },
      'What nationality is the answer to "Who composed film T?"?': { answer: 'American' },
    },
    params: { maxRedecompose: 0 },
    outcome: { ...finished, answer: '?|American' },
    nodes: ['0.1 supported ', '0.2 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'nothing found costs no call',
    plans: [{ '1': 'Who?' }, { '1': 'Who else?' }],
    facts: { 'Who else?': { answer: 'Eve' } },
    outcome: { ...finished, answer: 'Eve' },
    nodes: ['0.1 superseded  empty_retrieval', '1.1 supported Eve'],
    counts: { plans: 2, answers: 1, retrievals: 2 },
  },
  {
    name: 'the same text in one level is asked once',
    plans: [{ '1': 'Who?', '2': 'Who?', '3': 'Who?' }],
    facts: { 'Who?': { answer: 'Eve' } },
    outcome: { ...finished, answer: 'Eve|Eve|Eve' },
    nodes: ['0.1 supported Eve', '0.2 reused Eve', '0.3 reused Eve'],
    counts: { plans: 1, answers: 1, retrievals: 1 },
  },
  {
    name: 'the same text without evidence fails for all who ask',
    plans: [{ '1': 'Who?', '2': 'Who?' }],
    facts: { 'Who?': noEvidence },
    params: { maxRedecompose: 0 },
    outcome: { ...finished, answer: 'x|x' },
    nodes: ['0.1 unsupported x no_evidence', '0.2 unsupported x no_evidence'],
    counts: { plans: 1, answers: 1, retrievals: 1 },
  },
  {
    name: 'a circle is planned again, and never searched for',
    plans: [{ '1': 'Where is {answer_2}?', '2': 'Who is {answer_1}?' }, chain],
    facts: chainFacts,
    outcome: { ...finished, answer: 'American|Carl' },
    nodes: ['1.1 supported Carl', '1.2 supported American'],
    counts: { plans: 2, answers: 2, retrievals: 2 },
    planErrors: [{ code: 'cycle', ids: ['1', '2'] }],
  },
  {
    name: 'plans that are of no use end in the question itself',
    plans: [{ '1': 'Where is {answer_9}?' }, null, {}],
    facts: { [question]: { answer: 'American' } },
    outcome: { ...finished, answer: 'American', flags: ['plan_fallback'] },
    nodes: ['2.1 supported American'],
    counts: { plans: 3, answers: 1, retrievals: 1 },
    planErrors: [
      { code: 'unknown_dependency', ids: ['9'] },
      { code: 'malformed', ids: [] },
      { code: 'empty_plan', ids: [] },
    ],
  },
  {
    name: 'a reference to a later number is fine',
    plans: [{ '1': 'What nationality is {answer_2}?', '2': 'Who composed film T?' }],
    facts: chainFacts,
    outcome: { ...finished, answer: 'American|Carl' },
    nodes: ['0.2 supported Carl', '0.1 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'of 50 sub-questions the first are kept',
    plans: [many(50)],
    facts: known,
    params: { maxSubQuestions: 2 },
    outcome: { ...finished, answer: '[Fact 1?]|[Fact 2?]' },
    nodes: ['0.1 supported [Fact 1?]', '0.2 supported [Fact 2?]'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: '50 sub-questions that need what would be dropped are too many',
    plans: [many(50, (i) => (i === 1 ? 'Of {answer_40}?' : `Fact ${i}?`)), { '1': 'One?' }],
    facts: known,
    outcome: { ...finished, answer: '[One?]' },
    nodes: ['1.1 supported [One?]'],
    counts: { plans: 2, answers: 1, retrievals: 1 },
    planErrors: [{ code: 'too_many', ids: ['40'] }],
  },
  {
    name: 'without self-refinement only empty searches and missing answers fail',
    plans: [chain],
    facts: { ...chainFacts, 'What nationality is Carl?': noEvidence },
    params: { selfRefine: false },
    outcome: { ...finished, answer: 'Carl|x' },
    nodes: ['0.1 answered Carl', '0.2 answered x'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'without self-refinement what was answered is not asked again by the next plan',
    plans: [{ '1': 'Who composed film T?', '2': 'Who?' }, { '1': 'Who composed film T?' }],
    facts: { 'Who composed film T?': { answer: 'Carl' } },
    params: { selfRefine: false },
    outcome: { ...finished, answer: 'Carl' },
    nodes: ['0.1 superseded Carl', '0.2 superseded  empty_retrieval', '1.1 reused Carl'],
    counts: { plans: 2, answers: 1, retrievals: 2 },
  },
  {
    name: 'a reply of refinement that cannot be used keeps the answer, which is not reused',
    plans: [{ '1': 'Who?', '2': 'Who {answer_1}?' }, { '1': 'Who?' }],
    facts: { 'Who?': { answer: 'Eve' } },
    play: { 'drr.refine': (input) => drrRoles.refine.fallback(input, '') },
    outcome: { ...finished, answer: 'Eve' },
    nodes: ['0.1 superseded Eve refine_failed', '0.2 superseded  empty_retrieval', '1.1 supported Eve refine_failed'],
    counts: { plans: 2, answers: 2, retrievals: 3 },
  },
  {
    name: 'a reply of integration that cannot be used gives the answer of the highest number',
    plans: [chain],
    facts: chainFacts,
    play: { 'drr.integrate': (input) => drrRoles.integrate.fallback(input, '') },
    outcome: { ...finished, answer: 'American' },
    nodes: ['0.1 supported Carl', '0.2 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'a reply that answers nothing is an abstention',
    plans: [{ '1': 'Who composed film T?' }],
    facts: chainFacts,
    play: { 'drr.answer': (input) => drrRoles.answer.fallback(input, ''), 'drr.integrate': () => ({ answer: null }) },
    outcome: { ...finished, answer: null },
    nodes: ['0.1 supported '],
    counts: { plans: 1, answers: 1, retrievals: 1 },
  },
  {
    name: 'a reasoner that does not plan: the question is the only sub-question, and the run says so',
    plans: [chain],
    facts: { [question]: noEvidence },
    unserved: ['drr.classify', 'drr.decompose'],
    outcome: { ...finished, answer: 'x', flags: ['role_unavailable:drr.decompose'] },
    nodes: ['0.1 unsupported x no_evidence'],
    counts: { plans: 0, answers: 1, retrievals: 1 },
  },
  {
    name: 'a reasoner that does not classify: the plan is hybrid',
    plans: [chain],
    facts: chainFacts,
    unserved: ['drr.classify'],
    outcome: { ...finished, answer: 'American|Carl', flags: ['role_unavailable:drr.classify'] },
    nodes: ['0.1 supported Carl', '0.2 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
  {
    name: 'a question that holds a placeholder is asked as it is',
    plans: [null],
    facts: { 'What does {answer_1} mean?': { answer: 'a placeholder' } },
    params: { maxRedecompose: 0 },
    run: { question: 'What does {answer_1} mean?' },
    outcome: { ...finished, answer: 'a placeholder', flags: ['plan_fallback'] },
    nodes: ['0.1 supported a placeholder'],
    counts: { plans: 1, answers: 1, retrievals: 1 },
    planErrors: [{ code: 'malformed', ids: [] }],
  },
  {
    name: 'a sub-question that the user has changed is asked as it is now, and is not blocked',
    plans: [chain],
    facts: { 'Who composed film T?': { answer: null }, 'What nationality is Carl?': { answer: 'American' } },
    run: { edits: { texts: { '0.2': 'What nationality is Carl?' } } },
    outcome: { ...finished, answer: '?|American' },
    nodes: ['0.1 supported ', '0.2 supported American'],
    counts: { plans: 1, answers: 2, retrievals: 2 },
  },
];

for (const { name, outcome, nodes, counts, planErrors = [], ...world } of cases) {
  test(`drr-rag: ${name}`, async () => {
    const { trace, countOf } = await runDrr(world);
    assert.deepEqual(
      {
        outcome: outcomeOf(trace),
        nodes: asTold(trace),
        counts: { plans: countOf('drr.decompose'), answers: countOf('drr.answer'), retrievals: trace.totals.retrievals },
        planErrors: trace.nodes.flatMap(({ plan }) => plan?.error ?? []),
      },
      { outcome, nodes, counts, planErrors },
    );
  });
}

test('drr-rag: the budget ends in an answer from what there is, wherever it is spent', async () => {
  // Two calls for the plan, three for each sub-question; an answer that could not be checked any more is kept.
  const answers = ['', '', '', '', 'Carl', 'Carl', 'Carl', 'American|Carl', 'American|Carl'];
  for (const [budget, answer] of answers.entries()) {
    const { trace, countOf } = await runDrr({ plans: [chain], facts: chainFacts, run: { budget } });
    const flags = budget < 8 ? ['budget_exhausted'] : [];
    assert.deepEqual(
      {
        answer: trace.answer,
        stopReason: trace.stopReason,
        flags: trace.flags,
        integrated: countOf('drr.integrate'),
        open: openNodes(trace),
      },
      { answer, stopReason: budget < 7 ? 'budget_exhausted' : 'integrated', flags, integrated: 1, open: [] },
      `budget ${budget}`,
    );
  }
});

test('drr-rag: a budget that is spent before the next plan leaves the answers of the plan before', async () => {
  const facts = { 'Who composed film T?': { answer: 'Carl' }, 'Who?': noEvidence };
  const { trace } = await runDrr({ plans: [{ ...chain, '3': 'Who?' }], facts, run: { budget: 8 } });
  assert.deepEqual(
    { answer: trace.answer, stopReason: trace.stopReason, nodes: asTold(trace), open: openNodes(trace) },
    {
      answer: 'Carl|x',
      stopReason: 'budget_exhausted',
      nodes: ['0.1 supported Carl', '0.3 unsupported x no_evidence', '0.2 blocked '],
      open: [],
    },
  );
});

test('drr-rag: stopped at any call, the run ends as cancelled and nothing stays open', async () => {
  const world: World = {
    plans: [{ ...chain, '3': 'Who?' }, chain],
    facts: { ...chainFacts, 'Who?': noEvidence },
  };
  let calls = 0;
  await runDrr({ ...world, run: { onCall: () => calls++ } });
  assert.equal(calls, 13);
  for (let stopAt = 1; stopAt <= calls; stopAt++) {
    const stopping = new AbortController();
    let call = 0;
    const onCall = (): void => {
      if (++call === stopAt) stopping.abort();
    };
    const { trace } = await runDrr({ ...world, run: { onCall, signal: stopping.signal } });
    assert.deepEqual(
      { status: trace.status, answer: trace.answer, finished: trace.finished, open: openNodes(trace) },
      { status: 'cancelled', answer: null, finished: true, open: [] },
      `stopped at call ${stopAt}`,
    );
  }
});
