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
  // With a comma: words alone are attributes where a tag is around them, Cyrillic ones are not.
  'some plain words, that go on for a while',
  "a line (with) marks, don't - and 12. numbers = too",
  'é words in the middle of which 中文 stands, as it may',
  'x',
];
// oxfmt-ignore
const MARKUP = [
  '**', '*', '_', '`', '```\n', '~~', '[', ']', '](', ')', '"', '<', '>', '<b ', '</b>', '<!-- ', ' -->', '![', '&amp;', '\\', '|', '\n|-|-|\n', '\n', '\n\n', '\r\n', '\n# ',
  '\n> ', '\n- ', '\n1. ', '  \n', '\n    ', '\n===\n', '\n---\n', '[^1]', '\n\n[^1]: ', '\n\n[some plain words, that go on for a while]: u\n', '+ - ', '\t', '\n<div>\n', ' ',
];

test('folding changes nothing of what Markdown says', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PLAIN), fc.constantFrom(...MARKUP)), { maxLength: 40 }), (parts) => {
      // Words with a Cyrillic letter are not folded, and as long.
      const unfolded = parts.map((part) =>
        /[a-z] [a-z]/.test(part) ? part.replaceAll(/(?<=\b[a-z])[a-z]/g, (letter) => shifted(letter, 'а', 'a')) : part,
      );
      assert.deepEqual(said(parts.join('')), said(unfolded.join('')));
    }),
    { numRuns: 500 },
  );
});

test('a text in which the character that stands for a stretch occurs is folded too', () => {
  const words = 'some plain words that go on and on';
  assert.deepEqual(said(`\ue000 ${words} \ue001 *${words}* \ue000`), [['paragraph', `\ue000 ${words} \ue001 ${words} \ue000`]]);
});

test('words after an opening fence are folded, and are no part of the code', () => {
  const words = 'some plain words that go on and on';
  assert.deepEqual(said(`\`\`\`yaml title=one ${words}\n# ${words} for the code\n\`\`\``), [['code', `# ${words} for the code`]]);
});

test('what is nested too deeply, and comments that do not end, are text', () => {
  const deep = '> '.repeat(30);
  assert.deepEqual(said(`${deep}words\n\n${'a <!-- '.repeat(20)}\n\n${' '.repeat(300)}b`), [
    ['quote', `${'> '.repeat(14)}words`],
    ['paragraph', 'a <!-- '.repeat(20).trimEnd()],
    ['code', 'b'],
  ]);
  const lines = Array.from({ length: 400 }, (_, i) => `${'  '.repeat(i)}- item ${i}`);
  const items = said(lines.join('\n'))
    .map(([, text]) => text)
    .join(' ');
  assert.deepEqual(
    items.match(/item \d+/g),
    lines.map((line) => line.trim().slice(2)),
  );
});

function said(markdown: string): readonly (readonly string[])[] {
  return assertExact('a.md', markdown).parsed.blocks.map(({ kind, text }) => [
    kind,
    text.replaceAll(/[а-щ]/g, (letter) => shifted(letter, 'a', 'а')),
  ]);
}

/** The letter as far from `to` as it is from `from`. */
function shifted(letter: string, to: string, from: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + to.charCodeAt(0) - from.charCodeAt(0));
}
