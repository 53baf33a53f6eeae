import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScriptedRun } from '../../support/scriptedRun.ts';
import { question, questionsOf, run, type Script, twoParts } from './selfDcScript.ts';

test('the trace has the shape of pipelines.md 4.9', async () => {
  const { trace, roles } = await run(twoParts);
  assert.deepEqual(
    {
      outcome: [trace.status, trace.answer, trace.stopReason, trace.flags],
      roles: roles.toSorted(),
      nodes: trace.nodes
        .toSorted((a, b) => a.order - b.order)
        .map(({ id, kind, text, depth, status, confidence, branch, answer, evidence, cites }) => ({
          id,
          kind,
          text,
          depth,
          status,
          confidence,
          branch,
          answer,
          evidence: evidence.map(({ passageId, source }) => `${passageId} ${source}`),
          cites,
        })),
      edges: trace.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort(),
      cited: trace.citations.map(({ passageId }) => passageId),
    },
    {
      outcome: ['ok', 'A(Who hosted X?) + A(Who won Y?)', 'combined', []],
      roles: ['background', 'combine', 'confidence', 'confidence', 'confidence', 'decompose', 'read', 'read'],
      nodes: [
        {
          id: 'root',
          kind: 'root',
          text: question,
          depth: 1,
          status: 'answered',
          confidence: { value: 0.6, method: 'verb', raw: { answer: 'a guess' } },
          branch: 'decompose',
          answer: 'A(Who hosted X?) + A(Who won Y?)',
          evidence: [],
          cites: [],
        },
        {
          id: '1',
          kind: 'sub_question',
          text: 'Who hosted X?',
          depth: 2,
          status: 'answered',
          confidence: { value: 0.9, method: 'verb', raw: { answer: 'a guess' } },
          branch: 'generate',
          answer: 'A(Who hosted X?)',
          evidence: ['generated:1.g generated'],
          cites: [],
        },
        {
          id: '1.g',
          kind: 'generated_doc',
          text: 'All about Who hosted X?',
          depth: 2,
          status: 'answered',
          confidence: undefined,
          branch: undefined,
          answer: undefined,
          evidence: [],
          cites: undefined,
        },
        {
          id: '2',
          kind: 'sub_question',
          text: 'Who won Y?',
          depth: 2,
          status: 'answered',
          confidence: { value: 0.2, method: 'verb', raw: { answer: 'a guess' } },
          branch: 'retrieve',
          answer: 'A(Who won Y?)',
          evidence: ['d1 initial'],
          cites: ['d1'],
        },
        {
          id: 'final',
          kind: 'final',
          text: question,
          depth: 1,
          status: 'answered',
          confidence: undefined,
          branch: undefined,
          answer: 'A(Who hosted X?) + A(Who won Y?)',
          evidence: [],
          cites: [],
        },
      ],
      edges: [
        '1 combines_into final',
        '1 decomposes 1.g',
        '2 combines_into final',
        'root decomposes 1',
        'root decomposes 2',
        'root decomposes final',
      ],
      cited: ['d1'],
    },
  );
});

const deep = (depth: number): string => `Q${depth}?`;
const chain: Script = {
  question: deep(1),
  confidence: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((depth) => [deep(depth), 0.6])),
  decompose: Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [deep(depth), [deep(depth + 1), 'other?']])),
};

