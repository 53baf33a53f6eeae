/** Learns in a separate process, so that the one that answers stays quick, and gets all of the memory back afterwards. */
import { fork, type ChildProcess } from 'node:child_process';
import { afterNativeFault, childEnvironment } from '../base/childEnvironment.ts';
import { AriadneError } from '../base/errors.ts';
import { howEnded, isNativeFault } from '../base/processEnd.ts';
import { sampleFor, type LearnedModel } from '../models/builtin/learnModels.ts';
import { decodeStaticModel } from '../models/builtin/staticModelFile.ts';
import type { RerankItem } from '../models/models.ts';

export type ToLearner =
  | { readonly kind: 'passages'; readonly passages: readonly RerankItem[] }
  /** All passages have been sent. `kernel`: file of the learning graph; `wasm`: as `LearnOptions`. */
  | { readonly kind: 'learn'; readonly kernel: string; readonly wasm: string; readonly seed: number };

export type FromLearner =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'learned'; readonly model: Uint8Array; readonly pairs: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface LearnOptions {
  /** Entry of the process. */
  readonly learner: string;
  /** File of the graph made by scripts/learningKernel.ts. */
  readonly kernel: string;
  /** Folder of onnxruntime-web's WebAssembly files. */
  readonly wasm: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Called with the share done, in [0, 1]: ascending, and from the beginning after a crash. */
  readonly onShare: (share: number) => void;
}

const passagesPerMessage = 1000;

/**
 * The model learned from the passages: depends on them and the seed, not on their order.
 * @throws AriadneError `learning-failed`; AbortError, with the process gone
 */
export async function learnInProcess(batches: AsyncIterable<readonly RerankItem[]>, options: LearnOptions): Promise<LearnedModel> {
  const { signal, seed } = options;
  const sample = sampleFor('learned', seed);
  for await (const batch of batches) {
    signal.throwIfAborted();
    for (const passage of batch) sample.offer(passage);
  }
  signal.throwIfAborted();
  const passages = sample.passages();
  return (await learn(passages, options)) ?? (await learn(passages, options, afterNativeFault))!;
}

/** Undefined when native code crashed, which is not to be used again. */
async function learn(passages: readonly RerankItem[], options: LearnOptions, added?: NodeJS.ProcessEnv): Promise<LearnedModel | undefined> {
  // Not the inspector's port of this process, nor what it was told to preload.
  const child = fork(options.learner, [], {
    serialization: 'advanced',
    execArgv: [],
    env: { ...childEnvironment(), ...added },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  try {
    return await converse(child, passages, options, added !== undefined);
  } finally {
    child.kill('SIGKILL');
  }
}

async function converse(
  child: ChildProcess,
  passages: readonly RerankItem[],
  options: LearnOptions,
  isLast: boolean,
): Promise<LearnedModel | undefined> {
  const { signal, onShare, kernel, wasm, seed } = options;
  const stderr: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    child.once('close', () => signal.removeEventListener('abort', onAbort));
    child.once('error', (cause) => reject(failed(cause.message, cause)));
    child.once('exit', (code, killedBy) => {
      const end = { code, signal: killedBy };
      if (isNativeFault(end) && !isLast) return resolve(undefined);
      reject(failed(stderr.join('').trim() || `it ended with ${howEnded(end)}`));
    });
    child.on('message', (message: FromLearner) => {
      if (message.kind === 'progress') return onShare(message.share);
      if (message.kind === 'failed') return reject(failed(message.reason));
      if (message.kind === 'learned') return resolve({ model: decodeStaticModel(message.model), pairs: message.pairs });
      return void sendAll(child, passages, { kind: 'learn', kernel, wasm, seed }).catch((cause: Error) =>
        reject(failed(cause.message, cause)),
      );
    });
  });
}

/** A batch at a time, each when the one before has been taken. */
async function sendAll(child: ChildProcess, passages: readonly RerankItem[], last: ToLearner): Promise<void> {
  for (let from = 0; from < passages.length; from += passagesPerMessage) {
    await send(child, { kind: 'passages', passages: passages.slice(from, from + passagesPerMessage) });
  }
  await send(child, last);
}

function send(child: ChildProcess, message: ToLearner): Promise<void> {
  return new Promise((resolve, reject) => child.send(message, (error) => (error ? reject(error) : resolve())));
}

function failed(reason: string, cause?: unknown): AriadneError {
  return new AriadneError(
    'learning-failed',
    `Ariadne could not learn from this folder (${reason}). Search works as before; index again to retry.`,
    cause === undefined ? undefined : { cause },
  );
}
