import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isAbort } from '../../../src/base/abort.ts';
import { isAriadneError } from '../../../src/base/errors.ts';
import { hashOf } from '../../../src/base/hash.ts';
import type { CutDocument } from '../../../src/corpus/document.ts';
import { createDocumentReader, type DocumentReaderOptions } from '../../../src/corpus/documentReader.ts';
import { KeptTexts } from '../../../src/corpus/keptTexts.ts';
import { makePdf } from '../../support/pdf.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const maxFileBytes = 1_000_000;
const root = join(import.meta.dirname, '../../..');
const folder = tempFolder(
  { after },
  {
    'a.md': '# Title\n\nSome text.',
    'b.txt': 'Other text.',
    'empty.md': ' \n',
    'c.pdf': makePdf([{ texts: [{ x: 72, y: 700, text: 'Printed text.' }] }]),
    'utf16.txt': Buffer.from('\ufeffwide text', 'utf16le'),
    ...Object.fromEntries(['hangs', 'waits', 'grows', 'ends', 'throws', 'throwsLater', 'thread'].map((name) => [`${name}.txt`, 'Text.'])),
  },
);

function readerIn(worker: string, limits: Omit<DocumentReaderOptions, 'worker'> = {}) {
  const reader = createDocumentReader(folder, { worker: join(root, worker), ...limits });
  return {
    ...reader,
    /** Titles, or codes of errors. */
    outcomes: (paths: readonly string[], signal?: AbortSignal) =>
      Promise.all(
        paths.map((path) =>
          reader.read({ path }, { maxFileBytes, ...(signal === undefined ? {} : { signal }) }).then(
            (result) => (result === 'unchanged' ? result : result.title),
            (error: unknown) => (isAbort(error) ? 'aborted' : isAriadneError(error) ? error.code : String(error)),
          ),
        ),
      ),
  };
}

const ordinary = readerIn('src/corpus/readWorker.ts');
const oneByOne = readerIn('src/corpus/readWorker.ts', { threads: 1 });
const strange = readerIn('test/support/strangeReadWorker.ts', { parseLimitMs: 3000, heapLimitMb: 32 });
after(() => Promise.all([ordinary.close(), oneByOne.close(), strange.close()]));

test('a document crosses the thread as it was cut, and errors with code and sentence', async () => {
  const document = (await ordinary.read({ path: 'a.md' }, { maxFileBytes })) as CutDocument;
  const { path, title, titleOrigin, hash, parser, parserVersion, passages } = document;
  const wanted = hashOf(['# Title\n\nSome text.']);
  assert.deepEqual(
    { path, title, titleOrigin, hash, parser, isCounted: parserVersion > 0, texts: passages.map(({ text }) => text) },
    { path: 'a.md', title: 'Title', titleOrigin: 'document', hash: wanted, parser: 'markdown', isCounted: true, texts: ['Some text.'] },
  );
  await assert.rejects(ordinary.read({ path: 'empty.md' }, { maxFileBytes }), {
    name: 'AriadneError',
    code: 'empty-document',
    message: 'empty.md contains no text, so there is nothing to index.',
  });
  assert.deepEqual(await ordinary.outcomes(['gone.md', 'a.bin', '.']), ['file-missing', 'unsupported-format', 'unsupported-format']);
});

test(
  'a pipe that took the place of a document does not wait for someone to write to it',
  { skip: process.platform === 'win32' },
  async () => {
    spawnSync('mkfifo', [join(folder, 'pipe.md')]);
    await assert.rejects(ordinary.read({ path: 'pipe.md' }, { maxFileBytes }), {
      code: 'file-unreadable',
      message: 'pipe.md is not a regular file. Exclude it.',
    });
  },
);

test('what is known is not parsed again, unless its reader changed', async () => {
  const { hash, parser, parserVersion } = (await ordinary.read({ path: 'b.txt' }, { maxFileBytes })) as CutDocument;
  const again = async (known: { hash: string; parser: string; parserVersion: number }) => {
    const result = await ordinary.read({ path: 'b.txt' }, { maxFileBytes, known });
    return result === 'unchanged' ? result : result.hash;
  };
  assert.deepEqual(
    [
      await again({ hash, parser, parserVersion }),
      await again({ hash, parser, parserVersion: parserVersion + 1 }),
      await again({ hash, parser: 'markdown', parserVersion }),
      await again({ hash: 'other', parser, parserVersion }),
    ],
    ['unchanged', hash, hash, hash],
  );
});

