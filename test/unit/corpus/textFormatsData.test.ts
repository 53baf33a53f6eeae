import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact, cut } from './exactMaps.ts';
import { check } from './textFormatsCheck.ts';

test('BibTeX: a section for each entry, and a broken one loses no other', () => {
  const source = String.raw`What stands between entries is no text.
@string{acl = "Proc. of " # "ACL"}
@comment{hidden {x}}
@article{doe20,
  author = {M{\"u}ller, Hans and Jos{\'e} L\'opez and {\O}re \v{C}ech},
  title = "The {T}ides of $x^2$ \& {\emph more}
           -- again", journal = acl, year = 2020, month = jan # " 5",
  pages={1--10}, abstract={Some \emph{text}. More.}, doi={10.1000/x_y},
  keywords = {a, b}, file = {:/home/x.pdf},
}
@article{bad, title = {never closed, year = 2001
}

@Book(key2, title={Other}, year={2001})
@misc{lonely}
`;
  const title = 'The Tides of $x^2$ & more – again';
  check('refs.bib', source, {
    title: 'refs',
    blocks: [
      `paragraph [${title}] doe20: Müller, Hans and José López and Øre Čech. The Tides of $x^2$ & more\n– again. Proc. of ACL, 2020. doi:10.1000/x_y`,
      `paragraph [${title}] Some text. More.`,
      `paragraph [${title}] month: January 5; pages: 1–10; keywords: a, b`,
      'paragraph [never closed, year = 2001] bad: never closed, year = 2001',
      'paragraph [Other] key2: Other. 2001',
      'paragraph [lonely] lonely',
    ],
  });
});

test('separated values: each row reads with its column names', () => {
  const rows = 'name,year,note,unused\n"Orrin, J.",1931,"He said ""hi""\nand went"\nB,,x,,extra\n\nC,3\n';
  check('my-data.csv', rows, {
    title: 'my data',
    blocks: [
      'tableRow [] unused',
      'tableRow [] name: Orrin, J.; year: 1931; note: He said "hi"\nand went',
      'tableRow [] name: B; note: x; extra',
      'tableRow [] name: C; year: 3',
    ],
  });
});

test('separated values: the delimiter and the header are seen', () => {
  const texts = (
    [
      ['a.csv', 'a;b\n1,5;2\n'],
      ['a.csv', 'a|b\n1|2\n'],
      ['a.csv', 'sep=;\na;b\n1;2\n'],
      ['a.tsv', 'a\tb\n1, 2\t"3\n'],
      ['a.csv', '1,2\n3,4\n'],
      ['a.csv', 'x,x\n3,4\n'],
      ['a.csv', 'a,b\n'],
      ['a.csv', 'word\nother\n'],
    ] as const
  ).map(([path, source]) => assertExact(path, source).parsed.blocks.map(({ text }) => text));
  assert.deepEqual(texts, [
    ['a: 1,5; b: 2'],
    ['a: 1; b: 2'],
    ['a: 1; b: 2'],
    ['a: 1, 2; b: "3'],
    ['1; 2', '3; 4'],
    ['x; x', '3; 4'],
    ['a; b'],
    ['word: other'],
  ]);
});

test('a value is cited as it is in the file, its column name is not', () => {
  const { parsed } = cut('a.csv', 'name,year\n"Orrin, J.",1931\n');
  assert.deepEqual(parsed.blocks[0]?.runs, [6, 11, 9, 1, 23, 22, 4, 1]);
});

test('a table of 100,000 rows is read row by row', () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `Orrin ${i},${i},"a ""note"""`);
  const { blocks } = cut('a.csv', `name,year,note\n${rows.join('\n')}`).parsed;
  assert.deepEqual([blocks.length, blocks.at(-1)?.text], [100_000, 'name: Orrin 99999; year: 99999; note: a "note"']);
});
