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
  const entries = await readBibliography(text, 'x.bib', signal);
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
  assert.equal(text.slice(b?.offset).slice(0, 2), 'b,');
});

test('CSL is read as JSON and YAML; what is no item is left out', async () => {
  const item = {
    id: 'k',
    title: 'T',
    author: [{ family: 'Fell', given: 'Gus' }, { literal: 'The Board' }],
    issued: { 'date-parts': [[2021, 3]] },
    DOI: '10.1000/x',
  };
  const [one, ...others] = await readBibliography(JSON.stringify([item, 3, { title: 'no id' }]), 'x.json', signal);
  assert.deepEqual([one?.key, one?.authors, one?.year, one?.doi, others], ['k', ['Gus Fell', 'The Board'], '2021', '10.1000/x', []]);
  const yaml = 'references:\n- id: k2\n  title: T2\n  issued: 1999\n';
  assert.deepEqual(
    (await readBibliography(yaml, 'x.yaml', signal)).map(({ key, year }) => [key, year]),
    [['k2', '1999']],
  );
  await assert.rejects(readBibliography('{', 'x.json', signal), SyntaxError);
});
