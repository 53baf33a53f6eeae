import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizedQuestion, scopeOfText, scopeOfTrace, typedQuestion } from '../../webview-ui/src/scoped.ts';
import { emptyTrace } from '../../src/trace/fold.ts';

const scope = { text: 'in:reports/ -in:drafts in:gone/', documents: 20, passages: 31, unmatched: ['in:gone/'] };

test('the chips of a run say what it is limited to, what is left out and where nothing is', () => {
  assert.deepEqual(scopeOfTrace({ ...emptyTrace, scope }), {
    chips: [
      { text: 'in:reports/', isExcluded: false, isUnmatched: false },
      { text: 'in:drafts', isExcluded: true, isUnmatched: false },
      { text: 'in:gone/', isExcluded: false, isUnmatched: true },
    ],
    counts: '20 documents, 31 passages',
  });
  assert.equal(scopeOfTrace(emptyTrace), undefined);
});

test('a scope of many files has few chips', () => {
  const text = Array.from({ length: 500 }, (_, i) => `in:a/${i}.md`).join(' ');
  const { chips = [] } = scopeOfTrace({ ...emptyTrace, scope: { text, documents: 500, passages: 900 } }) ?? {};
  assert.equal(chips.length, 13);
  assert.equal(chips.at(-1)?.text, '488 more');
});

test('a question that is typed shows how its terms are understood, and an ordinary colon shows nothing', () => {
  assert.deepEqual(scopeOfText('Who wrote it? type:pdf')?.chips, [{ text: 'type:pdf', isExcluded: false, isUnmatched: false }]);
  assert.match(scopeOfText('year:>20x0 Who?')?.problem ?? '', /is no year/);
  assert.equal(scopeOfText('What is foo::bar?'), undefined);
});

test('a question asked with a scope is no draft any more, wherever its terms were', () => {
  const asked = typedQuestion({ question: 'Who wrote it?', scope: { text: 'type:pdf', documents: 1, passages: 1 } });
  assert.equal(asked, 'type:pdf Who wrote it?');
  assert.equal(normalizedQuestion('Who wrote it?  type:pdf'), asked);
});
