import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isAriadneError } from '../../../src/base/errors.ts';
import { parseLocation, type Location } from '../../../src/indexing/location.ts';

const base = resolve('/some/base');
const folder = resolve('/data/an index');
const clientConfig = { timeoutConfig: { connectTimeout: 10 } };

function local(path: string): Location {
  return { kind: 'local', uri: path, folder: path, options: {} };
}

const valid: readonly { readonly given: string; readonly env?: Readonly<Record<string, string>>; readonly expected: Location }[] = [
  { given: folder, expected: local(folder) },
  { given: ` ${folder} `, expected: local(folder) },
  { given: 'notes/index', expected: local(join(base, 'notes', 'index')) },
  { given: '../elsewhere', expected: local(join(base, '..', 'elsewhere')) },
  { given: '~/index', expected: local(join(homedir(), 'index')) },
  { given: '~x/index', expected: local(join(base, '~x', 'index')) },
  { given: 'c:/no-scheme', expected: local(resolve(base, 'c:/no-scheme')) },
  { given: pathToFileURL(folder).href, expected: local(folder) },
  { given: 's3://bucket/prefix/', expected: { kind: 'object-store', uri: 's3://bucket/prefix', options: {} } },
  { given: 'S3://Bucket', expected: { kind: 'object-store', uri: 's3://Bucket', options: {} } },
  { given: 'gs://bucket/a/b', expected: { kind: 'object-store', uri: 'gs://bucket/a/b', options: {} } },
  { given: 'az://container/a', expected: { kind: 'object-store', uri: 'az://container/a', options: {} } },
  ...['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'].map((AWS_ENDPOINT) => ({
    given: 's3://bucket/prefix',
    env: { AWS_ENDPOINT },
    expected: { kind: 'object-store', uri: 's3://bucket/prefix', options: { storageOptions: { allowHttp: 'true' } } } as const,
  })),
  {
    given: 's3://bucket/prefix',
    env: { AWS_ENDPOINT_URL: 'http://minio:9000', AWS_ALLOW_HTTP: 'true' },
    expected: { kind: 'object-store', uri: 's3://bucket/prefix', options: {} },
  },
  {
    given: 's3://bucket/prefix',
    env: { AWS_ENDPOINT: 'https://s3.example.com' },
    expected: { kind: 'object-store', uri: 's3://bucket/prefix', options: {} },
  },
  {
    given: 'db://team',
    env: { LANCEDB_API_KEY: 'key' },
    expected: { kind: 'cloud', uri: 'db://team', options: { apiKey: 'key', clientConfig } },
  },
  {
    given: 'db://team/',
    env: { LANCEDB_API_KEY: 'key', LANCEDB_REGION: 'eu-west-1', LANCEDB_HOST_OVERRIDE: 'https://lancedb.example.com/' },
    expected: {
      kind: 'cloud',
      uri: 'db://team',
      options: { apiKey: 'key', region: 'eu-west-1', hostOverride: 'https://lancedb.example.com', clientConfig },
    },
  },
];

for (const { given, env = {}, expected } of valid) {
  test(`a storage given as "${given}"${Object.keys(env).length > 0 ? ` with ${Object.values(env).join(', ')}` : ''}`, () => {
    assert.deepEqual(parseLocation(given, { base, env }), expected);
  });
}

const refused: readonly { readonly given: string; readonly env?: Readonly<Record<string, string>>; readonly says: RegExp }[] = [
  { given: ' ', says: /is empty\. Use a folder/ },
  { given: 'ftp://host/x', says: /begins with ftp:\/\/, which is unknown\. Use a folder/ },
  { given: 's3://', says: /has no bucket\. Use s3:\/\/bucket\/prefix/ },
  { given: 'gs:///prefix', says: /has no bucket/ },
  { given: 'file://%zz', says: /is not a file URI of this machine/ },
  { given: 'db://', env: { LANCEDB_API_KEY: 'key' }, says: /does not name a LanceDB database/ },
  { given: 'db://a/b', env: { LANCEDB_API_KEY: 'key' }, says: /does not name a LanceDB database/ },
  { given: 'db://team', says: /Set LANCEDB_API_KEY/ },
  {
    given: 'db://team',
    env: { LANCEDB_API_KEY: 'key', LANCEDB_HOST_OVERRIDE: 'lancedb.example.com' },
    says: /LANCEDB_HOST_OVERRIDE is not an address/,
  },
  { given: 's3://bucket', env: { AWS_ENDPOINT: 'http://minio:9000' }, says: /AWS_ENDPOINT is http:\/\/minio:9000.*AWS_ALLOW_HTTP=true/ },
  { given: 's3://bucket', env: { AWS_ENDPOINT: 'http://' }, says: /AWS_ENDPOINT is not an address/ },
];

for (const { given, env = {}, says } of refused) {
  test(`a storage given as "${given}" with ${JSON.stringify(env)} is refused: ${says.source}`, () => {
    assert.throws(
      () => parseLocation(given, { base, env }),
      (error) => isAriadneError(error, 'storage-invalid') && says.test(error.message),
    );
  });
}
