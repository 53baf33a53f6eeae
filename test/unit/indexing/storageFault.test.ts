import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import type { Location } from '../../../src/indexing/location.ts';
import { explainStorageFault } from '../../../src/indexing/storageFault.ts';

const isWindows = process.platform === 'win32';

/** As LanceDB 0.31 and the file system were seen to throw them. */
const seen: readonly { readonly kind: Location['kind']; readonly message: string; readonly code: string | undefined }[] = [
  {
    kind: 'local',
    message: `lance error: LanceError(IO): Generic LocalFileSystem error: Unable to copy data to file: No space left on device (os error ${isWindows ? 112 : 28}), lance-table-8.0.0/src/io/commit.rs:1519:50`,
    code: 'storage-full',
  },
  { kind: 'local', message: 'ENOSPC: no space left on device, write', code: 'storage-full' },
  {
    kind: 'local',
    message: `lance error: LanceError(IO): Read-only file system (os error ${isWindows ? 19 : 30}) at path "/data/a.lance/data/.tmpm0OG9l", lance-io-8.0.0/src/object_store.rs:754:21`,
    code: 'storage-unwritable',
  },
  { kind: 'local', message: "EACCES: permission denied, open '/data/writer.lock'", code: 'storage-unwritable' },
  ...[
    'lance error: Not found: data/index.lancedb/a.lance/data/001111.lance, lance-io-8.0.0/src/local.rs:133:40',
    'lance error: LanceError(IO): file size is too small',
    'Failed to get next batch from stream: lance error: LanceError(IO): Generic LocalFileSystem error: failed to fill whole buffer',
    'lance error: Invalid user input: file does not appear to be a Lance file (invalid magic: [76, 65, 78, 67])',
    "Table 'passages' was not found  Caused by: Dataset at path data/passages.lance was not found",
    // Of the query, not of the storage.
    'Failed to execute query stream: GenericFailure, lance error: Invalid user input: position is not found but required for phrase queries, try recreating the index with position',
    'lance error: Invalid user input: column not found: indexed',
    'Parser error: sql parser error: Expected end of statement, found: EOF',
    'lance error: Invalid user input: could not decode the query',
  ].map((message) => ({ kind: 'local', message, code: undefined }) as const),
  {
    kind: 'local',
    message: `lance error: LanceError(IO): Generic LocalFileSystem error: Too many open files (os error ${isWindows ? 4 : 24})`,
    code: 'storage-unreachable',
  },
  { kind: 'local', message: 'EIO: i/o error, read', code: 'storage-unreachable' },
  { kind: 'local', message: 'ENOTCONN: socket is not connected, open', code: 'storage-unreachable' },
  ...(process.platform === 'linux'
    ? ([
        { kind: 'local', message: 'lance error: LanceError(IO): Stale file handle (os error 116)', code: 'storage-unreachable' },
        { kind: 'local', message: 'Unknown system error -116: Unknown system error -116, read', code: 'storage-unreachable' },
        { kind: 'local', message: 'Unknown system error -122: Unknown system error -122, write', code: 'storage-full' },
      ] as const)
    : []),
  { kind: 'object-store', message: "Table 'meta' already exists", code: 'storage-unwritable' },
  { kind: 'local', message: 'lance error: Invalid user input: column x does not exist', code: undefined },
  {
    kind: 'object-store',
    message:
      'lance error: LanceError(IO): Generic S3 error: Error performing list request: Error performing GET http://127.0.0.1:9/bucket?list-type=2 in 370.6ms, after 3 retries - HTTP error: error sending request',
    code: 'storage-unreachable',
  },
  {
    kind: 'object-store',
    message:
      'Generic S3 error: Error performing list request: Error performing GET http://127.0.0.1:1/bucket in 385µs - Server returned non-2xx status code: 403 Forbidden: <Error><Code>InvalidAccessKeyId</Code></Error>',
    code: 'storage-refused',
  },
  {
    kind: 'object-store',
    message: 'lance error: LanceError(IO): Generic N/A error: Encountered internal error. Failed to get AWS credentials: ProviderError(…)',
    code: 'storage-refused',
  },
  {
    kind: 'object-store',
    message: 'Generic GCS error: Error performing token request: Error performing GET http://169.254.169.254/ - 403 Forbidden',
    code: 'storage-refused',
  },
  {
    kind: 'object-store',
    message:
      'Generic S3 error: Error performing PUT http://127.0.0.1:1/bucket/a in 1ms - Server returned non-2xx status code: 403 Forbidden: <Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    code: 'storage-unwritable',
  },
  {
    kind: 'object-store',
    message: 'Server returned non-2xx status code: 404 Not Found: <Error><Code>NoSuchBucket</Code></Error>',
    code: 'storage-missing',
  },
  {
    kind: 'cloud',
    message: 'Http error: (request_id=1ba8) 401 Unauthorized: {"error":"Unauthorized: invalid api key"}',
    code: 'storage-refused',
  },
  { kind: 'cloud', message: 'Http error: (request_id=9e5c) 404 Not Found: {"error":"no such database"}', code: 'storage-missing' },
  {
    kind: 'cloud',
    message:
      'Hit retry limit for request_id=573f (connect_failures=3/3)  Caused by: error sending request  Caused by: client error (Connect)',
    code: 'storage-unreachable',
  },
  { kind: 'cloud', message: 'LanceDBError: not supported: optimize is not supported on LanceDB cloud.', code: undefined },
];

for (const { kind, message, code } of seen) {
  test(`${kind}: ${message.slice(0, 90)} is ${code ?? 'none of these'}`, () => {
    const fault = explainStorageFault(new Error(message), { kind, uri: 'the-storage' });
    assert.equal(fault?.code, code);
    if (fault) assert.match(fault.message, /^[^\n]*the-storage[^\n]*\.$/);
  });
}

test('an error that is explained already comes back as it is', () => {
  const error = new AriadneError('index-locked', 'Wait.');
  assert.equal(explainStorageFault(error, { kind: 'local', uri: 'the-storage' }), error);
});
