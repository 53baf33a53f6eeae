import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { discover } from '../../../src/corpus/discover.ts';
import { IGNORE_FILES } from '../../../src/corpus/ignoreRules.ts';
import { allReaders } from '../../../src/corpus/readers/allReaders.ts';
import { documentFormats, supportedExtensions } from '../../../src/corpus/readers/formats.ts';
import {
  closedFolderNames,
  documentExtensions,
  extensionOf,
  extractedExtensions,
  ignoreFileNames,
} from '../../../src/protocol/documentFormats.ts';
import { defaultDiscovery } from '../../../src/protocol/indexRequests.ts';

test('the formats that the editor knows are those that are read', () => {
  const extracting = documentFormats.filter(({ kind }) => kind === 'extracting').flatMap(({ extensions }) => extensions);
  assert.deepEqual(
    [documentExtensions, extractedExtensions, ignoreFileNames].map((list) => list.toSorted()),
    [supportedExtensions, extracting, IGNORE_FILES].map((list) => list.toSorted()),
  );
});

test('each format has a reader of its kind', () => {
  assert.deepEqual(
    documentFormats.map(({ name, kind }) => [name, kind]),
    Object.entries(allReaders).map(([name, { kind }]) => [name, kind]),
  );
});

test('nothing in a closed folder is a document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-closed-'));
  try {
    for (const name of closedFolderNames) {
      mkdirSync(join(folder, 'in', name), { recursive: true });
      writeFileSync(join(folder, 'in', name, 'a.md'), 'text');
    }
    writeFileSync(join(folder, 'in', 'a.md'), 'text');
    const { files } = await discover(folder, defaultDiscovery);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['in/a.md'],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an extension is what follows the last dot, if a name is before it', () => {
  const paths = ['a.MD', 'x/y.tar.gz', '.gitignore', 'a.b/c', 'c.', ''];
  assert.deepEqual(paths.map(extensionOf), ['.md', '.gz', '', '', '.', '']);
});
