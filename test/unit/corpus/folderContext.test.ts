import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderContext } from '../../../src/corpus/folderContext.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('a reader sees text files of the folder and nothing outside of it', (t) => {
  const outer = tempFolder(t, {
    'secret.txt': 'outside',
    'in/a.tex': '\ufeffa',
    'in/sub/b.tex': 'b',
    'in/big.tex': 'x'.repeat(101),
    'in/nul.tex': 'x\0',
  });
  const folder = join(outer, 'in');
  symlinkSync(outer, join(folder, 'out'));
  symlinkSync(join(outer, 'secret.txt'), join(folder, 'out.txt'));
  symlinkSync(join(folder, 'a.tex'), join(folder, 'sub', 'link.tex'));
  const { textOf, filesIn } = folderContext(folder, 100);
  const paths = ['a.tex', 'sub/../a.tex', 'sub/b.tex', 'sub/link.tex', 'gone.tex', 'a.tex/x', 'sub', 'big.tex', 'nul.tex', '\0'];
  const outside = ['../secret.txt', 'out/secret.txt', 'out.txt', join(outer, 'secret.txt'), '/etc/hostname', '..'];
  assert.deepEqual(paths.map(textOf), ['a', 'a', 'b', 'a', ...new Array<undefined>(6).fill(undefined)]);
  assert.deepEqual(outside.map(textOf), new Array<undefined>(6).fill(undefined));
  assert.deepEqual(['', '.', 'sub', 'a.tex', 'gone', '..', 'out'].map(filesIn), [
    ['a.tex', 'big.tex', 'nul.tex'],
    ['a.tex', 'big.tex', 'nul.tex'],
    ['b.tex'],
    [],
    [],
    [],
    [],
  ]);
});
