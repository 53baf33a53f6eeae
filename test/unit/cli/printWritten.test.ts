import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { printWritten } from '../../../src/cli/printWritten.ts';
import type { Citation, WrittenAnswer } from '../../../src/protocol/trace.ts';

const place = { startLine: 4, endLine: 6, documentHash: 'd', nodeId: 's1', passageId: 'p', linesHash: 'h' };
const citations: Citation[] = [
  { n: 1, path: 'bell.md', quote: 'Cast in\n1952.', ...place },
  { n: 2, path: 'light.pdf', page: 12, quote: 'Lit in 1887.', ...place },
];
const table: WrittenAnswer = {
  blocks: [
    {
      kind: 'table',
      columns: ['', 'When?'],
      rows: [
        { name: 'Bell', cells: [[0]] },
        { name: 'Light', cells: [[1]] },
        { name: 'Pier', cells: [[]] },
      ],
    },
  ],
  sentences: [
    { text: 'Cast in 1952.', citations: [1], support: 'quoted' },
    { text: 'Lit in 1887.', citations: [2], support: 'quoted' },
  ],
  conflicts: [],
  notStated: [],
  citations,
};

function printed(isOfQuotes: boolean, written = table): string {
  const lines: string[] = [];
  const write = mock.method(process.stdout, 'write', (text: string) => lines.push(text) > 0);
  try {
    printWritten(written, isOfQuotes);
  } finally {
    write.mock.restore();
  }
  return lines.join('');
}

test('quotes in the form of an answer are called quotes, and a page stands for lines that nobody sees', () => {
  assert.equal(
    printed(true),
    [
      'Quotes:',
      '',
      'Bell',
      '  When?: Cast in 1952. [1]',
      'Light',
      '  When?: Lit in 1887. [2]',
      'Pier',
      '  When?: no quote',
      '',
      '[1] bell.md:4-6',
      '[2] light.pdf, page 12',
      '',
    ].join('\n'),
  );
});

test('what a model wrote is an answer, in which an empty cell says that the documents do not say', () => {
  const text = printed(false);
  assert.doesNotMatch(text, /Quotes:|no quote/);
  assert.match(text, /\[1\] bell\.md:4-6 “Cast in 1952\.”/);
  assert.match(text, /Pier\n {2}When\?: not stated/);
});

test('a sentence that is not checked names at most five words that nothing shows, and how many more there are', () => {
  const shownWith = (unshown: readonly string[]): string => {
    const sentence = { text: 'The bell rang.', citations: [1], support: 'not-checked' as const, unshown: [...unshown] };
    const block = { kind: 'paragraph' as const, sentences: [0] };
    return printed(false, { ...table, blocks: [block], sentences: [sentence] });
  };
  assert.match(shownWith(['rang']), /The bell rang\. \[1\] \(not checked; not shown by the quote: “rang”\)/);
  assert.match(shownWith(['a', 'b', 'c', 'd', 'e', 'f', 'g']), /“a”, “b”, “c”, “d”, “e” and 2 more\)/);
  assert.match(shownWith([]), /\(not checked\)/);
});
