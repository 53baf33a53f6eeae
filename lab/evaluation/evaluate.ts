/** Asks a system the questions of a dataset and measures the runs. The work to measure is passed in as functions. */
import { AriadneError, type ErrorCode } from '../../src/base/errors.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { workAtOnce } from './atOnce.ts';
import type { Dataset, DatasetQuestion } from './dataset.ts';
import { measureRun, recordKey, type EvalRecord, type PassageLookup, type System } from './evalRecord.ts';
import type { ResultsFile } from './resultsFile.ts';

export interface Evaluation {
  readonly dataset: Dataset;
  readonly questions: readonly DatasetQuestion[];
  readonly system: System;
  /** The number of questions asked concurrently. */
  readonly concurrency: number;
  readonly results: ResultsFile;
  /** Resolves when the run has ended in any way. Rejects on errors that do not end a run. */
  readonly ask: (
    system: System,
    question: DatasetQuestion,
    signal: AbortSignal,
  ) => Promise<{ readonly trace: Trace; readonly log: string }>;
  readonly lookup: PassageLookup;
  readonly onProgress: (progress: EvalProgress) => void;
  readonly signal: AbortSignal;
}

export interface EvalProgress {
  readonly done: number;
  readonly of: number;
  /** The number of questions answered by an earlier evaluation. */
  readonly reused: number;
  /** Estimated seconds until all are done; absent until there is a rate. */
  readonly remainingSeconds?: number;
}

/**
 * Asks the questions that have no result yet. A failed run counts as failed and the next question is asked, unless the model cannot be
 * reached.
 * @returns the records, in the order of the questions
 * @throws AbortError; AriadneError `model-unreachable`; earlier answers are in the results
 */
export async function evaluate(evaluation: Evaluation): Promise<readonly EvalRecord[]> {
  const { dataset, questions, system, results, signal, onProgress } = evaluation;
  const keyed = questions.map((question) => ({ question, key: recordKey(dataset.fingerprint, system, question) }));
  const found = new Map<string, EvalRecord>();
  for (const { key } of keyed) {
    const before = results.get(key);
    if (before) found.set(key, before);
  }
  const reused = keyed.filter(({ key }) => results.isEarlier(key)).length;
  const doneBefore = found.size;
  const open = keyed.filter(({ key }) => !found.has(key));
  const began = performance.now();
  const tell = (): void => {
    const asked = found.size - doneBefore;
    const secondsEach = (performance.now() - began) / 1000 / asked;
    onProgress({
      done: found.size,
      of: questions.length,
      reused,
      ...(asked === 0 ? {} : { remainingSeconds: Math.round(secondsEach * (open.length - asked)) }),
    });
  };
  const reach = new Reachability();
  const answer = async ({ question, key }: (typeof open)[number], either: AbortSignal): Promise<void> => {
    const { trace, log } = await evaluation.ask(system, question, either);
    if (trace.status === 'cancelled' || !trace.finished) {
      either.throwIfAborted();
      throw new AriadneError(
        'run-cut-short',
        `The run of question "${question.id}" did not finish. See ${log}. Evaluate again to continue.`,
      );
    }
    const record = await measureRun(key, { system, question, trace, log }, evaluation.lookup);
    results.add(record);
    found.set(key, record);
    tell();
    reach.heed(record);
  };
  tell();
  await workAtOnce(open, evaluation.concurrency, answer, signal);
  return keyed.flatMap(({ key }) => found.get(key) ?? []);
}

/** Failures that would also affect the next question. */
export const lastingFailures: ReadonlySet<string> = new Set<ErrorCode>([
  'chat-unreachable',
  'chat-unauthorized',
  'chat-model-missing',
  'chat-not-an-api',
  'door-refused',
]);
const missesInARow = 3;

/** Checks that the model is reachable: it must be for the first question, and may be away for a moment later. */
class Reachability {
  #wasReached = false;
  #misses = 0;

  /** @throws AriadneError `model-unreachable` */
  heed({ status, stopReason, failure }: EvalRecord): void {
    if (status !== 'failed' || !lastingFailures.has(stopReason)) {
      this.#wasReached ||= status === 'ok';
      this.#misses = 0;
      return;
    }
    this.#misses++;
    if (this.#wasReached && this.#misses < missesInARow) return;
    throw new AriadneError(
      'model-unreachable',
      `${failure ?? 'The model cannot be reached.'} The evaluation stops. Rerun the command to continue.`,
    );
  }
}
