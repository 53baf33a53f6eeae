import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import { encodePath, placeIn } from '../../../src/citations/syntaxes/places.ts';
import { wayFrom } from '../../../src/run/severalFolders.ts';

test('the way to another folder is relative; to another drive or server it is an address', () => {
  assert.equal(wayFrom('/home/a/notes', '/home/a/rivers', posix), '../rivers');
  assert.equal(wayFrom('C:\\work\\notes', 'C:\\work\\old\\rivers', win32), '../old/rivers');
  assert.equal(wayFrom('C:\\notes', 'D:\\my rivers', win32), 'file:///D:/my rivers');
  assert.equal(wayFrom('C:\\notes', '\\\\box\\share\\rivers', win32), 'file://box/share/rivers');
});

test('a link to another drive is an address that survives reading it', () => {
  const path = `${wayFrom('C:\\notes', 'D:\\my rivers', win32)}/50 %: a.md`;
  const link = `${encodePath(path)}#L2-L3`;
  assert.equal(link, 'file:///D:/my%20rivers/50%20%25%3A%20a.md#L2-L3');
  assert.equal(new URL(link).protocol, 'file:');
  assert.deepEqual(placeIn(link), { path, startLine: 2, endLine: 3 });
});
