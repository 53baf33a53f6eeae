import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { linkTo, partsOf, pathBelow, wayTo, type UriParts } from '../../../src/extension/uriPaths.ts';

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

test('a path of a run leads to a document of another folder, also on another drive or server', () => {
  const folder = at('/c:/my notes');
  for (const [path, place] of [
    ['a.md', at('/c:/my notes/a.md')],
    ['../rivers/a.md', at('/c:/rivers/a.md')],
    ['file:///D:/rivers/50 %.md', at('/D:/rivers/50 %.md')],
    ['file://box/share/a.md', at('/share/a.md', 'box')],
  ] as const)
    assert.deepEqual(partsOf(folder, path), place);
  // A remote window names its machine in every address.
  const remote = { scheme: 'vscode-remote', authority: 'ssh-remote+box', path: '/c:/notes' };
  assert.deepEqual(partsOf(remote, 'file:///D:/a.md'), { ...remote, path: '/D:/a.md' });
});

test('a link is relative, or an address where no way leads', () => {
  assert.equal(linkTo(at('/c:/notes'), at('/C:/rivers/a.md')), '../rivers/a.md');
  assert.equal(linkTo(at('/c:/notes'), at('/d:/rivers/a b.md')), 'file:///d:/rivers/a b.md');
  assert.equal(linkTo(at('/c:/notes'), at('/share/a.md', 'box')), 'file://box/share/a.md');
});
