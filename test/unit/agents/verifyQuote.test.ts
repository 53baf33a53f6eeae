import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { verifyQuote } from '../../../src/agents/verifyQuote.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { assumedLanguage } from '../../../src/language/assumed.ts';
import { sentenceRanges } from '../../../src/language/sentences.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { asSaid, quoteMutations } from '../../support/quoteMutations.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const samples = join(import.meta.dirname, '..', '..', '..', 'samples');
const { signal } = new AbortController();
const documents = await Promise.all(
  globSync('docs/**/*.{md,txt,html,rst,org,adoc,tex,csv,bib}', { cwd: samples })
    .sort()
    .map((path) => readDocument(samples, { path: path.replaceAll('\\', '/') }, { maxFileBytes: 1e7 })),
);
const passages = documents.flatMap((document) => document.passages);
const index = new MemoryIndex(passages);

async function documentOf(text: string): Promise<MemoryIndex> {
  const folder = tempFolder({ after }, { 'a.md': `${text}\n` });
  return new MemoryIndex((await readDocument(folder, { path: 'a.md' }, { maxFileBytes: 1e7 })).passages);
}

interface Said {
  readonly passage: Passage;
  readonly text: string;
}
const sentences: readonly Said[] = passages.flatMap((passage) =>
  sentenceRanges(passage.text, assumedLanguage, passage.runs)
    .map(({ start, end }) => ({ passage, text: passage.text.slice(start, end).trim() }))
    .filter(({ text }) => text.split(/\s+/).length >= 6),
);

test('every sentence of the samples is found word for word, in its document', async () => {
  assert.ok(sentences.length > 300, `${sentences.length} sentences`);
  for (const { passage, text } of sentences) {
    const { found, places } = await verifyQuote(index, text, 20, signal);
    assert.equal(found, 'verbatim', text);
    assert.ok(
      places.some(({ path }) => path === passage.path),
      `${text}: ${passage.path} is not among ${places.map(({ path }) => path).join(', ')}`,
    );
  }
});

test('a quote over two passages is found, with its first and last line', async () => {
  const [document] = documents.filter((one) => one.passages.length > 1);
  const [first, second] = document!.passages;
  const text = [...first!.text.split(/\s+/).slice(-9), ...second!.text.split(/\s+/).slice(0, 9)].join(' ');
  const { found, places } = await verifyQuote(index, text, 5, signal);
  assert.equal(found, 'verbatim');
  assert.ok(places[0]!.startLine <= first!.range.endLine && places[0]!.endLine > second!.range.startLine);
});

test('what a quote leaves out or puts in is shown', async () => {
  const { text } = sentences.find(({ text }) => text.split(' ').length > 12 && !text.includes('['))!;
  const words = text.split(' ');
  const [without, withMore] = [
    [...words.slice(0, 5), '…', ...words.slice(8)],
    [...words.slice(0, 5), '[not always]', ...words.slice(5)],
  ];
  const left = await verifyQuote(index, without.join(' '), 1, signal);
  assert.deepEqual([left.found, left.differences], ['differs', [{ said: '…', has: words.slice(5, 8).join(' ') }]]);
  const more = await verifyQuote(index, withMore.join(' '), 1, signal);
  assert.deepEqual([more.found, more.differences], ['differs', [{ said: '[not always]', has: '' }]]);
});

test('no changed sentence passes as word for word', async () => {
  const all = asSaid(passages.map(({ text }) => text).join('\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sentences),
      fc.constantFrom(...Object.keys(quoteMutations)),
      fc.nat(500),
      async ({ text }, kind, at) => {
        const changed = quoteMutations[kind]!(text, at);
        fc.pre(!all.includes(asSaid(changed)));
        const { found, differences } = await verifyQuote(index, changed, 1, signal);
        assert.notEqual(found, 'verbatim', `${kind}: ${changed}`);
        if (found === 'differs') assert.notEqual(differences![0]!.said, differences![0]!.has);
      },
    ),
    { numRuns: 100, seed: 29 },
  );
});

