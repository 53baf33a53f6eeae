import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf } from '../../../src/base/hash.ts';
import { isAriadneError } from '../../../src/base/errors.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';

async function read(path: string, content: string | Uint8Array, signal?: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ariadne-read-'));
  try {
    await writeFile(join(folder, path), content);
    const { title, parser, hash, passages } = await readDocument(
      folder,
      { path },
      { maxFileBytes: 1_000_000, ...(signal ? { signal } : {}) },
    );
    assert.equal(hash, hashOf([content]));
    return `${parser} ${title}: ${passages.length}`;
  } catch (error) {
    if (isAriadneError(error)) return error.code;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a document is read, hashed and cut, or it is said what is wrong with it', async () => {
  assert.deepEqual(
    await Promise.all([
      read('a.md', '\ufeff# T\n\ntext'),
      read('a.md', ' \n'),
      read('a.html', '<nav>x</nav>'),
      read('a.txt', 'x\0y'),
      read('a.md', 'x'.repeat(1_000_001)),
      read('a.bin', 'x'),
    ]),
    ['markdown T: 1', 'empty-document', 'empty-document', 'binary-file', 'file-too-large', 'unsupported-format'],
  );
});

test('a file that went away and a cancelled reading are distinguished', async () => {
  await assert.rejects(readDocument(tmpdir(), { path: 'ariadne-is-not-here.md' }, { maxFileBytes: 10 }), { code: 'file-missing' });
  await assert.rejects(read('a.md', 'text', AbortSignal.abort()), { name: 'AbortError' });
});

test('absurdly nested input is read or refused, and never crashes', async () => {
  const nested: readonly (readonly [string, string])[] = [
    ['a.md', '>'],
    ['a.md', '['],
    ['a.md', '<div>'],
    ['a.md', '*a **b '],
    ['a.html', '<div>'],
    ['a.html', '<b>'],
    ['a.tex', '{'],
    ['a.tex', '\\begin{a}'],
    ['a.ipynb', '['],
  ];
  for (const [path, mark] of nested)
    assert.match(await read(path, `${mark.repeat(10_000)}x`), /^(?:markdown|html|latex) |^unreadable-document$|^not-a-notebook$/);
});

test('time grows no faster than size', async () => {
  for (const [path, part] of [
    ['a.txt', 'Some words here. '],
    ['a.md', '- an item of a list\n'],
    ['a.md', 'a_b*c [d] '],
  ] as const) {
    const times: number[] = [];
    for (const count of [1_000, 10_000]) {
      const started = performance.now();
      await read(path, part.repeat(count));
      times.push(performance.now() - started);
    }
    const [small = 0, large = 0] = times;
    // Ten times the size: linear is 10, quadratic 100; small times are mostly noise.
    assert(large < 50 * Math.max(small, 20), `${path}: ${small} ms, then ${large} ms`);
  }
});
