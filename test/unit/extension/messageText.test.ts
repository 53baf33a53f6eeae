import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageText, pickText } from '../../../src/extension/messageText.ts';

/** What VS Code takes for a link in a message. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

const lures = [
  '[Fix it](command:workbench.action.terminal.new)',
  'The server failed (500: [More](https://evil.test "Open")). Try again later.',
  '[a](command:x)[b](command:y)',
  '[a]\u202a(command:x)',
  '[a]\u001b[0m(command:x)',
  'Indexing notes/[Run](command:workbench.action.quit).md',
];

for (const text of lures) {
  test(`a message makes no link of ${JSON.stringify(text)}, and loses none of its words`, () => {
    const shown = messageText(text);
    assert.doesNotMatch(shown, link);
    for (const word of text.match(/[a-z]{3,}/gi) ?? []) assert.ok(shown.includes(word), word);
  });
}

test('other messages stay as they are', () => {
  const text = '"notes (old)/[draft].md" has changed.\nIndex again?';
  assert.equal(messageText(text), text);
});

test('a row of a quick pick shows no icon of foreign text', () => {
  assert.equal(pickText('$(verified) Sure\n$(sync~spin) $5 (x) $()'), '\\$(verified) Sure \\$(sync~spin) $5 (x) $()');
});