test('signs of a number or a name are its words, and decimal signs are in text with brackets', async () => {
  const text =
    'It is ~5 km [of 40 km] to shop #3 (#mill) [a bakery/café], open +5 years, in C++ and C#, on TV+ (+dev), at 0.11 [by hand] of 12+ or \\[ r = 0.11\\,k - 2 \\] in all.';
  const document = await documentOf(text);
  const found = async (said: string): Promise<string> => (await verifyQuote(document, said, 1, signal)).found;
  assert.equal(await found(text), 'verbatim');
  for (const [sign, other] of [
    ['~5', '5'],
    ['#3', '3'],
    ['#mill', 'mill'],
    ['bakery/café', 'bakerycafé'],
    ['+5', '5'],
    ['C++', 'C'],
    ['C#', 'C'],
    ['TV+', 'TV'],
    ['+dev', 'dev'],
    ['12+', '12'],
    ['at 0.11', 'at 0,11'],
    ['r = 0.11', 'r = 0,11'],
    ['r = 0.11', 'r = 011'],
    ['- 2', '- -2'],
    ['- 2', '+ 2'],
  ] as const)
    assert.equal(await found(text.replace(sign, other)), 'differs', `${other} for ${sign}`);
});

test('a mark of a footnote may be missing, but not be another', async () => {
  const document = await documentOf('The weir is described twice in the second of the manuals [5].');
  for (const [mark, found, differences] of [
    [' [5].', 'verbatim', undefined],
    ['.', 'verbatim', undefined],
    [' [6].', 'differs', [{ said: '[6]', has: '[5]' }]],
  ] as const) {
    const said = await verifyQuote(document, `The weir is described twice in the second of the manuals${mark}`, 1, signal);
    assert.deepEqual([said.found, said.differences], [found, differences], mark);
  }
});

test('a sign between words may not be missing, but those of items may', async () => {
  const document = await documentOf(
    'The form a += b or a = a + b is slow, and ``**`` is a power. Write a hint such as (# coding: latin-1).\n\n* the first of all items\n* the second of all items',
  );
  for (const [said, differences] of [
    ['The form a += b or a = a + b is slow, and ** is a power.', undefined],
    ['the first of all items the second of all items', undefined],
    ['The form a = b or a = a + b is slow', [{ said: 'a = b', has: 'a += b' }]],
    ['The form a += b or a = a b is slow', [{ said: 'a b', has: 'a + b' }]],
    ['The form a += b or a = a * b is slow', [{ said: 'a * b', has: 'a + b' }]],
    ['slow, and ``*`` is a power.', [{ said: 'and ``*`` is a power.', has: 'and ** is a power' }]],
    ['Write a hint such as (# coding: latin-).', [{ said: 'coding: latin-).', has: 'coding: latin-1' }]],
  ] as const) {
    const result = await verifyQuote(document, said, 1, signal);
    assert.deepEqual([result.found, result.differences], [differences ? 'differs' : 'verbatim', differences], said);
  }
});

test('a changed word, number, sign, name or denial is shown beside what the document has', async () => {
  const kinds = [
    ...['a number is another', 'a word is another', 'a word is gone', 'a denial is put in', 'a denial is gone'],
    ...['two words change places', 'two names change places', 'a number has a sign'],
  ];
  let shown = 0;
  for (const [i, { text }] of sentences.filter(({ text }) => text.split(/\s+/).length >= 10).entries()) {
    const changed = i % 5 === 0 ? quoteMutations[kinds[(i / 5) % kinds.length]!]!(text, i) : text;
    if (changed === text) continue;
    const { found, differences } = await verifyQuote(index, changed, 1, signal);
    assert.equal(found, 'differs', changed);
    for (const { said, has } of differences!) assert.ok(changed.replace(/\s+/g, ' ').includes(said) && said !== has, `${said} / ${has}`);
    shown++;
  }
  assert.ok(shown > 20, `${shown} shown`);
});
