import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { selectQuotes, type AskedQuotes, type CitedRange } from '../../../src/citations/selectQuotes.ts';
import { english } from '../../../src/language/english.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { passageOf } from '../../support/passages.ts';

function select(asked: Readonly<Record<string, readonly string[]>>, cited: readonly CitedRange[] = []) {
  const all = Object.entries(asked).map(([text, passages], i): AskedQuotes => {
    return { id: `q${i}`, text, passages: passages.map((passage, rank) => passageOf(`p${rank}-${passage.length}`, passage)) };
  });
  return selectQuotes(all, cited, english);
}

function texts(...args: Parameters<typeof select>): readonly string[] {
  return select(...args).map(({ passage, start, end }) => passage.text.slice(start, end));
}

const filler = 'Oil came by boat. The stairs were steep. Gulls nested on the roof. ';

const scripts: readonly (readonly [string, string, string, string])[] = [
  ['English', 'Who designed the Orrin lighthouse?', 'The Orrin lighthouse was designed by Bertil Krog.', filler],
  [
    'German',
    'Wer entwarf den Leuchtturm von Orrin?',
    'Den Leuchtturm von Orrin entwarf Bertil Krog.',
    'Das Öl kam im Boot. Die Treppe war steil. ',
  ],
  [
    'Greek',
    'Ποιος σχεδίασε τον φάρο του Όριν;',
    'Τον φάρο του Όριν σχεδίασε ο Μπέρτιλ Κρογκ.',
    'Το λάδι ήρθε με βάρκα. Η σκάλα ήταν απότομη. ',
  ],
  ['Russian', 'Кто спроектировал маяк Оррин?', 'Маяк Оррин спроектировал Бертиль Крог.', 'Масло везли на лодке. Лестница была крутой. '],
  ['Arabic', 'من صمم منارة أورين؟', 'صمم بيرتيل كروغ منارة أورين.', 'جاء الزيت بالقارب. كان الدرج شديد الانحدار. '],
  ['Hindi', 'ओरिन प्रकाशस्तंभ किसने बनाया?', 'ओरिन प्रकाशस्तंभ बर्टिल क्रोग ने बनाया।', 'तेल नाव से आया। सीढ़ियाँ खड़ी थीं। '],
  ['Chinese', '谁设计了奥林灯塔？', '奥林灯塔是贝蒂尔设计的。', '油是用船运来的。楼梯很陡。'],
  ['Japanese', 'オリン灯台を設計したのは誰ですか。', 'オリン灯台はクローグが設計した。', '油は船で来た。階段は急だった。'],
  ['Thai', 'ใครออกแบบประภาคารออร์ริน', 'ประภาคารออร์รินออกแบบโดยแบร์ทิล', 'น้ำมันมาทางเรือ\n\nบันไดชันมาก\n\n'],
];

for (const [language, question, wanted, other] of scripts) {
  test(`${language}: the sentence that says most of what was asked is in the first quote, from the middle of a later passage too`, () => {
    const isThai = language === 'Thai';
    const document = isThai ? `${other}${wanted}\n\n${other}` : `${other}${wanted} ${other}`;
    const [first = ''] = texts({ [question]: [other.repeat(2), document] });
    assert.ok(first.includes(wanted) && first.length < document.length, first);
  });
}

test('what a document says is about it where the question has its name in full, also as the name of its file', () => {
  const of = (path: string, text: string, title = ''): Passage => ({ ...passageOf(path, text), path, title });
  const first = (text: string, ...passages: readonly Passage[]): string | undefined => {
    const [best] = selectQuotes([{ id: 'q', text, passages }], [], english);
    return best?.passage.path;
  };
  const other = of('pep-0538.rst', 'After PEP 540 was created, this PEP was amended a second time.');
  const own = of('docs/pep-0008.rst', 'Created: 05-Jul-2001 by three people on a list.');
  assert.equal(first('When was PEP 8 created?', other, own), own.path);
  assert.equal(first('When was PEP 9 created?', other, own), other.path);
  const light = of('a.md', 'It was built on a rock by Bertil Krog of Skell.', 'Orrin Ness');
  const rock = of('b.md', 'Nobody ever built much on the rocks of the northern sea.', 'Rocks');
  assert.equal(first('Who built Orrin Ness?', of('c.md', filler), rock, light), light.path);
  const fields = of('pep-0008.rst', 'Author: Guido van Rossum and Barry Warsaw\nCreated: 05-Jul-2001 by three people');
  const at = fields.text.indexOf('Created');
  const header = { ...fields, runs: [0, 0, at - 1, 0, at, at, fields.text.length - at, 1] };
  const [best] = selectQuotes([{ id: 'q', text: 'When was PEP 8 created?', passages: [header] }], [], english);
  assert.equal(best?.start, header.text.indexOf('Created'), 'not what is only in it');
});

