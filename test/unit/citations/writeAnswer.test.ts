import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes } from 'mdast';
import type { DraftQuote } from '../../../src/citations/draft.ts';
import { answerMarkdown, quoteMarkdown } from '../../../src/citations/writeAnswer.ts';
import { escapeMarkdown } from '../../../src/base/escapeMarkdown.ts';
import type { Citation, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { unconfirmed } from '../../../src/protocol/unconfirmed.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

const node = (id: string, facts: Partial<TraceNode>): TraceNode => ({
  id,
  kind: 'sub_question',
  text: `Question ${id}?`,
  parent: 'root',
  attempt: 0,
  depth: 1,
  order: 0,
  status: 'supported',
  evidence: [],
  calls: [],
  startedAt: 0,
  endedAt: 0,
  flags: [],
  ...facts,
});
const citation = (n: number, nodeId: string): Citation => ({
  n,
  path: `docs/${n}.md`,
  startLine: n,
  endLine: n,
  quote: '',
  documentHash: '',
  nodeId,
  passageId: '',
  linesHash: `h${n}`,
});
const trace = (facts: Partial<Trace>): Trace => ({ ...emptyTrace, finished: true, ...facts });

test('the answer comes first, then every claim with links to its lines', () => {
  const nodes = [
    node('root', { kind: 'root' }),
    node('s2', { order: 2, resolvedText: 'When did Maillart die?', answer: '5 April 1940' }),
    node('s1', { order: 1, answer: 'Maillart\nand Ammann' }),
    node('old', { order: 0, status: 'superseded', answer: 'nobody' }),
    node('s3', { order: 3, status: 'unsupported', answer: null }),
  ];
  const citations = [citation(1, 's1'), citation(2, 's2'), citation(3, 's2')];
  assert.equal(
    answerMarkdown(trace({ nodes, citations, answer: ' 5 april 1940 ' }), []),
    [
      '5 april 1940 [2](docs/2.md#L2 "ariadne:h2") [3](docs/3.md#L3 "ariadne:h3")',
      '',
      '- Question s1? Maillart and Ammann [1](docs/1.md#L1 "ariadne:h1")',
      '- When did Maillart die? 5 April 1940 [2](docs/2.md#L2 "ariadne:h2") [3](docs/3.md#L3 "ariadne:h3")',
    ].join('\n'),
  );
});

test('an answer without sub-questions carries all citations; where nothing was found, that is said', () => {
  const citations = [citation(1, 'root'), citation(2, 'final')];
  assert.equal(
    answerMarkdown(trace({ citations, answer: 'Yes.' }), []),
    'Yes. [1](docs/1.md#L1 "ariadne:h1") [2](docs/2.md#L2 "ariadne:h2")',
  );
  const retrievals = [{ id: 'r', node: 'root', query: '', method: 'hybrid', results: [], ms: 0 }];
  const models = { chat: 'builtin', embedder: '', reranker: '', entailment: 'builtin' };
  assert.equal(answerMarkdown(trace({ answer: null, retrievals, models }), []), 'Nothing was found in the documents.');
});

const quotes: readonly DraftQuote[] = [
  { text: 'The gate\nwas hung.', isCutBefore: false, isCutAfter: false, citation: citation(1, 's1') },
  { lead: 'The keepers:', text: 'Ada Holm', isCutBefore: false, isCutAfter: true, citation: citation(2, 's1') },
];
const written = [
  '- “The gate was hung.” [1](docs/1.md#L1 "ariadne:h1")',
  '- The keepers: “Ada Holm” … [2](docs/2.md#L2 "ariadne:h2")',
].join('\n');

test('what the documents say follows the answer, with the same number for the same lines', () => {
  const nodes = [node('s1', { answer: '1911' })];
  assert.equal(
    answerMarkdown(trace({ nodes, answer: '1911', citations: [citation(1, 's1')] }), quotes),
    ['1911 [1](docs/1.md#L1 "ariadne:h1")', 'From the documents:', written].join('\n\n'),
  );
});

test('without an answer it leads, and what was not found follows', () => {
  const evidence = [{ passageId: 'p', rank: 0, score: 1, used: true, source: 'initial' as const }];
  const nodes = [node('s1', { answer: '1911', evidence }), node('s2', { order: 1, answer: null, resolvedText: 'Who kept the gate?' })];
  const models = { chat: 'builtin', embedder: '', reranker: '', entailment: 'builtin' };
  const missing = ['From the documents:', written, 'No short answer was found. Not found: “Who kept the gate?”'];
  assert.equal(answerMarkdown(trace({ nodes, models, answer: null }), quotes), missing.join('\n\n'));
  const identity = { meant: [], preferred: [], unknown: ['Kestrel'] };
  assert.equal(
    answerMarkdown(trace({ nodes, models, answer: null, identity }), quotes),
    [...missing, 'No document seems to be about “Kestrel”.'].join('\n\n'),
  );
});

test('what comes from the model’s memory says so', () => {
  const evidence = [{ passageId: 'generated:g', rank: 0, score: null, used: true, source: 'generated' as const }];
  const memory = { answer: 'Ann', evidence, unconfirmed: 'from-memory' as const };
  const nodes = [node('root', { kind: 'root' }), node('1', memory), node('2', { order: 1, answer: 'Bo' })];
  const retrieval = { id: 'r', node: '2', query: '', method: 'hybrid', results: [], ms: 0 };
  const note = '(from the model’s memory, not from the documents)';
  assert.equal(
    answerMarkdown(trace({ nodes, retrievals: [retrieval], answer: 'Bo' }), []),
    `Bo\n\n- Question 1? Ann ${note}\n- Question 2? Bo`,
  );
  assert.equal(answerMarkdown(trace({ nodes: nodes.slice(0, 1), answer: 'Bo', unconfirmed: 'from-memory' }), []), `Bo ${note}`);
});

test('a note says in a few words of the document that something is not confirmed, never how a run went', () => {
  for (const why of unconfirmed.options) {
    const text = answerMarkdown(trace({ answer: 'Bo', unconfirmed: why }), []);
    assert.match(text, /^Bo \([^()]{5,60}\)$/, why);
    assert.doesNotMatch(text, /step|check|call|reply|run\b|using/i, why);
  }
});

test('a quote is written alone with its citation', () => {
  assert.equal(quoteMarkdown(quotes[1]!), 'The keepers: “Ada Holm” … [1](docs/2.md#L2 "ariadne:h2")');
});

test('escaped text shows as it is: no link, image, HTML, emphasis, code or heading comes of it', () => {
  const allowed = new Set(['root', 'paragraph', 'text', 'break', 'list', 'listItem']);
  const unit = fc.constantFrom(...'ab1 \n![](){}<>&;#*_`~|\\=-+.:/"', '://', '<b>', '&amp;', '](', '---', '```');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      // Four spaces at the start of a line make a code block, in which text shows as it is too.
      const flat = text.replace(/^[ \t]+/gm, '');
      for (const kind of kindsOf(fromMarkdown(escapeMarkdown(flat))))
        assert.ok(allowed.has(kind), `${kind} came of ${JSON.stringify(flat)}`);
    }),
  );
  assert.equal(escapeMarkdown('snake_case costs 3 * 4 < 13 & more, see [1]'), 'snake_case costs 3 \\* 4 \\< 13 & more, see \\[1\\]');
});

function kindsOf(tree: Nodes): string[] {
  return [tree.type, ...('children' in tree ? tree.children.flatMap(kindsOf) : [])];
}
