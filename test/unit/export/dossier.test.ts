import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { isAriadneError } from '../../../src/base/errors.ts';
import { hashOf } from '../../../src/base/hash.ts';
import { dossierOf } from '../../../src/export/dossier.ts';
import { verifyDossier } from '../../../src/export/verifyDossier.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { fold } from '../../../src/trace/fold.ts';
import { withBaselines } from '../../support/allPipelines.ts';
import { readGoldenRun } from '../../support/goldenRuns.ts';

withBaselines();

const { events } = readGoldenRun('retrieve-read');
const dossier = dossierOf(events);

async function problemOf(bytes: Uint8Array): Promise<string> {
  try {
    await verifyDossier(bytes, 'a.zip');
  } catch (error) {
    assert.ok(isAriadneError(error), String(error));
    assert.ok(error.code === 'dossier-changed' || error.code === 'dossier-unreadable', error.code);
    return error.message;
  }
  return '';
}

test('a dossier of every method is the same bytes again, and verifies without the folder', async () => {
  for (const name of ['sunar', 'form-table', 'drr-rag', 'self-dc', 'cot']) {
    const run = readGoldenRun(name).events;
    const bytes = dossierOf(run);
    assert.deepEqual(dossierOf(run), bytes);
    const { manifest, trace, notes } = await verifyDossier(bytes, name);
    assert.deepEqual([manifest.question, manifest.answer, notes], [fold(run).question, fold(run).answer, []]);
    assert.equal(trace.finished, true);
  }
});

test('no folder of the machine is in it', () => {
  const [first, ...rest] = events;
  const folder = '/home/mallory/secret place/docs';
  const failed = {
    n: events.length,
    at: 1,
    kind: 'recorded',
    key: 'k',
    of: 'x',
    error: { code: 'log-unwritable', message: `${folder}/a: no` },
  };
  const bytes = dossierOf([{ ...first, folder } as RunEvent, ...rest, failed as RunEvent]);
  for (const [name, content] of Object.entries(unzipSync(bytes)))
    assert.doesNotMatch(Buffer.from(content).toString(), /mallory|secret place/, name);
});

test('any changed, missing or additional byte is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(dossier.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const bytes = Uint8Array.from(dossier);
      bytes[at]! ^= flip;
      assert.notEqual(await problemOf(bytes), '', `byte ${at}`);
    }),
    { numRuns: 60 },
  );
  for (const end of [0, 1, 100, dossier.length >> 1, dossier.length - 200, dossier.length - 1])
    assert.notEqual(await problemOf(dossier.slice(0, end)), '', `the first ${end}`);
  assert.notEqual(await problemOf(Buffer.concat([dossier, Buffer.from('x')])), '');
});

/** Packed and sealed again, as by somebody who wants to deceive. */
function repacked(change: (files: Record<string, string>) => void, isManifestToo = true): Uint8Array {
  const files = Object.fromEntries(Object.entries(unzipSync(dossier)).map(([name, content]) => [name, Buffer.from(content).toString()]));
  change(files);
  if (isManifestToo) {
    const manifest = JSON.parse(files['manifest.json']!) as { files: Record<string, object> };
    for (const [name, text] of Object.entries(files))
      if (name !== 'manifest.json') manifest.files[name] = { bytes: Buffer.byteLength(text), sha256: hashOf([text]) };
    files['manifest.json'] = `${JSON.stringify(manifest, null, 2)}\n`;
  }
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
  const whole = Buffer.concat([zip, Buffer.from(`ariadne-dossier ${hashOf([zip])} ${hashOf([files['manifest.json']!])}`)]);
  whole.writeUInt16LE(whole.length - zip.length, zip.length - 2);
  return whole;
}

test('the sentence names the file that was changed, also where checksums were made again', async () => {
  const edit = (name: string, from: string | RegExp, to: string) => (files: Record<string, string>) => {
    assert.notEqual(files[name]!.replace(from, to), files[name]);
    files[name] = files[name]!.replace(from, to);
  };
  const { answer } = fold(events);
  for (const name of ['run.jsonl', 'answer.md', 'answer.html', 'passages.json', 'ledger.json'])
    assert.match(await problemOf(repacked(edit(name, /[a-z]/, 'X'), false)), new RegExp(`: ${name} was changed`));
  assert.match(await problemOf(repacked((files) => delete files['ledger.json'], false)), /ledger\.json is missing/);
  assert.match(await problemOf(repacked((files) => (files['more.txt'] = 'x'), false)), /more\.txt was added/);
  assert.match(await problemOf(repacked((files) => (files['../evil.sh'] = 'x'), false)), /"\.\.\/evil\.sh" is no file/);
  assert.match(await problemOf(repacked((files) => (files['/etc/passwd'] = 'x'))), /is no file/);
  for (const name of ['answer.md', 'answer.html', 'passages.json', 'ledger.json'])
    assert.match(await problemOf(repacked(edit(name, /[a-z]/, 'X'))), new RegExp(`${name.replace('.', '\\.')} does not follow`));
  assert.match(await problemOf(repacked(edit('manifest.json', answer!, 'Somewhere'))), /manifest\.json has another/);
  // An answer that the run never gave, everywhere.
  const lie = (files: Record<string, string>): void => {
    for (const name of Object.keys(files)) files[name] = files[name]!.replaceAll(answer!, 'Nowhere');
  };
  assert.match(await problemOf(repacked(lie)), /run\.jsonl/);
});

test('what says that it is enormous is not unpacked', async () => {
  const bomb = repacked((files) => (files['huge.txt'] = 'a'), false);
  const directory = Buffer.from(bomb);
  const at = directory.lastIndexOf('huge.txt') - 46 + 24;
  directory.writeUInt32LE(0xf0000000, at);
  assert.match(await problemOf(directory), /huge\.txt would be too large/);
});
