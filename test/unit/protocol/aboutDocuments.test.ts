import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aboutDocuments, aboutOf, ambiguous, preferredDocuments } from '../../../src/protocol/aboutDocuments.ts';

const meant = { start: 0, end: 6, words: 'Varrow', documents: ['a.pdf', 'b.pdf'], total: 30 };

test('what a question names is kept with the titles of what is preferred', () => {
  const about = aboutOf({ meant: [meant], preferred: ['a.pdf', 'x/b.pdf'], unknown: [] }, (path) =>
    path === 'a.pdf' ? 'Varrow, 1912' : undefined,
  );
  assert.deepEqual(about?.titles, { 'a.pdf': 'Varrow, 1912' });
  assert.deepEqual(about && preferredDocuments(about), [
    { path: 'a.pdf', title: 'Varrow, 1912' },
    { path: 'x/b.pdf', title: 'b.pdf' },
  ]);
  assert.deepEqual(about && ambiguous(about), [meant]);
  assert.deepEqual(about && ambiguous({ ...about, meant: [meant, { ...meant, total: 1 }, meant] }), [meant]);
});

test('a question that names nothing leaves nothing, and one that names what is not there does', () => {
  const title = (): undefined => undefined;
  assert.equal(aboutOf({ meant: [], preferred: [], unknown: [] }, title), undefined);
  assert.deepEqual(aboutOf({ meant: [], preferred: [], unknown: ['Acme'] }, title), { meant: [], preferred: [], unknown: ['Acme'] });
});

test('documents that are not searched are left out, and what names nothing else', () => {
  const names = {
    meant: [
      { ...meant, total: 2 },
      { ...meant, documents: ['b.pdf'] },
    ],
    preferred: ['b.pdf', 'a.pdf'],
    unknown: [],
  };
  const about = aboutOf(
    names,
    () => undefined,
    (path) => path === 'a.pdf',
  );
  assert.deepEqual(about, { meant: [{ ...meant, documents: ['a.pdf'], total: 1 }], preferred: ['a.pdf'], unknown: [] });
  assert.equal(
    aboutOf(
      names,
      () => undefined,
      () => false,
    ),
    undefined,
  );
});

test('titles of any length and any characters are kept short and whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (title) => {
      const about = aboutOf({ meant: [], preferred: ['__proto__', 'a.md'], unknown: [] }, () => title);
      const shown = about?.titles?.['a.md'] ?? '';
      assert.ok(Array.from(shown).length <= 200 && shown.isWellFormed());
      assert.ok(shown === title || title.startsWith(shown.slice(0, -1)));
      assert.deepEqual(aboutDocuments.parse(JSON.parse(JSON.stringify(about))).preferred, ['__proto__', 'a.md']);
    }),
    { numRuns: 40 },
  );
});
