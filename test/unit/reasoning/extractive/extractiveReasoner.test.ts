import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Passage } from '../../../../src/protocol/passage.ts';
import { ExtractiveReasoner } from '../../../../src/reasoning/extractive/extractiveReasoner.ts';
import { reasonerOf } from '../../../../src/reasoning/reasoner.ts';
import { allRoles } from '../../../../lab/simulation/allRoles.ts';

const reasoner = reasonerOf(new ExtractiveReasoner());
const call = { node: 'n', signal: new AbortController().signal };

function passage(title: string, text: string): Passage {
  const range = { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length };
  return { id: title, path: title, title, headings: [], text, range, runs: [0, 0, text.length, 0], documentHash: 'h' };
}

test('the meta step confirms the path and cites every passage it rests on', async () => {
  const passages = [
    passage('Notes', 'Nothing of use.'),
    passage('Ann Lee', 'Ann Lee (born 5 May 1950) is a painter.'),
    passage('Bo Li', 'Bo Li (born 6 June 1944) is a sculptor.'),
  ];
  const path = [
    { question: 'When was Ann Lee born?', answer: '5 May 1950' },
    { question: 'When was Bo Li born?', answer: '6 June 1944' },
  ];
  const { output } = await reasoner.perform(allRoles['sunar.mer'], { question: 'Who is older, Ann Lee or Bo Li?', path, passages }, call);
  assert.deepEqual(output, { answer: 'Bo Li', citations: [1, 2], quote: 'Ann Lee (born 5 May 1950) is a painter.' });
});

test('the meta step abstains when the passages do not carry the answer', async () => {
  const input = {
    question: 'When was Ann Lee born?',
    path: [{ question: 'When was Ann Lee born?', answer: '1 April 1900' }],
    passages: [passage('Ann Lee', 'A painter.')],
  };
  assert.deepEqual((await reasoner.perform(allRoles['sunar.mer'], input, call)).output, { answer: null, citations: [], quote: null });
});

test('a question of two hops is not answered with the first of them', async () => {
  const question = 'The engineer who designed the Orrin barrage was born in which town?';
  const first = passage('Orrin barrage', 'The engineer Ines Tarrow designed the Orrin barrage in 1902.');
  const second = passage('Ines Tarrow', 'Ines Tarrow was born in Kelmouth in 1871.');
  const read = async (...passages: readonly Passage[]) =>
    (await reasoner.perform(allRoles['sunar.read'], { question, passages, cot: true }, call)).output.answer;
  assert.equal(await read(first), null);
  assert.equal(await read(first, second), 'Kelmouth');
});

test('an aborted call rejects', async () => {
  await assert.rejects(
    reasoner.perform(allRoles['sunar.step'], { question: 'Who?', path: [] }, { node: 'n', signal: AbortSignal.abort() }),
    {
      name: 'AbortError',
    },
  );
});

test('any text is served: quotes are substrings, citations are in range, nothing throws', async () => {
  const word = fc.constantFrom(
    'Who',
    'the',
    'of',
    'Ann',
    'Lee',
    'born',
    'was',
    'or',
    'and',
    ',',
    '?',
    '(',
    ')',
    '"',
    "'s",
    '1911',
    '5 May',
    '#1',
    ';',
    ':',
    'same',
    'father',
    '–',
    '\n',
    'É',
    '大',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
  );
  await fc.assert(
    fc.asyncProperty(text, text, text, async (question, title, body) => {
      const passages = [passage(title, body)];
      const step = (await reasoner.perform(allRoles['sunar.step'], { question, path: [] }, call)).output;
      const asked = step.action === 'ask' ? step.subQuestion : question;
      const read = (await reasoner.perform(allRoles.read, { question: asked, passages, cot: false }, call)).output;
      await reasoner.perform(allRoles['sunar.mer'], { question, path: [{ question: asked, answer: read.answer }], passages }, call);
      assert.equal(read.answer === null, read.citations.length === 0);
      if (read.answer !== null) assert.ok(body.includes(read.quote ?? '\0') && read.citations.every((index) => index === 0));
    }),
    { numRuns: 150 },
  );
});

const LONG: readonly (readonly [name: string, unit: string])[] = [
  ['capitals', 'Orrin '],
  ['chains', 'the father of '],
  ['possessives', "Tarrow's father's "],
  ['clauses', 'the man who met '],
  ['lists', 'A or B, '],
  ['brackets', '( 1 May 1900 – '],
  ['cells', 'a: b; '],
  ['initials', 'A. '],
  ['hyphens', 'A-'],
  ['numbers', '1,000,'],
];

for (const [name, unit] of LONG) {
  test(`a long run of ${name} costs time in proportion [linear]`, async () => {
    // Time of the processor: a busy machine does not lengthen it.
    const costMs = async (repeats: number): Promise<number> => {
      const text = unit.repeat(repeats);
      const start = process.cpuUsage();
      await reasoner.perform(allRoles['sunar.step'], { question: text, path: [] }, call);
      await reasoner.perform(
        allRoles.read,
        { question: 'Where was Orrin Tarrow born in 1911?', passages: [passage('Orrin Tarrow', text)], cot: false },
        call,
      );
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    await costMs(500);
    const shortMs = await costMs(2500);
    assert.ok((await costMs(10_000)) < 12 * Math.max(shortMs, 20));
  });
}

test('an abstention says that the question is in a language that is not read', async () => {
  const flagsOf = async (question: string): Promise<readonly string[]> =>
    (await reasoner.perform(allRoles.read, { question, passages: [passage('Hafen', 'Nichts davon.')], cot: false }, call)).flags;
  assert.deepEqual(
    await Promise.all(['清华大学是哪一年成立的？', 'Wann wurde der alte Hafen gegründet?', 'متى تأسست المكتبة الوطنية؟'].map(flagsOf)),
    [['language_not_read:zh'], ['language_not_read:de'], ['language_not_read:ar']],
  );
  assert.deepEqual(
    await Promise.all(['When was the harbor founded?', 'Is Brandt older than Corrigane?', 'Harbor founder', '1908?'].map(flagsOf)),
    [[], [], [], []],
  );
});
