import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AriadneError } from '../../../src/base/errors.ts';
import { pipelineOf } from '../../support/allPipelines.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { type Play, PlayingReasoner } from '../../support/playingReasoner.ts';
import { comparable, runScripted } from '../../support/scriptedRun.ts';

const docs = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
const answered = { answer: 'A', citations: [0], quote: null };
const play: Play = {
  read: () => answered,
  'refeed.draft': (_input, { sample = 0 }) => ({ answer: `draft ${sample}`, meanLogprob: -sample }),
  'refeed.read': () => ({ ...answered, meanLogprob: -1 }),
  'selfrag.retrieve': () => ({ retrieve: true }),
  'selfrag.assess': ({ passages: [passage] }) => {
    // One call of several fails for good: its flags come in between.
    if (passage?.id === 'd2') throw new AriadneError('chat-server-error', 'The server is away.');
    return { ...answered, relevant: true, support: 'full', usefulness: passage?.id === 'd3' ? 5 : 1 };
  },
  'efficientrag.label': ({ passages }) => {
    if (passages.some(({ id }) => id === 'd2')) throw new AriadneError('chat-server-error', 'The server is away.');
    return { labels: passages.map(({ id }) => ({ useful: id !== 'd4', spans: [id] })) };
  },
  'efficientrag.next': ({ query }) => ({ nextQuery: query.length > 20 ? null : `${query} again` }),
};
const runs: readonly (readonly [id: string, params: Readonly<Record<string, unknown>>])[] = [
  ['refeed', { A: 5, n: 3 }],
  ['self-rag-lite', { n: 5 }],
  ['efficientrag-lite', { n: 6, chunksPerCall: 1 }],
];

for (const [id, params] of runs) {
  test(`${id}: whichever call ends first, the run is the same`, async () => {
    const run = (pause: () => Promise<void>): Promise<Trace> =>
      runScripted({
        pipeline: pipelineOf(id),
        question: 'Who made X?',
        params,
        reasoner: new PlayingReasoner(play, { pause }),
        retrieval: (query) => docs.slice(query.length % 3),
        docs,
        pause,
      });
    const inOrder = comparable(await run(() => Promise.resolve()));
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(4)), async (turns) => {
        const trace = await run(async () => {
          for (let left = Number(turns.next().value); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
        });
        assert.deepEqual(comparable(trace), inOrder);
      }),
      { numRuns: 30 },
    );
  });
}
