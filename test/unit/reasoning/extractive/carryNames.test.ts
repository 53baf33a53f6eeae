import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as z from 'zod';
import { questionKey } from '../../../../src/language/questionKey.ts';
import { carryNames } from '../../../../src/reasoning/extractive/carryNames.ts';
import { followUpCases } from './followUpCases.ts';
import type { EarlierTurn } from '../../../../src/reasoning/earlierTurn.ts';

const designer: EarlierTurn = { question: 'Who designed the Ardel bridge?', answer: 'Mina Sorel' };
const station: EarlierTurn = { question: 'When was Tarn Point station opened?', answer: '3 May 1904' };

const lease: EarlierTurn = { question: 'Who is the landlord under the Selby Mill lease?', answer: 'Brandt Holdings Ltd' };
const supply: EarlierTurn = { question: 'When does the supply agreement with Orm Steel end?', answer: '31 March 2027' };
const opening: EarlierTurn = { question: 'Which function opens the connection pool?', answer: 'openPool' };

const cases: readonly (readonly [earlier: EarlierTurn | readonly EarlierTurn[], typed: string, asked: string | null])[] = [
  // Pronouns: people, things, places, several.
  [designer, 'Where was she born?', 'Where was Mina Sorel born?'],
  [designer, 'When was it built?', 'When was the Ardel bridge built?'],
  [designer, 'Who paid its workers?', 'Who paid the Ardel bridge’s workers?'],
  [designer, 'How old was she when she died?', 'How old was Mina Sorel when she died?'],
  [designer, 'Did Karl Auer know her?', 'Did Karl Auer know Mina Sorel?'],
  [{ question: 'Where was Mina Sorel born?', answer: 'Vellan' }, 'When did the mill there burn?', 'When did the mill in Vellan burn?'],
  [
    { question: 'Which company runs Tarn Point station?', answer: 'Lund Power' },
    'When was that company founded?',
    'When was Lund Power founded?',
  ],
  [
    { question: 'Which is longer, the Ardel bridge or the Orm bridge?', answer: 'the Orm bridge' },
    'When were they built?',
    'When were the Ardel bridge and the Orm bridge built?',
  ],
  // A step's answer, and a turn further back.
  [
    { question: 'Where was the engineer who designed the Ardel bridge born?', answer: 'Vellan', steps: [designer] },
    'When did she die?',
    'When did Mina Sorel die?',
  ],
  [[designer, { question: 'How long is the Ardel bridge?', answer: '212 m' }], 'Where was she born?', 'Where was Mina Sorel born?'],
  // What is left out.
  [designer, 'What about the Orm bridge?', 'Who designed the Orm bridge?'],
  [designer, 'And who paid for it?', 'Who paid for the Ardel bridge?'],
  [designer, 'When?', 'When was the Ardel bridge designed?'],
  [station, 'Why?', 'Why was Tarn Point station opened?'],
  [station, 'What about its keeper?', 'What about Tarn Point station’s keeper?'],
  [{ question: 'How many people lived in Vellan in 1901?', answer: '410' }, 'And in 2020?', 'How many people lived in Vellan in 2020?'],
  [designer, 'How many arches does the bridge have?', 'How many arches does the Ardel bridge have?'],
  // Contracts and programs.
  [lease, 'And the tenant?', 'Who is the tenant under the Selby Mill lease?'],
  [supply, 'Can it be renewed?', 'Can the supply agreement with Orm Steel be renewed?'],
  [supply, 'Same for the Selby Mill lease?', 'When does the Selby Mill lease end?'],
  [opening, 'What does it return?', 'What does openPool return?'],
  [{ question: 'In which version was stream_rows added?', answer: '2.4' }, 'Is it deprecated?', 'Is stream_rows deprecated?'],
  // These stand alone.
  [designer, 'Who runs Tarn Point station?', null],
  [designer, 'Who was Karl Auer and where was he born?', null],
  [designer, 'How long did it take to build the Orm bridge?', null],
  [designer, 'Is there a mill in Vellan?', null],
  [designer, 'How many people lived in Vellan before it was flooded?', null],
  [designer, 'Which firm cast the gates that the Orm bridge has?', null],
  [designer, 'What do they say about 清华大学?', null],
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
  [opening, 'Same for the writer?', /not clear what/],
  [designer, 'Why did that happen?', /not clear what “that” means/],
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

for (const [language, others] of Object.entries(followUpCases)) {
  test(`follow-ups in ${language}`, () => {
    const marks = (text: string | null): string | undefined => text?.replaceAll('’', "'");
    assert.deepEqual(
      others.map(([question, answer, typed]) => [typed, marks(carryNames({ question: typed, earlier: [{ question, answer }] }).question)]),
      others.map(([, , typed, alone]) => [typed, marks(alone)]),
    );
  });
}

const elsewhere: readonly (readonly [before: string, typed: string, why: RegExp | null])[] = [
  ['Кто построил мост в Арделе?', 'А почему?', /English, German, French, Spanish, Chinese and Japanese only/],
  ['Кто построил мост в Арделе?', 'Какие договоры упоминают соль?', null],
  ['Кто построил мост в Арделе?', 'Где он родился?', /only/],
  ['Chi ha costruito il ponte di Ardel?', 'Come si chiama sua figlia?', /only/],
  ['Köprüyü kim yaptı?', 'Tuz hangi antlaşmalarda geçiyor?', null],
  ['من بنى الجسر؟', 'لماذا؟', /only/],
  ['Wer baute die Brücke von Ardel?', 'Warum war das so?', null],
  ['Wer baute die Brücke von Ardel?', 'Was steht darin?', /“darin”/],
  ['Wer baute die Brücke von Ardel?', 'Warum wurde der Spieler kritisiert, weil er nicht sprang?', null],
];
for (const [before, typed, why] of elsewhere) {
  test(`${typed} stays as it is${why ? ', and the reason is given' : ''}`, () => {
    const { question, unsure } = carryNames({ question: typed, earlier: [{ question: before, answer: null }] });
    assert.equal(question, null);
    if (why) assert.match(unsure ?? '', why);
    else assert.equal(unsure, undefined);
  });
}
