import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { linesHash, linesOf, resolveAnchor } from '../../../src/citations/anchor.ts';

const source = 'one\ntwo\nthree\nfour\nfive';
const id = linesHash(['two', 'three']);

test('cited lines are unchanged, moved, changed or missing', () => {
  const cases: readonly (readonly [string, object])[] = [
    [source, { state: 'unchanged', startLine: 2, endLine: 3 }],
    ['one\r\n  two\t\r\nthree  \r\nfour', { state: 'unchanged', startLine: 2, endLine: 3 }],
    [`zero\nnull\n${source}`, { state: 'moved', startLine: 4, endLine: 5 }],
    ['two\nthree', { state: 'moved', startLine: 1, endLine: 2 }],
    ['one\ntwo\nfour\nfive', { state: 'changed', startLine: 2, endLine: 3 }],
    ['one', { state: 'missing', startLine: 2, endLine: 3 }],
    ['', { state: 'missing', startLine: 2, endLine: 3 }],
  ];
  assert.deepEqual(
    cases.map(([text]) => resolveAnchor(text, 2, 3, id)),
    cases.map(([, expected]) => expected),
  );
});

test('of several places with the same text the nearest counts, of two as near the earlier', () => {
  const text = ['x', 'a', 'b', 'a', 'a', 'a', 'b', 'b', 'b', 'x'].join('\n');
  assert.deepEqual(
    [2, 4, 5, 9].map((line) => resolveAnchor(text, line, line, linesHash(['x'])).startLine),
    [1, 1, 1, 10],
  );
  assert.equal(resolveAnchor(['x', 'a', 'x'].join('\n'), 2, 2, linesHash(['x'])).startLine, 1);
});

test('lines put before cited lines move them by as many lines', () => {
  const line = fc.string({ maxLength: 6, unit: fc.constantFrom(...'ab \t') });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 20 }),
      fc.array(line, { maxLength: 8 }),
      fc.nat(),
      fc.nat(4),
      (lines, added, at, more) => {
        const start = at % lines.length;
        const cited = lines.slice(start, start + 1 + more);
        const text = [...added, ...lines].join('\n');
        const found = resolveAnchor(text, start + 1, start + cited.length, linesHash(cited));
        assert.notEqual(found.state, 'changed');
        assert.equal(linesHash(linesOf(text).slice(found.startLine - 1, found.endLine)), linesHash(cited));
      },
    ),
  );
});
