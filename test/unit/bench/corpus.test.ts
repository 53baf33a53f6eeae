import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCorpus, writeCorpus, writeDocument } from '../../../bench/corpus.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const corpus = createCorpus({ seed: 3, textBytes: 2e6 });

test('the same seed makes the same texts, another seed or revision others', () => {
  const again = createCorpus({ seed: 3, textBytes: 2e6 });
  const other = createCorpus({ seed: 4, textBytes: 2e6 });
  const texts = [corpus.markdown(5), again.markdown(5), other.markdown(5), corpus.markdown(6), corpus.markdown(5, 1)];
  assert.deepEqual(
    texts.map((text) => texts.indexOf(text)),
    [0, 0, 2, 3, 4],
  );
  assert.equal(corpus.query(7), again.query(7));
});

test('about as much text is written as was asked for, in documents of 8 to 18 kB', (t) => {
  const folder = tempFolder(t);
  const bytes = writeCorpus(corpus, folder);
  const sizes = Array.from({ length: corpus.documents }, (_, i) => readFileSync(join(folder, corpus.path(i))).length);
  assert.equal(
    bytes,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  assert.ok(Math.abs(bytes / 2e6 - 1) < 0.1, `${bytes}`);
  assert.ok(Math.min(...sizes) > 8_000 && Math.max(...sizes) < 18_000, `${Math.min(...sizes)} to ${Math.max(...sizes)}`);
  writeDocument(corpus, folder, 2, 1);
  assert.equal(readFileSync(join(folder, corpus.path(2)), 'utf8'), corpus.markdown(2, 1));
});

test('words follow the law of natural language, and documents of a topic share more of them than others', () => {
  const wordsOf = (document: number): string[] =>
    corpus
      .markdown(document)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i < corpus.documents; i++) for (const word of wordsOf(i)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts.values()].sort((a, b) => b - a);
  const total = ranked.reduce((sum, count) => sum + count, 0);
  const topShare = ranked.slice(0, 100).reduce((sum, count) => sum + count, 0) / total;
  assert.ok(counts.size > 15_000 && topShare > 0.25 && topShare < 0.6, `${counts.size} words, ${topShare} of the text are the first 100`);
  const shared = (a: number, b: number): number => {
    const other = new Set(wordsOf(b));
    return [...new Set(wordsOf(a))].filter((word) => other.has(word)).length;
  };
  // Forty documents make a topic.
  assert.ok(shared(0, 1) > 1.15 * shared(0, 100), `${shared(0, 1)} and ${shared(0, 100)}`);
});
