/** A hub, or a mirror, that answers anything: what is accepted stays within the store, the rest is refused with a sentence. */
import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../../src/base/errors.ts';
import { listModel } from '../../../../src/models/hub/hubListing.ts';
import { neededFiles } from '../../../../src/models/hub/hubFiles.ts';
import { folderName, noteOf } from '../../../../src/models/hub/storedModel.ts';
import { hostileJson, hostileRuns } from '../../../support/hostile.ts';

const sha = 'a'.repeat(40);
const about = { id: 'org/tiny', sha, cardData: { license: 'mit' }, tags: ['license:mit'] };
const files = ['config.json', 'tokenizer.json', 'onnx/model_quantized.onnx', '1_Pooling/config.json'].map((path) => ({
  type: 'file',
  path,
  size: 10,
  oid: sha,
  lfs: { oid: `sha256:${'b'.repeat(64)}`, size: 10 },
}));
const elsewhere = ['../../x', '/etc/x', 'org/../../../x', 'org/a/b', 'a\\..\\..\\b/c'];
const clock = { now: () => 0, random: () => 0, delay: () => Promise.resolve() };

test('whatever a hub lists, a model stays in its folder', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        hostileJson(about),
        fc.constantFrom(...elsewhere).map((id) => Buffer.from(JSON.stringify({ ...about, id }))),
      ),
      fc.oneof(
        hostileJson(files),
        fc.constantFrom(...elsewhere).map((path) => Buffer.from(JSON.stringify([...files, { ...files[0], path }]))),
      ),
      fc.boolean(),
      async (said, listed, isAbout) => {
        const reply = (url: string): Buffer =>
          url.includes('/tree/')
            ? isAbout
              ? Buffer.from(JSON.stringify(files))
              : listed
            : isAbout
              ? said
              : Buffer.from(JSON.stringify(about));
        const fetch = (url: string): Promise<Response> => Promise.resolve(new Response(Uint8Array.from(reply(url))));
        try {
          const listing = await listModel('org/tiny', 'main', { fetch, clock, hubUrl: 'http://hub.test', signal: undefined });
          const needed = neededFiles(listing.name, listing.files);
          const note = noteOf(listing.name, needed, { revision: listing.commit, asked: 'main', from: 'hub.test', now: new Date(0) });
          assert.equal(basename(join('/store', folderName(note))), folderName(note));
          assert.equal(join('/store', folderName(note)), `/store/${folderName(note)}`);
          for (const { path, sizeBytes } of needed.files) {
            assert.ok(join('/store/m', path).startsWith('/store/m/'), path);
            assert.ok(Number.isSafeInteger(sizeBytes), String(sizeBytes));
          }
        } catch (error) {
          assert.ok(isAriadneError(error) && /^model-/.test(error.code), String(error));
          assert.match(error.message, /[.!)]$/);
        }
      },
    ),
    hostileRuns(60),
  );
});
