import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import { MapMemo, passageOf, RecordingTrace, type Script, ScriptedChatModel } from './scriptedChat.ts';
import { roleOf, type RoleId, type Roles } from '../../../lab/simulation/allRoles.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';

const question = 'Where was the director of The Salt Choir born?';
type Tested = Extract<RoleId, `leap.${'gaps' | 'verify'}` | `selfdc.${string}`>;
const inputs: { readonly [R in Tested]: Roles[R]['input'] } = {
  'leap.gaps': {
    question,
    passages: [passageOf('Film', 'The Salt Choir is a film.')],
    asked: [{ question: 'Who wrote The Salt Choir?', answer: null }],
  },
  'leap.verify': { question, subQuestion: 'Who directed The Salt Choir?', known: [{ question: 'Who wrote it?', answer: 'Ilse' }] },
  'selfdc.confidence': { question },
  'selfdc.confidence.prob': { question },
  'selfdc.decompose': { question },
  'selfdc.background': { question },
  'selfdc.read': { question, passages: [], cot: false },
  'selfdc.combine': {
    question,
    path: [
      { question: 'Who?', answer: 'Ilse' },
      { question: 'Where?', answer: null },
    ],
  },
};

/** What a role makes of these replies: the first, then what its repair brings. */
async function perform<R extends Tested>(role: R, ...script: Script) {
  const model = new ScriptedChatModel(...script);
  const reasoner = reasonerOf(new ChatReasoner({ model, trace: new RecordingTrace(), memo: new MapMemo() }));
  const { output, flags } = await reasoner.perform(roleOf(role), inputs[role], { node: 'root', signal: new AbortController().signal });
  return { output, flags, calls: model.requests.length };
}

async function promptOf(role: Tested, reply: string): Promise<string> {
  const model = new ScriptedChatModel(reply, reply);
  const reasoner = reasonerOf(new ChatReasoner({ model, trace: new RecordingTrace(), memo: new MapMemo() }));
  await reasoner.perform(roleOf(role), inputs[role], { node: 'root', signal: new AbortController().signal });
  return model.requests[0]?.messages.at(-1)?.content ?? '';
}

interface Case {
  readonly role: Tested;
  readonly name: string;
  readonly replies: Script;
  readonly output: unknown;
  /** How many calls it took; one when not said. */
  readonly calls?: number;
  readonly isFallback?: boolean;
}
const generated = (subQuestions: readonly string[], gaps: readonly string[] = []) => ({ kind: 'generated', found: [], gaps, subQuestions });
const logprobs = [Math.log(0.5), Math.log(0.9)];

