import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '../../../../src/protocol/passage.ts';
import { allParts, createParts } from '../../../../src/reasoning/extractive/parts.ts';

function passage(title: string, text: string): Passage {
  return {
    id: title,
    path: `${title}.md`,
    title,
    headings: [],
    text,
    range: { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length },
    runs: [0, 0, text.length, 0],
    documentHash: 'h',
  };
}

const PASSAGES: readonly Passage[] = [
  passage(
    'Orrin barrage, site summary',
    'The Orrin barrage closes the waist of Orrin Sound. Ines Tarrow designed the barrage in 1902. It was built by the Varrow Tidal Company between 1904 and 1911.\n\nItem: Commissioned; Value: 14 September 1911\nItem: Turbines; Value: 8, vertical shaft\nItem: Installed capacity; Value: 6.4 MW',
  ),
  passage(
    'Ines Tarrow: biographical note',
    'Ines Tarrow was born in Kelmouth on 4 March 1871, the third child of a sailmaker. In 1899 Tarrow married the surveyor Henrik Aldous. She studied at the Hallan Institute. Ines Tarrow died in Hallan on 19 November 1944.',
  ),
  passage(
    'Osric Vane',
    'Engineer. Dunmarra, 30 September 1880 – Lorrimouth, 17 May 1957.\n\nHis father, Leopold Vane, had given up teaching.',
  ),
  passage('Marta Lind', 'Marta Lind (10 June 1910, Oslo – 27 March 1976, Bergen) was a Norwegian painter.'),
  passage(
    'Red Sand (1950 film)',
    'Red Sand is a 1950 British drama film directed by Ann Lee and produced by Carl Roe. Its music was composed by Ida Fox.',
  ),
  passage(
    'Gazetteer',
    'Island: Tamsay; Chief town: Brae Tolly; Highest point: Tolly Law; Population (2011): 11,900\nIsland: Orrin; Chief town: Dunmarra; Highest point: Orrin Fell; Population (2011): 9,150',
  ),
  passage('Orrin Ness barrier', 'From end to end the Orrin Ness barrier measures 610 metres. The barrier was designed by Greta Holmquay.'),
  passage('Mira of Tarn', 'Princess Mira of Tarn (3 July 1910 – 17 March 1975) was a daughter of Prince Harald of Tarn.'),
  passage('Pellow Light', 'Pellow Light is 41 m tall. The tower stands on Little Hesk.\n\nKeeper\nPiet Harrowgate'),
];

const ANSWERED: readonly (readonly [question: string, answer: string, cited: string])[] = [
  ['Who designed the Orrin barrage?', 'Ines Tarrow', 'Orrin barrage, site summary'],
  ['Who designed the Orrin Ness barrier?', 'Greta Holmquay', 'Orrin Ness barrier'],
  ['Which company built the Orrin barrage?', 'Varrow Tidal Company', 'Orrin barrage, site summary'],
  ['When was the Orrin barrage commissioned?', '14 September 1911', 'Orrin barrage, site summary'],
  ['When was Ines Tarrow born?', '4 March 1871', 'Ines Tarrow: biographical note'],
  ['Where was Ines Tarrow born?', 'Kelmouth', 'Ines Tarrow: biographical note'],
  ['Where did Ines Tarrow die?', 'Hallan', 'Ines Tarrow: biographical note'],
  ['Who is the husband of Ines Tarrow?', 'Henrik Aldous', 'Ines Tarrow: biographical note'],
  ['Who is the father of Osric Vane?', 'Leopold Vane', 'Osric Vane'],
  ['What nationality is Marta Lind?', 'Norwegian', 'Marta Lind'],
  ['Who is the director of Red Sand?', 'Ann Lee', 'Red Sand (1950 film)'],
  ['Who is the composer of Red Sand?', 'Ida Fox', 'Red Sand (1950 film)'],
  ['How tall is Pellow Light?', '41 m', 'Pellow Light'],
];

for (const [question, answer, cited] of ANSWERED) {
  test(`reads: ${question}`, async () => {
    const read = await allParts.read({ question, passages: PASSAGES, cot: false });
    const source = PASSAGES[read.citations[0] ?? -1];
    assert.deepEqual(
      { answer: read.answer, cited: source?.title, isQuoted: source?.text.includes(read.quote ?? '\0') },
      { answer, cited, isQuoted: true },
    );
  });
}

