import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { awaitVisible, marketplace, openVsx } from '../../../../scripts/release/stores.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { packedExample } from './packedExample.ts';

const patience = { everyMs: 1, atMostMs: 30 };

/** A store that answers in turn, and with its last answer from then on. */
async function served(t: TestContext, ...answers: readonly (object | number)[]): Promise<string> {
  let at = 0;
  const answer = (response: ServerResponse): void => {
    const now = answers[Math.min(at++, answers.length - 1)] ?? 500;
    if (typeof now === 'number') response.writeHead(now).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(now));
  };
  const server = createServer((request, response) => request.resume().on('end', () => answer(response)));
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const inMarketplace = (...versions: readonly object[]): object => ({ results: [{ extensions: [{ versions }] }] });
const inOpenVsx = (...targetPlatforms: readonly string[]): object => ({
  allTargetPlatformVersions: [{ version: '1.0.0', targetPlatforms }],
});

test('a version is awaited until the store shows it for every target', async (t) => {
  const packed = [packedExample(tempFolder(t))];
  const old = inMarketplace({ version: '0.9.0', targetPlatform: 'linux-x64' }, { version: '1.0.0', targetPlatform: 'win32-x64' });
  const all = inMarketplace({ version: '1.0.0', targetPlatform: 'linux-x64' });
  await awaitVisible(marketplace(await served(t, { results: [{ extensions: [] }] }, 503, old, all)), packed, {
    everyMs: 1,
    atMostMs: 5_000,
  });
  await awaitVisible(openVsx(await served(t, 404, inOpenVsx(), inOpenVsx('linux-x64'))), packed, { everyMs: 1, atMostMs: 5_000 });
});

test('a version that does not appear, and a store that cannot be asked, are told apart', async (t) => {
  const packed = [packedExample(tempFolder(t))];
  await assert.rejects(awaitVisible(openVsx(await served(t, inOpenVsx('win32-x64'))), packed, patience), {
    message:
      'Open VSX does not show 1.0.0 for linux-x64 yet. A scan can hold a version back for days. Ask again with npm run release:visible.',
  });
  await assert.rejects(
    awaitVisible(marketplace(await served(t, 500)), packed, patience),
    /^Error: The Marketplace cannot be asked: .+ answered with 500\./,
  );
});

test('Open VSX without a token says which is missing', async () => {
  await assert.rejects(openVsx('http://127.0.0.1:1', '').publish(['x.vsix']), /^Error: OVSX_PAT is not set\./);
});
