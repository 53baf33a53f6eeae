import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCitationAt, markdownSyntax } from '../../../src/citations/syntaxes/markdown.ts';

const cited = { n: 1, startLine: 12, endLine: 18, linesHash: 'ab12cd34ef56ab78' };
const only = (markdown: string): object[] => markdownSyntax.parse(markdown).map(({ range: _range, ...rest }) => rest);

test('a citation is an ordinary link', () => {
  assert.equal(formatCitationAt({ ...cited, endLine: 12 }, 'docs/report.md'), '[1](docs/report.md#L12 "ariadne:ab12cd34ef56ab78")');
  assert.equal(formatCitationAt(cited, '../other/docs/report.md'), '[1](../other/docs/report.md#L12-L18 "ariadne:ab12cd34ef56ab78")');
});

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab#%"\'()<>[] \\&?:;=+*_`!|é漢😀 .-') }),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
);
const path = fc
  .array(
    name.filter((segment) => !/^\.+$/.test(segment) && !/[/\0]/.test(segment)),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => segments.join('/'));

test('whatever a file is called, its citation reads back as it was written', () => {
  fc.assert(
    fc.property(path, fc.integer({ min: 1, max: 9999 }), fc.nat(40), fc.string(), (target, startLine, more, prose) => {
      const citation = { ...cited, startLine, endLine: startLine + more };
      const link = formatCitationAt(citation, target);
      const before = `${prose.replace(/[[\]()<>"'\\]/g, '')}\n`;
      const [parsed, ...others] = markdownSyntax.parse(`${before}${link} and more`);
      assert.deepEqual(others, []);
      assert.ok(parsed);
      assert.deepEqual(parsed, {
        range: { start: before.length, end: before.length + link.length },
        label: '1',
        path: target.toWellFormed(),
        startLine,
        endLine: startLine + more,
        id: cited.linesHash,
      });
    }),
  );
});

test('citations that people or other tools have rewritten are still read', () => {
  const read = { label: '2', path: 'a b (1).md', startLine: 3, endLine: 5, id: 'f00' };
  const cases: readonly (readonly [string, object])[] = [
    ['[2](<a b (1).md#L3-L5> "ariadne:f00")', read],
    ["[2](a%20b%20%281%29.md#L3-5 'ariadne:f00')", read],
    ['[2]( a%20b%20(1).md#L3-L5   (ariadne:f00) )', read],
    ['[2](a%20b%20\\(1\\).md#L5-L3 "ariadne:f00")', read],
    ['[see \\[2\\]](x.md#L7 "ariadne:f00")', { label: 'see [2]', path: 'x.md', startLine: 7, endLine: 7, id: 'f00' }],
    ['[1](100%.md#L7 "ariadne:f00")', { label: '1', path: '100%.md', startLine: 7, endLine: 7, id: 'f00' }],
  ];
  assert.deepEqual(
    cases.map(([markdown]) => only(markdown)),
    cases.map(([, parsed]) => [parsed]),
  );
});

test('other links are not citations', () => {
  const none = [
    '[1](docs/a.md#L1)',
    '[1](docs/a.md "ariadne:f00")',
    '[1](docs/a.md#L0 "ariadne:f00")',
    '[1](a b.md#L1 "ariadne:f00")',
    '[1](a.md#L1 "Ariadne")',
    '',
  ];
  assert.deepEqual(
    none.map(only),
    none.map(() => []),
  );
});
