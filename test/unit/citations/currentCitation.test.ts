import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesHash } from '../../../src/citations/anchor.ts';
import { currentCitation } from '../../../src/citations/currentCitation.ts';

const line = 'Osric Vane died in Lorrimouth on 17 May 1957. He was 76.';
const quote = 'Osric Vane died in Lorrimouth on 17 May 1957.';
const cited = { n: 1, startLine: 2, endLine: 2, linesHash: linesHash([line]), quote };

test('a citation of lines that are as they were stays, and follows lines that have moved', () => {
  assert.equal(currentCitation(cited, `# Vane\n${line}\n`), cited);
  assert.deepEqual(currentCitation(cited, `# Vane\n\n\n${line}\n`), { ...cited, startLine: 4, endLine: 4 });
});

test('words whose line has changed around them are cited where they are, with the line as it is now', () => {
  const now = line.replace('76', '77');
  assert.deepEqual(currentCitation(cited, `# Vane\r\n\r\n${now}\r\n`), {
    ...cited,
    startLine: 3,
    endLine: 3,
    linesHash: linesHash([now]),
  });
});

test('of several places with the words the nearest counts', () => {
  const text = [quote, ...Array.from({ length: 5 }, () => '…'), `${quote} Yes.`, '…', `${quote} No.`].join('\n');
  const startLine = (at: number): number | undefined => currentCitation({ ...cited, startLine: at, endLine: at }, text)?.startLine;
  assert.deepEqual([1, 3, 6, 8, 9, 20].map(startLine), [1, 1, 7, 7, 9, 9]);
});

test('words over several lines keep their height', () => {
  const [first, second] = ['Ground was broken in 1921, the first turbine', 'turned in the autumn of 1925.'];
  const two = { ...cited, startLine: 1, endLine: 2, linesHash: linesHash([first, second]), quote: `${first}\n${second}` };
  const now = currentCitation(two, `New.\n${first}\n${second} More.`);
  assert.deepEqual([now?.startLine, now?.endLine], [2, 3]);
});

test('a document without the words has no place for the citation, nor for words so short that they may be anywhere', () => {
  assert.equal(currentCitation(cited, line.replace('Lorrimouth', 'Kelmouth')), undefined);
  assert.equal(currentCitation(cited, ''), undefined);
  assert.equal(currentCitation({ ...cited, quote: '' }, 'else'), undefined);
  assert.equal(currentCitation({ ...cited, quote: '1957' }, 'Built in 1957.'), undefined);
});
