/** The errors of requests to model servers, each with a message that says what to do. */
import { AriadneError, deepestMessageOf, type ServerFault } from '../../base/errors.ts';
import { plainLine, shortened } from '../../base/plainText.ts';
import type { UnusableReply } from './replyLimits.ts';
import type { FailedTry } from './retry.ts';

/** What a server is asked for: its words in messages, and the beginning of its error codes. */
export interface Service {
  readonly codes: 'chat' | 'endpoint';
  /** For example `chat server`. */
  readonly server: string;
  /** With its article, for example `a chat completion`. */
  readonly reply: string;
  /** What was too long, and what to do about it. */
  readonly input: string;
  readonly shorten: string;
  /** What to check when the server does not know the model or the path. */
  readonly missing: string;
}

/** The model and server that were asked. */
export interface AskedServer {
  readonly service: Service;
  readonly model: string;
  readonly baseUrl: string;
  /** Time limit for all tries of one completion, including the waits between them. */
  readonly deadlineMs: number;
}

/** An error response of the server. `message` is the server's. */
export interface Rejection {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  /** The parameter that the error is about, if the server named it. */
  readonly parameter: string;
  readonly retryAfterMs?: number;
}

/** A fault that passes may be gone with the next try. */
interface More {
  readonly isTransient?: boolean;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

function failed(
  { codes }: Service,
  fault: ServerFault,
  sentence: string,
  { isTransient = false, retryAfterMs, cause }: More = {},
): FailedTry {
  return { error: new AriadneError(`${codes}-${fault}`, sentence, { cause }), isTransient, retryAfterMs };
}

export function rejected(asked: AskedServer, rejection: Rejection): FailedTry {
  const { service, model, baseUrl, deadlineMs } = asked;
  const server = `${service.server} at ${baseUrl}`;
  const { status, message, code, retryAfterMs } = rejection;
  const said = message === '' || isHtml(message) ? `status ${status}` : `${status}: ${shortened(plainLine(message), 200)}`;
  const fail = (fault: ServerFault, sentence: string, isTransient = false): FailedTry =>
    failed(service, fault, sentence, { isTransient, retryAfterMs });

  if (status === 401) return fail('unauthorized', `The ${server} refused the API key. Set a valid key for this server.`);
  if (status === 403) {
    return fail('unauthorized', `The ${server} does not let this API key use ${model} (${said}). Check the key's permissions.`);
  }
  if (status === 408) return fail('timeout', `The ${server} timed out (${said}). Try again, or use a faster model.`, true);
  if (status === 429) {
    return isQuota(rejection)
      ? fail(
          'rate-limited',
          `The quota of the account at ${baseUrl} is used up (${said}). Check its plan and billing, or choose another model.`,
        )
      : fail('rate-limited', `The ${server} is not accepting requests (${said}). ${waitAdvice(retryAfterMs, deadlineMs)}`, true);
  }
  if (isTooLong(rejection)) {
    return fail('context-too-long', `${service.input} is too long for ${model} (${said}). ${service.shorten}`);
  }
  if (isHtml(message) && status < 500) return webPage(asked);
  if (status === 404 || code === 'model_not_found') {
    return fail('model-missing', `The ${server} has no model "${model}" (${said}). ${service.missing}`);
  }
  if (status >= 500 || status === 409) {
    return fail('server-error', `The ${server} failed (${said}). Try again later or look at the server's log.`, true);
  }
  return fail('refused', `The ${server} refused the request (${said}).`);
}

/** The server's rate limit leaves nothing for longer than anyone waits. */
export function overLimit({ service, baseUrl, deadlineMs }: AskedServer, waitMs: number): FailedTry {
  const advice = waitAdvice(waitMs, deadlineMs);
  return failed(service, 'rate-limited', `The rate limit of the ${service.server} at ${baseUrl} is reached. ${advice}`);
}

export function webPage({ service, baseUrl }: AskedServer): FailedTry {
  return failed(service, 'not-an-api', `The server at ${baseUrl} returned a web page. Check the base URL. It usually ends with /v1.`);
}

/** The reply has another structure. */
export function unexpected({ service, baseUrl }: AskedServer, cause: unknown): FailedTry {
  const sentence = `The server at ${baseUrl} did not return ${service.reply}. Check the base URL. It usually ends with /v1.`;
  return failed(service, 'not-an-api', sentence, { cause });
}

export function unusableReply({ service, baseUrl }: AskedServer, { message }: UnusableReply): FailedTry {
  return failed(
    service,
    'reply-unusable',
    `The ${service.server} at ${baseUrl} sent a reply that cannot be used: ${message}. Try another model or server, or look at the server's log.`,
  );
}

export function serverUnreachable({ service, baseUrl }: AskedServer, cause: unknown): FailedTry {
  // The host's door has already explained it.
  const sentence =
    cause instanceof AriadneError
      ? cause.message
      : `The ${service.server} at ${baseUrl} cannot be reached (${shortened(plainLine(deepestMessageOf(cause)), 200)}). Check that it is running and that the address is right.`;
  return failed(service, 'unreachable', sentence, { isTransient: true, cause });
}

/** @param begins whether it is the first word of a streamed reply that did not come in time */
export function timedOut({ service, model, baseUrl }: AskedServer, ms: number, begins: boolean): FailedTry {
  const time = `within ${Math.max(0.1, Math.round(ms / 100) / 10)} seconds`;
  const sentence = begins
    ? `${model} at ${baseUrl} did not begin to answer ${time}. Raise the time limit for its first word, or check whether the server is busy.`
    : `${model} at ${baseUrl} did not answer ${time}. Raise the time limit or use a faster model.`;
  return failed(service, 'timeout', sentence, { isTransient: true });
}

export function cutOff({ service, baseUrl }: AskedServer, cause: unknown): FailedTry {
  const sentence = `The answer of the ${service.server} at ${baseUrl} was cut off. Check the connection and try again.`;
  return failed(service, 'cut-off', sentence, { isTransient: true, cause });
}

export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype\s+html|<html|<head|<body)/i.test(text);
}

function isQuota({ code, message }: Rejection): boolean {
  return code === 'insufficient_quota' || /exceeded your current quota|insufficient.(?:quota|credits|balance)/i.test(message);
}

/** There is no common code for this error: OpenAI, llama.cpp, vLLM, Ollama, Mistral and proxies each have different words. */
function isTooLong({ status, code, message }: Rejection): boolean {
  if (code === 'context_length_exceeded' || code === 'exceed_context_size_error' || status === 413) return true;
  return /context (?:length|size|window)|maximum context|prompt is too long|input (?:\(\d+ tokens\) )?is too (?:long|large)|too many (?:input )?tokens|tokens per request|must have less than \d+ tokens|exceeds? the (?:available |model'?s? )?context/i.test(
    message,
  );
}

function waitAdvice(retryAfterMs: number | undefined, deadlineMs: number): string {
  if (retryAfterMs === undefined) return 'Wait a moment and try again.';
  const asks = `It asks Ariadne to wait ${inWords(retryAfterMs)}`;
  return retryAfterMs < deadlineMs
    ? `${asks}.`
    : `${asks}, longer than the limit of ${inWords(deadlineMs)}. Try again later, or choose another model.`;
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} hours`;
  return seconds < 365 * 86_400 ? `${Math.round(seconds / 86_400)} days` : 'more than a year';
}
