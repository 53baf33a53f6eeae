import assert from 'node:assert/strict';
import type { EarlierTurn } from '../../../src/reasoning/prompts/thread.ts';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod';
import { questionKey } from '../../../src/base/questionKey.ts';
import { carryNames } from '../../../src/reasoning/carryNames.ts';

const designer: EarlierTurn = { question: 'Who designed the Ardel bridge?', answer: 'Mina Sorel' };

const lease: EarlierTurn = { question: 'Who is the landlord under the Selby Mill lease?', answer: 'Brandt Holdings Ltd' };
const supply: EarlierTurn = { question: 'When does the supply agreement with Orm Steel end?', answer: '31 March 2027' };

const cases: readonly (readonly [earlier: EarlierTurn | readonly EarlierTurn[], typed: string, asked: string | null])[] = [
  // Pronouns: people and things.
  [designer, 'Where was she born?', 'Where was Mina Sorel born?'],
  [designer, 'When was it built?', 'When was the Ardel bridge built?'],
  [designer, 'Who paid its workers?', 'Who paid the Ardel bridge’s workers?'],
  [designer, 'How old was she when she died?', 'How old was Mina Sorel when she died?'],
  [
    { question: 'Which company runs Tarn Point station?', answer: 'Lund Power' },
    'When was that company founded?',
    'When was Lund Power founded?',
  ],
  // A step's answer, and a turn further back.
  [
    { question: 'Where was the engineer who designed the Ardel bridge born?', answer: 'Vellan', steps: [designer] },
    'When did she die?',
    'When did Mina Sorel die?',
  ],
  [[designer, { question: 'How long is the Ardel bridge?', answer: '212 m' }], 'Where was she born?', 'Where was Mina Sorel born?'],
  [designer, 'What about the Orm bridge?', 'Who designed the Orm bridge?'],
  [designer, 'And who paid for it?', 'Who paid for the Ardel bridge?'],
  [supply, 'Can it be renewed?', 'Can the supply agreement with Orm Steel be renewed?'],
  // These stand alone.
  [designer, 'Who runs Tarn Point station?', null],
  [designer, 'Who was Karl Auer and where was he born?', null],
  [designer, 'How long did it take to build the Orm bridge?', null],
  [designer, 'Is there a mill in Vellan?', null],
  [designer, 'How many people lived in Vellan before it was flooded?', null],
  [designer, 'Which firm cast the gates that the Orm bridge has?', null],
  [
    { question: 'Wer baute die Brücke von Ardel?', answer: null },
    'Warum wurde der Spieler am Ende kritisiert, weil er nicht sprang?',
    null,
  ],
];
for (const [earlier, typed, asked] of cases) {
  test(`${typed} → ${asked ?? 'as it is'}`, () => {
    assert.equal(carryNames({ question: typed, earlier: [earlier].flat() }).question, asked);
  });
}

const unclear: readonly (readonly [earlier: EarlierTurn, typed: string, why: RegExp])[] = [
  [{ question: 'Did Mina Sorel marry Karl Auer?', answer: 'yes' }, 'When did he die?', /“he” may mean Mina Sorel or Karl Auer\./],
  [designer, 'Who else?', /not clear what “Who else\?” asks for/],
  [lease, 'Does that include repairs?', /not clear what “that” means/],
  [lease, 'Is that exclusive?', /not clear what “that” means/],
  [{ question: 'How much notice must Brandt Ltd give?', answer: '6 months' }, 'What about the tenant?', /not clear what/],
  [
    { question: 'What does the warranty for the Tressel pump exclude?', answer: 'wear' },
    'How long does it last?',
    /may mean the warranty for the Tressel pump or the Tressel pump/,
  ],
  [designer, 'And in 2020?', /not clear what “And in 2020\?” asks for/],
  [designer, 'When were they built?', /not clear what “they” means/],
  [supply, 'Same for the Selby Mill lease?', /not clear what/],
  [designer, 'Why did that happen?', /not clear what “that” means/],
  [{ question: 'Wer baute die Brücke von Ardel?', answer: null }, 'Wann wurde sie gebaut?', /in English only/],
  [{ question: 'Кто построил мост?', answer: null }, 'Где он родился?', /in English only/],
  [{ question: '誰が橋を建てましたか？', answer: null }, 'いつ？', /in English only/],
  [{ question: 'How do tides work?', answer: null }, 'Who found it out?', /not clear what “it” means/],
];
for (const [earlier, typed, why] of unclear) {
  test(`${typed} stays as it is, and the reason is given`, () => {
    const { question, unsure = '' } = carryNames({ question: typed, earlier: [earlier] });
    assert.equal(question, null);
    assert.match(unsure, why);
  });
}

test('without earlier turns nothing changes', () =>
  assert.deepEqual(carryNames({ question: 'Who designed it?', earlier: [] }), { question: null }));

const sample = z.object({
  id: z.string(),
  question: z.string(),
  follow_up: z
    .object({ question: z.string(), earlier: z.array(z.object({ question: z.string(), answer: z.string().nullable() })) })
    .optional(),
});

test('of the follow-ups of the samples, all are right but one that nothing in it shows to be one', () => {
  const samples = readFileSync('samples/questions.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => sample.parse(JSON.parse(line)));
  const plain = (text: string): string => questionKey(text).replaceAll(/’|\bthe /g, '');
  const missed = samples.filter(({ question, follow_up: typed }) => typed && plain(carryNames(typed).question ?? '') !== plain(question));
  assert.deepEqual(
    missed.map(({ id, follow_up: typed }) => [id, typed && carryNames(typed)]),
    [['s-090', { question: null }]],
  );
  assert.equal(samples.filter(({ follow_up: typed }) => typed).length, 10);
});
