import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sloppyQuotes } from '../../../lab/simulation/sloppyQuotes.ts';
import { almostQuote } from '../../../src/citations/almostQuote.ts';
import { findQuote, findQuoteParts } from '../../../src/citations/findQuote.ts';

const found = (text: string, words: string): string | undefined => {
  const range = findQuote(text, words);
  return range && text.slice(range.start, range.end);
};

test('dots of the source are found as they are, before they are read as a gap', () => {
  const text = 'The mill and the weir were sold. And... the weir was rebuilt.';
  const found = findQuote(text, 'And... the weir was rebuilt.');
  assert.equal(text.slice(found!.start, found!.end), 'And... the weir was rebuilt');
});

test('words are found although dashes, quotation marks, spaces and case are written otherwise, and are given as in the source', () => {
  const text = 'She said: “The range – 1.5–2 m —\n  isn’t the ﬁrst”, in 1908.';
  assert.equal(found(text, '"the range - 1.5-2 m - isn\'t the first"'), 'The range – 1.5–2 m —\n  isn’t the ﬁrst');
  assert.equal(found('full-width ＡＢＣ１２ here', 'abc12'), 'ＡＢＣ１２');
  assert.equal(found('a co\u00adoper\u200bation', 'cooperation'), 'co\u00adoper\u200bation');
  assert.equal(found('清华大学位于北京。', '清华大学'), '清华大学');
});

test('words with something left out are found if the parts follow each other', () => {
  assert.equal(found('The gate, which leaks, was closed in May.', 'The gate … was closed'), 'The gate, which leaks, was closed');
  assert.equal(found(`The gate ${'x '.repeat(4000)}was closed`, 'The gate ... was closed'), undefined);
});

test('other words, parts of words and mere punctuation are not found', () => {
  assert.equal(found('It opened in 2012.', '12'), undefined);
  assert.equal(found('It opened in 2012.', 'It closed in 2012'), undefined);
  assert.equal(found('— “ ” …', '"..."'), undefined);
  assert.equal(found('', 'anything'), undefined);
});

test('what is found has the letters and digits that were asked for, wherever they are', () => {
  const word = fc.stringMatching(/^[a-zäé0-9]{1,6}$/);
  const gap = fc.constantFrom(' ', '  ', '\n', ' – ', ', ');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 3, maxLength: 20 }), fc.nat(), fc.nat(), (words, from, count) => {
      const text = words.flat().join('');
      const first = from % words.length;
      const some = words.slice(first, first + 1 + (count % (words.length - first)));
      const said = some.flat().join('').replaceAll('–', '-').replaceAll('\n', ' ').toUpperCase();
      const letters = (one: string): string =>
        one
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]/gu, '');
      assert.equal(letters(found(text, said) ?? ''), letters(some.flat().join('')));
    }),
  );
});

const source = [
  'The **gate** of “Quillan”, which isn’t its first\nname, was closed in 1911.[4] Its keeper – Ada Holm – re-opened it,',
  'an inter-\nnational first,¹ for 1,204 boats; the `lock_gate` of Orrin (5.83 m) was *not* closed & stays open.',
].join(' ');

const ways: readonly (readonly [way: string, words: string, found: string])[] = [
  ['any white space', 'first  name,\u00a0was\n closed', 'first\nname, was closed'],
  ['a literal line break', 'which isn’t its first\\nname', 'which isn’t its first\nname'],
  ['escaped quotation marks', 'gate of \\"Quillan\\", which', 'gate** of “Quillan”, which'],
  ['an escape by its code', 'of \\u201cQuillan\\u201d', 'of “Quillan'],
  ['markup left out', 'The gate of', 'The **gate** of'],
  ['markup put in', 'was **closed** in _1911_', 'was closed in 1911'],
  ['tags and entities', '<em>not</em> closed &amp; stays', 'not* closed & stays'],
  ['other quotation marks', "of 'Quillan', which isn't", 'of “Quillan”, which isn’t'],
  ['other dashes', 'keeper---Ada Holm - re-opened', 'keeper – Ada Holm – re-opened'],
  [
    'an ellipsis',
    'was closed … 1,204 boats',
    'was closed in 1911.[4] Its keeper – Ada Holm – re-opened it, an inter-\nnational first,¹ for 1,204 boats',
  ],
  ['a capital at the start', 'Which isn’t its first', 'which isn’t its first'],
  ['a bracketed capital', '[W]hich isn’t its first', 'which isn’t its first'],
  ['a bracketed insertion', 'keeper [of the gate] – Ada Holm', 'keeper – Ada Holm'],
  ['brackets in place of words', '[The keeper] re-opened it', 're-opened it'],
  ['a footnote mark left out', 'closed in 1911. Its keeper', 'closed in 1911.[4] Its keeper'],
  ['a raised figure left out', 'first, for 1,204', 'first,¹ for 1,204'],
  ['a footnote mark put in', 'for 1,204 boats [2]; the', 'for 1,204 boats; the'],
  ['a hyphen at a line end', 'an international first', 'an inter-\nnational first'],
  ['a hyphen left out', 'reopened it', 're-opened it'],
  ['compatibility forms', 'ﬁrst,¹ for １,２０４ boats', 'first,¹ for 1,204 boats'],
];

