import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { printDigest } from '../../../src/cli/printDigest.ts';
import { quoteParts } from '../../../src/citations/quoteParts.ts';
import type { DigestQuote, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

const question = 'Where was the keeper of the light born?';

function step(id: string, facts: Partial<TraceNode>): TraceNode {
  const ended = {
    parent: null,
    attempt: 0,
    depth: 0,
    order: 0,
    status: 'answered' as const,
    calls: [],
    startedAt: 0,
    endedAt: 0,
    flags: [],
  };
  return { id, kind: 'sub_question', text: `${id}?`, evidence: [], ...ended, ...facts };
}

function quote(n: number, nodeId: string, facts: Partial<DigestQuote>): DigestQuote {
  const place = { path: `${nodeId}.md`, startLine: n, endLine: n, startOffset: 0, endOffset: 9, documentHash: '', passageId: nodeId };
  const parts = quoteParts(facts.text ?? facts.quote ?? '').map(({ isCode, text }) => ({ text, ...(isCode && { isCode }) }));
  return { n, nodeId, ...place, quote: '', subQuestion: `${nodeId}?`, also: [], parts, ...facts };
}

function printed(facts: Partial<Trace>): string {
  const lines: string[] = [];
  const write = mock.method(process.stdout, 'write', (text: string) => lines.push(text) > 0);
  try {
    printDigest({ ...emptyTrace, question, finished: true, ...facts });
  } finally {
    write.mock.restore();
  }
  return lines.join('');
}

const nowhere = { startLine: 0, endLine: 1, startOffset: 0, endOffset: 0 };
const nodes = [step('s1', { answer: 'Ada Holm' }), step('s2', { answer: null, resolvedText: 'Where was Ada Holm born?' })];
const models = { chat: 'builtin', embedder: '', reranker: '', entailment: 'builtin' };
const digest = [
  quote(1, 's1', {
    quote: 'The **keeper**\nwas Ada Holm.',
    text: 'The keeper\nwas Ada Holm.',
    also: [quote(7, 'copy', {}), quote(7, 'copy', {})],
  }),
  quote(2, 's2', { quote: 'Ada Holm', lead: 'The letters:', isCutAfter: true, endLine: 4 }),
];

test('without an answer: what the documents say by step, as people read them', () => {
  assert.equal(
    printed({ nodes, models, digest }),
    [
      'From your documents:',
      '  s1?',
      '  [1] s1.md:1  “The keeper was Ada Holm.”',
      '      also in copy.md:7',
      '  s2?',
      '  [2] s2.md:2-4  The letters: “Ada Holm” …',
      '',
    ].join('\n'),
  );
});

test('what introduces several quotes of a document is said once', () => {
  const item = (n: number, text: string) => quote(n, 's1', { quote: text, lead: 'The gates are:' });
  const list = [
    quote(1, 's1', { quote: 'The gates are:\nQuillan' }),
    item(2, 'Nether'),
    item(3, 'Orrin'),
    { ...item(4, 'Tamsay'), path: 'b.md' },
  ];
  const lines = printed({ nodes, models, digest: list }).split('\n');
  assert.deepEqual(
    lines.filter((line) => /“(?:Nether|Orrin|Tamsay)/.test(line)).map((line) => line.includes('The gates are:')),
    [false, false, true],
  );
});

test('below an answer it is called the same; with a model it says whose words are whose', () => {
  assert.match(printed({ nodes, models, digest, answer: 'Skell' }), /^From your documents:\n {2}s1\?\n/);
  const answered = printed({ nodes, models: { ...models, chat: 'openai:m' }, digest, answer: 'Skell' });
  assert.match(answered, /^The answer above is the model’s\. From your documents:\n/);
  assert.equal(printed({ nodes: [], models, digest: [], answer: 'Skell' }), '');
});

test('below an answer only the quotes that carry it are printed, and it is said where the others are', () => {
  const [{ path, startLine, endLine, quote: words, documentHash, nodeId, passageId } = quote(1, 's1', {})] = digest;
  const citations = [{ n: 1, path, startLine, endLine, quote: words, documentHash, nodeId, passageId, linesHash: 'l' }];
  const lines = printed({ nodes, models, digest, citations, answer: 'Skell' }).split('\n');
  assert.deepEqual(
    lines.filter((line) => /^ {2}(?:\[|--)/.test(line)),
    ['  [1] s1.md:1  “The keeper was Ada Holm.”', '  --json has 1 more quote.'],
  );
});

test('code keeps its lines and their indentation, prose flows, and a long quote is bounded', () => {
  const words = 'Set it in\nthe file:\n\n[tool.uv]\nindex = [\n    "a",\n]';
  const many = `Run:\n\n${Array.from({ length: 40 }, (_, i) => `x = ${i}`).join('\n')}`;
  const long = printed({ digest: [quote(1, 's1', { quote: words }), quote(2, 's1', { quote: many })], answer: 'a', models }).split('\n');
  assert.deepEqual(long.slice(1, 7), [
    '  s1?',
    '  [1] s1.md:1  “Set it in the file:',
    '        [tool.uv]',
    '        index = [',
    '            "a",',
    '        ]”',
  ]);
  assert.equal(long[7], '  [2] s1.md:2  “Run:');
  assert.equal(long.at(-2), '        x = 10” …');
});

test('a terminal sequence in code is shown, not interpreted', () => {
  assert.doesNotMatch(printed({ digest: [quote(1, 's1', { quote: '$ a\n  \x1b[31mb' })] }), /\x1b/);
});

test('a document is named by its title once, where that says more than its path', () => {
  const passage = {
    id: 's1',
    path: 's1.md',
    title: 'The light of Skell',
    headings: [],
    text: '',
    range: nowhere,
    runs: [],
    documentHash: '',
  };
  const two = [quote(1, 's1', { quote: 'A.' }), quote(2, 's1', { quote: 'B.' })];
  const lines = (title: string): readonly string[] => printed({ digest: two, models, passages: { s1: { ...passage, title } } }).split('\n');
  assert.deepEqual(lines('The light of Skell').slice(2), ['  The light of Skell', '  [1] s1.md:1  “A.”', '  [2] s1.md:2  “B.”', '']);
  assert.deepEqual(lines('S1').slice(2), ['  [1] s1.md:1  “A.”', '  [2] s1.md:2  “B.”', '']);
});
