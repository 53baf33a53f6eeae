import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, pseudo, pseudoTexts, saidIn, textFaults, textsIn, twiceIn, untranslatedIn } from '../../../scripts/l10n.ts';

const importing = "import { t } from '@vscode/l10n';\nimport { count } from '../base/amounts.ts';\n";

test('every text that people read is translated, with the placeholders that it has in English', () => {
  assert.deepEqual(textFaults(), []);
});

test('texts are found where they are written, also those that a condition chooses, and both numbers of a noun', () => {
  const { texts, faults } = textsIn(`${importing}show(t(isOld ? 'Old' : 'It\\'s {0}', n), count(n, 'cell'), other('No text'));`, 'a.ts');
  assert.deepEqual([[...texts], faults], [['Old', "It's {0}", '{0} cell', '{0} cells'], []]);
});

test('a text that is put together is a fault, since no translation has it', () => {
  const { faults } = textsIn(`${importing}show(t(\`Old \${name}\`));\nshow(t(name), count(n, noun));`, 'a.ts');
  assert.deepEqual(faults, [
    'a.ts:3: t() needs its English text as a literal.',
    'a.ts:4: t() needs its English text as a literal.',
    'a.ts:4: count() needs its noun as a literal.',
  ]);
});

test('sentences of the engine are found with placeholders, also those of several strings; lists of words, logs and bugs are not', () => {
  const source = [
    "throw new AriadneError('usage', `${file} is empty (${isOld ? 'it is too old' : why}).` + ' Save it again.');",
    "log('warn', 'index', 'It is empty.'); throw new Error('it is a bug'); const stop = 'for while if'.split(' ');",
    "if (text === 'this is it') return { reason: 'is not a file' };",
  ].join('\n');
  assert.deepEqual([...saidIn(source)], ['{0} is empty ({1}). Save it again.', 'it is too old', 'is not a file']);
});

test('words of a page that are in no t() are a fault, classes and icons are not', () => {
  const source =
    '<p className="wholly new" title="Click here" aria-label={t("Yes")}>Read <Icon name="new icon" />{why ? "Not found" : x}</p>';
  assert.deepEqual(untranslatedIn(source, 'a.tsx'), ['a.tsx:1: "Click here"', 'a.tsx:1: Read', 'a.tsx:1: "Not found"']);
});

test('a key that a bundle has twice is a fault', () => {
  assert.deepEqual(twiceIn('{\n  "a \\"b\\"": "x",\n  "c": "y",\n  "a \\"b\\"": "z"\n}', 'de.json'), ['de.json has "a \\"b\\"" twice.']);
});

test('a translation that is missing, left over or has other placeholders or commands is a fault', () => {
  const english = { a: 'From {0} to {1}', b: '[Ask](command:ariadne.ask)', c: 'Same' };
  const translated = { a: 'Von {0} bis {2}', b: '[Fragen](command:ariadne.index)', d: 'Weg' };
  assert.deepEqual(faultsOf(english, translated, 'de.json'), [
    'de.json lacks "c".',
    'de.json has other placeholders, commands or settings in "a": {0} {1} · {0} {2}',
    'de.json has other placeholders, commands or settings in "b": (command:ariadne.ask) · (command:ariadne.index)',
    'de.json has "d", which no source has.',
  ]);
  assert.deepEqual(faultsOf({ a: '{1}: {0}' }, { a: '{0} – {1}' }, 'de.json'), []);
});

test('the pseudo-locale keeps placeholders, commands and icons, and makes each text longer', () => {
  assert.equal(pseudo('$(sync) Ask {0}'), '[$(sync) A\u0301sk {0}~~~~~~]');
  for (const [text, shown] of Object.entries(pseudoTexts()))
    assert.deepEqual([shown.length >= 1.4 * text.length, faultsOf({ text }, { text: shown }, '')], [true, []]);
});
