import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldMarkdown } from '../../../src/corpus/readers/markdownFold.ts';
import { assertExact } from './exactMaps.ts';

test('long stretches of plain words are folded, markup and what touches it are not', () => {
  const { text, offsetOf, unfolded } = foldMarkdown(
    '# One two three four five six\n\nPlain words that go on and on **bold** [a long label of plain words](b)',
  );
  assert.deepEqual(
    [text, offsetOf(text.indexOf('**')), unfolded('Plain \ue000 on', text.indexOf('Plain'))],
    ['# One \ue000 six\n\nPlain \ue000 on **bold** [a long label of plain words](b)', 61, 'Plain words that go on and on'],
  );
});

const PLAIN = [
  'some plain words that go on for a while',
  "a line (with) marks, don't - and 12. numbers = too",
  'é words in the middle of which 中文 stands, as it may',
  'x',
];
// prettier-ignore
const MARKUP = [
  '**', '*', '_', '`', '```\n', '~~', '[', ']', '](', ')', '"', '<', '>', '<b ', '</b>', '<!-- ', ' -->', '![', '&amp;', '\\', '|', '\n|-|-|\n', '\n', '\n\n', '\r\n', '\n# ',
  '\n> ', '\n- ', '\n1. ', '  \n', '\n    ', '\n===\n', '\n---\n', '[^1]', '\n\n[^1]: ', '\n\n[some plain words that go on for a while]: u\n', '+ - ', '\t', '\n<div>\n', ' ',
];

test('folding changes nothing of what Markdown says', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PLAIN), fc.constantFrom(...MARKUP)), { maxLength: 40 }), (parts) => {
      const source = parts.join('');
      // A text in which the character that stands for a stretch occurs is not folded.
      assert.deepEqual(said(`x-y\n\n${source}`), said(`x\ue000y\n\n${source}`));
    }),
    { numRuns: 500 },
  );
});

function said(markdown: string): readonly (readonly string[])[] {
  return assertExact('a.md', markdown).parsed.blocks.map(({ kind, text }) => [kind, text.replace(/^x[\ue000-]y/, 'x y')]);
}
