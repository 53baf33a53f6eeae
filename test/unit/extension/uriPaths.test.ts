import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { pathBelow, wayTo, type UriParts } from '../../../src/extension/uriPaths.ts';

const at = (path: string, authority = ''): UriParts => ({ scheme: 'file', authority, path });
const names = fc.array(fc.constantFrom('a', 'B', 'c d', 'é', '..x', 'a.md', '%20'), { maxLength: 4 });
const drive = fc.constantFrom('c', 'C', 'd', 'D');

test('on Windows the way leads where its own paths do, and there is none to another drive', () => {
  fc.assert(
    fc.property(drive, names, drive, names, (fromDrive, from, toDrive, to) => {
      const way = wayTo(at(['', `${fromDrive}:`, ...from].join('/')), at(['', `${toDrive}:`, ...to].join('/')));
      if (fromDrive.toLowerCase() !== toDrive.toLowerCase()) return assert.equal(way, undefined);
      assert.equal(
        win32.resolve(`${fromDrive}:\\`, ...from, way ?? '?').toLowerCase(),
        win32.resolve(`${toDrive}:\\`, ...to).toLowerCase(),
      );
      assert.ok(way !== undefined && !way.includes('\\') && !/^[a-z]:/i.test(way));
    }),
  );
});

test('elsewhere the way leads there from every folder', () => {
  fc.assert(
    fc.property(names, names, (from, to) => {
      const way = wayTo(at(`/${from.join('/')}`), at(`/${to.join('/')}`));
      assert.equal(posix.resolve('/', ...from, way ?? '?'), posix.resolve('/', ...to));
    }),
  );
});

test('what is below a folder is found in it, whatever the case of the drive', () => {
  fc.assert(
    fc.property(drive, names, names, (letter, folder, below) => {
      const root = ['', `${letter}:`, ...folder].join('/');
      const place = [['', `${letter.toLowerCase()}:`, ...folder].join('/'), ...below].join('/');
      assert.equal(pathBelow(at(root), at(place)), below.join('/') || undefined);
    }),
  );
  assert.equal(pathBelow(at('/c:/notes'), at('/d:/notes/a.md')), undefined);
  assert.equal(pathBelow(at('/c:/notes'), at('/c:/notes-2/a.md')), undefined);
  assert.equal(pathBelow(at('/c:/'), at('/C:/a.md')), 'a.md');
});

test('shared folders are told apart by their server', () => {
  assert.equal(pathBelow(at('/docs', 'Server'), at('/docs/a.md', 'server')), 'a.md');
  assert.equal(pathBelow(at('/docs', 'server'), at('/docs/a.md', 'other')), undefined);
  assert.equal(wayTo(at('/docs/x', 'server'), at('/docs/a.md', 'server')), '../a.md');
  assert.equal(wayTo(at('/docs', 'server'), at('/docs/a.md')), undefined);
});
