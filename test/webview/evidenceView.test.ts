import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Evidence, NarTurn } from '../../src/protocol/trace.ts';
import { evidenceViews, findQuotes, sourceOffsets, sourceTarget } from '../../webview-ui/src/evidenceView.ts';
import { roundViews } from '../../webview-ui/src/roundsView.ts';
import { dagView } from '../../src/trace/dag/viewModel.ts';
import { turnViews } from '../../webview-ui/src/turnsView.ts';
import { added, passage, started, traceOf } from './log.ts';

const evidence: readonly Evidence[] = [
  { passageId: 'a', rank: 0, score: 0.9, used: true, source: 'frontier', via: 'b' },
  { passageId: 'b', rank: 1, score: 0.5, used: true, source: 'initial', firstStageRank: 0 },
  { passageId: 'c', rank: 2, score: null, used: false, source: 'initial', firstStageRank: 6 },
];
const trace = traceOf(
  started('q?'),
  added('s1', 0),
  { kind: 'nar-started', node: 's1', b: 2, c: 4, k: 3, scoreTransform: 'identity' },
  { kind: 'nar-turned', node: 's1', turn: { t: 0, pool: 'initial', frontierSize: 0, batch: [scored('b', 0.5), scored('x', null)] } },
  { kind: 'nar-turned', node: 's1', turn: { t: 1, pool: 'frontier', frontierSize: 3, batch: [{ ...scored('a', 0.9), via: 'b' }] } },
  {
    kind: 'evidence-found',
    node: 's1',
    evidence: [...evidence],
    passages: [passage('a', 'He died there on\n5 April 1940.'), passage('b', 'Other.')],
  },
  { kind: 'node-changed', node: 's1', status: 'answered', set: { answer: '5 April 1940', evidenceQuote: 'died there on 5 April' } },
);

function scored(passageId: string, score: number | null) {
  return { passageId, priority: 1, raw: score, score, rescored: score };
}

function views() {
  const node = trace.nodes[0];
  assert.ok(node);
  return evidenceViews(trace, node);
}

test('evidence says its rank, how it moved and where it came from, and opens at the words that carry the answer', () => {
  assert.deepEqual(
    views().map(({ rank1, movement, origin, place, target }) => [rank1, movement?.kind, movement?.by, origin.words, place, target]),
    [
      [1, 'new', 0, 'related to B', ['a.md', 'Life'], { path: 'a.md', documentHash: 'hash-a', startOffset: 53, endOffset: 74 }],
      [2, 'down', 1, 'found by the search', ['b.md', 'Life'], { path: 'b.md', documentHash: 'hash-b', startOffset: 50, endOffset: 56 }],
      [3, 'up', 4, 'found by the search', ['The log does not contain this passage.'], undefined],
    ],
  );
});

test('a rank says that it is one, and how it moved; “unchanged” is only said of documents', () => {
  assert.deepEqual(
    views().map(({ movement }) => movement?.words),
    ['Rank 1; the search itself did not find it', 'Rank 2, down from 1 in the search', 'Rank 3, up from 7 in the search'],
  );
});

test('a passage that the log does not keep is named in words, never by its id', () => {
  const unkept = 'a99e54c0d1e2';
  const told = traceOf(
    started('q?'),
    added('s1', 0),
    { kind: 'nar-started', node: 's1', b: 1, c: 2, k: 1, scoreTransform: 'identity' },
    { kind: 'nar-turned', node: 's1', turn: { t: 0, pool: 'initial', frontierSize: 0, batch: [scored(unkept, 0.1)] } },
    { kind: 'nar-turned', node: 's1', turn: { t: 1, pool: 'frontier', frontierSize: 1, batch: [{ ...scored('a', 0.9), via: unkept }] } },
    {
      kind: 'evidence-found',
      node: 's1',
      evidence: [
        { passageId: 'a', rank: 0, score: 0.9, used: true, source: 'frontier', via: unkept },
        { passageId: 'b0b0b0b0', rank: 1, score: 0.2, used: true, source: 'initial' },
      ],
      passages: [passage('a', 'He died there.')],
    },
  );
  const node = told.nodes[0] ?? assert.fail();
  assert.deepEqual(
    evidenceViews(told, node).map(({ title, origin }) => [title, origin.words]),
    [
      ['A', 'related to a passage not shown here'],
      ['Unknown passage', 'found by the search'],
    ],
  );
  assert.deepEqual(turnViews(told, node)[1]?.kept[0]?.via, { passageId: unkept, title: 'a passage not shown here' });
  const turns = (node.nar?.turns ?? []).map((turn) => ({
    ...turn,
    batch: turn.batch.map((one) => ({ ...one, title: `T ${one.passageId}` })),
  }));
  const titled = { ...node, nar: { ...node.nar!, turns } };
  assert.deepEqual(turnViews(told, titled)[1]?.kept[0]?.via, { passageId: unkept, title: `T ${unkept}` });
  assert.equal(evidenceViews(told, titled)[0]?.origin.words, `related to T ${unkept}`);
});

