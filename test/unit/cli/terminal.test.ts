import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleText } from 'node:util';
import { plain } from '../../../src/cli/terminal.ts';
import { jsonForTerminal, shown } from '../../../src/cli/terminalText.ts';

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

test('text hides nothing: no style that is not this program’s, and no character that is not seen', () => {
  const dim = styleText('dim', 'dim', { validateStream: false });
  assert.equal(shown(`${dim} a\u001b[8mb\u001b[30;40mc\u001b[7md\u001b\u200b[8me\u001b[38;5;0mf`), `${dim} abcdef`);
  const unseen = ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u180e', '\u3164', '\u{e0041}', '\u2063'];
  assert.equal(shown(unseen.map((character) => `x${character}`).join('')), 'x'.repeat(unseen.length));
  assert.equal(plain(`ad${unseen.join('')}min`), 'admin');
  // Joiners are part of words and pictures.
  for (const kept of ['می‌روم', '👩‍🔬']) assert.equal(plain(kept), kept);
  const json = jsonForTerminal(unseen);
  assert.deepEqual(JSON.parse(json), unseen);
  for (const character of unseen) assert.ok(!json.includes(character));
});
