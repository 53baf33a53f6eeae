import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pdfReader } from '../../../src/corpus/readers/pdf.ts';
import { findOnPage } from '../../../webview-ui/viewer/findOnPage.ts';
import type { PlacedItem } from '../../../webview-ui/viewer/pageLetters.ts';
import { column, makePdf, tableTexts, type PdfPageContent } from '../../support/pdf.ts';
import { pdfTexts } from '../../support/pdfTexts.ts';

const nothing = { before: '', after: '' };

function found(items: readonly PlacedItem[], words: string, around = nothing): string | undefined {
  const stretches = findOnPage(items, { words, ...around });
  return stretches?.map(({ item, start, end }) => items[item]?.str.slice(start, end)).join('|');
}

/** One line below the other. */
function lines(...texts: readonly string[]): readonly PlacedItem[] {
  return texts.map((str, i) => ({ str, hasEOL: true, transform: [10, 0, 0, 10, 72, 700 - 12 * i], width: 5 * str.length, page: 1 }));
}

const story =
  'The keeper of the lighthouse wrote down every ship that passed the northern cape in the year of the great storm. ' +
  'Nobody had counted the vessels before, and the merchants of the harbor did not believe the number at first. ' +
  'Two inspectors travelled to the island, where they found the efficient keeper at his desk.';

const other =
  'Across the strait, a painter filled her notebooks with clouds. She sold none of them while she lived, and the town has shown them since 1954.';

/** What the reader reads on a page, sentence by sentence, with what is marked of it. */
async function marked(content: PdfPageContent): Promise<readonly (readonly [said: string, marked: string | undefined])[]> {
  const pdf = makePdf([content]);
  const { text } = await pdfReader.extract(pdf, 'a.pdf', {});
  const items = (await pdfTexts(pdf)).flat();
  return [...text.matchAll(/[^\n.]+\.?/g)].map(({ 0: words, index }) => {
    const around = { before: text.slice(0, index), after: text.slice(index + words.length) };
    return [words, found(items, words.trim(), around)] as const;
  });
}

