import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentMatcher, fieldMatcher } from '../../../src/search/scopeMatch.ts';
import { parseScope } from '../../../src/protocol/scopeSyntax.ts';

/** With this many wildcards a regular expression would try more than 10^30 ways. */
const many = 40;

test('a scope with many wildcards is matched at once, in paths, texts and tags', () => {
  const letters = 'a'.repeat(200);
  const pattern = `${'*a'.repeat(many)}b`;
  const { terms } = parseScope(`in:${pattern} status:${pattern} tags:${pattern}`);
  const [path, text, tag] = terms;
  assert.ok(path && text && tag);
  const document = { path: `folder/${letters}`, parser: 'text', mtimeMs: 0 };
  assert.equal(documentMatcher([path])(document), false);
  assert.equal(documentMatcher([path])({ ...document, path: `${letters}b/x.md` }), true);
  assert.equal(fieldMatcher([text])?.([['status', letters]]), false);
  assert.equal(fieldMatcher([text])?.([['status', `is ${letters}b.`]]), true);
  assert.equal(fieldMatcher([tag])?.([['tags', `x, ${letters}`]]), false);
  assert.equal(fieldMatcher([tag])?.([['tags', `x, ${letters}b`]]), true);
});

test('words are whole, a wildcard is a part of one, and what separates words is any of blank, point and comma', () => {
  const isIn = (scope: string, text: string): boolean | undefined => fieldMatcher(parseScope(scope).terms)?.([['status', text]]);
  for (const [scope, text, expected] of [
    ['status:dra*', 'a Draft', true],
    ['status:dra', 'a draft', false],
    ['status:raft', 'a draft', false],
    ['status:*raft', 'a draft', true],
    ['status:"j knuth"', 'J., Knuth', true],
    ['status:"j* knuth"', 'Jane Mary Knuth', false],
    ['status:jose', 'José', true],
    ['status:潮', '大潮汐', true],
    ['status:"＊"', 'a * b', true],
    ['status:"a\\*"', 'abc', false],
  ] as const)
    assert.equal(isIn(scope, text), expected, `${scope} in ${text}`);
});