test('a section whose heading the question says in full is about it, one word too', () => {
  const of = (id: string, text: string, heading: string): Passage => ({ ...passageOf(id, text), title: 'Orrin', headings: [heading] });
  const other = of('other', 'The Orrin gates are shut again at noon by a wheel of brass.', 'Gates');
  const own = of('own', 'Remove the wheel and throw away the key of the Orrin gate.', 'Uninstallation');
  const [best] = selectQuotes([{ id: 'q', text: 'How do I uninstall Orrin again?', passages: [own, other] }], [], english);
  assert.equal(best?.passage.id, 'own');
});

const header = (n: number, version: string): Passage => {
  const text = `Author: Bertil Krog of the northern lights\nVersion: ${version}`;
  const at = text.indexOf('Version');
  return { ...passageOf(`head${n}`, text), path: `adr-00${n}.md`, runs: [0, 0, at - 1, 0, at, at, text.length - at, 1] };
};

test('a field of the header that the question names is about what its document is about', () => {
  const later = (n: number, text: string): Passage => {
    const range = { startLine: 40, endLine: 41, startOffset: 4000, endOffset: 4000 + text.length };
    return { ...passageOf(`body${n}-${text.length}`, text), path: `adr-00${n}.md`, range };
  };
  const passages = [
    later(3, 'A version of the gates was added to the drawings of the lighthouse in spring.'),
    later(1, 'The tide bells ring when the water falls below the lowest mark of the quay.'),
    later(1, 'Tide bells are cast in bronze by the founders of the town behind the hill.'),
    header(1, '3.6'),
    header(2, '3.9'),
  ];
  const found = selectQuotes([{ id: 'q', text: 'In which version were tide bells added?', passages }], [], english);
  const quoted = found.map(({ passage, start, end }) => passage.text.slice(start, end));
  assert.ok(quoted.includes('Version: 3.6'), quoted.join(' | '));
  assert.equal(found.find(({ passage }) => passage.id.startsWith('head'))?.passage.id, 'head1', 'not one that is about something else');
});

test('the header of a document that shares little more than the field says nothing', () => {
  const text = 'ADR: 2\nCreated: 27-Jan-2018';
  const other = { ...passageOf('two', text), path: 'adr-002.md', runs: [0, 0, 6, 0, 7, 7, text.length - 7, 1] };
  const own = { ...passageOf('eight', text.replace('2', '8')), path: 'adr-008.md', runs: other.runs };
  const paths = (asked: string): readonly string[] =>
    selectQuotes([{ id: 'q', text: asked, passages: [own, other] }], [], english).map(({ passage, start, end }) => {
      return `${passage.path} ${passage.text.slice(start, end)}`;
    });
  const quoted = paths('When was ADR 8 created?');
  assert.equal(quoted[0], 'adr-008.md Created: 27-Jan-2018');
  assert.ok(!quoted.some((quote) => /ADR: /.test(quote)), quoted.join(' | '));
});

test('of a document that the question names, the header is quoted as a whole, though it has no other word of the question', () => {
  const fields = ['Author: Ada Holm', 'Manager: Ben Orr', 'Status: Accepted (Orrin 2)'];
  const text = `${fields.join('\n')}\n\n${filler}`;
  const runs = [0, 0, text.length, 0];
  const header: Passage = { ...passageOf('head', text), path: 'op-007.md', runs };
  const body = passageOf('body', 'The boats of OP-8 were written off when the tide was low.');
  const named = [{ words: 'OP-7', paths: new Set(['op-007.md']) }];
  const quoted = (sides: typeof named, asked = 'Who wrote OP-7?'): readonly string[] =>
    selectQuotes([{ id: 'q', text: asked, passages: [body, header], sides }], [], english).map(({ passage, start, end }) =>
      passage.text.slice(start, end),
    );
  assert.equal(quoted(named)[0], fields.join('\n'));
  assert.notEqual(quoted(named, 'Which boats were bought for OP-7?')[0], fields.join('\n'), 'of a longer question it has nothing');
  assert.notEqual(quoted([{ words: 'OP', paths: new Set(['op-007.md', 'op-008.md']) }])[0], fields.join('\n'), 'a name of several');
});

