/**
 * The errors of requests through the host's door, each with a message that says what to do. `masked` hides the key. Errors of `fetch`
 * contribute only their message: they can contain the reply's bytes and the request's headers.
 */
import { AriadneError, deepestMessageOf } from '../base/errors.ts';

type Mask = (text: string) => string;

export function loginRefused({ host }: URL): AriadneError {
  return new AriadneError(
    'door-refused',
    `The address of ${host} contains a user name or password, so nothing was sent. Remove it from the address, and enter a key instead.`,
  );
}

export function keyInvalid({ host }: URL): AriadneError {
  return new AriadneError(
    'door-key-invalid',
    `The key for ${host} contains a character that cannot be sent, such as a line break, so nothing was sent. Enter the key again.`,
  );
}

export function redirected({ host }: URL): AriadneError {
  return new AriadneError(
    'door-redirected',
    `${host} redirects to another address, so nothing was sent there. If you trust that address, set it as the base URL ("ariadne.openai.baseUrl"; on the command line OPENAI_BASE_URL).`,
  );
}

/** @param how what is wrong with the redirect, after "redirects the download" */
export function notFollowed({ host }: URL, how: string): AriadneError {
  return new AriadneError(
    'door-redirected',
    `${host} redirects the download ${how}, which Ariadne does not follow. Check the hub's address ("ariadne.hub.baseUrl"; on the command line HF_ENDPOINT).`,
  );
}

export function leadsInside(hub: URL, { host }: URL): AriadneError {
  return notFollowed(hub, `to ${host}, an address of this machine or of a private network`);
}

export function unreadable({ host }: URL, reason: string): AriadneError {
  return new AriadneError('door-reply-unreadable', `${host} sent a reply that cannot be read (${reason}). Check the address.`);
}

export function tooLarge({ host }: URL, maxBytes: number): AriadneError {
  return new AriadneError(
    'door-reply-too-large',
    `${host} sent more than ${maxBytes / 1_000_000} MB in one reply, so Ariadne stopped reading. Check that it is a chat server. If it is, look at its log.`,
  );
}

/** `fetch` failed without a reply. */
export function notAnswered(url: URL, error: unknown, masked: Mask): AriadneError {
  // A way that cannot be used says so itself.
  if (error instanceof AriadneError) return error;
  if (error instanceof Error && error.cause instanceof AriadneError) return error.cause;
  const reason = namesOf(error).code === 'UND_ERR_CONNECT_TIMEOUT' ? 'no connection in time' : masked(deepestMessageOf(error));
  if (isUntrusted(error)) return untrusted(url, reason);
  if (isOfProxy(error)) return proxyRefused(url, reason);
  return isNotHttp(error)
    ? unreadable(url, reason)
    : new AriadneError('door-unreachable', `${url.host} could not be reached (${reason}). Check the address and that the server runs.`);
}

function untrusted({ host }: URL, reason: string): AriadneError {
  return new AriadneError(
    'door-certificate',
    `The certificate of ${host} is not trusted (${reason}), so nothing was sent. A proxy of your network may have replaced it: install your network's certificate in the system, or, on the command line, set NODE_EXTRA_CA_CERTS to its file.`,
  );
}

function proxyRefused({ host }: URL, reason: string): AriadneError {
  return new AriadneError(
    'door-proxy',
    `The proxy does not let Ariadne reach ${host} (${reason}). Check the proxy and its user name and password ("http.proxy"; on the command line HTTPS_PROXY).`,
  );
}

/** The body of a reply ended early. */
export function brokenOff(url: URL, error: unknown, masked: Mask): AriadneError {
  const reason = masked(deepestMessageOf(error));
  return isWronglyPacked(error)
    ? unreadable(url, reason)
    : new AriadneError('door-broken', `The reply of ${url.host} was cut off (${reason}). Check the connection and try again.`);
}

/** The names that `fetch` has for replies that its parser rejects. An unrequested upgrade fails an assertion. */
function isNotHttp(error: unknown): boolean {
  const { name, code } = namesOf(error);
  return name === 'HTTPParserError' || code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'ERR_ASSERTION';
}

/** Codes of OpenSSL and Node for certificates that nobody vouches for, of other hosts, or out of date. */
function isUntrusted(error: unknown): boolean {
  return /CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF|GET_CRL)/.test(namesOf(error).code);
}

/** What undici says when CONNECT is answered with anything but success; it has no code for this. */
function isOfProxy(error: unknown): boolean {
  return /\bProxy response\b/i.test(deepestMessageOf(error));
}

/** The codes of zlib, Brotli and Zstandard for invalid data. Compressed data that ends early has another code, `Z_BUF_ERROR`. */
function isWronglyPacked(error: unknown): boolean {
  return /^(?:Z_DATA_ERROR|ERR__ERROR_|ZSTD_error_)/.test(namesOf(error).code);
}

function namesOf(error: unknown): { readonly name: string; readonly code: string } {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  if (!(cause instanceof Error)) return { name: '', code: '' };
  return { name: cause.name, code: 'code' in cause ? String(cause.code) : '' };
}
