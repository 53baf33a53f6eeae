import assert from 'node:assert/strict';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { KeptTexts } from '../../../src/corpus/keptTexts.ts';
import { cannotMount, smallDisk } from '../../support/smallDisk.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function content(hash: string) {
  return { hash, parser: 'pdf', parserVersion: 3 };
}

function setUp(t: TestContext, limitBytes?: number) {
  const folder = join(tempFolder(t), 'texts');
  return { folder, texts: new KeptTexts(folder, limitBytes) };
}

test('a text is found by the content of its document and the version of its reader', async (t) => {
  const { folder, texts } = setUp(t);
  const halfOfAPair = 'Café \ud83d is broken; 😀 is not.';
  await texts.keep(content('aa'), halfOfAPair);
  await texts.keep(content('bb'), '');
  const found = [content('aa'), content('bb'), content('cc'), { ...content('aa'), parserVersion: 4 }, { ...content('aa'), parser: 'docx' }];
  assert.deepEqual(await Promise.all(found.map((one) => new KeptTexts(folder).find(one))), [
    halfOfAPair,
    '',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a damaged text is not used, and is replaced when it is kept again', async (t) => {
  const { folder, texts } = setUp(t);
  const text = 'The barrage is 1,240 metres long. '.repeat(100);
  await texts.keep(content('aa'), text);
  const file = join(folder, readdirSync(folder)[0] ?? '');
  const whole = readFileSync(file);
  const flipped = Buffer.from(whole);
  flipped[40] = (flipped[40] ?? 0) ^ 1;
  for (const damaged of [whole.subarray(0, -1), whole.subarray(0, 30), Buffer.alloc(whole.length), Buffer.alloc(0), flipped]) {
    writeFileSync(file, damaged);
    assert.equal(await texts.find(content('aa')), undefined);
  }
  await texts.keep(content('aa'), text);
  assert.equal(await texts.find(content('aa')), text);
});

test('processes that keep the same text at once do not disturb each other', async (t) => {
  const { folder, texts } = setUp(t);
  const text = 'Osric Vane designed the station. '.repeat(1000);
  await Promise.all(Array.from({ length: 8 }, () => new KeptTexts(folder).keep(content('aa'), text)));
  assert.deepEqual([await texts.find(content('aa')), readdirSync(folder).length], [text, 1]);
});

test('texts of other documents go, and what a killed process has left', async (t) => {
  const { folder, texts } = setUp(t);
  await texts.keepOnly([content('aa')]);
  for (const hash of ['aa', 'bb']) await texts.keep(content(hash), hash);
  writeFileSync(join(folder, 'left'), 'part of a te');
  utimesSync(join(folder, 'left'), 0, 0);
  writeFileSync(join(folder, 'being-written'), 'part of a te');
  await texts.keepOnly([content('aa'), content('cc')]);
  assert.deepEqual(
    [await texts.find(content('aa')), await texts.find(content('bb')), readdirSync(folder).includes('left'), readdirSync(folder).length],
    ['aa', undefined, false, 2],
  );
});

test('above the limit the oldest texts go', async (t) => {
  const { folder, texts } = setUp(t, 100);
  const hashes = ['aa', 'bb', 'cc', 'dd', 'ee'];
  for (const [i, hash] of hashes.entries()) {
    await texts.keep(content(hash), hash);
    utimesSync(join(folder, readdirSync(folder).find((name) => name.startsWith(hash)) ?? ''), i + 1, i + 1);
  }
  const each = (await texts.sizeBytes()) / hashes.length;
  await texts.keepOnly(hashes.map(content));
  const found = await Promise.all(hashes.map((hash) => texts.find(content(hash))));
  const fit = Math.floor(100 / each);
  assert.ok(fit > 0 && fit < hashes.length);
  assert.deepEqual(
    found.map((text) => text !== undefined),
    hashes.map((_, i) => i >= hashes.length - fit),
  );
});

test('on a full disk nothing is kept, and nothing is left of it', { skip: cannotMount() }, async (t) => {
  const disk = smallDisk(t, 256 * 1024);
  const texts = new KeptTexts(join(disk.folder, 'texts'));
  await texts.keep(content('aa'), 'Kept before.');
  disk.fill(4096);
  const incompressible = Array.from({ length: 100_000 }, (_, i) => String.fromCharCode((i * 7919) % 50_000)).join('');
  await assert.rejects(texts.keep(content('bb'), incompressible), { code: 'ENOSPC' });
  assert.deepEqual([await texts.find(content('aa')), await texts.find(content('bb'))], ['Kept before.', undefined]);
  assert.equal(readdirSync(join(disk.folder, 'texts')).length, 1);
});