test('evidence that a mention led to says which, and leads there', () => {
  const place = { passageId: 'b', path: 'b.md', title: 'B', name: 'A', line: 12, startOffset: 52, endOffset: 53, documentHash: 'hash-b' };
  const found = traceOf(
    started('q?'),
    added('s1', 0),
    {
      kind: 'retrieved',
      retrieval: {
        id: 'r',
        node: 's1',
        query: 'q',
        method: 'linked',
        results: [{ ...hit('a', 0), mentionedBy: place }, hit('b', 1)],
        ms: 1,
      },
    },
    {
      kind: 'evidence-found',
      node: 's1',
      evidence: ['a', 'b'].map((passageId, rank) => ({ passageId, rank, score: 1, used: true, source: 'initial' })),
      passages: [passage('a', 'It.'), { ...passage('b', 'Other.'), pageNumber1: 3 }],
    },
  );
  const node = found.nodes[0] ?? assert.fail();
  assert.deepEqual(
    evidenceViews(found, node).map(({ origin, mention }) => [origin.kind, origin.words, mention]),
    [
      ['mention', 'found by way of B, line 12', { path: 'b.md', documentHash: 'hash-b', startOffset: 52, endOffset: 53 }],
      ['first-stage', 'found by the search', undefined],
    ],
  );
  assert.deepEqual(
    dagView(found).cards.map(({ evidenceCount, viaMentions, viaNeighbors }) => [evidenceCount, viaMentions, viaNeighbors]),
    [[2, 1, 0]],
  );
});

function hit(passageId: string, rank: number) {
  return { passageId, score: 1 - rank, rank };
}

test('the words that carry the answer are marked, white space aside', () => {
  assert.deepEqual(views()[0]?.text, [
    { text: 'He ', isMarked: false },
    { text: 'died there on\n5 April', isMarked: true },
    { text: ' 1940.', isMarked: false },
  ]);
});

test('turns say what was kept and through which passage it was reached', () => {
  const node = trace.nodes[0];
  assert.ok(node);
  assert.deepEqual(turnViews(trace, node), [
    {
      n: 1,
      pool: 'initial',
      frontierSize: 0,
      best: 0.5,
      bars: [
        { passageId: 'b', title: 'B', height: 0.5, score: 0.5, isKept: true },
        { passageId: 'x', title: 'a passage not shown here', height: 0, score: null, isKept: false },
      ],
      kept: [{ passageId: 'b', title: 'B', rank1: 2, score: 0.5 }],
    },
    {
      n: 2,
      pool: 'frontier',
      frontierSize: 3,
      best: 0.9,
      bars: [{ passageId: 'a', title: 'A', height: 0.9, score: 0.9, isKept: true }],
      kept: [{ passageId: 'a', title: 'A', rank1: 1, score: 0.9, via: { passageId: 'b', title: 'B' } }],
    },
  ]);
});

test('what a model wrote says so and opens no file, and what was found but not kept says that', () => {
  const generated = passage('generated:g1', 'It is said.');
  const node = traceOf(started('q?'), added('s1', 0), {
    kind: 'evidence-found',
    node: 's1',
    evidence: [
      { passageId: generated.id, rank: 0, score: null, used: true, source: 'generated' },
      { passageId: 'b', rank: 1, score: 12, used: false, source: 'initial', firstStageRank: 1 },
      { passageId: 'c', rank: 2, score: 3, used: true, source: 'initial', firstStageRank: 2 },
    ],
    passages: [generated, passage('b', 'B.')],
  });
  const [only] = node.nodes;
  assert.ok(only);
  assert.deepEqual(
    evidenceViews(node, only).map(({ origin, place, target, movement, isLeftOut, bar }) => [
      origin.words,
      place,
      target === undefined,
      movement?.kind,
      isLeftOut,
      bar,
    ]),
    [
      ['written by the model', ['Not from your documents'], true, undefined, false, undefined],
      ['found by the search', ['b.md', 'Life'], false, 'same', true, undefined],
      ['found by the search', ['The log does not contain this passage.'], true, 'same', false, undefined],
    ],
  );
});

test('what a step has read is not shown again as closest to the whole question', () => {
  const of = (passageId: string, rest: Partial<Evidence> = {}): Evidence => ({
    passageId,
    rank: 0,
    score: 1,
    used: true,
    source: 'initial',
    ...rest,
  });
  const closest = { used: false, source: 'search' } as const;
  const run = traceOf(
    started('q?'),
    { kind: 'node-added', node: { id: 'root', kind: 'root', text: 'q?', parent: null, attempt: 0, depth: 0, order: 0 } },
    added('s1', 1),
    { kind: 'evidence-found', node: 's1', evidence: [of('a')], passages: [passage('a', 'A.')] },
    {
      kind: 'evidence-found',
      node: 'root',
      evidence: [of('a', closest), of('b', closest), of('c', { ...closest, score: null })],
      passages: [],
    },
  );
  const [root] = run.nodes;
  assert.ok(root);
  const shown = evidenceViews(run, root).map(({ passageId, origin }) => `${passageId}: ${origin.words}`);
  assert.deepEqual(shown, ['b: closest to the whole question', 'c: begins a document found for the question']);
  assert.equal(dagView(run).cards.find(({ id }) => id === 'root')?.evidenceCount, 2);
});

