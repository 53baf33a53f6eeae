import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotationBefore, replaced, withLines, withoutCitation } from '../../../src/citations/rewrite.ts';
import { sentenceAt } from '../../../src/citations/sentenceAt.ts';
import { allSyntaxes } from '../../../src/citations/syntaxes/allSyntaxes.ts';
import { latexSyntax } from '../../../src/citations/syntaxes/latex.ts';
import { markdownSyntax } from '../../../src/citations/syntaxes/markdown.ts';
import { writeQuote } from '../../../src/citations/writeAnswer.ts';
import { assumedLanguage } from '../../../src/language/assumed.ts';
import type { Citation } from '../../../src/protocol/trace.ts';

const cited = (n: number, startLine: number, endLine: number, linesHash: string): Citation => ({
  ...{ n, path: 'docs/a b.md', startLine, endLine, quote: 'It opened.', documentHash: '', nodeId: '', passageId: '', linesHash },
});

test('lines and fingerprint of a citation change in every syntax, and nothing else does', () => {
  for (const syntax of allSyntaxes) {
    for (const [start, end] of [
      [12, 18],
      [12, 12],
    ] as const) {
      const one = (n: number, from: number, to: number, id: string, before: string): string =>
        writeQuote(
          { text: 'It opened.', isCutBefore: false, isCutAfter: false, citation: cited(n, from, to, id) },
          { syntax, before, pathOf: ({ path }) => path },
        );
      const first = `${one(1, start, end, '0123456789abcdef', '')}\n\n`;
      const text = `${first}${one(2, 40, 40, 'fedcba9876543210', first)}\n`;
      const before = syntax.parse(text);
      const at = before[0]?.range.start ?? -1;
      for (const to of [
        { startLine: 20, endLine: 20 + end - start, id: '0123456789abcdef' },
        { startLine: 7, endLine: 9, id: 'aaaaaaaaaaaaaaaa' },
      ]) {
        const changes = withLines(text, syntax, at, to);
        assert.ok(changes, `${syntax.id} ${start}-${end}`);
        const after = syntax.parse(replaced(text, changes));
        assert.deepEqual(
          after.map(({ path, startLine, endLine, id }) => ({ path, startLine, endLine, id })),
          [
            { path: 'docs/a b.md', ...to },
            { path: 'docs/a b.md', startLine: 40, endLine: 40, id: 'fedcba9876543210' },
          ],
          syntax.id,
        );
      }
    }
  }
});

test('a citation goes with the space before it, and not with a line break', () => {
  const text = 'It opened. [1](a.md#L1 "ariadne:0123456789abcdef")\n[2](a.md#L2 "ariadne:0123456789abcdef") too.';
  const [first, second] = markdownSyntax.parse(text);
  assert.ok(first && second);
  assert.equal(replaced(text, [withoutCitation(text, first.range), withoutCitation(text, second.range)]), 'It opened.\n too.');
  assert.equal(withLines('No citation.', latexSyntax, 3, { startLine: 1, endLine: 1, id: 'x' }), undefined);
});

test('the quotation before a citation is found in its marks', () => {
  for (const text of ['So “it opened” [1]', "So ``it opened'' [1]", 'So "it opened" [1]', 'So „it opened“ [1]']) {
    const found = quotationBefore(text, text.indexOf('['));
    assert.equal(found && text.slice(found.start, found.end), 'it opened');
  }
  assert.equal(quotationBefore('So it opened [1]', 13), undefined);
});

test('the sentence at the cursor is without its citations', () => {
  const text = '# Gate\n\nIt opened in 1931 [1](a.md#L1 "ariadne:0123456789abcdef"). It *closed* in 1940.\n\n    code\n';
  const cited = markdownSyntax.parse(text).map(({ range }) => range);
  const at = (words: string): string | undefined =>
    sentenceAt(text, text.indexOf(words), { syntax: markdownSyntax, cited, language: assumedLanguage })?.words;
  assert.deepEqual(['opened', 'a.md', 'closed', 'code'].map(at), [
    'It opened in 1931.',
    'It opened in 1931.',
    'It closed in 1940.',
    undefined,
  ]);
});
