import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutEnd } from '../../webview-ui/src/cutEnd.ts';

test('the last word of a text shares a line with what follows', () => {
  assert.deepEqual(cutEnd('It was built in 1911.'), ['It was built in ', '1911.']);
  assert.deepEqual(cutEnd('1911.'), ['', '1911.']);
  assert.deepEqual(cutEnd(''), ['', '']);
});

test('a long word and a script without spaces are cut before their last two characters', () => {
  assert.deepEqual(cutEnd('x'.repeat(40)), ['x'.repeat(38), 'xx']);
  assert.deepEqual(cutEnd('电站于1958年并网发电。'), ['电站于1958年并网发', '电。']);
  const [before, end] = cutEnd('หอคอยสูงที่');
  assert.equal(`${before}|${end}`, 'หอคอยสู|งที่');
});
