import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeMarkdown, fenced } from '../../../src/base/escapeMarkdown.ts';

test('no link, image, command, HTML or code comes of foreign text, and no character that is acted on', () => {
  const text = '[a](command:x) ![b](https://evil.test/b.png) <img src=x> `c` \u001b[31md\u202ee\u0007f';
  assert.equal(escapeMarkdown(text), '\\[a\\](command:x) !\\[b\\](https://evil.test/b.png) \\<img src=x\\> \\`c\\` de f');
});

test('a block of code ends where it is to end, whatever is in it', () => {
  const block = fenced('', 'one\n```\n[Run](command:x)\n`````\ntwo');
  assert.deepEqual(block.split('\n'), ['``````', 'one', '```', '[Run](command:x)', '`````', 'two', '``````']);
  assert.equal(fenced('json', '{}'), '```json\n{}\n```');
});
