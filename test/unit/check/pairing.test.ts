import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pairing } from '../../../src/check/pairing.ts';

const pairing = new Pairing([
  { path: 'places/nether-coll.md', title: 'Nether Coll' },
  { path: 'papers/survey.pdf', title: 'A survey of the Orrin barrage' },
  { path: 'papers/Tarrow - 1903 - On tide locks.pdf' },
  { path: 'notes.md', title: 'Notes' },
]);

function paired(title: string, more: object = {}): string | undefined {
  const found = pairing.pair({ key: 'x', title, files: [], authors: [], ...more }, 'refs.bib');
  return found && `${found.by} ${found.paths.join(' ')}`;
}

test('an entry leads to a document by its whole title, also by a short one', () => {
  assert.equal(paired('Nether {Coll}'), 'title places/nether-coll.md');
  assert.equal(paired('A Survey of the Orrin Barrage: With a Map'), 'title papers/survey.pdf');
  assert.equal(paired('On Tide Locks'), 'title papers/Tarrow - 1903 - On tide locks.pdf');
});

test('a part of a short title, or one word, leads nowhere', () => {
  for (const title of ['Nether Coll and its people', 'Coll', 'Notes', 'On tide']) assert.equal(paired(title), undefined, title);
});

test('a file that an entry names comes before its title', () => {
  assert.equal(paired('Nether Coll', { files: ['C:/Users/x/Zotero/storage/AB12/survey.pdf'] }), 'file papers/survey.pdf');
});

test('a DOI or arXiv id that a document states leads to it, and one of another work keeps its title and key from it', () => {
  const stated = (path: string, title: string, ...values: readonly string[]) => ({
    ...{ path, title },
    identity: { title, titleFrom: 'title', parts: values.map((value) => ({ kind: 'identifier', value, from: 'firstPage' })) },
  });
  const known = new Pairing([
    stated('a.pdf', 'On the Tide Locks of Orrin', '10.1000/ORR.1'),
    stated('b.pdf', 'A Preprint about Barrages', '2005.11401'),
    stated('locks2.pdf', 'On the Tide Locks of Orrin', '10.1000/orr.2'),
    { path: 'plain.md', title: 'Without any identifier here' },
  ] as ConstructorParameters<typeof Pairing>[0]);
  const pair = (title: string, more: object): string | undefined => {
    const found = known.pair({ key: 'x', title, files: [], authors: [], ...more }, 'refs.bib');
    return found && `${found.by} ${found.paths.join(' ')}`;
  };
  const locks = 'On the Tide Locks of Orrin';
  assert.equal(pair('Locks', { doi: '10.1000/orr.1' }), 'identifier a.pdf');
  assert.equal(pair('Barrages', { arxiv: '2005.11401v2' }), 'identifier b.pdf');
  assert.equal(pair('Barrages', { doi: '10.48550/arXiv.2005.11401' }), 'identifier b.pdf');
  assert.equal(pair('Locks', { doi: '10.1000/orr1' }), undefined);
  assert.equal(pair(locks, {}), 'title a.pdf locks2.pdf');
  assert.equal(pair(locks, { doi: '10.1000/orr.9' }), undefined);
  assert.equal(pair('Locks', { key: 'locks2', doi: '10.1000/orr.9' }), undefined);
  assert.equal(pair('Locks', { files: ['locks2.pdf'], doi: '10.1000/orr.9' }), 'file locks2.pdf');
  assert.equal(pair('A Preprint about Barrages', { doi: '10.1000/journal' }), 'title b.pdf');
  assert.equal(pair('Without any identifier here', { doi: '10.1000/journal' }), 'title plain.md');
  assert.deepEqual(known.pairText('Doe. Locks. https://doi.org/10.1000/orr.1.', 'n.md'), { by: 'identifier', paths: ['a.pdf'] });
});