test('the source text is the file decoded', async () => {
  const { text, isExtracted, documentHash } = await ordinary.sourceText('utf16.txt', { maxFileBytes });
  assert.deepEqual([text, isExtracted], ['wide text', false]);
  assert.equal(documentHash, hashOf([Buffer.from('\ufeffwide text', 'utf16le')]));
});

test('documents asked for at once are read in order', async () => {
  const order: string[] = [];
  await Promise.all(
    ['a.md', 'gone.md', 'b.txt', 'a.md'].map((path) =>
      oneByOne.read({ path }, { maxFileBytes }).then(
        () => order.push(path),
        () => order.push(path),
      ),
    ),
  );
  assert.deepEqual(order, ['a.md', 'gone.md', 'b.txt', 'a.md']);
});

test('a text that someone waits for comes before the documents of a pass, and each request has its own limit', async () => {
  const order: string[] = [];
  const noted = async (name: string, work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => isAriadneError(error, 'file-too-large') || Promise.reject(error as Error));
    order.push(name);
  };
  await Promise.all([
    ...['a.md', 'b.txt', 'c.pdf'].map((path) => noted(path, oneByOne.read({ path }, { maxFileBytes: 100 }))),
    noted('text of c.pdf', oneByOne.sourceText('c.pdf', { maxFileBytes })),
  ]);
  assert.deepEqual(order, ['a.md', 'text of c.pdf', 'b.txt', 'c.pdf']);
});

test('the text of a document that was read is not extracted again until the document changes', async (t) => {
  const keptTexts = new KeptTexts(join(tempFolder(t), 'texts'));
  const reading = readerIn('src/corpus/readWorker.ts', { keptTexts });
  await reading.read({ path: 'c.pdf' }, { maxFileBytes });
  await reading.close();
  const cannotParse = readerIn('test/support/isNotHere.ts', { keptTexts });
  const codes = (limit = maxFileBytes) =>
    cannotParse.sourceText('c.pdf', { maxFileBytes: limit }).then(
      ({ text, isExtracted, documentHash }) => [text, isExtracted, documentHash],
      (error: unknown) => (isAriadneError(error) ? error.code : error),
    );
  const original = readFileSync(join(folder, 'c.pdf'));
  assert.deepEqual([await codes(), await codes(100)], [['Printed text.', true, hashOf([original])], 'file-too-large']);
  // Unchanged in size and time.
  const { atime, mtime } = statSync(join(folder, 'c.pdf'));
  writeFileSync(join(folder, 'c.pdf'), original.toString('latin1').replace('Printed', 'Painted'), 'latin1');
  utimesSync(join(folder, 'c.pdf'), atime, mtime);
  assert.equal(await codes(), 'reader-failed');
  writeFileSync(join(folder, 'c.pdf'), original);
});

test('a text that cannot be kept is extracted each time, which is said once', async (t) => {
  const told: string[] = [];
  const notAFolder = join(tempFolder(t, { file: '' }), 'file', 'texts');
  const onNotKept = (error: Error): number => told.push(error.message);
  const reader = readerIn('src/corpus/readWorker.ts', { keptTexts: new KeptTexts(notAFolder), onNotKept });
  const texts = [await reader.sourceText('c.pdf', { maxFileBytes }), await reader.sourceText('c.pdf', { maxFileBytes })];
  await reader.close();
  assert.deepEqual([texts.map(({ text }) => text), told.length], [['Printed text.', 'Printed text.'], 1]);
  assert.match(told[0] ?? '', /ENOTDIR/);
});

test('a document that takes too long, too much memory or the thread down fails alone', async () => {
  const slow = assert.rejects(strange.read({ path: 'hangs.txt' }, { maxFileBytes }), {
    code: 'document-too-slow',
    message: 'hangs.txt could not be parsed within 3 s. Simplify, split or exclude it.',
  });
  const paths = ['a.md', 'b.txt', 'grows.txt', 'a.md', 'ends.txt', 'b.txt', 'throwsLater.txt', 'a.md', 'throws.txt', 'b.txt'];
  assert.deepEqual(await strange.outcomes(paths), [
    'Title',
    'b',
    'document-too-big-in-memory',
    'Title',
    'unreadable-document',
    'b',
    'unreadable-document',
    'Title',
    'unreadable-document',
    'b',
  ]);
  await slow;
  assert.deepEqual(await strange.outcomes(['a.md', 'b.txt']), ['Title', 'b']);
  await assert.rejects(strange.read({ path: 'throws.txt' }, { maxFileBytes }), (error: unknown) => {
    assert(error instanceof Error && error.cause instanceof Error && error.cause.cause instanceof Error);
    assert.deepEqual([error.cause.message, error.cause.cause.message], ['a bug of the reader', 'deeper']);
    return true;
  });
});