test('the title page of a paged document is no quote, nor are the fields of its file, unless they have half of what is asked', () => {
  const fields = 'title: Tarrow Works 2022\nauthor: Ben Orr';
  const text = `${fields}\n\nTarrow Works › 2022 | Trading symbol: TRW`;
  const cover: Passage = { ...passageOf('cover', text), path: 'tarrow.pdf', pageNumber1: 1 };
  const body = passageOf('body', 'The barge was sold at a loss, which the harbor had foreseen.');
  const sides = [{ words: 'Tarrow', paths: new Set(['tarrow.pdf']) }];
  const quoted = (asked: string, first = cover): string =>
    selectQuotes([{ id: 'q', text: asked, passages: [first, body], sides }], [], english)
      .map(({ passage, start, end }) => passage.text.slice(start, end))
      .join(' ');
  const loss = 'What loss did Tarrow make with its barge in 2022?';
  assert.doesNotMatch(quoted(loss), /Tarrow Works/);
  assert.match(quoted(loss, { ...cover, pageNumber1: undefined }), /Tarrow Works/);
  assert.match(quoted('What is the trading symbol of Tarrow?'), /TRW/);
});

test('where a document is asked for, the beginnings of several come before much of one', () => {
  const of = (path: string, at: number, text: string): Passage => {
    return {
      ...passageOf(`${path}${at}`, text),
      path,
      range: { startLine: at, endLine: at + 1, startOffset: at * 100, endOffset: at * 100 + text.length },
    };
  };
  const repeats = [
    'Brass bells beside the first gate move at noon on every day of summer.',
    'Old bells above a second gate move slowly since winter storms bent their frame.',
    'No gate near Skell has bells which move without the help of strong boys.',
    'Silver bells inside one northern gate move only when kings or bishops arrive.',
    'Small bells under that eastern gate move whenever fishing boats pass too fast.',
  ].join('\n\n');
  const passages = [
    of('adr-0001.md', 90, repeats),
    of('adr-0002.md', 0, 'This record proposes bells for each gate of town, with drawings by Bertil.'),
    of('adr-0003.md', 0, 'Here Ilse Krog describes how bells of a gate ring, and lists their weights.'),
  ];
  const paths = (text: string): readonly string[] =>
    selectQuotes([{ id: 'q', text, passages }], [], english).map(({ passage }) => passage.path);
  const count = (text: string): number => paths(text).filter((path) => path === 'adr-0001.md').length;
  assert.ok(count('Which ADR moves the bells of a gate?') < count('What moves the bells of a gate?'));
  assert.deepEqual(new Set(paths('Which ADR moves the bells of a gate?').slice(0, 4)).size, 3);
});

test('an environment variable and a flag are what the question calls them, by their spelling', () => {
  const place = 'The tide directory is found via TIDE_DIR or a setting of the harbor.';
  const variables = `An environment variable sets which boats are read first. ${filler}`;
  assert.equal(texts({ 'Which environment variable sets the tide directory?': [variables, filler + place] })[0], place);
  const days = 'Days are left out of the log where --no-days is given to the harbor.';
  const flags = `A flag is red for boats which are of another quay. ${filler}`;
  assert.equal(texts({ 'Which flag removes days?': [flags, filler + days] })[0], days);
});

test('what only repeats the question is no quote', () => {
  assert.deepEqual(
    texts({ 'How do I lower the Orrin gate?': ['How do I lower the Orrin gate?\n\nTurn the brass wheel of the gate twice.'] }),
    ['Turn the brass wheel of the gate twice.'],
  );
});

