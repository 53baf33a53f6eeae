import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCitation, formatCitationAt, parseCitations } from '../../../src/citations/links.ts';

const cited = { n: 1, path: 'docs/report.md', startLine: 12, endLine: 18, linesHash: 'ab12cd34ef56ab78' };
const only = (markdown: string): object[] => parseCitations(markdown).map(({ range: _range, ...rest }) => rest);

test('a citation is an ordinary link, relative to the folder of the document that holds it', () => {
  assert.deepEqual(
    ['', 'docs', 'notes/2024', 'docs/deep'].map((fromDir) => formatCitation(cited, fromDir)),
    ['docs/report.md', 'report.md', '../../docs/report.md', '../report.md'].map(
      (path) => `[1](${path}#L12-L18 "ariadne:ab12cd34ef56ab78")`,
    ),
  );
  assert.equal(formatCitation({ ...cited, endLine: 12 }, ''), '[1](docs/report.md#L12 "ariadne:ab12cd34ef56ab78")');
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
    fc.property(path, path, fc.integer({ min: 1, max: 9999 }), fc.nat(40), fc.string(), (target, fromDir, startLine, more, prose) => {
      const citation = { ...cited, path: target, startLine, endLine: startLine + more };
      const link = formatCitation(citation, fromDir);
      const before = `${prose.replace(/[[\]()<>"'\\]/g, '')}\n`;
      const [parsed, ...others] = parseCitations(`${before}${link} and more`);
      assert.deepEqual(others, []);
      assert.ok(parsed);
      assert.deepEqual(
        { ...parsed, path: posix.join('/', fromDir, parsed.path) },
        {
          range: { start: before.length, end: before.length + link.length },
          label: '1',
          path: posix.join('/', target.toWellFormed()),
          startLine,
          endLine: startLine + more,
          id: cited.linesHash,
        },
      );
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
