import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearDuplicates } from '../../../src/pipelines/nearDuplicates.ts';
import { pipelineById } from '../../../src/pipelines/registry.ts';
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

test('SUNAR shows neither its samples nor its last reader near-duplicates, and the trace tells of both', async () => {
  const shown = new Map<string, string[]>();
  const show = (role: string, passages: readonly { readonly id: string }[]): void =>
    void shown.set(role, [...passages.map(({ id }) => id)]);
  const step = (n: number): string => (n === 0 ? 'Who designed the Orrin barrage?' : 'Who designed the plant on the river of the barrage?');
  const reasoner = new PlayingReasoner({
    'sunar.step': ({ path }) =>
      path.length < 2 ? { action: 'ask', subQuestion: step(path.length) } : { action: 'finish', answer: 'both' },
    'sunar.asu': ({ passages }) => (show('asu', passages), { answer: 'Ines Tarrow' }),
    'sunar.read': ({ passages }) => (show('read', passages), { answer: 'Ines Tarrow', citations: [0], quote: null }),
    'sunar.mer': ({ passages }) => (show('mer', passages), { answer: 'Ines Tarrow', citations: [0], quote: null }),
  });
  const index = new MemoryIndex([passageOf('dam', barrage), passageOf('copy', again), passageOf('plant', other)], {});
  const { trace } = await runInMemory({
    pipeline: pipelineById('sunar'),
    question: 'Who designed the Orrin barrage on the river, and who the power plant?',
    params: { m: 2, merPerStep: 2, k: 0, asuBatches: 'all' },
    index,
    reasoner,
  });
  for (const [role, ids] of shown) assert.equal(ids.filter((id) => id !== 'plant').length, 1, role);
  assert.deepEqual([...shown.keys()].sort(), ['asu', 'mer', 'read']);
  // Of the two places that each step has in the pool, none goes to a copy.
  assert.ok(shown.get('mer')?.includes('plant'));
  const [turn] = trace.nodes.find(({ id }) => id === 's1')?.nar?.turns ?? [];
  assert.equal(turn?.asu?.folded, 1);
});

test('what two steps pooled in different copies is read once', async () => {
  const read: string[][] = [];
  const reasoner = new PlayingReasoner({
    'sunar.step': ({ path }) =>
      path.length < 2
        ? { action: 'ask', subQuestion: path.length === 0 ? 'What was opened in 1931?' : 'What is closed in winter?' }
        : { action: 'finish', answer: 'the barrage' },
    'sunar.read': () => ({ answer: 'the barrage', citations: [0], quote: null }),
    'sunar.mer': ({ passages }) => (read.push(passages.map(({ id }) => id)), { answer: 'the barrage', citations: [0], quote: null }),
  });
  const index = new MemoryIndex([passageOf('dam', barrage), passageOf('copy', again), passageOf('plant', other)], {});
  const { trace } = await runInMemory({
    pipeline: pipelineById('sunar-nar'),
    question: 'Is the barrage that opened in 1931 closed in winter?',
    params: { merPerStep: 1, l: 1, k: 0 },
    index,
    reasoner,
  });
  const meta = trace.nodes.find(({ kind }) => kind === 'meta');
  assert.deepEqual([read.length, meta?.flags, meta?.evidence.map(({ used }) => used)], [1, ['folded:1'], [true, false]]);
});