function letters(text: string): string {
  return text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

const layouts: Readonly<Record<string, PdfPageContent>> = {
  'two columns': {
    texts: [...column(story, { x: 60, top: 700, chars: 34 }), ...column(other, { x: 330, top: 700, chars: 34 })],
  },
  'hyphens at the ends of lines': {
    texts: ['The light-', 'house keeper counted ves-', 'sels and inspec-', 'tors came to see him.'].map((text, i) => ({
      x: 72,
      y: 700 - 12 * i,
      text,
    })),
  },
  ligatures: { texts: [{ x: 72, y: 700, font: 'ligatures', text: 'The e\x03cient of\x01cer ful\x01lled the \x02ight plan.' }] },
  'a turned page': { texts: column(story, { x: 60, top: 700, chars: 60 }), rotation: 90 },
  'turned text': {
    texts: ['The first line runs up the page', 'and so does the second.'].map((text, i) => ({
      x: 100 + 12 * i,
      y: 100,
      text,
      quarters: 1,
    })),
  },
  'right to left': { texts: [{ x: 300, y: 700, font: 'hebrew', text: '\x80\x81\x82 \x83\x84\x85 \x86\x87\x88' }] },
};

for (const [layout, content] of Object.entries(layouts)) {
  test(`every sentence of a page is marked, also with ${layout}`, async () => {
    const sentences = await marked(content);
    assert.ok(sentences.length > 0);
    for (const [said, mark] of sentences) assert.equal(letters(mark ?? ''), letters(said), said);
  });
}

test('of a row of a table, the label and the values in it are marked, not those of other rows', async () => {
  const rows = [
    ['', '2021', '2022'],
    ['Iron', '12', '15'],
    ['Copper', '15', '12'],
    ['Lead', '12', '15'],
  ];
  const pdf = makePdf([
    { texts: [...tableTexts(rows, { x: 72, rights: [250, 330], top: 700 }), ...column(story, { x: 72, top: 500, chars: 80 })] },
  ]);
  const items = (await pdfTexts(pdf)).flat();
  const row = 'Metals › Lead | 2021: 12 | 2022: 15';
  assert.equal(found(items, row, { before: 'Metals\n', after: '\nMore' }), 'Lead|12|15');
  const at = findOnPage(items, { words: row, ...nothing })?.map(({ item }) => items[item]?.transform[5]);
  assert.deepEqual(new Set(at), new Set([658]));
  assert.equal(found(items, '2022: 15', { before: 'Metals › Iron | 2021: 12 | ', after: '' }), '15');
  assert.equal(found(items, 'Metals › Lead | 2021: 12 | 2022: 16'), undefined);
  assert.equal(found(items, 'Copper | 2021: 15 | 2022: 12\nMetals › Lead | 2021: 12 | 2022: 15'), 'Copper|15|12|Lead|12|15');
  assert.equal(found(items, 'Copper | 15 | in Tons'), 'Copper|15');
});

test('words over the end of a page are marked on both, without what is between them', () => {
  const [first, second] = [
    lines('The harbor was rebuilt after', 'Footnote of the first page'),
    lines('A heading of every page', 'the fire of 1821 by masons.'),
  ];
  const items = [...first, ...second.map((item) => ({ ...item, page: 2 }))];
  assert.equal(
    found(items, 'The harbor was rebuilt after the fire of 1821 by masons.'),
    'The harbor was rebuilt after|the fire of 1821 by masons',
  );
});

test('of several places, the one with the words around it is marked', () => {
  const items = lines('Ada was born in 1902 in Wexcombe.', 'Bert was born in 1902 in Tarnholm.');
  const around = { before: 'Bert was ', after: ' in Tarnholm.' };
  assert.deepEqual(findOnPage(items, { words: 'born in 1902', ...around }), [{ item: 1, start: 9, end: 21 }]);
});

test('words that are in several places, none of which what is around them tells from the others, are not marked', () => {
  const items = lines('Assets', 'Income tax expense – –', 'Liabilities', 'Income tax expense – –', 'Sum');
  const row = 'Income tax expense | 2021: – | 2022: –';
  assert.equal(found(items, row, { before: 'Of the group\n', after: '\nMore' }), '');
  assert.equal(found(items, 'Income tax expense', { before: 'Of the group\n', after: '' }), '');
  assert.equal(found(items, 'Income tax expense', { before: 'Liabilities\n', after: '' }), 'Income tax expense');
});

test('words that the page does not have, or has otherwise, are not marked', () => {
  const items = lines('In 2012 the factory had 1,250 workers and a school of its own.');
  for (const words of [
    '12',
    '250 workers',
    'In 2012 the factory had 1,350 workers and a school of its own, which nobody else had there.',
    'Something else entirely.',
    '…',
    '',
  ])
    assert.equal(found(items, words), undefined, words);
});

test('any words of a text are found, however it is divided into lines and written', () => {
  const word = fc.stringMatching(/^[a-zäé]{1,9}$/);
  const property = fc.property(
    fc.array(word, { minLength: 3, maxLength: 60 }),
    fc.nat(),
    fc.nat(),
    fc.integer({ min: 1, max: 8 }),
    (words, a, b, perLine) => {
      const [start, end] = [a % words.length, b % words.length].sort((x, y) => x - y) as [number, number];
      const sought = words.slice(start, end + 1).join(' ');
      const texts: string[] = [];
      for (let i = 0; i < words.length; i += perLine) texts.push(words.slice(i, i + perLine).join('\u00a0'));
      const around = { before: words.slice(0, start).join(' '), after: words.slice(end + 1).join(' ') };
      assert.equal(
        letters(found(lines(...texts), `“${sought.toUpperCase()}”`, around) ?? '').toLowerCase(),
        letters(sought.toUpperCase()).toLowerCase(),
      );
    },
  );
  fc.assert(property, { numRuns: 200 });
});

test('strange pages end quickly', () => {
  const same = lines(...new Array<string>(3_000).fill('a a a a a a a a'));
  assert.notEqual(found(same, 'a '.repeat(3_000)), undefined);
  assert.equal(found(same, `${'a '.repeat(1_500)}${'b '.repeat(1_500)}`), undefined);
});
