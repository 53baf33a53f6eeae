import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { bestPassages } from '../../../src/trace/bestPassages.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { otherMethod } from '../../../src/trace/otherMethod.ts';

const question = 'Where was the keeper of Orrin Ness born?';

const texts: Readonly<Record<string, string>> = {
  keeper:
    'The light stands on a rock.\nIts keeper was Ada Holm. She kept it for thirty years, through two wars and every storm between them.',
  birth: 'Ada Holm wrote letters. Ada Holm was born in Skell, the third of nine, in the winter of 1871. She left at twenty.',
  rock: 'The rock is bare.',
  other: 'Ada Holm is named in the register.',
};

function passage(id: string): Passage {
  const text = texts[id] ?? '';
  const range = { startLine: 4, endLine: 4 + text.split('\n').length, startOffset: 100, endOffset: 100 + text.length };
  return { id, path: `${id}.md`, title: id, headings: [], text, range, runs: [0, 100, text.length, 4], documentHash: 'h' };
}

function node(id: string, ids: readonly string[], facts: Partial<TraceNode> = {}): TraceNode {
  const evidence = ids.map((passageId, rank) => ({ passageId, rank, score: null, used: true, source: 'initial' as const }));
  const kind = 'sub_question' as const;
  const ended = {
    parent: null,
    attempt: 0,
    depth: 0,
    order: 0,
    status: 'answered' as const,
    calls: [],
    startedAt: 0,
    endedAt: 0,
    flags: [],
  };
  return { id, kind, text: question, ...ended, evidence, ...facts };
}

function traceOf(...nodes: readonly TraceNode[]): Trace {
  const passages = Object.fromEntries(Object.keys(texts).map((id) => [id, passage(id)]));
  return { ...emptyTrace, question, finished: true, abstained: true, nodes: [...nodes], passages };
}

const answered = node('s1', ['keeper', 'rock'], { text: 'Who was the keeper?', answer: 'Ada Holm' });
const open = node('s2', ['other', 'birth', 'rock'], { text: 'Where was #1 born?', resolvedText: 'Where was Ada Holm born?', answer: null });

test('the evidence of steps that found no answer, each passage with the sentence that says most of what was asked, at its lines', () => {
  assert.deepEqual(
    bestPassages(traceOf(answered, open), 2).map(({ passage: { path }, nodeId, quote, range }) => [path, nodeId, quote, range.startLine]),
    [
      ['other.md', 's2', 'Ada Holm is named in the register.', 4],
      ['birth.md', 's2', 'Ada Holm was born in Skell, the third of nine, in the winter of 1871.', 4],
    ],
  );
});

test('what several of them rank high comes before what one does; the question as a whole counts too', () => {
  const whole = node('meta', ['birth', 'keeper'], { kind: 'meta', answer: null });
  assert.deepEqual(
    bestPassages(traceOf(answered, open, whole), 3).map(({ passage: { id } }) => id),
    ['birth', 'other', 'keeper'],
  );
});

test('a short sentence is shown with the next; the place is that of the words, not of the passage', () => {
  const [best] = bestPassages(traceOf(node('final', ['keeper'], { kind: 'final', answer: null })), 1);
  assert.equal(best?.quote, 'Its keeper was Ada Holm. She kept it for thirty years, through two wars and every storm between them.');
  assert.deepEqual([best.range.startLine, best.range.startOffset], [5, 100 + (texts['keeper'] ?? '').indexOf('Its')]);
});

test('neither what a model wrote, nor what an abandoned plan found, nor what the log does not carry', () => {
  const written = { passageId: 'keeper', rank: 0, score: null, used: true, source: 'generated' as const };
  const nodes = [
    node('g', [], { evidence: [written], answer: null }),
    node('0.1', ['rock'], { status: 'superseded', answer: null }),
    node('s1', ['gone', 'birth'], { answer: null }),
  ];
  assert.deepEqual(
    bestPassages(traceOf(...nodes), 5).map(({ passage: { id } }) => id),
    ['birth'],
  );
  assert.deepEqual(bestPassages(traceOf(node('s1', [])), 5), []);
});

test('where every step has its answer and the question still has none, all evidence counts', () => {
  assert.deepEqual(
    bestPassages(traceOf(answered), 5).map(({ passage: { id } }) => id),
    ['keeper', 'rock'],
  );
});

const methods: readonly {
  readonly pipeline: string;
  readonly chat?: string;
  readonly tried?: readonly string[];
  readonly next?: string;
}[] = [
  { pipeline: 'retrieve-read', next: 'sunar-nar' },
  { pipeline: 'sunar-nar' },
  { pipeline: 'sunar' },
  { pipeline: 'retrieve-read', tried: ['sunar'] },
  { pipeline: 'retrieve-read', chat: 'openai:m', next: 'sunar-nar' },
  { pipeline: 'sunar', chat: 'openai:m', next: 'drr-rag' },
  { pipeline: 'sunar-nar', chat: 'openai:m', tried: ['drr-rag', 'auto-rag-lite'], next: 'leapquery' },
  { pipeline: 'sunar-nar', chat: 'openai:m', tried: ['drr-rag', 'auto-rag-lite', 'leapquery'] },
];

for (const { pipeline, chat = 'builtin', tried = [], next } of methods) {
  test(`after ${[pipeline, ...tried].join(', ')} with ${chat}: ${next ?? 'no other method'}`, () => {
    const models = { ...emptyTrace.models, chat };
    const runs = [
      ...tried.map((id) => ({ question: ` ${question.toUpperCase()} `, pipeline: id })),
      { question: 'Else?', pipeline: 'drr-rag' },
    ];
    assert.equal(otherMethod({ question, pipeline, models }, runs)?.pipeline, next);
  });
}
