import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billOfMaterials } from '../../../../scripts/release/sbom.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { notices, packedExample } from './packedExample.ts';

interface Component {
  readonly name: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly content: string }[];
  readonly components?: readonly Component[];
}

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly purl: string; readonly hashes: readonly { readonly content: string }[] } };
  readonly components: readonly Component[];
}

test('a bill of materials lists bundled packages, native packages with their libraries and crates, and other libraries', (t) => {
  const packed = packedExample(tempFolder(t));
  const bill = billOfMaterials(packed, notices, '2026-11-28T00:00:00Z') as Bill;
  assert.match(bill.serialNumber, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/);
  assert.equal(bill.metadata.component.purl, 'pkg:vscode-extension/ariadne/ariadne@1.0.0?platform=linux-x64');
  assert.deepEqual(bill.metadata.component.hashes, [{ alg: 'SHA-256', content: packed.sha256 }]);
  assert.deepEqual(
    bill.components.map(({ name, purl, licenses }) => [name, purl, licenses?.[0]?.expression]),
    [
      ['lancedb', 'pkg:npm/%40lancedb/lancedb@0.9.0', 'Apache-2.0'],
      ['yaml', 'pkg:npm/yaml@2.9.1', 'ISC'],
      ['lancedb-linux-x64-gnu', 'pkg:npm/%40lancedb/lancedb-linux-x64-gnu@0.9.0', 'Apache-2.0'],
      ['dist/ort/ort.wasm', undefined, undefined],
    ],
  );
  const native = bill.components.find(({ name }) => name === 'lancedb-linux-x64-gnu')?.components ?? [];
  assert.deepEqual(
    native.map(({ name, purl, licenses, hashes }) => [name, purl, licenses?.[0]?.expression, hashes?.[0]?.content.length]),
    [
      ['dist/node_modules/@lancedb/lancedb-linux-x64-gnu/lancedb.linux-x64-gnu.node', undefined, undefined, 64],
      ['ring', 'pkg:cargo/ring@0.17.14', 'ISC AND Apache-2.0', undefined],
    ],
  );
});