test('while one document is parsed, others are read in another thread, if a core is free; it ends when that is done', async () => {
  const worker = 'test/support/strangeReadWorker.ts';
  const rest = { afterBytes: 1e9, afterMs: 1 };
  const [reader, frugal] = [readerIn(worker, { spareCore: { isThere: true }, rest }), readerIn(worker, { spareCore: { isThere: false } })];
  const order: string[] = [];
  const inTurn = ['waits.txt', 'a.md'].map(async (path) => order.push(...(await frugal.outcomes([path]))));
  const controller = new AbortController();
  const hanging = reader.outcomes(['hangs.txt'], controller.signal);
  assert.deepEqual(await reader.outcomes(['a.md', 'b.txt', 'ends.txt', 'a.md']), ['Title', 'b', 'unreadable-document', 'Title']);
  const threads = await reader.outcomes(['thread.txt', 'thread.txt']);
  await setTimeout(50);
  assert.equal(new Set([...threads, ...(await reader.outcomes(['thread.txt']))]).size, 2);
  controller.abort();
  assert.deepEqual(await hanging, ['aborted']);
  await Promise.all(inTurn);
  assert.deepEqual(order, ['waits', 'Title']);
  await Promise.all([reader.close(), frugal.close()]);
});

test('an abort ends what is being parsed and what waits, and nothing else', async () => {
  const reader = readerIn('test/support/strangeReadWorker.ts');
  await reader.outcomes(['a.md']);
  const controller = new AbortController();
  const aborted = reader.outcomes(['hangs.txt', 'a.md'], controller.signal);
  const others = reader.outcomes(['a.md', 'b.txt']);
  setImmediate(() => controller.abort());
  assert.deepEqual(
    [await aborted, await others],
    [
      ['aborted', 'aborted'],
      ['Title', 'b'],
    ],
  );
  assert.deepEqual(await reader.outcomes(['a.md'], AbortSignal.abort()), ['aborted']);
  const hanging = reader.outcomes(['hangs.txt', 'a.md']);
  await reader.close();
  assert.deepEqual(await hanging, ['aborted', 'aborted']);
  assert.deepEqual(await reader.outcomes(['a.md']), ['aborted']);
});

test('a thread that has read much ends when it has nothing to do, and another reads what comes later', async () => {
  const worker = 'test/support/strangeReadWorker.ts';
  const [tired, fresh] = [
    readerIn(worker, { threads: 1, rest: { afterBytes: 4, afterMs: 1 } }),
    readerIn(worker, { threads: 1, rest: { afterBytes: 1000, afterMs: 1 } }),
  ];
  const threadsOf = async ({ outcomes }: typeof tired): Promise<readonly string[]> => {
    const threads = await outcomes(['thread.txt']);
    await setTimeout(50);
    return [...threads, ...(await outcomes(['thread.txt', 'thread.txt']))];
  };
  const [first, second, third] = await threadsOf(tired);
  assert.ok(Number(second) > Number(first), `${first} has ended before ${second} begins`);
  assert.equal(third, second, 'it goes on while there is something to do');
  assert.equal(new Set(await threadsOf(fresh)).size, 1);
  await Promise.all([tired.close(), fresh.close()]);
});

test('a thread that cannot be started says so', async () => {
  const reader = readerIn('test/support/isNotHere.ts');
  assert.deepEqual(await reader.outcomes(['a.md', 'b.txt']), ['reader-failed', 'reader-failed']);
  await reader.close();
});

test('an idle thread does not keep the process alive', () => {
  const script = `import { createDocumentReader, type DocumentReaderOptions } from './src/corpus/documentReader.ts';
    const reader = createDocumentReader(${JSON.stringify(folder)}, { worker: './src/corpus/readWorker.ts' });
    console.log((await reader.read({ path: 'a.md' }, { maxFileBytes: 1000 })).title);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { cwd: root, encoding: 'utf8' });
  assert.deepEqual([status, stdout], [0, 'Title\n']);
});
