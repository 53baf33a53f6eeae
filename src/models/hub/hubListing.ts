/** Asks the hub what a model is and which files it has. */
import * as z from 'zod';
import { AriadneError } from '../../base/errors.ts';
import { jsonOf } from '../../base/jsonOf.ts';
import { type Attempt, type RetryClock, withRetries } from '../chat/retry.ts';
import { isHubName } from '../modelId.ts';
import type { Fetch } from '../models.ts';
import { notAFile, notAListing, refusalOf } from './hubErrors.ts';
import type { HubFile } from './hubFiles.ts';

export interface HubListing {
  /** As the hub writes it, which may differ from what was asked for. */
  readonly name: string;
  readonly commit: string;
  /** As its card says: `apache-2.0`. */
  readonly license: string | undefined;
  readonly files: readonly HubFile[];
}

export interface HubRequest {
  readonly fetch: Fetch;
  /** Without a slash at the end. */
  readonly hubUrl: string;
  readonly clock: RetryClock;
  readonly signal: AbortSignal | undefined;
}

/** Requests of the hub in the network ledger. */
const listingPurpose = 'model list';

export const hubRetries = { maxRetries: 4, deadlineMs: 120_000 };

const info = z.object({
  // Names a folder of the store.
  id: z.string().refine(isHubName).optional(),
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  cardData: z.object({ license: z.union([z.string(), z.array(z.string())]).optional() }).nullish(),
  tags: z.array(z.string()).optional(),
});
const tree = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().nonnegative().optional(),
    oid: z.string().optional(),
    lfs: z.object({ oid: z.string(), size: z.number().nonnegative().optional() }).nullish(),
  }),
);

/** A repository of models with more files than this is something else. */
const mostPages = 20;
const longestReplyBytes = 16_000_000;

/** @throws AriadneError `model-unknown`, `model-refused`, `model-unreachable`, `model-unreadable`, `door-…`; AbortError */
export async function listModel(name: string, revision: string, request: HubRequest): Promise<HubListing> {
  const api = `${request.hubUrl}/api/models/${name}`;
  const asked = { name, revision };
  const about = (await getJson(`${api}/revision/${encodeURIComponent(revision)}`, info, asked, request)).value;
  const files: HubFile[] = [];
  let url: string | undefined = `${api}/tree/${about.sha}?recursive=true`;
  for (let page = 0; url !== undefined && page < mostPages; page++) {
    const { value, headers }: Got<z.infer<typeof tree>> = await getJson(url, tree, asked, request);
    files.push(...value.filter(({ type }) => type === 'file').map(fileOf));
    url = nextPage(url, headers);
  }
  return { name: about.id ?? name, commit: about.sha, license: licenseOf(about), files };
}

interface Got<T> {
  readonly value: T;
  readonly headers: Headers;
}

function getJson<T>(
  url: string,
  schema: z.ZodType<T>,
  asked: { readonly name: string; readonly revision: string },
  { fetch, clock, signal, hubUrl }: HubRequest,
): Promise<Got<T>> {
  const attempt = async (): Promise<Attempt<Got<T>>> => {
    try {
      const response = await fetch(url, { headers: { accept: 'application/json' }, signal }, listingPurpose);
      if (!response.ok) {
        await response.body?.cancel();
        return { kind: 'failed', failure: refusalOf(response, { url, hubUrl, ...asked }) };
      }
      if (isWebPage(response)) {
        await response.body?.cancel();
        throw notAFile(url, `the list of files of ${asked.name}`);
      }
      const parsed = schema.safeParse(jsonOf(await textOf(response)));
      if (!parsed.success) throw notAListing(url, asked.name);
      return { kind: 'done', value: { value: parsed.data, headers: response.headers } };
    } catch (error) {
      return failedTry(error);
    }
  };
  return withRetries(hubRetries, clock, attempt, signal);
}

/** Login pages of networks answer any address with success. */
export function isWebPage({ headers }: Response): boolean {
  return /html/i.test(headers.get('content-type') ?? '');
}

/**
 * A connection that failed is worth another try; what the door or the hub refused is not.
 * @throws errors that are no failure of a try
 */
export function failedTry(error: unknown): {
  readonly kind: 'failed';
  readonly failure: { readonly error: AriadneError; readonly isTransient: boolean };
} {
  if (!(error instanceof AriadneError)) throw error;
  return { kind: 'failed', failure: { error, isTransient: error.code === 'door-unreachable' || error.code === 'door-broken' } };
}

async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > longestReplyBytes) return '';
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function fileOf({ path, size = 0, oid, lfs }: z.infer<typeof tree>[number]): HubFile {
  if (lfs) return { path, sizeBytes: lfs.size ?? size, checksum: { kind: 'sha256', hex: lfs.oid.replace(/^sha256:/, '') } };
  return { path, sizeBytes: size, ...(oid === undefined ? {} : { checksum: { kind: 'git' as const, hex: oid } }) };
}

function licenseOf({ cardData, tags = [] }: z.infer<typeof info>): string | undefined {
  const stated = cardData?.license;
  if (stated !== undefined) return typeof stated === 'string' ? stated : stated.join(', ');
  return tags.find((tag) => tag.startsWith('license:'))?.slice('license:'.length);
}

/** Long listings come in pages. A mirror may repeat the original's address, so only the query is taken. */
function nextPage(url: string, headers: Headers): string | undefined {
  const next = /<([^<>]+)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  if (next === undefined || !URL.canParse(next, url)) return undefined;
  const page = new URL(url);
  page.search = new URL(next, url).search;
  return page.href;
}
