import assert from 'node:assert/strict';
import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { abortError } from '../../../src/base/abort.ts';
import { AriadneError, isAriadneError } from '../../../src/base/errors.ts';
import { explainIndexFailure } from '../../../src/indexing/damage.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { passageOf } from '../../support/passages.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { searchTermsOf } from '../../../src/corpus/searchTerms.ts';
import { NO_REFERENCES } from '../../../src/corpus/references.ts';

/** A folder with a sound index of a few passages. */
async function indexed(t: TestContext): Promise<string> {
  const folder = tempFolder(t);
  const store = await IndexStore.open(parseLocation(folder));
  const passages = Array.from({ length: 5 }, (_, i) => ({ ...passageOf(`p${i}`), path: 'a.md', documentHash: 'h' }));
  const cut = {
    path: 'a.md',
    title: 'A',
    titleOrigin: 'document',
    identity: { titles: [], lines: [], parts: [], organizations: [], names: [], definitions: [], others: [] },
    hash: 'h',
    parser: 'test',
    parserVersion: 1,
    passages,
    searchTerms: await searchTermsOf(passages),
    ...NO_REFERENCES,
    readMs: 0,
    cutMs: 0,
  } as const;
  await store.putDocuments([{ file: { path: 'a.md', sizeBytes: 1, mtimeMs: 1 }, cut }]);
  await store.refreshFullText();
  await store.setMeta({ indexedAtUtc: 'now' });
  store.close();
  return folder;
}

const queryErrors = [
  'Failed to execute query stream: GenericFailure, lance error: Invalid user input: position is not found but required for phrase queries',
  'Parser error: sql parser error: Expected end of statement, found: EOF',
  'Panic in async function',
  'corrupt',
];
const readErrors = [
  'lance error: Not found: data/index.lancedb/a.lance/data/001111.lance, lance-io-8.0.0/src/local.rs:133:40',
  'Failed to get next batch from stream: lance error: LanceError(IO): Generic LocalFileSystem error: failed to fill whole buffer',
];

test('a sound index is never called damaged, whatever the words of an error', async (t) => {
  const location = parseLocation(await indexed(t));
  for (const message of queryErrors) {
    const error = new Error(message);
    assert.equal(await explainIndexFailure(error, location), error);
  }
  for (const message of readErrors) {
    const told = await explainIndexFailure(new Error(message), location);
    assert.ok(isAriadneError(told, 'index-read-failed') && /try again/i.test(told.message) && !/delete/i.test(told.message), String(told));
  }
});

test('what is explained already, or stopped, stays as it is', async (t) => {
  const location = parseLocation(await indexed(t));
  for (const error of [new AriadneError('index-locked', 'Wait.'), abortError()])
    assert.equal(await explainIndexFailure(error, location), error);
});

for (const part of ['data', '_versions', '_indices']) {
  for (const isGone of [true, false]) {
    test(`files of passages/${part} that are ${isGone ? 'gone' : 'cut short'} are found, and the way out is said`, async (t) => {
      const folder = await indexed(t);
      const files = readdirSync(join(folder, 'passages.lance', part), { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      for (const { parentPath, name } of files) {
        if (isGone) rmSync(join(parentPath, name));
        else truncateSync(join(parentPath, name), 10);
      }
      const told = await explainIndexFailure(new Error(readErrors[0]), parseLocation(folder));
      // A table without any version is none: killed processes leave such, and the next pass makes it again.
      const isNone = part === '_versions' && isGone;
      assert.ok(isAriadneError(told, isNone ? 'index-read-failed' : 'index-unreadable'), String(told));
      if (!isNone) assert.match(told.message, /reading it failed twice\. Delete the index .* index again\.$/);
    });
  }
}
