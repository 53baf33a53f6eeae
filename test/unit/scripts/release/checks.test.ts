import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { nightlyVersion } from '../../../../scripts/release/nightly.ts';
import { problemsOf, type Release } from '../../../../scripts/release/checks.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { notices, noticesText, packedExample } from './packedExample.ts';

const good: Release = {
  version: '1.0.0',
  lockedVersion: '1.0.0',
  isPreRelease: false,
  changelog: '# Changelog\n\n## 1.0.0\n\nThe first release.\n',
  tags: ['v1.0.0'],
  notices,
  noticesText,
  packed: [],
};
const problems = (changes: Partial<Release>): readonly string[] => problemsOf({ ...good, ...changes });

test('a complete release has no problem', (t) => {
  assert.deepEqual(problems({ packed: [packedExample(tempFolder(t))] }), []);
  assert.deepEqual(problems({ tags: [] }), []);
});

test('a pre-release needs no tag and no section of the changelog, but an odd minor number', () => {
  const nightly = { isPreRelease: true, changelog: '', tags: ['v1.0.0'] };
  assert.deepEqual(problems({ ...nightly, version: '1.1.20261128', lockedVersion: '1.1.20261128' }), []);
  assert.deepEqual(problems(nightly), ['1.0.0 has an even minor number, which is for releases.']);
});

test('a version that the stores, the lock file, the changelog or the tag do not have is a problem', () => {
  assert.deepEqual(problems({ version: '1.0.0-rc.1', lockedVersion: '1.0.0-rc.1', tags: [], changelog: '## 1.0.0-rc.1\nNew.' }), [
    'package.json has version 1.0.0-rc.1. The stores take only three numbers, such as 1.0.0.',
  ]);
  assert.deepEqual(problems({ lockedVersion: '0.9.0' }), ['package-lock.json has version 0.9.0, package.json 1.0.0. Run npm install.']);
  assert.deepEqual(problems({ changelog: '# Changelog\n\n## Unreleased\n\n1.0.0\n\n## 1.0.01\n\nNew.\n' }), [
    'CHANGELOG.md has no section ## 1.0.0.',
  ]);
  assert.deepEqual(problems({ changelog: '## 1.0.0\n\n\n## 0.9.0\n\nNew.\n' }), ['CHANGELOG.md says nothing about 1.0.0.']);
  assert.deepEqual(problems({ tags: ['v1.0.1'] }), ['The tag is v1.0.1, but package.json has version 1.0.0.']);
});

test('licenses are allowed by name, in every part that applies', () => {
  const licensed = (license: string): readonly string[] =>
    problems({ notices: [{ name: 'a', version: '2.0.0', license, text: 'Terms.', crates: [] }] });
  for (const license of ['MIT', 'MIT AND Apache-2.0', '(MIT OR GPL-3.0-only)', 'GPL-3.0-only OR ISC'])
    assert.deepEqual(licensed(license), []);
  for (const license of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    '(MIT OR GPL-3.0-only) AND AGPL-3.0-only',
    'SEE LICENSE IN EULA.txt',
    'MIT WITH x',
  ]) {
    assert.deepEqual(licensed(license), [`a 2.0.0 has license ${license}, which scripts/release/checks.ts does not allow.`]);
  }
  assert.deepEqual(licensed(''), ['a 2.0.0 has no license, which scripts/release/checks.ts does not allow.']);
  const crates = [{ name: 'readline', version: '8.0.0', license: 'GPL-3.0-only' }];
  assert.deepEqual(problems({ notices: [{ name: 'a', version: '2.0.0', license: 'MIT', text: '', crates }] }), [
    'a 2.0.0 has no license text for the notices.',
    'readline 8.0.0 has license GPL-3.0-only, which is in a and not allowed.',
  ]);
});

test('a package of another build, or with a library that the notices do not name, is a problem', (t) => {
  const packed = packedExample(tempFolder(t), {
    'extension/package.json': '{"name":"ariadne","publisher":"ariadne","version":"0.9.0"}',
    'extension/dist/ThirdPartyNotices.txt': 'old',
    'extension/dist/node_modules/left-pad/package.json': '{"name":"left-pad","version":"1.3.0"}',
    'extension/media/icons.zip': '',
    'extension/readme.md': '[Home](https://a.test) <img srcset="media/a.png">',
  });
  assert.deepEqual(problems({ packed: [packed] }), [
    'ariadne-linux-x64.vsix has version 0.9.0, package.json 1.0.0. Package it again.',
    'ariadne-linux-x64.vsix has the notices of another build. Package it again.',
    'ariadne-linux-x64.vsix has a README with an address that only works in the repository.',
    'ariadne-linux-x64.vsix contains left-pad 1.3.0, which the notices do not name.',
    "ariadne-linux-x64.vsix contains the archive media/icons.zip, which the stores' scans reject.",
  ]);
});

test('what looks like a credential is named by its kind and file, never by its value', (t) => {
  // Put together here, so that no scan finds them in this file.
  const long = 'A1b2'.repeat(10);
  const found = (content: string): readonly string[] =>
    problems({ packed: [packedExample(tempFolder(t), { 'extension/dist/x.js': content })] });
  for (const [what, credential] of [
    ['an AWS key', `AKI${'A'.repeat(13)}`],
    ['a GitHub token', `ghp${'_'}${long}`],
    ['a GitHub token', `github${'_pat_'}${long}`],
    ['a GitLab token', `glpat${'-'}${long}`],
    ['an npm token', `npm${'_'}${long}`],
    ['a Slack token', `xoxb${'-'}1`],
    ['a Google key', `AIz${'a'}${long}`],
    ['an OpenAI or Anthropic key', `sk${'-'}${long}`],
    ['a Hugging Face token', `hf${'_'}${long}`],
    ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
    ['a JSON Web Token', `eyJ${long}.eyJ${long}`],
    ['an address with a password', `https://me:${'secret'}@example.org`],
  ] as const) {
    assert.deepEqual(found(`const x = "${credential}";`), [`ariadne-linux-x64.vsix: dist/x.js contains what looks like ${what}.`]);
  }
  assert.deepEqual(found('task-sk-1; https://example.org:8080/@scope/x; a_ghp_; sk-learn; `http://${user}:${password}@host`'), []);
});

test('a nightly version is newer than the release before it', () => {
  assert.equal(nightlyVersion('1.0.0', new Date('2026-11-28T23:00:00Z')), '1.1.20261128');
  assert.equal(nightlyVersion('1.1.20261127', new Date('2026-11-28T01:00:00Z')), '1.1.20261128');
});

test('the command ends with 1 and a sentence', () => {
  const main = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'release', 'main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, 'publish', 'elsewhere'], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^(?:There is no store elsewhere\. Stores: marketplace, open-vsx\.|\S+ has no package\. Run npm run package, then npm run release:files\.)\n$/,
  );
});
