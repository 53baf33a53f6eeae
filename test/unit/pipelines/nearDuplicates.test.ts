import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearDuplicates } from '../../../src/pipelines/nearDuplicates.ts';
import { retrieveRead } from '../../../src/pipelines/retrieveRead.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { PlayingReasoner } from '../../support/playingReasoner.ts';

const barrage =
  'The Orrin barrage is a dam on the river Leth near Tarnholm. It was designed by Ines Tarrow and opened in 1931 after nine years of work.';
const again = `${barrage} It is closed in winter.`;
const other =
  'The Quillan Gate is a power plant on the same river. It was designed by Ruben Istad and opened in 1948, and it is the largest of its kind.';

test('a passage that nearly repeats a better one is a duplicate, in any case and punctuation', () => {
  const texts = [barrage, other, again, barrage.toUpperCase().replaceAll('.', ' –')];
  assert.deepEqual(nearDuplicates(texts.map((text) => ({ text }))), [false, false, true, true]);
});

test('a short passage, or one inside a much longer one, is none', () => {
  const long = `${barrage} ${other} ${other.replaceAll('a', 'o')}`;
  assert.deepEqual(nearDuplicates([{ text: 'A dam.' }, { text: 'A dam.' }, { text: barrage }, { text: long }]), [
    false,
    false,
    false,
    false,
  ]);
});

test('a search leaves near-duplicates unread, and the trace shows it', async () => {
  const read: string[][] = [];
  const reasoner = new PlayingReasoner({
    read: ({ passages }) => {
      read.push(passages.map(({ id }) => id));
      return { answer: 'Ines Tarrow', citations: [0], quote: null };
    },
  });
  const passages = [passageOf('dam', barrage), passageOf('copy', again), passageOf('plant', other)];
  const index = new MemoryIndex(passages, {});
  const { trace } = await runInMemory({
    pipeline: retrieveRead,
    question: 'Who designed the Orrin barrage on the river?',
    index,
    reasoner,
  });
  const final = trace.nodes.find(({ kind }) => kind === 'final');
  const folded = final?.evidence.filter(({ used }) => !used).map(({ passageId }) => passageId) ?? [];
  assert.equal(folded.length, 1);
  assert.ok(read[0]?.length === 2 && !read[0].includes(folded[0] ?? ''));
  assert.deepEqual(final?.flags, ['folded:1']);
});
