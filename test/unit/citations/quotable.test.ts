import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadOf, LONGEST_QUOTE, quotableBlocksOf, quotablesOf, sentencesAround } from '../../../src/citations/quotable.ts';
import { english } from '../../../src/language/english.ts';
import { passageOf } from '../../support/passages.ts';

function quoted(text: string): readonly string[] {
  return quotablesOf(passageOf('a', text), english).map(({ start, end, isCutBefore, isCutAfter }) => {
    return `${isCutBefore ? '… ' : ''}${text.slice(start, end)}${isCutAfter ? ' …' : ''}`;
  });
}

test('what can be quoted are whole sentences', () => {
  assert.deepEqual(quoted('Dr. Holm kept the light. It burned oil (cf. p. 3).\n\nThen it was electric.'), [
    'Dr. Holm kept the light.',
    'It burned oil (cf. p. 3).',
    'Then it was electric.',
  ]);
});

function blocks(text: string): readonly string[] {
  return quotableBlocksOf(passageOf('a', text), english).map(({ start, end }) => text.slice(start, end));
}

test('what introduces a list is quoted with its items, as many as one quote takes, up to the next blank line', () => {
  assert.deepEqual(blocks('Oil came.\nThe gates are:\n\nQuillan Gate\nNether Gate. It leaks.\n\nThe light burned.'), [
    'Oil came.',
    'The gates are:\n\nQuillan Gate\nNether Gate. It leaks.',
    'The light burned.',
  ]);
  const long = Array.from({ length: 30 }, (_, i) => `Gate number ${i} of the northern wall`);
  const [first = '', ...others] = blocks(`The gates are:\n${long.join('\n')}`);
  assert.ok(first.startsWith('The gates are:\nGate number 0') && first.length <= LONGEST_QUOTE && first.length > LONGEST_QUOTE / 2);
  assert.equal([first, ...others].join('\n'), `The gates are:\n${long.join('\n')}`);
});

test('what only ends in a colon on the same line introduces nothing', () => {
  assert.deepEqual(blocks('He said this: it burns oil. The stairs were steep.'), ['He said this: it burns oil.', 'The stairs were steep.']);
  assert.deepEqual(blocks('The gates are:'), ['The gates are:']);
});

const clause = 'the keepers of the northern light carried oil up the stairs each night, ';

test('a sentence of several hundred characters is cut where a clause ends, and nothing of it is lost', () => {
  const text = `${clause.repeat(12)}and slept; ${clause.repeat(9)}and left.`;
  const parts = quoted(text);
  assert.ok(parts.length > 3);
  assert.equal(parts.map((part) => part.replaceAll(/^… | …$/g, '')).join(' '), text);
  assert.equal(parts.filter((part) => part.replaceAll(/^… | …$/g, '').length > LONGEST_QUOTE).length, 0);
  assert.ok(parts.slice(0, -1).every((part) => /[,;] …$/.test(part)));
  assert.deepEqual([parts[0]?.startsWith('…'), parts.at(-1)?.endsWith('…')], [false, false]);
});

test('endless text is cut between words, or where it has none between characters, never inside one', () => {
  const words = quoted('oil '.repeat(20_000));
  assert.ok(words.length < 70 && words.every((part) => /^(?:… )?oil/.test(part)));
  const signs = quotablesOf(passageOf('a', '𠮷'.repeat(2000)), english).map(({ start, end }) => '𠮷'.repeat(2000).slice(start, end));
  assert.ok(signs.length > 5 && signs.every((part) => /^(?:𠮷)+$/u.test(part)));
});

test('around words: the whole sentences that they are in', () => {
  const text = 'The gate was cast in Skell. It was hung in 1911. It leaked.';
  const around = (words: string): string => {
    const start = text.indexOf(words);
    const { start: from, end } = sentencesAround(passageOf('a', text), { start, end: start + words.length }, english);
    return text.slice(from, end);
  };
  assert.deepEqual([around('1911'), around('Skell. It was')], ['It was hung in 1911.', 'The gate was cast in Skell. It was hung in 1911.']);
});

const list = 'Some gates are old. The new gates are:\n\nthe north gate\nthe south gate\n\nEach has a keeper.';

test('the words that introduce a list belong to its items, and to nothing after it', () => {
  const lead = (words: string, text = list): string | undefined => leadOf({ text, runs: [] }, text.indexOf(words), english);
  assert.deepEqual(
    [lead('the north'), lead('the south'), lead('Each'), lead('Some'), lead('The new')],
    ['The new gates are:', 'The new gates are:', undefined, undefined, undefined],
  );
  assert.equal(lead('南門', '新しい門：\n北門\n南門'), '新しい門：');
});

test('the heading of a small section belongs to its sentences', () => {
  const text = 'Gates\nThe gate leaked. It was repaired.\nLights\nThe light burned.';
  const runs = [6, 10, 33, 2, 47, 60, 17, 5];
  const above = (words: string): string | undefined => leadOf({ text, runs }, text.indexOf(words), english);
  assert.deepEqual([above('The gate'), above('It was'), above('The light')], ['Gates', 'Gates', 'Lights']);
});

test('a row is read with the header of its table, to whatever row it belongs', () => {
  const table = 'Gates of Skell.\n\nGate | Width | Year\nNorth | 4 m | 1911\nSouth | 6 m | 1932\n\nEach has a keeper.';
  const lead = (words: string, text = table): string | undefined => leadOf({ text, runs: [] }, text.indexOf(words), english);
  assert.deepEqual(
    [lead('North'), lead('South'), lead('Gate |'), lead('Each'), lead('4 m')],
    ['Gate | Width | Year', 'Gate | Width | Year', undefined, undefined, undefined],
  );
  // A header too long to read, and one too far above.
  const wide = Array.from({ length: 2000 }, (_, i) => `c${i}`).join(' | ');
  assert.equal(lead('North', `${wide}\nNorth | 4`), undefined);
  assert.equal(lead('Last', `Gate | Width\n${'North | 4 m\n'.repeat(500)}Last | 6 m`), undefined);
});

test('a row that names its columns is read with the caption of its table, not with another row', () => {
  const caption = 'The dues of the gates were as follows:';
  const rows = 'Dues\nDues › North | In 1911: $4 | 1912: $5 | in millions\nDues › South | In 1911: 6 | 1912: 7 | in millions';
  const lead = (words: string, text: string): string | undefined => leadOf({ text, runs: [] }, text.indexOf(words), english);
  const captioned = `Oil came. ${caption}\n\n(In millions)\n\n${rows}`;
  assert.deepEqual([lead('Dues › North', captioned), lead('Dues › South', captioned)], [caption, caption]);
  assert.equal(lead('Dues › South', `Oil came by boat.\n\n${rows}`), undefined);
  assert.deepEqual(blocks(captioned).slice(1, 2), [captioned.slice(captioned.indexOf(caption))], 'a unit is no row');
});
