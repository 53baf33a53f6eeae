import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleText } from 'node:util';
import { jsonForTerminal, shown } from '../../../src/cli/terminal.ts';

test('text keeps the colors that it was given, and nothing else that a terminal acts on', () => {
  const red = styleText('red', 'red', { validateStream: false });
  assert.equal(shown(`${red} \u001b]0;title\u0007\u001b[2J\u009b1A\u202ex\n\tend`), `${red} x\n\tend`);
});

test('JSON means the same and holds no character that is acted on', () => {
  const value = { text: '\u001b[31m \u009b2J \u007f \u202egnp.exe\u2069 שלום é', '\u009d': ['\u2066'] };
  const json = jsonForTerminal(value);
  assert.deepEqual(JSON.parse(json), value);
  assert.doesNotMatch(json, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  assert.match(json, /שלום é/);
});
