import assert from 'node:assert/strict';
import { test } from 'node:test';
import { possibleParts, queryTermsOf, termsOf } from '../../../../src/language/terms/terms.ts';

const terms = (text: string, tag: string): string => termsOf(text, tag).join(' ');
const asked = (query: string, likely: readonly string[], further: readonly string[] = []): readonly string[] =>
  queryTermsOf(query, { likely, further });

test('English words become their stems, without accents and stop words', () => {
  assert.equal(terms('The lamps of the lamp, a lamp', 'en'), 'lamp lamp lamp');
  assert.equal(terms("Don’t relational O'Neil x86/64 10-0 C++ a_b", 'en'), 'don t relat o neil x86 64 10 0 c b');
  assert.equal(terms('naïve—café ÆØÅ ŁÓDŹ', 'en'), 'naiv cafe aeoa lodz');
});

test('Chinese, Japanese and Korean are found by every character and every two', () => {
  assert.equal(terms('清华大学', 'zh'), '清 华 大 学 清华 华大 大学');
  assert.equal(terms('東京タワー、2024年', 'ja'), '东 京 タ ワ ー 东京 京タ タワ ワー 2024 年');
  assert.equal(terms('後面裡', 'zh'), terms('后面里', 'zh'));
  assert.equal(terms('서울은', 'ko'), '서 울 은 서울 울은');
});

for (const [name, text] of [
  ['Thai', 'ประเทศไทย'],
  ['Lao', 'ປະເທດລາວ'],
  ['Khmer', 'ប្រទេសកម្ពុជា។'],
  ['Burmese', 'မြန်မာနိုင်ငံ။'],
] as const) {
  test(`${name} is found by part of a stretch without spaces`, () => {
    const all = new Set(termsOf(`${text}${text}`, 'und'));
    const part = termsOf(text.slice(0, 6), 'und');
    assert.ok(part.length === 4 && part.every((term) => all.has(term)), part.join(' '));
    assert.ok(![...all].some((term) => /[។။]/u.test(term)));
  });
}

for (const [tag, one, other] of [
  ['de', 'Häuser', 'Häusern'],
  ['fr', 'continuellement', 'continuelle'],
  ['es', 'universidades', 'universidad'],
  ['ru', 'университета', 'университеты'],
  ['ar', 'والكتاب', 'كتاب'],
  ['el', 'πανεπιστήμιο', 'πανεπιστημίου'],
  ['hi', 'लड़कियों', 'लड़कियां'],
  ['tr', 'İstanbul’da', 'istanbul'],
  // Without a stemmer, by the beginning of the word.
  ['pl', 'uniwersytetu', 'uniwersytetami'],
  ['he', 'שָׁלוֹם', 'שלום'],
] as const) {
  test(`forms of one word meet (${tag}: ${one}, ${other})`, () => {
    const ofOther = termsOf(other, tag);
    assert.ok(
      termsOf(one, tag).some((term) => ofOther.includes(term)),
      `${terms(one, tag)} | ${terms(other, tag)}`,
    );
  });
}

test('of Turkish names and numbers, what is behind an apostrophe is no word', () => {
  assert.equal(terms("İstanbul’daki 1975'te O'Neil'in", 'tr'), terms('İstanbul 1975 O Neil', 'tr'));
  assert.deepEqual(asked('İstanbul’daki', ['tr']), asked('İstanbul', ['tr']));
});

test('a German compound has its middle parts as terms, which a query asks for apart', () => {
  const compound = new Set(termsOf('Die Donaudampfschifffahrtsgesellschaft', 'de'));
  const parts = possibleParts('Wo war die Schifffahrt mit Dampf?', { likely: ['de', 'en'], further: [] });
  assert.deepEqual(
    parts.map(({ inside }) => inside.every((part) => compound.has(part))),
    [true, true],
  );
  assert.deepEqual(possibleParts('The Shipping of Steam', { likely: ['en'], further: [] }), []);
});

test('a German compound is found by what it is a kind of, and by what it begins with', () => {
  const compound = new Set(termsOf('Die Donaudampfschiffe', 'de'));
  for (const word of ['Schiff', 'Donau'])
    assert.ok(
      asked(word, ['de']).some((term) => compound.has(term)),
      word,
    );
});

test('tones of Vietnamese and vowels of Hindi count', () => {
  for (const [tag, one, other] of [
    ['vi', 'má', 'ma'],
    ['hi', 'कल', 'काल'],
  ] as const)
    assert.notEqual(terms(one, tag).split(' ')[0], terms(other, tag).split(' ')[0]);
});

test('full width, digits of any script, soft hyphens and decomposed letters are normalized', () => {
  assert.equal(terms('ＡＢＣ１２３ ٢٠٢٤ ๒๕๖๗ १९ co\u00adoperate e\u0301tat a\u200bb', 'en'), 'abc123 2024 2567 19 cooper etat b');
});

test('words in another script than the text’s are analyzed by that script’s usual language', () => {
  assert.equal(terms('running 清华 университеты', 'de'), `running runn* 清 华 清华 ${terms('университеты', 'ru')}`);
  assert.equal(terms('iPhones', 'zh'), 'iphon');
});

test('words that are too long are left out', () => {
  assert.deepEqual(
    [39, 40].map((length) => termsOf('n'.repeat(length), 'en').length),
    [1, 0],
  );
});

test('a text has the terms of its words one by one, however many there were before and whatever is between them', () => {
  const words = Array.from({ length: 21_000 }, (_, i) => `w${i}${i % 100 === 0 ? 'Ä中文x' : 's'}`);
  const apart = words.flatMap((word) => termsOf(word, 'en'));
  for (const between of [' ', ' — ', '😀']) assert.deepEqual(termsOf(words.join(between), 'en'), apart);
});

test('a query has the terms of every language that it may be in, and names those of all', () => {
  assert.deepEqual(asked('the universities', ['en']), ['univers']);
  assert.deepEqual(asked('universities', ['en', 'de']), ['univers', 'universiti', 'univ*']);
  assert.deepEqual(asked('who is Siemens', ['de'], ['en']), [...termsOf('who is Siemens', 'de'), 'siemen']);
  // A stop word would be rare in texts in other languages, and outweigh the rest.
  assert.deepEqual(asked('the ship', ['en', 'fr']), ['ship']);
  assert.deepEqual(asked('清华 ships', ['zh']), ['清', '华', '清华', 'ship']);
});
