import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuestion, questionAbout, textToAskAbout } from '../../../../src/extension/asking/questionAbout.ts';

test('a question about a selection begins with the question and carries the selected text', () => {
  assert.equal(
    questionAbout(textToAskAbout('  Nether Coll was a “farming”\n\tvillage. '), ' When was it flooded? '),
    'When was it flooded?\n\nThis is about: Nether Coll was a farming village.',
  );
});

test('a selected question is asked as it is, and what is not asked stays nothing', () => {
  const text = textToAskAbout('Who dammed\nthe estuary?');
  assert.deepEqual([isQuestion(text), questionAbout(text, text), questionAbout(text, ' ')], [true, 'Who dammed the estuary?', '']);
});

test('of a long selection there are whole sentences, at most a thousand characters', () => {
  const sentence = 'The bank was mended every Lammas since records begin.';
  const text = textToAskAbout(Array.from({ length: 50 }, () => sentence).join(' '));
  assert.match(text, /^(The bank was mended every Lammas since records begin\. )+…$/);
  assert.ok(text.length > 900 && text.length <= 1002, `${text.length}`);
  assert.match(textToAskAbout('low water '.repeat(500)), /^(low water )+…$/);
});
