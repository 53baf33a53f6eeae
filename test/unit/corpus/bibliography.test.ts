import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBibliography } from '../../../src/corpus/bibliography.ts';

const { signal } = new AbortController();

test('entries have their files as Zotero, JabRef and Mendeley write them, identifiers, and what they inherit', async () => {
  const text = String.raw`@string{pre = {The Great}}
@article{a, title = pre # { {B\"ook}}, author={Doe, Jane and Roe, R.}, date={2020-03}, doi={https://doi.org/10.1000/xyz.1}, file={Full Text PDF:/home/x/Zotero/storage/AB12/Doe - 2020 - The Great Book.pdf:application/pdf;Snapshot:files/3/index.html:text/html}}
@article{b, title={B}, file={:C\:\\Users\\me\\b_file.pdf:PDF}, eprint={2303.01432v2}, archiveprefix={arXiv}}
@inbook{c, title={C}, file={files/12/c.pdf}, crossref={a}}
@book{d, title={D}, file={:D\:/papers/d.pdf:pdf}, url={https://arxiv.org/abs/1706.03762v5}}
@comment{x}
@book{broken, title={No end
@book{e, title={E}}`;
  const { entries, offsets, problems } = await readBibliography(text, 'x.bib', signal);
  assert.deepEqual(
    entries.map(({ key, title, files }) => [key, title, ...files]),
    [
      ['a', 'The Great Böok', '/home/x/Zotero/storage/AB12/Doe - 2020 - The Great Book.pdf', 'files/3/index.html'],
      ['b', 'B', 'C:/Users/me/b_file.pdf'],
      ['c', 'C', 'files/12/c.pdf'],
      ['d', 'D', 'D:/papers/d.pdf'],
      ['broken', 'No end'],
      ['e', 'E'],
    ],
  );
  const [a, b, c, d] = entries;
  assert.deepEqual(
    [a?.year, a?.doi, b?.arxiv, c?.year, c?.authors, c?.doi, d?.arxiv],
    ['2020', '10.1000/xyz.1', '2303.01432', '2020', ['Doe, Jane', 'Roe, R.'], undefined, '1706.03762'],
  );
  assert.equal(text.slice(offsets[1]).slice(0, 2), 'b,');
  assert.deepEqual(problems, [{ line: 7, reason: 'the entry "broken" is not closed' }]);
});

test('the rest of a broken bibliography is read, and the places are said', async () => {
  const text =
    '@book{a, title={A}}\n@book{, title={No key}}\n@book{b, title="B {x"}\n@book{c, title={C}}\n@string{s = "x\n@book{d, title={D}\n';
  const { entries, problems } = await readBibliography(text, 'x.bib', signal);
  assert.deepEqual(
    entries.map(({ key }) => key),
    ['a', '', 'b', 'c', 'd'],
  );
  assert.deepEqual(
    problems.map(({ line, reason }) => `${line}: ${reason}`),
    ['2: an entry has no key', `3: the entry "b" is not closed`, '5: an entry is not closed', '6: the entry "d" is not closed'],
  );
});

test('what is written as before is not read again, unless its strings are others', async () => {
  const text = '@string{p = {Old}}\n@book{a, title=p}\n@book{b, title={B}}\n@inbook{c, crossref={b}}\n';
  const before = await readBibliography(text, 'x.bib', signal);
  const after = await readBibliography(`Note.\n${text.replace('{B}', '{New}')}`, 'x.bib', signal, before);
  assert.equal(after.entries[0], before.entries[0]);
  assert.deepEqual(
    after.entries.map(({ title }) => title),
    ['Old', 'New', 'New'],
  );
  assert.deepEqual([before.offsets[0], after.offsets[0]], [text.indexOf('a,'), text.indexOf('a,') + 6]);
  const others = await readBibliography(text.replace('Old', 'Other'), 'x.bib', signal, before);
  assert.equal(others.entries[0]?.title, 'Other');
});

test('CSL is read as JSON and YAML; what is no item is left out', async () => {
  const item = {
    id: 'k',
    title: 'T',
    author: [{ family: 'Fell', given: 'Gus' }, { literal: 'The Board' }],
    issued: { 'date-parts': [[2021, 3]] },
    DOI: '10.1000/x',
  };
  const csl = await readBibliography(JSON.stringify([item, 3, { title: 'no id' }]), 'x.json', signal);
  const [one, ...others] = csl.entries;
  assert.deepEqual([one?.key, one?.authors, one?.year, one?.doi, others], ['k', ['Gus Fell', 'The Board'], '2021', '10.1000/x', []]);
  const yaml = 'references:\n- id: k2\n  title: T2\n  issued: 1999\n';
  assert.deepEqual(
    (await readBibliography(yaml, 'x.yaml', signal)).entries.map(({ key, year }) => [key, year]),
    [['k2', '1999']],
  );
  await assert.rejects(readBibliography('{', 'x.json', signal), SyntaxError);
});