/** What the passages answer, but not plainly enough to be sure on documents of any kind. */
const UNSURE: readonly (readonly [question: string, answer: string])[] = [
  ['In which year was Ines Tarrow born?', '1871'],
  ['How many turbines does the Orrin barrage have?', '8'],
  ['What is the installed capacity of the Orrin barrage?', '6.4 MW'],
  ['Where did Ines Tarrow study?', 'Hallan Institute'],
  ['When did Osric Vane die?', '17 May 1957'],
  ['Where was Osric Vane born?', 'Dunmarra'],
  ['When did Marta Lind die?', '27 March 1976'],
  ['Where was Marta Lind born?', 'Oslo'],
  ['When was Red Sand released?', '1950'],
  ['What is the highest point of Tamsay?', 'Tolly Law'],
  ['How long is the Orrin Ness barrier?', '610 metres'],
  ['Who is the keeper of Pellow Light?', 'Piet Harrowgate'],
];

for (const [question, answer] of UNSURE) {
  test(`reads or abstains: ${question}`, async () => {
    const read = await allParts.read({ question, passages: PASSAGES, cot: false });
    assert.ok(read.answer === null || read.answer === answer, String(read.answer));
  });
}

const ABSTAINED: readonly string[] = [
  'Who designed the Brannock lighthouse?',
  'Who is the mother of Ines Tarrow?',
  'Where was Greta Holmquay born?',
  'Who did Greta Holmquay marry?',
  'How much did the Orrin barrage cost?',
  'When did Ann Lee die?',
  'When was Josephine Tarrow born?',
  'When was Prince Harald of Tarn born?',
  'What nationality is Carl Roe?',
  'Which river does the Orrin barrage close?',
  'What is the tonnage of the cutter Merganser?',
  'Why did Ines Tarrow die?',
  'How was the Orrin barrage built?',
  'Did Ines Tarrow design the Orrin barrage?',
  'Who is Ines Tarrow?',
  'Où est née Ines Tarrow ?',
  'イネス・タロウはどこで生まれましたか？',
  'Ines Tarrow',
  '',
  '???',
];

for (const question of ABSTAINED) {
  test(`does not know: ${question}`, async () => {
    const { answer, citations, quote } = await allParts.read({ question, passages: PASSAGES, cot: false });
    assert.deepEqual({ answer, citations, quote }, { answer: null, citations: [], quote: null });
  });
}

test('passages that agree are all cited, best first', async () => {
  const passages = [passage('Notes', 'Nothing here.'), passage('A visit', 'Red Sand was directed by Ann Lee.'), ...PASSAGES.slice(4, 5)];
  const read = await allParts.read({ question: 'Who is the director of Red Sand?', passages, cot: false });
  assert.deepEqual({ answer: read.answer, citations: [...read.citations].sort() }, { answer: 'Ann Lee', citations: [1, 2] });
});

test('passages that disagree about an amount give no answer', async () => {
  const told = (height: string): Passage => passage(`Report of ${height}`, `Pellow Light is ${height} m tall.`);
  const read = async (...passages: readonly Passage[]) =>
    (await allParts.read({ question: 'How tall is Pellow Light?', passages, cot: false })).answer;
  assert.equal(await read(told('41')), '41 m');
  assert.equal(await read(told('41'), told('43')), null);
});

test('no passages, no answer', async () => {
  assert.deepEqual(await allParts.read({ question: 'Who designed the Orrin barrage?', passages: [], cot: true }), {
    answer: null,
    citations: [],
    quote: null,
  });
});

for (const [question, text] of [
  ['How do I moor a boat without a keeper?', 'A boat can be moored without a keeper by using the ring at the quay.'],
  ['Why was the Orrin ferry sold?', 'The Orrin ferry was sold in May for the Harbour Board.'],
  ['Who is the author of Rule 12?', 'Rule 12 extends what the author of Rule 9 wrote.'],
] as const) {
  test(`gives no span that merely fits: ${question}`, async () => {
    const { answer } = await allParts.read({ question, passages: [passage('Ferries', text), passage('Rule 12', text)], cot: false });
    assert.equal(answer, null);
  });
}

const unsure = createParts({ abstention: false });

/** The likeliest answer, however unsure. */
async function guess(question: string, text: string): Promise<string | null> {
  return (await unsure.read({ question, passages: [passage('Notes', text)], cot: false })).answer;
}

