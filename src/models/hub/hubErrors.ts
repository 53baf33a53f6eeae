/** The errors of downloads, each with a sentence that says what to do. */
import { bytesText } from '../../base/amounts.ts';
import { AriadneError, isSystemError } from '../../base/errors.ts';
import { type FailedTry, readRetryAfter } from '../chat/retry.ts';

export function offline(what: string): AriadneError {
  return new AriadneError(
    'offline',
    `${what} is not on this machine, and Ariadne is offline ("ariadne.offline"; on the command line ARIADNE_OFFLINE). Turn that off to download it, or copy its files to a folder and use "folder:PATH".`,
  );
}

export function notAName(name: string): AriadneError {
  return new AriadneError('model-unknown', `"${name}" is not a model on the hub. Write it as hf:ORG/NAME.`);
}

export function declined(what: string): AriadneError {
  return new AriadneError(
    'model-declined',
    `${what} was not downloaded, because you did not agree. Choose another model, or agree next time.`,
  );
}

export function unfitModel(name: string, reason: string): AriadneError {
  return new AriadneError('model-unfit', `${name} cannot be used: ${reason}`);
}

export function notAFile(url: string, what: string): AriadneError {
  const { host } = new URL(url);
  return new AriadneError(
    'model-unreadable',
    `${host} sent a web page instead of ${what}. A login page of your network may be in between: open ${host} in a browser, then try again.`,
  );
}

export function notAListing(url: string, name: string): AriadneError {
  return new AriadneError(
    'model-unreadable',
    `${new URL(url).host} did not list the files of ${name} in a way that Ariadne knows. Check the hub's address ("ariadne.hub.baseUrl"; on the command line HF_ENDPOINT).`,
  );
}

/** The connection ended, or sent nothing for too long, at every try. */
export function brokenDownload(url: string, path: string): AriadneError {
  return new AriadneError(
    'model-unreachable',
    `The connection to ${new URL(url).host} breaks off again and again while ${path} is downloaded. Try again later; the download continues where it stopped.`,
  );
}

export function damaged(url: string, path: string): AriadneError {
  return new AriadneError(
    'model-damaged',
    `${path} from ${new URL(url).host} is not the file that the hub lists: its checksum differs, also at the second try. Nothing of it was kept. Try again later, or use another mirror.`,
  );
}

export function inUse(name: string, owner: string): AriadneError {
  return new AriadneError('model-in-use', `${name} is being downloaded by ${owner}. Wait until it finishes, or cancel it there.`);
}

export function downloadLockLost(): AriadneError {
  return new AriadneError(
    'model-in-use',
    'Lost the lock of the download (no heartbeat). Try again; the download continues where it stopped.',
  );
}

/** @param neededBytes what was still missing */
export function diskFull(name: string, folder: string, neededBytes: number): AriadneError {
  return new AriadneError(
    'storage-full',
    `There is no space left for ${name} in ${folder}: it needs ${bytesText(neededBytes)} more. Free some space and try again. Other models are unchanged.`,
  );
}

/** @returns undefined for errors that are not of the disk */
export function diskFault(error: unknown, name: string, folder: string, neededBytes: number): AriadneError | undefined {
  if (isSystemError(error, 'ENOSPC', 'EDQUOT')) return diskFull(name, folder, neededBytes);
  if (!isSystemError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR')) return undefined;
  return new AriadneError('storage-unwritable', `Models cannot be kept in ${folder}: it is read-only or belongs to another user.`, {
    cause: error,
  });
}

interface Asked {
  readonly url: string;
  /** Without a slash at the end. */
  readonly hubUrl: string;
  readonly name: string;
  readonly revision: string;
}

/** What a reply other than a success means. A transient failure is retried. */
export function refusalOf(response: Response, { url, hubUrl, name, revision }: Asked): FailedTry {
  const { host } = new URL(url);
  const { status, headers } = response;
  const code = headers.get('x-error-code');
  const permanent = (error: AriadneError): FailedTry => ({ error, isTransient: false });
  if (code === 'RevisionNotFound') {
    return permanent(new AriadneError('model-unknown', `${name} has no revision "${revision}" on ${host}. Check the part after "@".`));
  }
  if (isTokenRefused(response)) {
    return permanent(
      new AriadneError(
        'model-refused',
        `${host} does not accept your token, so ${name} was not downloaded. The token is wrong, or it has expired. Set a valid token (on the command line HF_TOKEN).`,
      ),
    );
  }
  if (code === 'GatedRepo' || status === 403) {
    const page = `${hubUrl}/${name}`;
    const [why, next] = status === 401 ? ['', 'then set your token'] : [', or your token lacks it', 'then try again, or set another token'];
    return permanent(
      new AriadneError(
        'model-refused',
        `${host} does not let you download ${name}: its owner grants access one by one${why}. Ask for access at ${page}, ${next} (on the command line HF_TOKEN).`,
      ),
    );
  }
  // The hub answers 401 for repositories that do not exist, so that nobody learns which private ones do.
  if (status === 401 || status === 404) {
    return permanent(
      new AriadneError(
        status === 401 ? 'model-refused' : 'model-unknown',
        `${host} has no model "${name}" that you may read. Check its name. If it is private, set your token (on the command line HF_TOKEN).`,
      ),
    );
  }
  if (status === 429) return { error: rateLimited(host, headers), isTransient: true, ...waitOf(headers) };
  const isTransient = status === 408 || status >= 500;
  return {
    error: new AriadneError(
      'model-unreachable',
      `${host} answered ${status} when asked for ${name}. Try again later; a download continues where it stopped.`,
    ),
    isTransient,
    ...waitOf(headers),
  };
}

/** The hub says so for public models too, and with the same status as for what a missing token hides. */
function isTokenRefused({ status, headers }: Response): boolean {
  return (
    status === 401 &&
    /invalid credentials|(?:invalid|expired|revoked).*token|token.*(?:invalid|expired|revoked)/i.test(headers.get('x-error-message') ?? '')
  );
}

function rateLimited(host: string, headers: Headers): AriadneError {
  const ms = readRetryAfter(headers, Date.now());
  const when = ms === undefined ? 'later' : `in ${Math.max(1, Math.round(ms / 1000))} seconds`;
  return new AriadneError(
    'model-unreachable',
    `${host} gets too many requests from your network. Try again ${when}; the download continues where it stopped.`,
  );
}

function waitOf(headers: Headers): { readonly retryAfterMs?: number } {
  const retryAfterMs = readRetryAfter(headers, Date.now());
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}
