/** Replies with the habits of real models are read as a person would read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractJson } from '../../../src/reasoning/extractJson.ts';
import { outputOf } from './outputOf.ts';
import { passageOf } from './scriptedChat.ts';
import type { RoleId, Roles } from '../../../lab/simulation/allRoles.ts';

const passages = [
  { ...passageOf('edition of 1952', 'The tide bell was cast in 1952.\nIt hangs in Nether Coll.'), path: 'notes/3085-edition.md' },
  passageOf('Fog bells', 'The fog bell was cast in 1960 by "Corrigane".'),
];
const question = 'When was the tide bell cast, and by whom?';
const reading = { question, passages, cot: false };

const cases: { readonly role: RoleId; readonly input: unknown; readonly reply: string; readonly says: object }[] = [
  {
    role: 'read',
    input: reading,
    reply:
      'Sure! Here is the answer:\n\n```json\n{"answer": "in **1952**", "missing": ["who cast it", "where"], "citations": ["[RFC 3085]"], "abstain": "No."}\n```\nLet me know!',
    says: { answer: 'in 1952', missing: 'who cast it; where', citations: [0], quote: 'The tide bell was cast in 1952.' },
  },
  {
    role: 'sunar.read',
    input: { ...reading, isStep: true },
    reply: '<think>{"answer": "1960"}</think>{"answer":"1952","qualifier":"1952 (tide bell)","citations":"passages 1-2"}',
    says: { answer: '1952', citations: [0, 1], quote: 'The tide bell was cast in 1952.' },
  },
  {
    role: 'leap.answer',
    input: reading,
    reply: '{"answer":"Cast in 1952.\\\\nHangs in Nether Coll.","citations":[{"passage":1,"words":"x"}],"missing":"nothing is missing"}',
    says: { answer: 'Cast in 1952.\nHangs in Nether Coll.', citations: [0], quote: 'The tide bell was cast in 1952.' },
  },
  {
    role: 'sunar.step',
    input: { question, path: [] },
    reply: '{"reasoning":"…","action":"Ask.","sub_question":"**When was the tide bell cast?**"}',
    says: { action: 'ask', subQuestion: 'When was the tide bell cast?' },
  },
  {
    role: 'sunar.step',
    input: { question, path: [] },
    reply: '{"action":"search","sub_question":["When was the tide bell cast?"],"answer":""}',
    says: { action: 'ask', subQuestion: 'When was the tide bell cast?' },
  },
  {
    role: 'sunar.step',
    input: { question, path: [] },
    reply: '{"action":"done","answer":"1952","missing":"by whom"}',
    says: { action: 'finish', answer: '1952', missing: 'by whom' },
  },
  {
    role: 'autorag.turn',
    input: { question, rounds: [], passages, mustAnswer: false },
    reply: '{"reasoning":"…","action":"search","query":"Who cast the tide bell?","answer":""}',
    says: { action: 'query', query: 'Who cast the tide bell?' },
  },
  {
    role: 'leap.gaps',
    input: { question, passages, asked: [{ question: 'When was it cast?', answer: null }] },
    reply:
      '{"found":[{"step":"1","answer":"**1952**","passage":"RFC 3085"}],"complete":"no","gaps":"who cast it","sub_questions":"1. Who cast the tide bell?\\n2. Who owned it?"}',
    says: {
      kind: 'generated',
      found: [{ asked: 0, answer: '1952', passage: 0 }],
      gaps: ['who cast it'],
      subQuestions: ['Who cast the tide bell?', 'Who owned it?'],
    },
  },
  { role: 'leap.verify', input: { question, subQuestion: 'Who?', known: [] }, reply: '{"aligned":"Yes, it is."}', says: { aligned: true } },
  {
    role: 'selfdc.decompose',
    input: { question },
    reply: '{"is_chain":"no","sub_questions":[{"question":"When was it cast?"},{"question":"- Who cast it?"}]}',
    says: { subQuestions: ['When was it cast?', 'Who cast it?'] },
  },
  { role: 'drr.classify', input: { question }, reply: '{"type":"Hybrid (two questions in one)"}', says: { type: 'hybrid' } },
  {
    role: 'drr.refine',
    input: { question, answer: '1952', passages },
    reply: '{"evidence":["“cast in 1952” [1]"],"correctness":"Right.","correct_answer":"1952"}',
    says: { evidence: 'cast in 1952', verdict: 'right', correctAnswer: '1952' },
  },
  {
    role: 'efficientrag.label',
    input: { query: question, passages },
    reply: '{"useful":"[1]","spans":[]}',
    says: {
      labels: [
        { useful: true, spans: [] },
        { useful: false, spans: [] },
      ],
    },
  },
  {
    role: 'table.cell',
    input: { question, document: { path: 'a.md', title: 'a', modified: '', fields: [] }, passages },
    reply: '{"stated":"Yes","answer":"**1952** [1]","quote":"cast in 1952"}',
    says: { verdict: 'stated', answers: [{ answer: '1952', quote: 'cast in 1952' }] },
  },
  {
    role: 'ircot.next',
    input: { question, passages, cot: [] },
    reply: 'Sure! Here is the next sentence:\n\n**Thought:** The tide bell was cast in **1952** [1]. More follows.',
    says: { sentence: 'The tide bell was cast in 1952.' },
  },
  {
    role: 'ircot.next',
    input: { question, passages, cot: [] },
    reply: 'So the answer is: **1952** [1].',
    says: { sentence: 'So the answer is: 1952.', answer: '1952' },
  },
];

const compared = 'How do the tide bell and the fog bell compare?';
cases.push(
  {
    role: 'read',
    input: { ...reading, question: compared },
    reply:
      '<think>Two bells {</think>```json\n{"answer":{"tide bell":"cast in 1952","fog bell":"cast in 1960","storm bell":null},"missing":["the makers"],"citations":"[1][2]"}\n```',
    says: {
      answer: 'tide bell: cast in 1952; fog bell: cast in 1960',
      missing: 'the makers',
      citations: [0, 1],
      quote: 'The tide bell was cast in 1952.',
    },
  },
  {
    role: 'read',
    input: { ...reading, question: compared },
    reply: '{"answer":[{"bell":"tide bell","cast":1952},{"bell":"fog bell","cast":1960}],"citations":["passages 1 and 2"]}',
    says: { answer: 'tide bell, 1952; fog bell, 1960', citations: [0, 1], quote: 'The tide bell was cast in 1952.' },
  },
  {
    role: 'read',
    input: reading,
    reply: '{"answer":"The passages do not say who cast it; it was cast in 1952.","missing":"who cast it","citations":[1],"abstain":false}',
    says: {
      answer: 'The passages do not say who cast it; it was cast in 1952.',
      missing: 'who cast it',
      citations: [0],
      quote: 'The tide bell was cast in 1952.',
    },
  },
  {
    role: 'read',
    input: reading,
    reply: '{"answer":"The passages do not say.","missing":"who cast it","citations":[],"abstain":false}',
    says: { answer: null, missing: 'who cast it', citations: [], quote: null },
  },
  {
    role: 'sunar.step',
    input: { question: compared, path: [] },
    reply: '{"action":"ask","sub_question":["1. When was the tide bell cast?","2. When was the fog bell cast?"],"answer":"N/A"}',
    says: { action: 'ask', subQuestion: 'When was the tide bell cast?' },
  },
  {
    role: 'sunar.step',
    input: { question: compared, path: [{ question: 'When was it cast?', answer: '1952' }] },
    reply: '{"action":"finish","sub_question":"N/A","answer":"in 1952","missing":"the fog bell"}',
    says: { action: 'finish', answer: 'in 1952', missing: 'the fog bell' },
  },
  {
    role: 'leap.gaps',
    input: {
      question,
      passages,
      asked: [
        { question: 'When was it cast?', answer: null },
        { question: 'Who cast it?', answer: null },
      ],
    },
    reply:
      '{"found":[{"step":1,"answer":"1952","passage":[1]},{"step":2,"answer":"","passage":null}],"complete":false,"gaps":["who cast it","none"],"sub_questions":["N/A"]}',
    says: { kind: 'generated', found: [{ asked: 0, answer: '1952', passage: 0 }], gaps: ['who cast it'], subQuestions: [] },
  },
  {
    role: 'drr.refine',
    input: { question, answer: '1952', passages },
    reply: '{"evidence":"N/A","correctness":"unsupported (the passages are about others)","correct_answer":"N/A"}',
    says: { evidence: null, verdict: 'unsupported', correctAnswer: null },
  },
  {
    role: 'drr.refine',
    input: { question, answer: 'in the 1950s', passages },
    reply: '{"evidence":"cast in 1952","correctness":"partially right","correct_answer":"1952"}',
    says: { evidence: 'cast in 1952', verdict: 'wrong', correctAnswer: '1952' },
  },
  {
    role: 'selfrag.assess',
    input: { question, passages: passages.slice(0, 1) },
    reply: '{"relevant":"yes","answer":"1952","support":"Fully supported","usefulness":"4/5"}',
    says: {
      answer: '1952',
      citations: [0],
      quote: 'The tide bell was cast in 1952.',
      relevant: true,
      support: 'full',
      usefulness: 4,
    },
  },
  {
    role: 'gear.extract',
    input: { query: question, passages },
    reply:
      '{"triples":[["tide bell","was cast in",1952,1],{"subject":"fog bell","relation":"was cast by","object":"Corrigane","passage":"[2]"},{"head":"?"}]}',
    says: {
      triples: [
        { head: 'tide bell', relation: 'was cast in', tail: '1952', passage: 0 },
        { head: 'fog bell', relation: 'was cast by', tail: 'Corrigane', passage: 1 },
      ],
    },
  },
  {
    role: 'refeed.read',
    input: { question, passages },
    reply: '**1952** [1]',
    says: { answer: '1952', citations: [0], quote: 'The tide bell was cast in 1952.', meanLogprob: null },
  },
);

for (const { role, input, reply, says } of cases) {
  test(`${role}: ${reply.replace(/\s+/g, ' ').slice(0, 70)}`, () => {
    const found = extractJson(reply);
    // The table's inputs are those of its roles.
    assert.deepEqual(outputOf(role, input as Roles[typeof role]['input'], found.ok ? found.value : reply), says);
  });
}

test('a plan may number its items in words, and call its sub-questions questions', () => {
  const output = outputOf(
    'drr.decompose',
    { question, type: 'hybrid', shots: 0, maxSubQuestions: 5, feedback: null },
    {
      decomposed_questions: [
        { id: 'Q1', question: 'When was it cast?' },
        { id: 2, sub_question: 'Who rang it in {sub_question_1_answer}?' },
        { id: 3, sub_question: 'Who cast #32 with #2?' },
      ],
    },
  );
  assert.deepEqual(typeof output === 'object' && output.plan, [
    { id: '1', subQuestion: 'When was it cast?' },
    { id: '2', subQuestion: 'Who rang it in {sub_question_1_answer}?' },
    { id: '3', subQuestion: 'Who cast #32 with {sub_question_2_answer}?' },
  ]);
});

test('an answer written out may name documents in its marks, and has no talk around it', () => {
  const input = { question, answerForm: 'explained', path: [], passages } as const;
  const reply =
    'Sure! Here is the answer:\n\nIt was cast in 1952 [RFC 3085: "cast in 1952"].\\n\\nThe other one is [Fog bells: "by \'[RFC 3085]\'"] younger [2: "see [RFC 3085] there"].\n\nI hope this helps!';
  const output = outputOf('compose', input, reply);
  assert.ok(typeof output === 'object');
  assert.deepEqual(
    output.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.sentences.map(({ text, named }) => ({ text, named })) : [])),
    [
      { text: 'It was cast in 1952.', named: [{ passage: 0, words: 'cast in 1952' }] },
      {
        text: 'The other one is younger.',
        named: [
          { passage: 1, words: "by '[RFC 3085]'" },
          { passage: 1, words: 'see [RFC 3085] there' },
        ],
      },
    ],
  );
  const list = outputOf('compose', input, 'Two things are known:\n- It was cast in 1952 [1].');
  assert.ok(typeof list === 'object' && list.blocks.length === 2, 'what introduces a list stays');
});
