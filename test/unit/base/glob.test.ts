import assert from 'node:assert/strict';
import { test } from 'node:test';
import { globMatcher } from '../../../src/base/glob.ts';
import { growthOf } from '../../support/growth.ts';

const cases: readonly (readonly [glob: string, yes: readonly string[], no: readonly string[]])[] = [
  ['a.md', ['a.md'], ['a.mdx', 'b/a.md', 'A.md']],
  ['*.md', ['a.md', '.md', '.a.md'], ['a/b.md', 'a.mdx']],
  ['**/*.md', ['a.md', 'a/b/c.md'], ['a/b']],
  ['a/**', ['a/b', 'a/b/c'], ['a', 'ab/c']],
  ['a/**/b', ['a/b', 'a/x/y/b'], ['ab', 'a/xb']],
  ['**/a/**', ['a/b', 'x/a/b/c'], ['a', 'xa/b']],
  ['**', ['a', 'a/b'], []],
  ['a**b', ['ab', 'axb'], ['a/b']],
  ['?.md', ['a.md', '𝒂.md'], ['.md', 'ab.md', '/.md']],
  ['[a-cx]', ['a', 'c', 'x'], ['d', '-']],
  ['[!a-c]', ['d'], ['a', '/']],
  ['[]a]', [']', 'a'], ['b']],
  ['[a', ['[a'], ['a']],
  ['[a/b]', ['[a/b]'], ['a']],
  ['[\\]-]', [']', '-'], ['\\']],
  ['{a,b/c}.md', ['a.md', 'b/c.md'], ['b.md']],
  ['{a,{b,c*}}', ['a', 'b', 'cd'], ['{b']],
  ['**/{a,b}/**', ['a/x', 'y/b/x'], ['c/x']],
  ['{**/a,b}', ['x/y/a', 'a', 'b'], ['x/b']],
  ['{a', ['{a'], ['a']],
  ['a}', ['a}'], ['a']],
  ['{a\\,b}', ['a,b'], ['a']],
  ['\\*\\?\\[a]\\{b,c}', ['*?[a]{b,c}'], ['xya{b,c}']],
  ['(a|b)+', ['(a|b)+'], ['a']],
  ['!a', ['!a'], ['b']],
  ['a\\', ['a\\'], ['a']],
];

test('a glob matches what its characters say, and nothing is too odd to be read', () => {
  for (const [glob, yes, no] of cases) {
    for (const path of yes) assert.ok(globMatcher(glob)(path), `${glob} matches ${path}`);
    for (const path of no) assert.ok(!globMatcher(glob)(path), `${glob} does not match ${path}`);
  }
  assert.ok(globMatcher('A[B]', { ignoresCase: true })('ab'));
  assert.ok(globMatcher('{a,b}', { hasBraces: false })('{a,b}'));
});

test('wildcards, classes, braces and folders take no longer than path × pattern, in whatever number', async () => {
  for (const [name, glob, path] of [
    ['stars', (n: number) => `${'*a'.repeat(n)}b`, (n: number) => 'a'.repeat(2 * n)],
    ['folders', (n: number) => `${'**/a/'.repeat(n)}b`, (n: number) => 'a/'.repeat(2 * n)],
    ['braces', (n: number) => `${'{a,aa}'.repeat(n)}b`, (n: number) => 'a'.repeat(2 * n)],
    ['open classes', (n: number) => `${'['.repeat(100 * n)}/]`, () => 'a'],
    ['open braces', (n: number) => '{'.repeat(100 * n), () => 'a'],
    ['closed braces', (n: number) => '{'.repeat(100 * n) + '}'.repeat(100 * n), () => 'a'],
  ] as const) {
    // Four times as much of both is sixteen times the work: half of each makes it four.
    const growth = await growthOf(20, (size) => void globMatcher(glob(2 * Math.sqrt(size)))(path(2 * Math.sqrt(size))));
    assert.equal(growth, undefined, name);
  }
});