test('what says nothing by itself is no quote: an introduction of code, an address', () => {
  const question = 'Who wrote the page about the Orrin lamp, and when was it started?';
  const code = 'E.g.:\n\nlet lamp = orrin.lamp();\nlamp.start();';
  const page = 'Page: https://orrin.example/lamp/page/started';
  assert.deepEqual(texts({ [question]: [`The lamp of Orrin burned oil.\n\n${code}\n\nThat is, when we wrote:\n\nlet a = b;`, page] }), [
    'The lamp of Orrin burned oil.',
  ]);
  assert.deepEqual(
    texts({ 'What is the start date of the lamp?': [`The lamp of Orrin.\n\nStart Date: 2020-09-29\n\n${page}`] })[0],
    'Start Date: 2020-09-29',
  );
});

test('a line set as a heading is no quote, and another that is no sentence counts half, unless it is an item or a row', () => {
  const of = (line: string): readonly string[] =>
    texts({ 'Which form had the lamp in 2023?': [`${line}\n\nIn 2023 the keeper gave the lamp a round form. ${filler}`] });
  const sentence = 'In 2023 the keeper gave the lamp a round form. Oil came by boat.';
  assert.deepEqual(of('ORRIN LAMP BOARD 2023 FORM L-10'), [sentence]);
  assert.equal(of('Lamp of the form shown here in 2023 with oil')[0], sentence);
  const row = 'Lamp of the form | shown in 2023 | with oil';
  assert.equal(
    of(`Lamp of the form shown in 2023 with oil\n\n${row}`).find((quote) => quote.startsWith('Lamp')),
    row,
  );
});

test('the rest of a sentence counts half and is shown as cut; lines of contents, names of columns and numbers alone are no quotes', () => {
  const question = 'Which form had the lamp in 2023?';
  const rest = 'lamp in 2023, whose form the drawing shows.';
  const quotes = select({ [question]: [`${rest}\n\nThe lamp had in 2023 a round form.`] });
  assert.deepEqual([quotes[1]?.start, ...quotes.map(({ isCutBefore }) => isCutBefore)], [0, false, true]);
  const contents = ['The form of the lamp in 2023 … 17', 'The form of the lamp in 2023 .....'];
  for (const line of [...contents, 'form of the lamp in 2023', '2023 | 9.4 | 17'])
    assert.deepEqual(texts({ [question]: [`${line}\n\nThe lamp burned oil.`] }), ['The lamp burned oil.'], line);
  assert.deepEqual(texts({ [question]: ['Lamp | Form\nOrrin lamp | round'] }), ['Orrin lamp | round']);
});

test('what introduces a list is quoted with it', () => {
  const list = 'The Orrin gates are:\n\nQuillan Gate\nNether Gate';
  assert.deepEqual(texts({ 'Which Orrin gates are there?': [`${filler}\n\n${list}\n\nOil came by boat.`] })[0], list);
});

test('where a list is asked for, it comes before a sentence that says as much', () => {
  const sentence = 'The Orrin gates were named on one day by the council of the town.';
  const list = 'These are the Orrin gates:\n\nQuillan Gate\nNether Gate';
  const first = (question: string): string | undefined => texts({ [question]: [sentence, list] })[0];
  assert.equal(first('Which gates are at Orrin?'), list);
  assert.equal(first('Why are there gates at Orrin?'), sentence);
});

test('a sentence without words of the question is not quoted for those before it', () => {
  const said = 'The Orrin light was lit on 3 May 1911.';
  assert.deepEqual(texts({ 'When was the Orrin light lit?': [`Gulls nested on the roof. ${said}`] }), [said]);
});

test('together the quotes cover the question: what is said once is not said before all else is', () => {
  const keeper = ['Ada Holm kept the light.', 'Ada Holm kept the light well.', 'Ada Holm kept the light at night.'];
  const found = texts({ 'Where was Ada Holm, who kept the light, born?': [...keeper, `${filler}She was born in Skell.`] });
  assert.ok(found.indexOf('She was born in Skell.') < 3, found.join('\n'));
});

