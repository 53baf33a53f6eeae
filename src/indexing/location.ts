/** Parses the location of an index, from `ariadne.storage` or `--storage`, into what LanceDB needs to connect. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@lancedb/lancedb';
import { AriadneError, messageOf } from '../base/errors.ts';
import { isThisMachine } from '../base/networkAddress.ts';

interface Place {
  /** Argument of LanceDB's `connect`. */
  readonly uri: string;
  readonly options: Partial<ConnectionOptions>;
}

interface LocalLocation extends Place {
  readonly kind: 'local';
  /** The location as an absolute path. */
  readonly folder: string;
}

/** A bucket, where files cannot be locked. */
interface ObjectStoreLocation extends Place {
  readonly kind: 'object-store';
}

/** LanceDB Cloud or Enterprise: the server compacts and cleans up automatically and does not offer `optimize`. */
interface CloudLocation extends Place {
  readonly kind: 'cloud';
}

export type Location = LocalLocation | ObjectStoreLocation | CloudLocation;

export interface LocationOptions {
  /** Base of a relative path. Default: the working folder. */
  readonly base?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The schemes that LanceDB 0.31 can write to and share. */
const objectStoreSchemes: ReadonlySet<string> = new Set(['s3', 's3+ddb', 'gs', 'az', 'abfss', 'oss']);
const knownForms = 'a folder, file://…, s3://bucket/prefix, gs://bucket/prefix, az://container/prefix or db://name';
/** The client's own default is two minutes. */
const cloudConnectTimeoutSeconds = 10;

/**
 * Takes a path (absolute, relative, `~/…`) or a URI: `file://…`; `s3://bucket/prefix`, also `s3+ddb`, `gs`, `az`, `abfss`, `oss`;
 * `db://name`.
 *
 * Object stores: LanceDB reads their keys and addresses from the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
 * `AWS_SESSION_TOKEN`, `AWS_PROFILE`, `AWS_REGION`, `AWS_ENDPOINT` (or `AWS_ENDPOINT_URL`, `AWS_ENDPOINT_URL_S3`), `AWS_ALLOW_HTTP`;
 * `GOOGLE_APPLICATION_CREDENTIALS`; `AZURE_STORAGE_ACCOUNT_NAME`, `AZURE_STORAGE_ACCOUNT_KEY`; `OSS_ENDPOINT`. None of these are copied
 * here. Only what LanceDB does not know is added: an unencrypted endpoint on this machine is allowed.
 *
 * `db://`: the client of LanceDB 0.31 for Node reads no variables, although its documentation mentions `LANCEDB_API_KEY`. Key, region and
 * host are taken from `LANCEDB_API_KEY`, `LANCEDB_REGION` and `LANCEDB_HOST_OVERRIDE` here.
 * @throws AriadneError `storage-invalid`
 */
export function parseLocation(uri: string, { base = process.cwd(), env = process.env }: LocationOptions = {}): Location {
  const given = uri.trim();
  if (given === '') throw invalid(`The storage location is empty. Use ${knownForms}.`);
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/is.exec(given) ?? [];
  if (scheme === undefined) return local(resolve(base, given === '~' || /^~[/\\]/.test(given) ? join(homedir(), given.slice(1)) : given));
  const name = scheme.toLowerCase();
  if (name === 'file') return local(pathOfFileUri(given));
  if (name === 'db') return cloud(given, rest, env);
  if (objectStoreSchemes.has(name)) return objectStore(given, name, rest, env);
  throw invalid(`The storage ${given} begins with ${scheme}://, which is unknown. Use ${knownForms}.`);
}

function local(folder: string): LocalLocation {
  return { kind: 'local', uri: folder, folder, options: {} };
}

function pathOfFileUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (cause) {
    throw invalid(`The storage ${uri} is not a file URI of this machine (${messageOf(cause)}). Use the folder's path instead.`, cause);
  }
}

function objectStore(given: string, scheme: string, rest: string, env: Environment): ObjectStoreLocation {
  const path = rest.replace(/\/+$/, '');
  if (path === '' || path.startsWith('/')) throw invalid(`The storage ${given} has no bucket. Use ${scheme}://bucket/prefix.`);
  const options = scheme.startsWith('s3') && mayUseHttp(env) ? { storageOptions: { allowHttp: 'true' } } : {};
  return { kind: 'object-store', uri: `${scheme}://${path}`, options };
}

/** True for an unencrypted endpoint on this machine; LanceDB itself reads `AWS_ALLOW_HTTP`. */
function mayUseHttp(env: Environment): boolean {
  const variable = (['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT'] as const).find((key) => env[key]);
  const endpoint = variable === undefined ? '' : (env[variable] ?? '');
  if (!/^http:/i.test(endpoint)) return false;
  if (!URL.canParse(endpoint)) throw invalid(`${variable} is not an address: ${endpoint}. Use one such as https://s3.example.com.`);
  if (isThisMachine(new URL(endpoint).hostname)) return true;
  if (/^(?:1|true)$/i.test(env['AWS_ALLOW_HTTP'] ?? '')) return false;
  throw invalid(`${variable} is ${endpoint}, which is not encrypted. Use https://, or set AWS_ALLOW_HTTP=true to allow it.`);
}

function cloud(given: string, rest: string, env: Environment): CloudLocation {
  const name = rest.replace(/\/+$/, '');
  if (!/^[\w.-]+$/.test(name)) throw invalid(`The storage ${given} does not name a LanceDB database. Use db://name.`);
  const apiKey = env['LANCEDB_API_KEY'];
  if (!apiKey) throw invalid(`The storage db://${name} needs a LanceDB Cloud or Enterprise key. Set LANCEDB_API_KEY.`);
  const { LANCEDB_REGION: region, LANCEDB_HOST_OVERRIDE: hostOverride } = env;
  if (hostOverride && !/^https?:\/\/./i.test(hostOverride))
    throw invalid(`LANCEDB_HOST_OVERRIDE is not an address: ${hostOverride}. Use one such as https://lancedb.example.com.`);
  return {
    kind: 'cloud',
    uri: `db://${name}`,
    options: {
      apiKey,
      ...(region ? { region } : {}),
      ...(hostOverride ? { hostOverride: hostOverride.replace(/\/+$/, '') } : {}),
      clientConfig: { timeoutConfig: { connectTimeout: cloudConnectTimeoutSeconds } },
    },
  };
}

function invalid(sentence: string, cause?: unknown): AriadneError {
  return new AriadneError('storage-invalid', sentence, { cause });
}
