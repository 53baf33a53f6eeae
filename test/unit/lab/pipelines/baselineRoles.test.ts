import assert from 'node:assert/strict';
import type { Knowing } from '../../../../src/reasoning/role.ts';
import { test } from 'node:test';
import { generatedId } from '../../../../src/protocol/passage.ts';
import { passageOf } from '../../../support/passages.ts';
import { outputOf } from '../../reasoning/outputOf.ts';
import { allRoles } from '../../../../lab/simulation/allRoles.ts';

const question = 'Where was the director of The Salt Choir born?';

test('ircot: the first sentence counts, whole', () => {
  const outputs = [
    'It was directed by J. R. Brandvik in the U.S. and by Dr. Ask. Then she left.',
    'Thought: Ilse Brandvik\ndirected it. So the answer is: Skell.',
    'So the answer is: Tarnholm.',
    'Therefore the answer is unknown.',
    'The passages do not say who directed The Salt Choir, so the film itself must be looked up. Then more.',
    'Thought: I do not know where Ilse Brandvik was born.',
    'I cannot answer that.',
    "I'm sorry, but I can't help with that.",
    'Thought: Unknown.',
    'Not enough information',
  ].map((text) => outputOf('ircot.next', { question, passages: [], cot: [] }, text));
  assert.deepEqual(outputs, [
    { sentence: 'It was directed by J. R. Brandvik in the U.S. and by Dr. Ask.' },
    { sentence: 'Ilse Brandvik directed it.' },
    { sentence: 'So the answer is: Tarnholm.', answer: 'Tarnholm' },
    { sentence: 'Therefore the answer is unknown.', answer: null },
    { sentence: 'The passages do not say who directed The Salt Choir, so the film itself must be looked up.' },
    { sentence: 'I do not know where Ilse Brandvik was born.' },
    { sentence: '' },
    { sentence: '' },
    { sentence: '' },
    { sentence: '' },
  ]);
});

test('self-ask: only the first follow-up counts, also in the original form of the method', () => {
  const input = { question, history: [] };
  const follow_up = 'Follow up: Who directed it?\nIntermediate answer: Me.\nFollow up: Why?';
  const replies = [
    { needs_follow_up: true, follow_up },
    { needs_follow_up: true, follow_up: ' ', answer: 'x' },
    { needs_follow_up: false, follow_up: 'Who?', answer: 'unknown' },
  ];
  const texts = [`Are follow up questions needed here: Yes.\n${follow_up}`, 'So the final answer is: Tarnholm', 'Hm.'];
  const asked = { action: 'ask', followUp: 'Who directed it?' };
  assert.deepEqual(
    {
      said: replies.map((reply) => outputOf('selfask.step', input, reply)),
      written: texts.map((text) => allRoles['selfask.step'].fallback(input, text)),
    },
    {
      said: [asked, { action: 'answer', answer: 'x' }, { action: 'answer', answer: null }],
      written: [asked, { action: 'answer', answer: 'Tarnholm' }, { action: 'answer', answer: null }],
    },
  );
  // The demonstrations leave out what the other fields say.
  assert.deepEqual(outputOf('selfask.step', input, { follow_up: 'Who directed it?' }), asked);
  assert.deepEqual(outputOf('selfask.step', input, { answer: 'x' }), { action: 'answer', answer: 'x' });
  assert.equal(outputOf('selfask.step', input, {}), 'needs_follow_up: the field "needs_follow_up" is missing');
});

test('genread: line breaks go, a refusal is no passage', () => {
  const outputs = ['It was directed\n\n by her.\r\nShe left.', "I'm sorry, but I do not know."].map((text) =>
    outputOf('genread.passage', { question }, text),
  );
  assert.deepEqual(outputs, [{ passage: 'It was directed by her. She left.' }, { passage: null }]);
});

test('refeed: plain text; the likelihood is the mean of the log-probabilities', () => {
  const read = (text: string, logprobs?: readonly number[]): unknown => outputOf('refeed.draft', { question }, text, logprobs);
  const role = allRoles['refeed.draft'];
  assert.deepEqual(
    {
      outputs: [read('Tarnholm', [-1, -2]), read('Tarnholm'), read('unknown', [-3])],
      schema: role.schema?.({ question }),
      logprobs: role.logprobs,
    },
    {
      outputs: [
        { answer: 'Tarnholm', meanLogprob: -1.5 },
        { answer: 'Tarnholm', meanLogprob: null },
        { answer: null, meanLogprob: -3 },
      ],
      schema: undefined,
      logprobs: true,
    },
  );
});

test('few-shot: the number of examples is what the prompt shows', () => {
  const shown = [0, 3, 6].map((shots) => {
    const [, message] = allRoles.cot.messages({ question, shots }, []);
    return message?.content.match(/^Example \d/gm)?.length ?? 0;
  });
  assert.deepEqual(shown, [0, 3, 6]);
});

test('ircot.next does not cut a thought at initials and abbreviated names', () => {
  const sentences = [
    'Fort Hill, the former home of John C. Calhoun, is in Clemson.',
    'The town lies at the foot of Mt. Hood in Oregon.',
    'Mount St. Helens erupted in 1980.',
    'The former home of J. R. R. Tolkien is in Oxford.',
  ];
  for (const sentence of sentences) {
    assert.deepEqual(outputOf('ircot.next', { question, passages: [], cot: [] }, `${sentence} It is old.`), { sentence });
  }
});

test('ircot.next may say what is not known, and is asked not to invent', () => {
  const told = allRoles['ircot.next'].messages({ question, passages: [], cot: [] }, []).at(-1)?.content ?? '';
  assert.match(told, /invent nothing and write: It is not known yet:/);
  const sentence = 'It is not known yet: where Ilse Brandvik was born.';
  assert.deepEqual(outputOf('ircot.next', { question, passages: [], cot: [] }, sentence), { sentence });
});

test('a passage that the model wrote is called generated to the reader, a document is not', () => {
  const written = { ...passageOf('Background', 'The film is old.'), id: generatedId('g1') };
  const told = allRoles.read.messages({ question, passages: [written, passageOf('Film')], cot: false }, []).at(-1)?.content ?? '';
  assert.match(told, /<passage number="1">\nTitle: Background \(generated by a model, not a document: it may be wrong; do not cite it\)\n/);
  assert.match(told, /<passage number="2">\nTitle: Film\n/);
});

test('closed-book prompts speak of what the model does not know, except as published', () => {
  const roles = ['direct', 'genread.passage', 'selfdc.background'] as const;
  const promptsWith = (memory: Knowing): readonly string[] => [
    ...roles.map((role) => allRoles[role].messages({ question, ...memory }, []).at(-1)?.content ?? ''),
    allRoles.cot.messages({ question, shots: 0, ...memory }, []).at(-1)?.content ?? '',
  ];
  const speaksOfIt = (prompt: string): boolean => /do not know|know nothing|guess|abstain/.test(prompt);
  assert.deepEqual(promptsWith({}).map(speaksOfIt), [true, true, true, true]);
  assert.deepEqual(promptsWith({ knowledge: 'as-published' }).map(speaksOfIt), [false, false, false, false]);
});
