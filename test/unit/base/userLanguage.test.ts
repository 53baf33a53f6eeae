import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setUserLanguage, translated } from '../../../src/base/userLanguage.ts';

afterEach(() => setUserLanguage('en', {}));

const words = {
  'The folder {0} cannot be read ({1}). Check its permissions.':
    'Der Ordner {0} kann nicht gelesen werden ({1}). Prüfen Sie die Berechtigungen.',
  'it is a folder': 'es ist ein Ordner',
  'The reranker failed: {0}': 'Das Rankingmodell ist ausgefallen: {0}',
  'Try it again.': 'Versuchen Sie es noch einmal.',
  'is damaged: a table cannot be read from it.': 'ist beschädigt: Daraus lässt sich keine Tabelle lesen.',
  '{0} from {1} was not found': '{1} hat {0} nicht',
  '{0} passages': '{0} Textstellen',
  '{0} of {1}': '{0} von {1}',
  'The documents do not say “{0}”.': 'Die Dokumente sagen nicht „{0}“.',
  Folder: 'Ordner',
};

for (const [english, german] of [
  ['it is a folder', 'es ist ein Ordner'],
  [
    'The folder /a (b) cannot be read (EACCES). Check its permissions.',
    'Der Ordner /a (b) kann nicht gelesen werden (EACCES). Prüfen Sie die Berechtigungen.',
  ],
  ['The reranker failed: it is a folder', 'Das Rankingmodell ist ausgefallen: es ist ein Ordner'],
  ['The reranker failed: no. Try it again.', 'Das Rankingmodell ist ausgefallen: no. Versuchen Sie es noch einmal.'],
  ['my table.json is damaged: a table cannot be read from it.', 'my table.json ist beschädigt: Daraus lässt sich keine Tabelle lesen.'],
  ['a.md from b was not found', 'b hat a.md nicht'],
  ['3 passages', '3 Textstellen'],
  // A title, not a sentence of ours.
  ['Heart of Darkness', 'Heart of Darkness'],
  ['Folder', 'Folder'],
  ['The documents do not say “it is a folder”.', 'Die Dokumente sagen nicht „it is a folder“.'],
  ['The server said no.', 'The server said no.'],
] as const)
  test(`what the engine wrote is found by its English text: ${english}`, () => {
    assert.equal(translated(english), english);
    setUserLanguage('de', words);
    assert.equal(translated(english), german);
  });
