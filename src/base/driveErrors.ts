/** Errors of a drive or of the way to it, as opposed to those of a single file. */
import { untilAborted } from './abort.ts';
import { AriadneError, isSystemError } from './errors.ts';

/** Node has no name for the error of a network drive that has lost a file's handle. */
const staleHandle = `Unknown system error -${process.platform === 'darwin' ? 70 : 116}`;

export const unreachableErrors: readonly string[] = [
  'EIO',
  'ENXIO',
  'ENODEV',
  'ENOTCONN',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ECONNABORTED',
  'ECONNRESET',
  'EREMOTEIO',
  staleHandle,
];

/** Whether a drive does not answer, so that nothing is known about what is on it. */
export function isUnreachable(error: unknown): error is NodeJS.ErrnoException {
  return isSystemError(error, ...unreachableErrors);
}

/** The error's name for people. */
export function systemCode({ code, message }: NodeJS.ErrnoException): string {
  return code === staleHandle ? 'ESTALE' : (code ?? message);
}

/** @param how it does not answer, as in "does not answer (EIO)" */
export function unreachableFolder(folder: string, how: string, cause?: unknown): AriadneError {
  const sentence = `The folder ${folder} ${how}. Check its drive or network, then try again. What is indexed is kept.`;
  return new AriadneError('folder-unreachable', sentence, { cause });
}

/** A system call on a network drive that has gone may last for ever, and cannot be cancelled. */
export const longestSilenceMs = 30_000;

/** By folder, work that had no end when its caller stopped waiting. */
const unheard = new Map<string, Promise<unknown>>();

interface WaitOptions {
  /** When the drive has last answered, on the clock of `performance.now`. Default: at the call. */
  readonly answeredAtMs?: () => number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The result of work on the files of a folder. Waits for what is left of earlier work first: each system call that hangs keeps one of the
 * few threads that the process has for the files of all drives.
 * @throws AriadneError `folder-unreachable` when the drive is silent for too long, AbortError at once; the work then ends unheard
 */
export async function whileAnswering<T>(folder: string, work: () => Promise<T>, options: WaitOptions = {}): Promise<T> {
  const { signal } = options;
  const earlier = unheard.get(folder);
  if (earlier) await answered(folder, earlier, { signal });
  let hasEnded = false;
  const result = work().finally(() => (hasEnded = true));
  try {
    return await answered(folder, result, options);
  } finally {
    if (!hasEnded) {
      const end = (): boolean => unheard.delete(folder);
      unheard.set(folder, result.then(end, end));
    }
  }
}

async function answered<T>(folder: string, work: Promise<T>, { answeredAtMs, signal }: WaitOptions): Promise<T> {
  const began = performance.now();
  const silence = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (performance.now() - (answeredAtMs?.() ?? began) < longestSilenceMs) return;
    silence.reject(unreachableFolder(folder, `has not answered for ${longestSilenceMs / 1000} s`));
  }, longestSilenceMs / 10);
  try {
    return await untilAborted(Promise.race([work, silence.promise]), signal);
  } finally {
    clearInterval(timer);
  }
}