const cases: readonly {
  readonly name: string;
  readonly script: Script;
  readonly more?: Partial<ScriptedRun>;
  /** `branch reason flags` of each question, in depth-first order. */
  readonly ways: readonly string[];
  readonly roles?: readonly string[];
  readonly flags?: readonly string[];
  readonly answer?: string | null;
  readonly status?: string;
}[] = [
  {
    name: 'known: from memory',
    script: { confidence: { [question]: 0.7 } },
    ways: ['generate'],
    roles: ['confidence', 'background', 'read'],
    answer: `A(${question})`,
  },
  {
    name: 'unknown: from retrieval',
    script: { confidence: { [question]: 0.5 } },
    ways: ['retrieve'],
    roles: ['confidence', 'read'],
    answer: `A(${question})`,
  },
  { name: 'no confidence: retrieval', script: { confidence: {} }, ways: ['retrieve confidence_missing'], roles: ['confidence', 'read'] },
  {
    name: 'a reasoner that cannot state its confidence retrieves, and says that this is not the method',
    script: {
      confidence: {},
      params: { method: undefined },
      options: { unserved: ['selfdc.confidence'], can: { logprobs: false, stateConfidence: false } },
    },
    ways: ['retrieve confidence_missing'],
    flags: ['role_unavailable:selfdc.confidence'],
    roles: ['read'],
  },
  {
    name: 'empty retrieval is flagged and still read',
    script: { confidence: { [question]: 0 }, found: {} },
    ways: ['retrieve empty_retrieval'],
    roles: ['confidence', 'read'],
    answer: null,
  },
  {
    name: 'parts that need the answers of others are a chain, which is looked up as a whole',
    script: {
      confidence: { [question]: 0.6 },
      decompose: { [question]: ['Who hosted X?', 'What did the answer to question 1 win?'] },
    },
    ways: ['retrieve chain'],
  },
  {
    name: 'so are parts with a placeholder',
    script: { confidence: { [question]: 0.6 }, decompose: { [question]: ['Who hosted X?', 'What did {answer_1} win?'] } },
    ways: ['retrieve chain'],
  },
  { name: 'a split into nothing retrieves', script: { confidence: { [question]: 0.6 } }, ways: ['retrieve no_subquestions'] },
  {
    name: 'a split into one looks up the question itself',
    script: { confidence: { [question]: 0.6 }, decompose: { [question]: ['Who won Y?', ' who won y'] }, found: { [question]: ['d2'] } },
    ways: ['retrieve single_subquestion'],
    answer: `A(${question})`,
  },
  {
    name: 'circular repeats are removed',
    script: { ...twoParts, decompose: { [question]: ['Who hosted X?', question.toUpperCase(), ' ', 'Who hosted x', 'Who won Y?'] } },
    ways: ['decompose', 'generate', 'retrieve'],
  },
  {
    name: 'at most τ levels',
    script: chain,
    ways: ['decompose', 'decompose', 'retrieve max_depth', 'retrieve confidence_missing', 'retrieve confidence_missing'],
  },
  { name: 'τ = 1 never splits', script: { ...twoParts, params: { tau: 1 } }, ways: ['retrieve max_depth'], roles: ['confidence', 'read'] },
  { name: 'β = 0 never splits', script: { ...twoParts, params: { beta: 0 } }, ways: ['generate'] },
  {
    name: 'nothing remembered: looked up instead',
    script: { confidence: { [question]: 1 }, play: { 'selfdc.background': () => ({ passage: '' }) } },
    ways: ['retrieve generation_failed'],
    roles: ['confidence', 'background', 'read'],
  },
  {
    name: 'calls that fail for good: confidence is missing, the answer comes from retrieval',
    script: { confidence: {}, play: { 'selfdc.confidence': undefined } },
    ways: ['retrieve confidence_missing call_failed:selfdc.confidence chat-server-error'],
    status: 'degraded',
  },
  {
    name: 'a combination that fails gives the last answer that is known',
    script: { ...twoParts, found: {}, play: { 'selfdc.combine': undefined } },
    ways: ['decompose', 'generate', 'retrieve empty_retrieval'],
    answer: 'A(Who hosted X?)',
    status: 'degraded',
  },
  {
    name: 'α + β above 1: nothing is known well enough, with a warning',
    script: { confidence: { [question]: 1 }, decompose: twoParts.decompose ?? {}, params: { alpha: 0.95, tau: 1 } },
    ways: ['retrieve max_depth'],
    flags: ['generate_unreachable'],
  },
  {
    name: 'α − β below 0: nothing is unknown by its confidence, with a warning',
    script: { confidence: { [question]: 0 }, params: { alpha: 0.05 } },
    ways: ['retrieve no_subquestions'],
    flags: ['retrieve_unreachable'],
  },
];

for (const { name, script, more, ways, roles, flags = [], answer, status = 'ok' } of cases) {
  test(name, async () => {
    const { trace, roles: asked } = await run(script, more);
    const taken = questionsOf(trace).map(({ branch, branchReason, flags: marks }) =>
      [branch, branchReason, ...marks].filter(Boolean).join(' '),
    );
    assert.deepEqual(
      {
        ways: taken,
        flags: trace.flags,
        status: trace.status,
        roles: roles && asked,
        answer: answer === undefined ? undefined : trace.answer,
      },
      { ways, flags, status, roles, answer },
    );
  });
}

test('what is combined is every sub-question with its answer, an unknown one as unknown', async () => {
  const { combined } = await run({ ...twoParts, found: {} });
  assert.deepEqual(combined, [
    {
      question,
      path: [
        { question: 'Who hosted X?', answer: 'A(Who hosted X?)' },
        { question: 'Who won Y?', answer: null },
      ],
    },
  ]);
});

test('a sub-question that the user has changed is asked in the new words', async () => {
  const { trace, combined } = await run(twoParts, { edits: { texts: { 2: 'Who lost Y?' } } });
  assert.deepEqual(
    { texts: questionsOf(trace).map(({ text }) => text), told: combined[0]?.path.map((step) => step.question) },
    { texts: [question, 'Who hosted X?', 'Who lost Y?'], told: ['Who hosted X?', 'Who lost Y?'] },
  );
});

test('only the last answering step is final', async () => {
  const { reasoner } = await run(twoParts);
  assert.deepEqual(new Set(reasoner.asked.flatMap(({ role, call: { isFinal } }) => (isFinal ? [role] : []))), new Set(['selfdc.combine']));
});
