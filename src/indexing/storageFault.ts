/** Explains errors of LanceDB and the file system: one sentence that says what happened and what to do. */
import { unreachableErrors } from '../base/driveErrors.ts';
import { AriadneError, messageOf, type ErrorCode } from '../base/errors.ts';
import type { Location } from './location.ts';

/**
 * @returns undefined when the error is of none of these kinds; whether the index is damaged, only `explainIndexFailure` can tell. An
 * `AriadneError` is returned unchanged.
 *
 * Codes: `storage-full`, `storage-unwritable` (read-only, no permission), `storage-refused` (keys), `storage-unreachable` (network, a disk
 * that does not respond, too many open files), `storage-missing` (no such bucket or database).
 */
export function explainStorageFault(error: unknown, { kind, uri }: Pick<Location, 'kind' | 'uri'>): AriadneError | undefined {
  if (error instanceof AriadneError) return error;
  // LanceDB only passes on text, so the patterns look for codes of the operating system, HTTP and S3 in it.
  const text = messageOf(error);
  const fault = faults.find(({ at, pattern }) => at.includes(kind) && pattern.test(text));
  return fault && new AriadneError(fault.code, fault.sentence(uri), { cause: error });
}

interface Fault {
  readonly code: ErrorCode;
  readonly at: readonly Location['kind'][];
  readonly pattern: RegExp;
  readonly sentence: (uri: string) => string;
}

const isWindows = process.platform === 'win32';
/** Numbers after `os error`: disk full and quota exceeded, then read-only and not permitted. */
const fullErrors = isWindows ? '112|39' : '28|122|69';
const unwritableErrors = isWindows ? '5|19' : '30|13|1';
/** Temporary errors: input and output, memory, busy, open files; of network drives time-outs, stale handles and lost connections. */
const passingErrors = isWindows ? '4|8|14|32|33|54|59|64|121|1117|1450' : '5|6|12|16|19|23|24|100|101|103|104|107|110|112|113|116|121';
/** Node knows some errors by their numbers only, negative. */
const unnamed = (numbers: string): string => (isWindows ? '' : `|Unknown system error -(?:${numbers})\\b`);

/** The first match applies. */
const faults: readonly Fault[] = [
  {
    code: 'storage-full',
    at: ['local'],
    pattern: new RegExp(`\\(os error (?:${fullErrors})\\)|\\b(?:ENOSPC|EDQUOT)\\b${unnamed(fullErrors)}`),
    sentence: (uri) =>
      `There is no space left for the index in ${uri}. Free some space and index again. Indexing continues where it stopped.`,
  },
  {
    code: 'storage-unwritable',
    at: ['local'],
    pattern: new RegExp(`\\(os error (?:${unwritableErrors})\\)|\\b(?:EROFS|EACCES|EPERM)\\b`),
    sentence: (uri) =>
      isWindows
        ? `The index cannot be written in ${uri}: it is read-only, belongs to another user, or another program has it open. Close that program, or choose another location.`
        : `The index cannot be written in ${uri}: it is read-only or belongs to another user. Choose another location.`,
  },
  {
    code: 'storage-unwritable',
    at: ['local'],
    pattern: new RegExp(`\\(os error (?:${isWindows ? '267' : '20'})\\)|\\bENOTDIR\\b`),
    sentence: (uri) => `The index cannot be kept in ${uri}: a file is where a folder should be. Choose another location.`,
  },
  {
    code: 'storage-unreachable',
    at: ['local'],
    pattern: new RegExp(
      `\\(os error (?:${passingErrors})\\)|\\b(?:${['ENOMEM', 'EBUSY', 'ENFILE', 'EMFILE', ...unreachableErrors].join('|')})\\b${unnamed(passingErrors)}`,
    ),
    sentence: (uri) =>
      `The system could not read or write ${uri} just now. Nothing is lost. Try again. If that does not help, check the disk or network drive.`,
  },
  {
    // A table is made where the list of tables does not have it.
    code: 'storage-unwritable',
    at: ['object-store'],
    pattern: /\bTable '[^']{1,99}' already exists/,
    sentence: (uri) => `The server of ${uri} does not list all that it holds, so the index there cannot be used. Choose another server.`,
  },
  {
    code: 'storage-missing',
    at: ['object-store'],
    pattern: /NoSuchBucket|ContainerNotFound|specified bucket does not exist/i,
    sentence: (uri) => `The bucket of ${uri} does not exist. Create it, or choose another location for the index.`,
  },
  {
    code: 'storage-unwritable',
    at: ['object-store'],
    // This code means a key without the permission; a wrong key has another code.
    pattern: /\bput request.*\b403\b|AccessDenied.*\bPUT\b|Error performing (?:PUT|POST|DELETE)\b.*\b403\b|AccessDenied/s,
    sentence: (uri) =>
      `The keys in the environment do not permit this in ${uri}. Use keys with list and read permission and, for indexing, write and delete permission.`,
  },
  {
    code: 'storage-refused',
    at: ['object-store'],
    pattern:
      /InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|\b40[13] (?:Forbidden|Unauthorized)|Failed to get AWS credentials|performing token request|no storage account configured/i,
    sentence: (uri) =>
      `${uri} refuses the keys in the environment, or there are none. Check them (for s3: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION).`,
  },
  {
    code: 'storage-refused',
    at: ['cloud'],
    pattern: /\b40[13] (?:Forbidden|Unauthorized)/i,
    sentence: (uri) => `LanceDB refuses the key in LANCEDB_API_KEY for ${uri}. Check the key and the name of the database.`,
  },
  {
    code: 'storage-missing',
    at: ['cloud'],
    pattern: /\b404 Not Found/i,
    sentence: (uri) => `LanceDB cannot find ${uri}. Check the name of the database, LANCEDB_REGION and LANCEDB_HOST_OVERRIDE.`,
  },
  {
    code: 'storage-unreachable',
    at: ['object-store', 'cloud'],
    pattern:
      /client error \(Connect\)|error sending request|dns error|tcp connect error|Failed to resolve region|operation timed out|Hit retry limit/i,
    sentence: (uri) => `${uri} does not answer. Check the network and the server's address, then try again.`,
  },
];