test('uncertainty feedback is shown as samples and what they mean', () => {
  const asu = (facts: Partial<NonNullable<NarTurn['asu']>>) => ({ answers: [], sets: [], s: 1, comparisons: 0, ...facts });
  const feedback = [
    asu({ answers: ['Ann', null, 'Ann', 'Bo', null, 'Ann A.'], sets: [0, 1, 0, 2, 1, 0], s: 3 }),
    asu({ answers: ['Ann'], sets: [0], folded: 2 }),
    asu({ skipped: 'no_sampling' }),
    asu({ skipped: 'cannot_matter' }),
  ].map((one) => {
    const told = traceOf(
      started('q?'),
      added('s1', 0),
      { kind: 'nar-started', node: 's1', b: 2, c: 4, k: 3, scoreTransform: 'identity' },
      { kind: 'nar-turned', node: 's1', turn: { t: 0, pool: 'initial', frontierSize: 0, batch: [], asu: one } },
    );
    return told.nodes.flatMap((node) => turnViews(told, node)).map((turn) => turn.feedback)[0];
  });
  assert.deepEqual(
    feedback.map((one) => [one?.words, one?.effect, one?.meanings.map(({ answer, count }) => `${answer} ${count}`)]),
    [
      ['6 samples, 3 meanings', 'scores divided by 3', ['Ann 3', 'null 2', 'Bo 1']],
      ['1 sample, 1 meaning, 2 near-duplicates', 'scores kept', ['Ann 1']],
      ['the model cannot be sampled', 'scores kept', []],
      ['too low to be read, whatever the samples say', 'scores kept', []],
    ],
  );
});

test('rounds tell what was lacking, what came and what was kept', () => {
  const iterations = [
    { t: 0, gaps: [], newDocs: ['a'], context: ['a'] },
    { t: 1, gaps: ['who?'], newDocs: ['b', 'c'], context: ['b', 'a'] },
  ];
  const told = traceOf(
    started('q?'),
    added('root', 0, { kind: 'root' }),
    { kind: 'node-changed', node: 'root', set: { iterations } },
    { kind: 'evidence-found', node: 'root', evidence: [], passages: [passage('a', 'A.')] },
  );
  assert.deepEqual(
    told.nodes.flatMap((node) => roundViews(told, node)),
    [
      { n: 0, gaps: [], newCount: 1, kept: [{ passageId: 'a', title: 'A', isNew: false }] },
      {
        n: 1,
        gaps: ['who?'],
        newCount: 2,
        kept: [
          { passageId: 'b', title: 'a passage not shown here', isNew: true },
          { passageId: 'a', title: 'A', isNew: false },
        ],
      },
    ],
  );
});

test('a quote in text that the reader made opens the whole passage', () => {
  const made = passage('a', 'x — y', [0, 50, 1, 3, 4, 60, 1, 3]);
  assert.equal(sourceOffsets(made, { start: 1, end: 3 }), undefined);
  assert.deepEqual(sourceTarget(made, { start: 1, end: 3 }), { path: 'a.md', documentHash: 'hash-a', startOffset: 50, endOffset: 55 });
  assert.deepEqual(sourceOffsets(made, { start: 0, end: 5 }), { start: 50, end: 61 });
});

test('overlapping quotes are one mark, and what looks like a pattern is text', () => {
  assert.deepEqual(findQuotes('a (b) c. d', ['(b) c.', 'c. d', '.*', '', 'a']), [
    { start: 0, end: 1 },
    { start: 2, end: 10 },
  ]);
});

test('whatever the text and the quotes: the segments together are the text', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c.', '(d)', '\n'), { maxLength: 300 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(words, words, (text, quote) => {
      const node = { id: 's', passageId: 'p' };
      const folded = traceOf(
        started('q?'),
        added(node.id, 0),
        {
          kind: 'evidence-found',
          node: node.id,
          evidence: [{ passageId: node.passageId, rank: 0, score: -3, used: true, source: 'search' }],
          passages: [passage(node.passageId, text)],
        },
        { kind: 'node-changed', node: node.id, set: { evidenceQuote: quote } },
      );
      const [view] = folded.nodes[0] ? evidenceViews(folded, folded.nodes[0]) : [];
      assert.equal(view?.text.map((segment) => segment.text).join(''), text);
      const shown = view.excerpt
        .map((segment) => segment.text)
        .join('')
        .replace(/^… /, '')
        .replace(/ …$/, '');
      assert.ok(text.includes(shown));
    }),
    { numRuns: 100 },
  );
});