test('sentences that say the same are one quote with all its places, across documents and questions', () => {
  const same = 'The Orrin light was lit on 3 May 1911.';
  const [quote, ...others] = select({
    'When was the Orrin light lit?': [`${filler}${same}`, same, 'The Orrin light was first lit on 3 May 1911.'],
    'What happened in May 1911 at Orrin?': [same],
  });
  assert.equal(quote && quote.passage.text.slice(quote.start, quote.end), same);
  assert.equal(quote?.alike.length, 3);
  assert.ok(others.every(({ passage, start, end }) => !passage.text.slice(start, end).includes('1911')));
});

test('what is cited is quoted first, whatever it says', () => {
  const cited = { passageId: `p0-${filler.length}`, id: 'q0', start: filler.indexOf('Gulls'), end: filler.indexOf('Gulls') + 5 };
  assert.equal(
    texts({ 'Who designed the Orrin lighthouse?': [filler, 'Krog designed the lighthouse.'] }, [cited])[0],
    'Gulls nested on the roof.',
  );
});

test('where one sentence has words of the question, none without is quoted, nor a heading or number alone', () => {
  assert.deepEqual(texts({ 'Who designed the lighthouse?': [filler, '703\n\nLighthouse\n\nKrog designed the lighthouse.'] }), [
    'Krog designed the lighthouse.',
  ]);
  assert.deepEqual(texts({}), []);
});

test('where no sentence has any, as in another language, the best passages are quoted from their beginning', () => {
  assert.deepEqual(texts({ 'Wer hat ihn entworfen?': [filler, 'Krog designed the lighthouse. It is old.', 'A', 'B', 'C'] }), [
    'Oil came by boat. The stairs were steep.',
    'Krog designed the lighthouse. It is old.',
    'A',
  ]);
});

test('at most a screen, of ten thousand sentences as of one that never ends', () => {
  const bounded = (found: readonly string[]): boolean => found.length <= 8 && found.join('').length <= 2300 && found.length > 0;
  assert.ok(
    bounded(texts({ 'Which gate leaked?': [Array.from({ length: 10_000 }, (_, i) => `Gate ${i} leaked in storm ${i}.`).join(' ')] })),
  );
  assert.ok(bounded(texts({ 'Which gate leaked?': [`the gate leaked and ${'the gate leaked and '.repeat(50_000)}`] })));
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`Which gate leaked in ${i}?`, [`The gate of ${i} leaked in storm ${i * 7}.`]]),
  );
  assert.ok(bounded(texts(many)));
});

test('five quotes are shown at first, those that bear most on the question', () => {
  const passages = Array.from(
    { length: 9 },
    (_, i) => `${i} of the lights of Orrin ${'abcdefghi'.slice(i).split('').join('x ')}x burned oil.`,
  );
  const quotes = select({ 'Which lights of Orrin burned oil?': passages });
  const at = quotes.map(({ isFurther }) => isFurther);
  assert.ok(at.length > 5, String(at.length));
  assert.deepEqual(at, [...Array<boolean>(5).fill(false), ...Array<boolean>(at.length - 5).fill(true)]);
});

test('a quote goes on with the sentence after it, in its paragraph and where there is room', () => {
  const question = 'Who designed the Orrin lighthouse?';
  const named = 'The Orrin lighthouse was designed abroad.';
  assert.equal(
    texts({ [question]: [`Oil came by boat.\n\n${named} Its plans are by Bertil Krog. He drew much.`] })[0],
    `${named} Its plans are by Bertil Krog.`,
  );
  assert.equal(texts({ [question]: [`${named}\n\nIts plans are by Bertil Krog.`] })[0], named);
  assert.equal(texts({ [question]: [`${named} Its plans ${'and plans '.repeat(40)}are by Bertil Krog.`] })[0], named);
});

test('a second passage comes before much of one', () => {
  const one = Array.from({ length: 6 }, (_, i) => `The lighthouse of Orrin was designed in year ${i}.`).join('\n\n');
  const found = texts({ 'Who designed the Orrin lighthouse?': [one, 'Bertil Krog designed it.', 'It was designed by hand.'] });
  assert.ok(found.indexOf('Bertil Krog designed it.') < 3, found.join('\n'));
});

test('where a number is asked for, a sentence with one comes before another that says as much', () => {
  const first = (question: string): string | undefined =>
    texts({ [question]: [`The keepers of the gate are sworn people. The gate has 4 sworn keepers. ${filler}`] })[0];
  assert.match(first('How many keepers does the gate have?') ?? '', /4 sworn/);
  assert.doesNotMatch(first('Who are the keepers of the gate?') ?? '', /^The gate has 4/);
});

