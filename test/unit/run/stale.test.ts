/** What makes a run stale is a change of its documents, not of the models that search them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staleWords } from '../../../src/protocol/staleReason.ts';
import type { Embedder } from '../../../src/models/models.ts';
import type { SearchCallOptions } from '../../../src/retrieval/retrieval.ts';
import { staleReasons, type StaleOptions } from '../../../src/run/stale.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const signal = new AbortController().signal;
const askedAt = '2026-11-23T12:00:00.000Z';
const [before, after] = ['2026-11-23T11:00:00.000Z', '2026-11-23T13:00:00.000Z'];
const resultsOf = (ids: readonly string[]) => ids.map((passageId, rank) => ({ passageId, score: 1, rank }));

interface Given {
  readonly epoch?: string;
  readonly embedder?: string;
  /** When documents were read. */
  readonly read?: Readonly<Record<string, string>>;
  /** Of an embedder that has to be asked. */
  readonly asking?: Partial<StaleOptions>;
}

/** A run that found `a` and `b`, asked of an index that has and finds these passages now. */
async function reasonsFor(has: readonly string[], finds: readonly string[], given: Given = {}) {
  const { epoch = 'later', embedder = 'first', read = {} } = given;
  const search = { id: 'r', node: 'root', query: 'q', method: 'linked', ms: 1, results: resultsOf(['a', 'b']) };
  const models = { ...emptyTrace.models, embedder: 'first' };
  const cited = { n: 1, path: 'a.md', quote: 'Saltvik', startLine: 1, endLine: 1, startOffset: 0, endOffset: 7, linesHash: 'x' };
  const citations = [{ ...cited, passageId: 'a', nodeId: 'root', documentHash: 'hash-a' }];
  const trace = { ...emptyTrace, models, indexEpoch: 'then', startedAtUtc: askedAt, citations, retrievals: [search] };
  const documents = new Map(has.map((id) => [`${id}.md`, { indexedAtUtc: read[id] ?? before }]));
  const components = {
    index: new MemoryIndex(
      has.map((id) => passageOf(id)),
      {},
      epoch,
    ),
    retriever: {
      method: 'linked' as const,
      search: async (query: string, _: number, { vectorOf }: SearchCallOptions) => {
        await vectorOf?.(query, () => Promise.resolve(new Float32Array(1)));
        return resultsOf(finds);
      },
    },
    embedder: { id: embedder } as Embedder,
    keepsVectors: given.asking !== undefined,
    documents: () => Promise.resolve(documents),
  };
  const { reasons, notAsked } = await staleReasons(trace, components, { signal, vectors: () => undefined, mayAsk: true, ...given.asking });
  return [...reasons.map(staleWords), ...(notAsked === undefined ? [] : [`not asked: ${notAsked}`])];
}

test('while the documents are the same, the run is current, whatever the embedder has learned', async () => {
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['c', 'a'], { epoch: 'then', embedder: 'learned' }), []);
});

test('with the same embedder, any other passage among the first makes it stale', async () => {
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['a', 'b']), []);
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['a', 'c']), ['The search “q” now finds other passages in c.md.']);
  assert.deepEqual(await reasonsFor(['a', 'b'], ['a']), ['The search “q” no longer finds one of its first passages.']);
});

test('a cited document that is gone is said first', async () => {
  assert.deepEqual(await reasonsFor(['b', 'c'], ['b', 'c']), [
    'a.md is gone. It was cited for “Saltvik”.',
    'The search “q” now finds other passages in c.md.',
  ]);
});

test('with another embedder, only passages count that are gone or of documents that were read since', async () => {
  const learned = { embedder: 'learned' };
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['a', 'c'], learned), []);
  assert.deepEqual(await reasonsFor(['a', 'c'], ['a', 'c'], learned), ['The search “q” no longer finds one of its first passages.']);
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['a', 'c'], { ...learned, read: { c: after } }), [
    'The search “q” now finds other passages in c.md.',
  ]);
});

test('where an embedder has to be asked and may not be, only searches with vectors in the log are made', async () => {
  const vectors = (query: string, model: string) => (query === 'q' && model === 'first' ? new Float32Array(1) : undefined);
  const [gone] = await reasonsFor(['b', 'c'], ['c'], { asking: { mayAsk: false } });
  assert.equal(gone, 'a.md is gone. It was cited for “Saltvik”.', 'cited places are looked up in any case');
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['c'], { asking: { mayAsk: false } }), ['not asked: first']);
  const made = ['The search “q” now finds other passages in c.md.'];
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['a', 'c'], { asking: { mayAsk: false, vectors } }), made);
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['a', 'c'], { asking: {} }), made);
  const other = { embedder: 'other', asking: { mayAsk: false, vectors } };
  assert.deepEqual(await reasonsFor(['a', 'b', 'c'], ['c'], other), ['not asked: other'], 'vectors of another embedder do not fit');
});

test('reasons are short sentences, also where much has changed', () => {
  const quote = `Saltvik ${'and its harbour '.repeat(20)}`;
  assert.match(staleWords({ kind: 'cited-place', path: 'a.md', quote }), /^a\.md no longer has “Saltvik .{100,120}…”$/);
  assert.equal(
    staleWords({ kind: 'cited-place', path: 'a.md', quote: 'Saltvik', isGone: true }),
    'a.md is gone. It was cited for “Saltvik”.',
  );
  const appeared = ['a', 'b', 'c', 'd', 'e'].map((id) => `${id}.md`);
  assert.equal(
    staleWords({ kind: 'search', query: 'q', appeared, gone: 0 }),
    'The search “q” now finds other passages in a.md, b.md, c.md and 2 more.',
  );
});
