import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';

/** Markup that, said again and again, would make a search for its end start over each time. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  rst: ['*a ', '`a>', ':a:', '- ', '.. note:: ', '=== ===\n', 'a\n b\n', '.. |a| replace:: b\n|a| '],
  adoc: ['``a', '[[a', '<<a,', '((a', 'link:a[', '"`', '====\n', '|===\n', ':a: b {a}{a}\n', ':a: b \\\n'],
  org: ['*a ', '[[a][', '[fn:: a', '{{{a(', '@@a:', '- a :: ', '#+BEGIN_SRC\n', ':a:\n', '* a :b'],
  bib: ['@a{b,c={', '{', '@string{a=a#a}', '\n@a{b,', "a={\\'{e}"],
  csv: ['"', '"a,', ',"', ' "', '"\n'],
};

for (const [extension, parts] of Object.entries(HOSTILE)) {
  test(`no repetition keeps the reader of .${extension} files busy for long`, () => {
    const reader = readerOf(`a.${extension}`);
    assert.ok(reader?.kind === 'text');
    for (const part of parts) reader.parse(part.repeat(50_000), `a.${extension}`, { textOf: () => undefined, filesIn: () => [] });
  });
}
