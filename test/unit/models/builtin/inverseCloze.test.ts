import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inverseClozePairs, type Bags, type Pairs } from '../../../../src/models/builtin/inverseCloze.ts';
import { learnWordPieces } from '../../../../src/models/builtin/learnWordPieces.ts';
import { splitWords } from '../../../../src/models/builtin/wordPiece.ts';

const text = 'Alpha opened the northern gate. Beta closed the southern gate. Gamma painted every single wall.';
const passage = { title: 'Gates', headings: ['History'], text };
const counts = new Map<string, number>();
for (const word of splitWords(`Gates History ${text} left right`)) counts.set(word, (counts.get(word) ?? 0) + 5);
const wordPiece = learnWordPieces(counts, 1000);

/** A pair as its two bags of words, sorted, so that it can be compared. */
function bagsOf({ count, queries, contexts }: Pairs): readonly string[] {
  const bag = ({ starts, ids, counts: times }: Bags, i: number) =>
    Array.from(ids.subarray(starts[i], starts[i + 1]), (id, k) => `${wordPiece.pieces[id]}${times[(starts[i] ?? 0) + k]}`)
      .sort()
      .join(' ');
  return Array.from({ length: count }, (_, i) => `${bag(queries, i)} | ${bag(contexts, i)}`).sort();
}

test('each sentence belongs to the others with the title and headings in front, the title and headings to the text', () => {
  assert.deepEqual(bagsOf(inverseClozePairs([passage], wordPiece, 1)), [
    '.1 alpha1 gate1 northern1 opened1 the1 | .4 beta1 closed1 every1 gamma1 gate1 gates1 history1 painted1 single1 southern1 the1 wall1',
    '.1 beta1 closed1 gate1 southern1 the1 | .4 alpha1 every1 gamma1 gate1 gates1 history1 northern1 opened1 painted1 single1 the1 wall1',
    '.1 every1 gamma1 painted1 single1 wall1 | .4 alpha1 beta1 closed1 gate2 gates1 history1 northern1 opened1 southern1 the2',
    '.1 gates1 history1 | .3 alpha1 beta1 closed1 every1 gamma1 gate2 northern1 opened1 painted1 single1 southern1 the2 wall1',
  ]);
});

test('a text without full stops goes by its lines; one without known words gives no pair; there are never more pairs than asked for', () => {
  const lines = { title: 'Gates', headings: [], text: 'the left northern gate opened\nthe right southern gate closed' };
  const unknown = { title: '東', headings: [], text: '東京。大阪。' };
  assert.deepEqual(
    [lines, unknown, passage].map((one) => inverseClozePairs([one], wordPiece, 1).count),
    [3, 0, 4],
  );
  assert.equal(inverseClozePairs([passage, lines], wordPiece, 1, 5).count, 5);
});

test('sentences end as their script ends them', () => {
  const texts = [
    'उत्तरी फाटक एलिस ने खोला था। दक्षिणी फाटक बॉब ने बंद किया था।',
    'ประตูเมืองด้านเหนือถูกเปิดเมื่อเช้า ประตูเมืองด้านใต้ถูกปิดเมื่อเย็น',
    'من فتح البوابة الشمالية؟ أغلق الحارس البوابة الجنوبية.',
  ];
  for (const one of texts) {
    const known = learnWordPieces(new Map(splitWords(one).map((word) => [word, 5])), 1000);
    assert.equal(inverseClozePairs([{ title: '', headings: [], text: one }], known, 1).count, 2, one);
  }
});
