/** A small packaged extension with a native library, as `npm run package` lays it out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { thirdPartyNotices, type Notice } from '../../../../scripts/notices.ts';
import { readPacked, type Packed } from '../../../../scripts/release/packed.ts';

export const notices: readonly Notice[] = [
  {
    name: '@lancedb/lancedb',
    version: '0.9.0',
    license: 'Apache-2.0',
    text: 'Terms.',
    crates: [
      { name: 'ring', version: '0.17.14', license: 'ISC' },
      { name: 'ring', version: '0.17.14', license: 'Apache-2.0' },
    ],
  },
  { name: 'yaml', version: '2.9.1', license: 'ISC', text: 'Terms.', crates: [] },
];
export const noticesText = thirdPartyNotices(notices);

/** @param changes files to add to it, or to replace */
export function packedExample(folder: string, changes: Readonly<Record<string, string>> = {}): Packed {
  const lance = 'extension/dist/node_modules/@lancedb/lancedb-linux-x64-gnu';
  const files: Readonly<Record<string, string>> = {
    'extension.vsixmanifest': '<Identity Id="ariadne" Version="1.0.0" Publisher="ariadne" TargetPlatform="linux-x64" />',
    'extension/package.json': '{"name":"ariadne","publisher":"ariadne","version":"1.0.0"}',
    'extension/dist/engine.js': 'export {};',
    'extension/dist/ThirdPartyNotices.txt': noticesText,
    'extension/dist/ort/ort.wasm': 'AKIAAAAAAAAAAAAAAAAA',
    [`${lance}/package.json`]: '{"name":"@lancedb/lancedb-linux-x64-gnu","version":"0.9.0","license":"Apache-2.0"}',
    [`${lance}/lancedb.linux-x64-gnu.node`]: 'ELF',
    ...changes,
  };
  const path = join(folder, 'ariadne-linux-x64.vsix');
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)]))));
  return readPacked(path);
}
