import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { verifyQuote } from '../../../src/agents/verifyQuote.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import { assumedLanguage } from '../../../src/language/assumed.ts';
import { sentenceRanges } from '../../../src/language/sentences.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';

const samples = join(import.meta.dirname, '..', '..', '..', 'samples');
const { signal } = new AbortController();
const documents = await Promise.all(
  globSync('docs/**/*.{md,txt,html,rst,org,adoc,tex,csv,bib}', { cwd: samples })
    .sort()
    .map((path) => readDocument(samples, { path: path.replaceAll('\\', '/') }, { maxFileBytes: 1e7 })),
);
const passages = documents.flatMap((document) => document.passages);
const index = new MemoryIndex(passages);

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

/** What makes another statement of a sentence, or other words. */
const mutations: Readonly<Record<string, (text: string, at: number) => string>> = {
  'a number is another': (text, at) => replaceNth(text, /\d+/g, at, (number) => String(Number(number) + 1 + (at % 7))),
  'a word is another': (text, at) => replaceNth(text, /\p{L}{4,}/gu, at, () => 'quovax'),
  'a word is gone': (text, at) => replaceNth(text, /(?<= )\p{L}+ /gu, at, () => ''),
  'a denial is put in': (text, at) => replaceNth(text, /(?<=\p{L}) (?=\p{L})/gu, at, () => ' not '),
  'a denial is gone': (text, at) => replaceNth(text, /\b(?:not|never|no) /gu, at, () => ''),
  'two words change places': (text, at) => replaceNth(text, /(\p{L}{3,}) (\p{L}{3,})/gu, at, (two) => two.split(' ').reverse().join(' ')),
  'two names change places': (text, at) => {
    const names = [...text.matchAll(/\b\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*\b/gu)];
    const [first, second] = [names[at % Math.max(1, names.length - 1)], names.at(-1)];
    if (!first || !second || first === second) return text;
    const between = text.slice(first.index + first[0].length, second.index);
    return text.slice(0, first.index) + second[0] + between + first[0] + text.slice(second.index + second[0].length);
  },
  'a number has a sign': (text, at) => replaceNth(text, /(?<= )\d+/g, at, (number) => `${at % 2 === 0 ? '-' : '$'}${number}`),
};

function replaceNth(text: string, pattern: RegExp, n: number, by: (match: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  const chosen = matches[n % Math.max(1, matches.length)];
  return chosen ? text.slice(0, chosen.index) + by(chosen[0]) + text.slice(chosen.index + chosen[0].length) : text;
}

test('no changed sentence passes as word for word', async () => {
  const all = passages.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n');
  const mutation = fc.constantFrom(...Object.entries(mutations));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sentences), mutation, fc.nat(30), async ({ text }, [, change], at) => {
      const changed = change(text, at);
      fc.pre(changed.toLowerCase() !== text.toLowerCase() && !all.includes(changed.replace(/\s+/g, ' ')));
      const { found, differences } = await verifyQuote(index, changed, 1, signal);
      assert.notEqual(found, 'verbatim', changed);
      if (found === 'differs') assert.notEqual(differences![0]!.said, differences![0]!.has);
    }),
    { numRuns: 100 },
  );
});

test('a changed word, number, sign, name or denial is shown beside what the document has', async () => {
  const kinds = Object.keys(mutations);
  let shown = 0;
  for (const [i, { text }] of sentences.filter(({ text }) => text.split(/\s+/).length >= 10).entries()) {
    const changed = i % 5 === 0 ? mutations[kinds[(i / 5) % kinds.length]!]!(text, i) : text;
    if (changed === text) continue;
    const { found, differences } = await verifyQuote(index, changed, 1, signal);
    assert.equal(found, 'differs', changed);
    for (const { said, has } of differences!) assert.ok(changed.replace(/\s+/g, ' ').includes(said) && said !== has, `${said} / ${has}`);
    shown++;
  }
  assert.ok(shown > 20, `${shown} shown`);
});