for (const [way, words, place] of ways) test(`a quote is found with ${way}`, () => assert.equal(found(source, words), place));

test('each part of a quote that leaves something out has its place', () => {
  const parts = findQuoteParts(source, 'was closed in [...] 1,204 boats');
  assert.deepEqual(
    parts?.map(({ start, end }) => source.slice(start, end)),
    ['was closed in', '1,204 boats'],
  );
  assert.equal(findQuoteParts(source, '1,204 boats … was closed in'), undefined);
});

test('another word, number, sign or accent is no quote', () => {
  for (const words of [
    'was opened in 1911',
    'was closed in 1912',
    'for 1,20 boats',
    'for 204 boats',
    'was closed & stays open',
    'lockgate of Orrin',
    'Orrin (583 m)',
    'closed in 1911.[5] Its',
    'keeper Ada Hölm',
  ])
    assert.equal(found(source, words), undefined, words);
  assert.equal(found('An area of 12 km² is shown.', 'An area of 12 km is shown'), undefined);
  assert.equal(found('Sales rose by 12%.', 'Sales rose by 12.'), undefined);
  assert.equal(found('At night it was -5 degrees.', '5 degrees'), undefined);
  assert.equal(found('Pages 3-5 are missing.', '5 are missing'), '5 are missing');
});

const sentences = fc.array(
  fc.array(fc.stringMatching(/^(?:[a-z]{1,9}|[A-Z][a-zäé]{2,8}|\d{1,4}|\*[a-z]{2,6}\*|“[a-z]{2,6}”|[a-z]{2,5}-[a-z]{2,5}|–)$/), {
    minLength: 5,
    maxLength: 14,
  }),
  { minLength: 2, maxLength: 5 },
);

test('however a true quote is written, it is found where it is', () => {
  const letters = (one: string): string =>
    one
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(
      sentences,
      fc.constantFrom(...Object.values(sloppyQuotes)),
      fc.nat(),
      fc.infiniteStream(fc.nat()),
      (all, way, which, draws) => {
        const texts = all.map((words) => words.join(' '));
        const text = `${texts.join('. ')}.`;
        const own = texts[which % texts.length] ?? '';
        if (letters(own) === '') return;
        const said = way(own, (choices) => draws.next().value % choices);
        const place = findQuote(text, said);
        assert.ok(place, JSON.stringify({ text, said }));
        // The same words may be in the text twice, and so may those before what is left out or put in.
        if (letters(text).split(letters(own)).length === 2 && !/[….[]/u.test(said))
          assert.ok(letters(own).includes(letters(text.slice(place.start, place.end))), JSON.stringify({ text, said }));
      },
    ),
    { numRuns: 300 },
  );
});

test('a quote with a changed word is never found, and almost found with both words', () => {
  fc.assert(
    fc.property(
      sentences,
      fc.constantFrom(...Object.values(sloppyQuotes)),
      fc.nat(),
      fc.nat(),
      fc.infiniteStream(fc.nat()),
      (all, way, which, at, draws) => {
        const text = `${all.map((words) => words.join(' ')).join('. ')}.`;
        const own = all[which % all.length] ?? [];
        // Between words that stay, so that no rewriting leaves it out.
        const changed = own.map((word, i) => (i === at % own.length ? 'xyzzy' : word)).join(' ');
        const said = way(changed, (choices) => draws.next().value % choices);
        if (!said.replace(/-\n/, '').normalize('NFKD').toLowerCase().includes('xyzzy')) return;
        assert.equal(findQuote(text, said), undefined, JSON.stringify({ text, said }));
      },
    ),
    { numRuns: 200 },
  );
  const almost = almostQuote(source, 'the `lock_gate` of Orrin (5.38 m) was not closed');
  assert.deepEqual([almost?.said, almost?.has], ['5.38', '5.83']);
  const left = almostQuote(source, 'of Orrin (5.83 m) was closed & stays open');
  assert.deepEqual([left?.said, left?.has], ['was closed', 'was *not* closed']);
  assert.equal(almostQuote(source, 'a wholly different sentence about another thing'), undefined);
});

test('hostile quotes and texts are read in linear time', () => {
  for (const [text, words] of [
    ['a '.repeat(50_000), `${'a '.repeat(100)}… ${'b '.repeat(10)}`],
    ['[1]'.repeat(30_000), '[1]'.repeat(300)],
    ['- \n'.repeat(30_000), '-- '.repeat(300)],
    ['&#1;<b '.repeat(20_000), '\\\\'.repeat(300)],
  ] as const) {
    findQuote(text, words);
    almostQuote(text, words);
  }
});
