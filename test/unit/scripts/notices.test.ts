import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { noticesOf, thirdPartyNotices } from '../../../scripts/notices.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const crates =
  '<ul class="licenses-list"><li class="license"><h3 id="ISC">ISC License</h3><ul class="license-used-by"><li><a href=" https://x ">ring 0.17.14</a></li>' +
  '<li><a>untrusted 0.9.0</a></li></ul><pre class="license-text">Permission &quot;as is&quot;</pre></li></ul>';

test('notices name what is in a shipped bundle, with its text, and nothing else', async (t) => {
  const root = tempFolder(t);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const add = (name: string, facts: object, code = 'export const value = Math.random();'): void => {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.2.3', type: 'module', main: 'index.js', ...facts }));
    write(`node_modules/${name}/index.js`, code);
  };
  add('@scope/used', { license: 'MIT' }, "import { value } from 'inner'; export { value };  console.log(value);");
  write('node_modules/@scope/used/License.txt', 'MIT License\n\nCopyright (c) 2020 Somebody\n\nPermission is granted.\n');
  write('node_modules/@scope/used/NOTICE', 'Made by many.');
  add('inner', { license: 'MIT', repository: { url: 'https://example.org/inner' } });
  add('unused', { license: 'MIT', sideEffects: false });
  add('of-tests', { license: 'GPL-3.0' });
  add('unlicensed', {});
  add('native', { license: 'MIT', repository: 'example/native' });
  write('node_modules/native/RUST_THIRD_PARTY_LICENSES.html', crates);
  write(
    'shipped.js',
    "import { value } from '@scope/used'; import { value as other } from 'unused'; import { value as third } from 'unlicensed'; console.log(value, third);",
  );
  write('tests.js', "import { value } from 'of-tests'; console.log(value);");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['shipped.js', 'tests.js'],
    bundle: true,
    format: 'esm',
    outdir: 'dist',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const notices = noticesOf(root, { metafiles: [metafile], isShipped: (output) => output === 'dist/shipped.js', beside: ['native'] });
  const inner = 'MIT License\n\nCopyright (c) the authors of inner, https://example.org/inner\n\nPermission is granted.';
  assert.deepEqual(
    notices.map(({ name, license, text }) => [name, license, text]),
    [
      ['@scope/used', 'MIT', 'MIT License\n\nCopyright (c) 2020 Somebody\n\nPermission is granted.\n\nMade by many.'],
      ['inner', 'MIT', inner],
      [
        'native',
        'MIT',
        `${inner.replace('inner, https://example.org/inner', 'native, example/native')}\n\nISC License, of ring 0.17.14, untrusted 0.9.0:\n\nPermission "as is"`,
      ],
      ['unlicensed', '', ''],
    ],
  );
  assert.deepEqual(notices.find(({ name }) => name === 'native')?.crates, [
    { name: 'ring', version: '0.17.14', license: 'ISC' },
    { name: 'untrusted', version: '0.9.0', license: 'ISC' },
  ]);
  assert.ok(thirdPartyNotices(notices).startsWith(`${'='.repeat(80)}\n@scope/used 1.2.3 (MIT)\n\nMIT License\n`));
});