const cases: readonly Case[] = [
  {
    role: 'leap.gaps',
    name: 'gaps and sub-questions',
    replies: ['{"gaps": ["the director"], "sub_questions": [" Who directed it? "]}'],
    output: generated(['Who directed it?'], ['the director']),
  },
  {
    role: 'leap.gaps',
    name: 'what is found; an unknown answer is none',
    replies: [
      '{"found": [{"step": "1", "answer": "Ilse", "passage": "[1]"}, {"step": 1, "answer": "unknown", "passage": 1}], "sub_questions": []}',
    ],
    output: { ...generated([]), found: [{ asked: 0, answer: 'Ilse', passage: 0 }] },
  },
  { role: 'leap.gaps', name: 'found that is no list', replies: ['{"found": "nothing", "sub_questions": []}'], output: generated([]) },
  { role: 'leap.gaps', name: 'nothing lacks', replies: ['{"gaps": [], "sub_questions": []}'], output: generated([]) },
  { role: 'leap.gaps', name: 'gaps that are no list', replies: ['{"gaps": {}, "sub_questions": "Who?"}'], output: generated(['Who?']) },
  {
    role: 'leap.gaps',
    name: 'a list left out is not an empty one',
    replies: ['{"gaps": []}', '{"sub_questions": ["Who?"]}'],
    output: generated(['Who?']),
    calls: 2,
  },
  { role: 'leap.gaps', name: 'unusable', replies: ['{"gaps": []}', 'prose'], output: { kind: 'failed' }, calls: 2, isFallback: true },
  { role: 'leap.gaps', name: 'a refusal', replies: ["I'm sorry, but I cannot help."], output: { kind: 'failed' }, isFallback: true },
  { role: 'leap.gaps', name: 'nothing said', replies: ['', ''], output: { kind: 'failed' }, calls: 2, isFallback: true },
  { role: 'leap.verify', name: 'a yes', replies: ['{"aligned": true}'], output: { aligned: true } },
  { role: 'leap.verify', name: 'a no in text', replies: ['{"aligned": "FALSE"}'], output: { aligned: false } },
  { role: 'leap.verify', name: 'a bare word', replies: ['True.'], output: { aligned: true } },
  { role: 'leap.verify', name: 'a bare word in quotes', replies: ['"FALSE"\n'], output: { aligned: false } },
  { role: 'leap.verify', name: 'a repair in a bare word', replies: ['It is aligned.', 'true'], output: { aligned: true }, calls: 2 },
  {
    role: 'leap.verify',
    name: 'words before the word are no vote',
    replies: ['It is true.', 'Not true'],
    output: { aligned: null },
    calls: 2,
    isFallback: true,
  },
  { role: 'leap.verify', name: 'neither', replies: ['{"aligned": "maybe"}', '{}'], output: { aligned: null }, calls: 2, isFallback: true },
  {
    role: 'selfdc.confidence',
    name: 'a number',
    replies: ['{"answer": "Tarnholm", "confidence": 80}'],
    output: { confidence: 0.8, answer: 'Tarnholm' },
  },
  {
    role: 'selfdc.confidence',
    name: 'a refusal with a confidence',
    replies: ['{"answer": "unknown", "confidence": "10%"}'],
    output: { confidence: 0.1, answer: null },
  },
  {
    role: 'selfdc.confidence',
    name: 'the field counts, not the answer',
    replies: ['{"answer": "Tarnholm. Confidence: 90", "confidence": 20}'],
    output: { confidence: 0.2, answer: 'Tarnholm. Confidence: 90' },
  },
  {
    role: 'selfdc.confidence',
    name: 'a missing one is asked for once',
    replies: ['{"answer": "Tarnholm", "confidence": null}', '{"answer": "Tarnholm", "confidence": 5}'],
    output: { confidence: 0.05, answer: 'Tarnholm' },
    calls: 2,
  },
  {
    role: 'selfdc.confidence',
    name: 'stated in plain text',
    replies: ['Answer: Tarnholm\nConfidence (0-100): 80%'],
    output: { confidence: 0.8, answer: 'Tarnholm' },
  },
  {
    role: 'selfdc.confidence',
    name: 'stated below the bare answer',
    replies: ['Paris\nConfidence: 85'],
    output: { confidence: 0.85, answer: 'Paris' },
  },
  {
    role: 'selfdc.confidence',
    name: 'a confidence in not knowing',
    replies: ['Unknown\nConfidence: 0'],
    output: { confidence: 0, answer: null },
  },
  {
    role: 'selfdc.confidence',
    name: 'an answer in plain text is asked for its confidence, and its own number is none',
    replies: ['In 1912', '{"answer": "1912", "confidence": 40}'],
    output: { confidence: 0.4, answer: '1912' },
    calls: 2,
  },
  {
    role: 'selfdc.confidence',
    name: 'a broken object is no plain text: its number may be cut short',
    replies: ['{"answer": "Tarnholm", "confidence": 8', '{"answer": "Tarnholm", "confidence": 85}'],
    output: { confidence: 0.85, answer: 'Tarnholm' },
    calls: 2,
  },
  {
    role: 'selfdc.confidence',
    name: 'what goes with a refusal does not count',
    replies: [{ text: 'Paris\nConfidence: 85', finishReason: 'content_filter' }],
    output: { confidence: null, answer: null },
    isFallback: true,
  },
  {
    role: 'selfdc.confidence',
    name: 'a refusal in plain text',
    replies: ["I don't know."],
    output: { confidence: null, answer: null },
    isFallback: true,
  },
  {
    role: 'selfdc.confidence.prob',
    name: 'the mean probability of the tokens',
    replies: [{ text: 'Tarnholm', logprobs }],
    output: { confidence: 0.7, answer: 'Tarnholm', logprobs },
  },
  {
    role: 'selfdc.confidence.prob',
    name: 'no log-probabilities',
    replies: ['Tarnholm'],
    output: { confidence: null, answer: 'Tarnholm', logprobs: null },
  },
  {
    role: 'selfdc.confidence.prob',
    name: 'no tokens',
    replies: [{ text: '', logprobs: [] }],
    output: { confidence: null, answer: null, logprobs: [] },
  },
  {
    role: 'selfdc.decompose',
    name: 'a chain, whatever it lists',
    replies: ['{"is_chain": true, "sub_questions": ["Who directed it and where was he born?", "B?"]}'],
    output: { subQuestions: [], isChain: true },
  },
  { role: 'selfdc.decompose', name: 'a list', replies: ['{"sub_questions": ["A?", " B? "]}'], output: { subQuestions: ['A?', 'B?'] } },
  {
    role: 'selfdc.decompose',
    name: 'numbers of items go',
    replies: ['{"sub_questions": ["#1: A?", "# 2. B?"]}'],
    output: { subQuestions: ['A?', 'B?'] },
  },
  {
    role: 'selfdc.decompose',
    name: 'a list left out is asked for once',
    replies: ['{"questions": ["A?"]}', '{"sub_questions": ["A?", "B?"]}'],
    output: { subQuestions: ['A?', 'B?'] },
    calls: 2,
  },
  {
    role: 'selfdc.decompose',
    name: 'a list in one text',
    replies: ['{"sub_questions": "#1: A?, #2: B?"}'],
    output: { subQuestions: ['A?', 'B?'] },
  },
  {
    role: 'selfdc.decompose',
    name: 'numbered lines',
    replies: ['The parts are:\n#1: Who, in 1912, won?\n#2: Where?\n\nTogether, they answer it.'],
    output: { subQuestions: ['Who, in 1912, won?', 'Where?'] },
  },
  { role: 'selfdc.decompose', name: 'numbers behind commas', replies: ['#1: A?, #2: B?'], output: { subQuestions: ['A?', 'B?'] } },
  {
    role: 'selfdc.decompose',
    name: 'a broken object is no list',
    replies: ['{"sub_questions": "#1: A?, #2: B?', '{}'],
    output: { subQuestions: [] },
    calls: 2,
    isFallback: true,
  },
  {
    role: 'selfdc.decompose',
    name: 'prose is no list',
    replies: ['It needs the director, the place and the year.', ''],
    output: { subQuestions: [] },
    calls: 2,
    isFallback: true,
  },
  {
    role: 'selfdc.background',
    name: 'one paragraph',
    replies: ['Ilse Brandvik\nwas born\r\n\nin Tarnholm. '],
    output: { passage: 'Ilse Brandvik was born in Tarnholm.' },
  },
  { role: 'selfdc.background', name: 'a refusal', replies: ['I am unable to answer that.'], output: { passage: '' } },
  { role: 'selfdc.combine', name: 'an answer', replies: ['{"answer": "Tarnholm"}'], output: { answer: 'Tarnholm' } },
  { role: 'selfdc.combine', name: 'an abstention', replies: ['{"answer": "Tarnholm", "abstain": true}'], output: { answer: null } },
  {
    role: 'selfdc.combine',
    name: 'unusable: the last answer that is known',
    replies: ['{}', '{}'],
    output: { answer: 'Ilse' },
    calls: 2,
    isFallback: true,
  },
];

