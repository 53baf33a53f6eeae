import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { learnWordPieces } from '../../../../src/models/builtin/learnWordPieces.ts';
import { splitWords } from '../../../../src/models/builtin/wordPiece.ts';

const counts = new Map([
  ['light', 40],
  ['lighthouse', 25],
  ['house', 30],
  ['houses', 12],
  ['lighter', 9],
  ['boathouse', 5],
  ['1907', 6],
  ['rare', 1],
]);

test('words are lower-cased, without accents; digits and signs stand alone', () => {
  assert.deepEqual(splitWords('Élan’s 1907-8 café, 東京!'), ['elan', '’', 's', '1907', '-', '8', 'cafe', ',', '东京', '!']);
});

const cut: readonly (readonly [string, string, readonly string[]])[] = [
  ['Chinese', '清华大学位于北京。', ['清华大学', '位于', '北京', '。']],
  ['Thai, with its vowels', 'ประตูน้ำอยู่ที่ไหน', ['ประตู', 'น้ำ', 'อยู่', 'ที่ไหน']],
  ['Japanese, half width or voiced', 'ｶﾞﾗｽは１９５２年', ['ガラス', 'は', '1952', '年']],
  ['Russian, without diacritics', 'Ёлка, йод', ['елка', ',', 'иод']],
];
for (const [name, text, words] of cut) test(`words are told apart: ${name}`, () => assert.deepEqual(splitWords(text), words));

test('a long clause without spaces is encoded to its end, and an unknown character costs one word', () => {
  const sentence = '清华大学位于北京';
  const wordPiece = learnWordPieces(new Map(splitWords(sentence.repeat(9)).map((one) => [one, 9])), 500);
  const once = wordPiece.encode(sentence);
  assert.deepEqual(wordPiece.encode(sentence.repeat(20)), Array.from({ length: 20 }, () => once).flat());
  assert.deepEqual(wordPiece.encode(`${sentence}𠮷`), once);
});

/** What `wordsOf` must give for Latin, Greek, Cyrillic, Arabic and Hebrew texts and for signs, without its short cut for ASCII. */
function wordsByDefinition(text: string): readonly string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
}

const otherwiseCut =
  /[\uff01-\uffef]|[^\p{sc=Common}\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Zzzz}]/u;

const anyCharacters = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' ', '\n', 'CAFÉ', 'e\u0301', '’', 'ΟΔΟΣ', '\u00a0', '–', '\ud800', 'x1y', 'ﬁ'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !otherwiseCut.test(text));

test('ASCII or not, words are the same as by their definition', () => {
  fc.assert(
    fc.property(anyCharacters, (text) => assert.deepEqual(splitWords(text), wordsByDefinition(text))),
    { numRuns: 500 },
  );
});

test('what was encoded before does not change what comes after', () => {
  const wordPiece = learnWordPieces(counts, 60);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Light', 'house', 'LIGHTER', 'café', 'Lïght,', 'hôuse-1907', 'boats', '1907', '#'), { maxLength: 20 }),
      (texts) => {
        const fresh = learnWordPieces(counts, 60);
        assert.deepEqual(
          wordPiece.encode(texts.join(' ')),
          texts.flatMap((text) => fresh.encode(text)),
        );
      },
    ),
  );
});

test('frequent words become one piece, rare ones are put together from pieces', () => {
  const wordPiece = learnWordPieces(counts, 500);
  const split = (text: string) => wordPiece.encode(text).map((id) => wordPiece.pieces[id]);
  assert.deepEqual([split('Lighthouse'), split('house'), split('lightest')], [['lighthouse'], ['house'], ['light', '##e', '##s', '##t']]);
});

test('learning does not depend on the order in which words were met', () => {
  const pieces = learnWordPieces(counts, 60).pieces;
  fc.assert(
    fc.property(fc.shuffledSubarray([...counts], { minLength: counts.size }), (shuffled) =>
      assert.deepEqual(learnWordPieces(new Map(shuffled), 60).pieces, pieces),
    ),
  );
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'ß', '東', '\u{10400}'), minLength: 1, maxLength: 12 });
const wordCounts = fc.array(fc.tuple(word, fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 30 });

test('the pieces of a word, joined, are the word; every word that was learned from is covered; the vocabulary keeps its size', () => {
  fc.assert(
    fc.property(wordCounts, fc.integer({ min: 1, max: 80 }), (entries, size) => {
      const known = new Map(entries.flatMap(([text, count]) => splitWords(text).map((one) => [one, count] as const)));
      const wordPiece = learnWordPieces(known, size);
      const alphabet = learnWordPieces(known, 0).pieces.length;
      assert.ok(wordPiece.pieces.length <= Math.max(size, alphabet));
      assert.equal(new Set(wordPiece.pieces).size, wordPiece.pieces.length);
      for (const one of known.keys()) {
        const pieces = wordPiece.encode(one).map((id) => wordPiece.pieces[id] ?? '');
        assert.equal(pieces.map((piece, i) => (i === 0 ? piece : piece.slice(2))).join(''), one);
      }
    }),
  );
});

/** Merges the most frequent pair, of several the one whose pieces were learned first, in each word from its beginning on. */
function piecesByDefinition(known: ReadonlyMap<string, number>, size: number): readonly string[] {
  const letters = [...new Set([...known.keys()].flatMap((one) => [...one.slice(0, 48)]))];
  const pieces = letters.flatMap((letter) => [letter, `##${letter}`]).sort();
  let words = [...known].map(([one, count]) => ({
    count,
    split: [...one.slice(0, 48)].map((letter, i) => (i === 0 ? letter : `##${letter}`)),
  }));
  while (pieces.length < size) {
    const pairs = new Map<string, { readonly left: string; readonly right: string; count: number }>();
    for (const { count, split } of words)
      for (const [i, left] of split.slice(0, -1).entries()) {
        const right = split[i + 1] ?? '';
        const before = pairs.get(`${left} ${right}`)?.count ?? 0;
        pairs.set(`${left} ${right}`, { left, right, count: before + count });
      }
    const at = (piece: string): number => pieces.indexOf(piece);
    const [best] = [...pairs.values()].sort((a, b) => b.count - a.count || at(a.left) - at(b.left) || at(a.right) - at(b.right));
    if (!best || best.count < 2) break;
    const merged = best.left + best.right.slice(2);
    if (!pieces.includes(merged)) pieces.push(merged);
    words = words.map(({ count, split }) => {
      const next: string[] = [];
      for (let i = 0; i < split.length; i++)
        if (split[i] === best.left && split[i + 1] === best.right) {
          next.push(merged);
          i++;
        } else next.push(split[i] ?? '');
      return { count, split: next };
    });
  }
  return pieces;
}

test('pieces are those of the definition, also where a letter follows itself', () => {
  fc.assert(
    fc.property(wordCounts, fc.integer({ min: 1, max: 60 }), (entries, size) => {
      const known = new Map(entries.flatMap(([text, count]) => splitWords(text).map((one) => [one, count] as const)));
      assert.deepEqual(learnWordPieces(known, size).pieces, piecesByDefinition(known, size));
    }),
  );
});

test('a word with a character never seen gives nothing; the words around it stay', () => {
  const wordPiece = learnWordPieces(counts, 500);
  assert.deepEqual(wordPiece.encode('light zzz house'), wordPiece.encode('light house'));
  assert.deepEqual(wordPiece.encode(''), []);
});