test('what is of another kind is no answer, however near it is', async () => {
  assert.equal(await guess('What nationality is Bo Li?', 'Bo Li arrived in March. Bo Li painted in March and April.'), null);
  assert.equal(await guess('Who built the mill at Vell?', 'The mill at Vell was built in the 18th century.'), null);
  assert.equal(await guess('How tall is the mill at Vell?', 'The mill at Vell has 12 rooms and is tall.'), null);
  assert.equal(await guess('When was the mill at Vell built?', 'The mill at Vell was built by Bo Li.'), null);
});

/** Whether the likeliest answer cannot be one, whatever the ranker thinks of it. */
async function isRuledOut(question: string, text: string): Promise<boolean> {
  const { answer, confidence } = await unsure.read({ question, passages: [passage('Notes', text)], cot: false });
  assert.notEqual(answer, null);
  return confidence === 0;
}

const ruledOut: readonly (readonly [question: string, text: string, isOut: boolean])[] = [
  ['Who is the current keeper of Vell Mill?', 'The keeper of Vell Mill was Bo Li.', true],
  ['Who was the second keeper of Vell Mill?', 'The keeper of Vell Mill was Bo Li.', true],
  ['Who was the keeper of Vell Mill?', 'The keeper of Vell Mill was Bo Li.', false],
  ['When was Vell Mill demolished?', 'Vell Mill was built in 1903.', true],
  ['When was Vell Mill built?', 'Vell Mill was built in 1903.', false],
  ['When was Red Sand released?', 'Red Sand is a 1950 film.', false],
  ['Where was Mira Holt born?', 'Mira Holt is an engineer. Holt was born in Tarn.', false],
  ['Where was Mira Holt born?', 'Osk Holt is an engineer. Holt was born in Tarn.', true],
  ['Where was Holt born?', 'Mira Holt was born in Tarn.', true],
  ['Where was he born?', 'Mira Holt was born in Tarn.', true],
  ['Who was keeper of Vell Mill when it burned?', 'Bo Li was keeper of Vell Mill when it burned.', true],
  ['Who built Vell Mill?', 'Vell Mill was built by Bo Li and Ann Lee.', true],
  ['Who built Vell Mill?', 'Vell Mill was built by Bo Li for the Varrow Company.', false],
  ['When was Vell Mill built?', 'Vell Mill was built before 1903.', true],
  ['When was Vell Mill built?', 'Vell Mill was built in the late 1890s.', true],
  ['When was Bo Li born?', 'Mira Holt (1903 – 1975) was a daughter of Bo Li.', true],
  ['What nationality is Bo Li?', 'The Norwegian ferry carried Bo Li.', true],
];

for (const [question, text, isOut] of ruledOut) {
  test(`${isOut ? 'rules out' : 'allows'} what this says about "${question}": ${text}`, async () => {
    assert.equal(await isRuledOut(question, text), isOut);
  });
}

test('an answer that repeats the question is none', async () => {
  assert.equal(await guess('Who designed the Vell Mill?', 'The Vell Mill was designed with care.'), null);
});

test('why and how get no short answer', async () => {
  assert.equal(await guess('Why was Sam Altman fired?', 'Sam Altman, CEO of AI, was fired by the board.'), null);
  assert.equal(await guess('How was Sam Altman fired?', 'Sam Altman, CEO of AI, was fired by the board.'), null);
});

test('a word of the question in a list is no answer', async () => {
  const passages = [passage('Packaging', 'The file uses TOML. Under the project, licenses are listed in pyproject.toml.')];
  assert.equal((await allParts.read({ question: 'Under which licenses can the software be used?', passages, cot: false })).answer, null);
});

test('the same passages give the same answer and confidence', async () => {
  const read = async (): Promise<unknown> => unsure.read({ question: 'Where was Ines Tarrow born?', passages: PASSAGES, cot: false });
  assert.deepEqual(await read(), await read());
});

test('a passage that only names the answer is not cited', async () => {
  const { answer, citations } = await allParts.read({ question: 'Who designed the Orrin barrage?', passages: PASSAGES, cot: false });
  assert.deepEqual([answer, citations], ['Ines Tarrow', [0]]);
});

test('a pronoun gets an answer only where all passages are of the document that it means', async () => {
  const about = [passage('Skell Head lighthouse', 'The lighthouse was designed by Beatrix Corrigane, whose family firm also cast it.')];
  const asked = { question: 'Who designed it?', passages: about, cot: false };
  assert.equal((await allParts.read(asked)).answer, null);
  assert.equal((await allParts.read({ ...asked, isOfDocument: true })).answer, 'Beatrix Corrigane');
});