for (const { role, name, replies, output, calls = 1, isFallback = false } of cases) {
  test(`${role}: ${name}`, async () => {
    const expected = { output, flags: isFallback ? [`role_fallback:${role}`] : [], calls };
    assert.deepEqual(await perform(role, ...replies), expected);
  });
}

test('what a role gets', async () => {
  const gaps = await promptOf('leap.gaps', '{"sub_questions": []}');
  assert.ok(
    gaps.includes('Sub-question: Who wrote The Salt Choir?') && gaps.includes('<passage number="1">') && gaps.includes('list of texts'),
  );
  const verify = await promptOf('leap.verify', '{"aligned": true}');
  assert.ok(
    verify.includes('Answer: Ilse') && verify.includes('Sub-question: Who directed The Salt Choir?') && !verify.includes('<passage'),
  );
  // Every token of the reply counts as confidence: no JSON is asked for.
  assert.ok(!(await promptOf('selfdc.confidence.prob', 'x')).includes('JSON'));
  assert.ok((await promptOf('selfdc.combine', '{"answer": "x"}')).includes('Sub-question: Where?\nAnswer: unknown'));
});

test('confidence by tokens asks for log-probabilities, and is the only role that does', async () => {
  for (const role of ['selfdc.confidence', 'selfdc.confidence.prob'] as const) {
    const model = new ScriptedChatModel('{"answer": "x", "confidence": 5}');
    const reasoner = reasonerOf(new ChatReasoner({ model, trace: new RecordingTrace(), memo: new MapMemo() }));
    await reasoner.perform(roleOf(role), { question }, { node: 'root', signal: new AbortController().signal });
    const [request] = model.requests;
    assert.deepEqual(
      { logprobs: request?.logprobs === true, topP: request?.topP, temperature: request?.temperature },
      { logprobs: role.endsWith('prob'), topP: 0.1, temperature: 0.1 },
    );
  }
});
