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
