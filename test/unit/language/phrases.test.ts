import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasWord, PhraseFinder, phrasesOf, unquoted } from '../../../src/language/phrases.ts';

const queries: readonly (readonly [query: string, phrases: readonly string[]])[] = [
  ['tidal power', []],
  ['"tidal power"', ['tidal power']],
  ['who planned "tidal power" and the "Nether Coll"?', ['tidal power', 'Nether Coll']],
  ['"tidal power" or "tidal power"', ['tidal power']],
  ['" tidal  power "', ['tidal  power']],
  ['“tidal power”', ['tidal power']],
  ['„Haus am See“ und „B“', ['Haus am See', 'B']],
  ['”ett två”', ['ett två']],
  ['« à la mode » et «b»', ['à la mode', 'b']],
  ['»Haus am See« und »B«', ['Haus am See', 'B']],
  ['＂全角＂', ['全角']],
  ['电影“盐之合唱”的导演', ['盐之合唱']],
  ['电影"盐之合唱"的导演', ['盐之合唱']],
  ['"a “b” c" d', ['a “b” c']],
  ['"The Who"', ['The Who']],
  ['"C++" "a:b" "(x)"', ['C++', 'a:b', '(x)']],
  ['5" pipe and 6" pipe', []],
  ['"tidal power', []],
  ['tidal power"', []],
  ['say "one" and "two', ['one']],
  ['""', []],
  ['"   "', []],
  ['"..." “?!” "🎬"', []],
  ['"\u200b\u3164"', []],
];

test('a query quotes what is in double quotes of one kind, where that has a letter or a number', () => {
  assert.deepEqual(
    queries.map(([query]) => [query, phrasesOf(query)]),
    queries,
  );
});

test('the words of a query are all but the quotes around its phrases', () => {
  const words = [
    ['tidal "power" of the “Nether Coll”?', 'tidal  power  of the  Nether Coll ?'],
    ['"tidal power"', 'tidal power'],
    ['6" pipe and "?!"', '6" pipe and "?!"'],
    ['电影“盐之合唱”的导演', '电影 盐之合唱 的导演'],
    [' a  "b ', ' a  "b '],
  ] as const;
  assert.deepEqual(
    words.map(([query]) => [query, unquoted(query)]),
    words,
  );
});

const places: readonly (readonly [phrase: string, text: string, isIn: boolean])[] = [
  ['tidal power', 'The Tidal\n\t POWER station', true],
  ['tidal power', 'tidal powers', false],
  ['tidal power', 'intertidal power', false],
  ['tidal power', 'tidal powers and tidal power', true],
  ['tidal power', 'tidal, power', false],
  ['tidal power', 'tidal-power', false],
  ['tidal power', 'power tidal', false],
  ['tidal power', 'ti\u00addal power', true],
  ['tidal\u00a0power', 'tidal power', true],
  ['C++', 'C++11', true],
  ['C++', 'C+', false],
  ['$1 (x) [y]', 'for $1 (X) [Y] only', true],
  ["it's", 'It’s “so”', true],
  ['he said “so”', 'He said "so"', true],
  ['Apollo-1', 'Apollo‑1', true],
  ['café', 'CAFE\u0301', true],
  ['cafe', 'café', false],
  ['efficient', 'so eﬃcient', true],
  ['wait...', 'wait…', true],
  ['Straße', 'STRASSE', false],
  ['合唱', '盐之合唱的导演', true],
  ['AI', '使用AI技术', true],
  ['AI', 'MAIN', false],
  ['3', '13', false],
  ['พลัง', 'ใช้พลังงาน', true],
  ['ОДИН', 'один два', true],
  ['\ud800x', 'a \ud800X', true],
  ['İ\ud83c', 'İ🎬a', false],
];

test('a phrase occurs in a text word for word, whatever case, white space and shape of quotes', () => {
  assert.deepEqual(
    places.map(([phrase, text]) => [phrase, text, new PhraseFinder([phrase]).areIn(text)]),
    places,
  );
});

test('each phrase may be in a separate text, none in two of them', () => {
  const areIn = (phrases: readonly string[], ...texts: readonly string[]): boolean => new PhraseFinder(phrases).areIn(...texts);
  assert.deepEqual([areIn(['a b', 'c'], 'x a b', 'c'), areIn(['a b'], 'x a', 'b'), areIn(['a b', 'd'], 'a b', 'c')], [true, false, false]);
});

/** Letters, gaps and marks of all kinds that fold into each other. */
const character = fc.constantFrom(
  ...'abAB  \n\u00a0é́-‑–\'’"“„«.…ﬁﬀ½Ⅳ４Ａ\u00ad\u200b合唱ーｱΣσςİıſKßเาำ🎬\ud83c'.split(/(?:)/u),
  'e\u0301',
  '\u1100\u1161',
);
const text = fc.string({ unit: character, maxLength: 24 });

test('a long phrase, and texts of any characters: as if everything were folded first', () => {
  fc.assert(
    fc.property(text, text, text, (before, phrase, after) => {
      fc.pre(hasWord(slowlyFolded(phrase)));
      const whole = before + phrase + after;
      assert.equal(new PhraseFinder([phrase]).areIn(whole), isSlowlyIn(phrase, whole));
    }),
    { numRuns: 2000 },
  );
  const long = 'word '.repeat(40_000);
  assert.deepEqual([new PhraseFinder([long]).areIn(long), new PhraseFinder([long]).areIn(long.slice(5))], [true, false]);
});

/** The obvious way. */
function isSlowlyIn(phrase: string, whole: string): boolean {
  const sought = [...slowlyFolded(phrase).trim()];
  const characters = [...slowlyFolded(whole)];
  return characters.some(
    (_, at) =>
      sought.every((one, i) => characters[at + i] === one) &&
      !(isLetter(characters[at - 1]) && isLetter(sought[0])) &&
      !(isLetter(sought.at(-1)) && isLetter(characters[at + sought.length])),
  );
}

function isLetter(one = ''): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(one) && !/[\p{scx=Han}\p{scx=Kana}\p{scx=Thai}]/u.test(one);
}

function slowlyFolded(whole: string): string {
  const shapes: Readonly<Record<string, string>> = { '“': '"', '„': '"', '«': '"', '’': "'", '‑': '-', '–': '-', '‐': '-' };
  const visible = [...whole.normalize('NFKC')].filter((one) => !/[\u00ad\u200b]/.test(one)).map((one) => shapes[one] ?? one);
  return visible.join('').replace(/\s+/g, ' ').toLowerCase();
}

test('many quotes without an end take a moment', () => {
  for (const mark of ['"', '“', '«', '»', '"a', '“a ', '« »a']) assert.ok(phrasesOf(mark.repeat(200_000)).length <= 1, mark);
});
