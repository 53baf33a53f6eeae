import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';
import { cutPassages } from '../../../src/corpus/cut.ts';
import { identityOfFile } from '../../../src/corpus/identity/identityOfFile.ts';
import { DocumentIdentities } from '../../../src/indexing/identity/documentIdentities.ts';
import { english } from '../../../src/language/english.ts';

/** The identity of a text file, as it is stored. */
function identityOf(path: string, source: string): string {
  const reader = readerOf(path);
  assert.ok(reader?.kind === 'text');
  const parsed = reader.parse(source, path);
  return JSON.stringify(identityOfFile(path, parsed, cutPassages({ path, hash: '', parsed, language: english }), english));
}

function identitiesOf(files: Readonly<Record<string, string>>): DocumentIdentities {
  const identities = new DocumentIdentities();
  for (const [path, source] of Object.entries(files)) identities.add({ path, identity: identityOf(path, source), passages: 100 });
  return identities;
}

const namesOf = (identities: DocumentIdentities, path: string): readonly string[] =>
  (identities.of(path)?.parts ?? []).flatMap(({ kind, value, from }) =>
    from === 'mentions' || from === 'bibliography' ? [`${kind} ${value} (${from})`] : [],
  );

const folder = {
  'b/0012-tides.md': 'The moon pulls.',
  'b/bells.md': 'They ring.',
  'one.md': 'See [Moon rule](b/0012-tides.md), [here](b/0012-tides.md), and [here](b/bells.md).',
  'two.md': 'As the [moon *rule*](b/0012-tides.md) says, [HP 12](b/0012-tides.md) is [[bells|the ringers]].',
  'three.md': 'It is [HP-12](b/0012-tides.md) that counts.',
};

test('names that two documents use for another one and for none else are its names, and questions may use them', async () => {
  const identities = identitiesOf(folder);
  assert.deepEqual(namesOf(identities, 'b/0012-tides.md'), ['name Moon rule (mentions)', 'number HP 12 (mentions)']);
  assert.deepEqual(namesOf(identities, 'b/bells.md'), []);
  assert.deepEqual((await identities.names.identify('What does HP 12 say?')).preferred, ['b/0012-tides.md']);
  assert.deepEqual((await identities.names.identify('What does the Moon Rule say?')).preferred, ['b/0012-tides.md']);
  identities.remove({ path: 'two.md' });
  assert.deepEqual(namesOf(identities, 'b/0012-tides.md'), []);
  assert.deepEqual((await identities.names.identify('What does HP 12 say?')).preferred, []);
});

test('a bibliography says title, authors and year of the file that it names, or that is called like its key', async () => {
  const identities = identitiesOf({
    'papers/tarrow-final2.md': 'We measured.',
    'orrin2021.md': 'We rang.',
    'library.bib': [
      '@article{x1, title={The Tides of {Tarrow}}, author={Orrin, Ada and Bell Mare}, year={2019}, file={Full Text:files/3/tarrow-final2.md:text/markdown}}',
      '@book{orrin2021, title={Bells}, year=2021}',
    ].join('\n'),
  });
  assert.deepEqual(namesOf(identities, 'papers/tarrow-final2.md'), [
    'name The Tides of Tarrow (bibliography)',
    'author Ada Orrin (bibliography)',
    'author Bell Mare (bibliography)',
    'period 2019 (bibliography)',
  ]);
  assert.equal(identities.of('papers/tarrow-final2.md')?.title, 'The Tides of Tarrow');
  assert.equal(identities.of('orrin2021.md')?.title, 'Bells');
  assert.deepEqual((await identities.names.identify('What did Ada Orrin measure?')).preferred, ['papers/tarrow-final2.md']);
});

test('after any changes, names by others are those of the documents that are there', () => {
  const paths = Object.keys(folder) as (keyof typeof folder)[];
  const stored = new Map(paths.map((path) => [path, identityOf(path, folder[path])]));
  fc.assert(
    fc.property(fc.array(fc.record({ path: fc.constantFrom(...paths), isGone: fc.boolean() }), { maxLength: 16 }), (changes) => {
      const identities = new DocumentIdentities();
      const now = new Set<string>();
      for (const { path, isGone } of changes) {
        identities.remove({ path });
        now.delete(path);
        if (isGone) continue;
        identities.add({ path, identity: stored.get(path)!, passages: 1 });
        now.add(path);
      }
      const fresh = new DocumentIdentities();
      for (const path of paths) if (now.has(path)) fresh.add({ path, identity: stored.get(path)!, passages: 1 });
      for (const path of paths)
        assert.equal(
          namesOf(identities, path).toSorted().join().toLowerCase().replaceAll('-', ' '),
          namesOf(fresh, path).toSorted().join().toLowerCase().replaceAll('-', ' '),
        );
    }),
  );
});