test('bad input: a question of thousands of words, passages without sentences or of code alone, a table of thousands of columns', () => {
  const long = Array.from({ length: 3000 }, (_, i) => `word${i}`).join(' ');
  const code = 'for (;;) {\n  burn(oil);\n}\n'.repeat(20);
  const row = Array.from({ length: 2000 }, (_, i) => `cell ${i}`).join(' | ');
  for (const question of [long, 'Which cell burns oil?', '', '???']) {
    for (const { start, end, passage } of select({ [question]: ['', '\n\n', '----', code, `${row}\n${row}`, `It says word7. ${filler}`] }))
      assert.ok(start < end && end <= passage.text.length);
  }
});

test('every question with evidence has a quote before one has many', () => {
  const found = select({
    'Who designed the lighthouse?': [
      'Krog designed the lighthouse in Orrin. The lighthouse was designed twice. Who designed the lighthouse is known.',
    ],
    'Where was Krog born?': ['Krog was born in Saltvik.'],
  });
  assert.deepEqual(new Set(found.slice(0, 2).map(({ id }) => id)), new Set(['q0', 'q1']));
});

test('of any text: whole quotables, none twice, the same each time', () => {
  const word = fc.constantFrom('gate', 'light', 'Orrin', '1911', '.', '\n', '\n\n', ',', '門', 'و', '');
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 6 }), (question, passages) => {
      const found = select({ [question]: passages });
      const places = found.map(({ passage, start }) => `${passage.id} ${start}`);
      assert.deepEqual([...new Set(places)], places);
      assert.deepEqual(select({ [question]: passages }), found);
      for (const { passage, start, end } of found) assert.equal(passage.text.slice(start, end).trim(), passage.text.slice(start, end));
    }),
  );
});

test('sentences of one paragraph that are quoted beside each other are one quote, with room for others', () => {
  const said = 'The Orrin gate is shut at noon by a wheel. The wheel of the gate is made of brass.';
  const [first, ...others] = texts({
    'Who shuts the wheel of the Orrin gate?': [`${said}\n\n${filler}`, `${filler}Krog shuts the Orrin gate.`],
  });
  assert.equal(first, said);
  assert.ok(others.some((other) => other.includes('Krog shuts')));
  const far = 'The wheel of the Orrin gate is big. '.repeat(30);
  for (const quote of texts({ 'Who shuts the wheel of the Orrin gate?': [far, said] })) assert.ok(quote.length <= 360);
});

test('a question in a conversation is quoted with its reply', () => {
  const talk = 'Ann: Who shuts the Orrin gate today?\nKrog: Me, as always.\nAnn: Thanks.';
  assert.match(texts({ 'Who shuts the Orrin gate?': [talk] })[0] ?? '', /^Ann: Who shuts the Orrin gate today\?\nKrog: Me, as always\./);
});

test('each document that the question names has a quote before any has two, and others come after them', () => {
  const at = (path: string, text: string): Passage => ({ ...passageOf(path, text), path });
  const dues = (year: number): string => `The dues of the harbor at Orrin rose to ${year} crowns in ${year}.`;
  const passages = [
    at('other.md', `The dues of Orrin and Skell were compared with all other dues of the harbor in Nether.`),
    ...Array.from({ length: 6 }, (_, i) => at('orrin.md', dues(1900 + i))).map((one, i) => ({ ...one, id: `orrin-${i}` })),
    at('skell.md', 'What ships paid here was collected by a clerk, who called it dues.'),
  ];
  const sides = ['Orrin', 'Skell'].map((words) => ({ words, paths: new Set([`${words.toLowerCase()}.md`]) }));
  const text = 'Compare the harbor dues of Orrin and Skell';
  const paths = (named?: typeof sides): string[] =>
    selectQuotes([{ id: 'q', text, passages, ...(named && { sides: named }) }], [], english).map(({ passage }) => passage.path);
  assert.deepEqual(paths(sides).slice(0, 2).toSorted(), ['orrin.md', 'skell.md']);
  assert.equal(paths()[0], 'other.md');
});
