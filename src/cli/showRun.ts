/** Shows an ended run on a terminal or as JSON. */
import { inForm, writtenFormOf } from '../protocol/writtenAnswer.ts';
import { withDocIds } from '../protocol/docId.ts';
import { noAnswerSentence } from '../protocol/noAnswer.ts';
import type { DigestQuote, Trace } from '../protocol/trace.ts';
import { digestOf } from '../trace/digest.ts';
import { isWithoutChat } from '../trace/otherMethod.ts';
import { printTrace } from './printTrace.ts';
import { exitCode, print, printError, printJson } from './terminal.ts';

/**
 * Shows an ended run.
 * @returns the exit code
 */
export function showRun(trace: Trace, log: string, isJson: boolean): number {
  const hasNone = trace.answer === null && trace.status === 'ok';
  // Quotes written as an answer are none.
  const hasAnswer = trace.answer !== null || (trace.written !== undefined && !isWithoutChat(trace.models));
  if (isJson) {
    const confirmed = trace.answer !== null && trace.unconfirmed === undefined;
    const digest = digestOf(trace);
    printJson(
      withDocIds({
        ...trace,
        ...shownForm(trace, digest),
        confirmed,
        digest,
        ...(hasNone ? { note: noAnswerSentence(trace), bestPassages: digest.map(bestPassage) } : {}),
        log,
      }),
    );
  } else printTrace(trace, log);
  // A stopped run may have an answer, but not the final one.
  if (trace.status === 'cancelled' || (!hasAnswer && trace.status !== 'ok')) {
    printError([trace.failure ?? 'The run failed.', ...goOnLine(trace, log)].join(' '));
    return exitCode.failed;
  }
  if (!isJson) for (const line of goOnLine(trace, log)) print(line);
  return hasAnswer ? exitCode.done : exitCode.negative;
}

/** How the answer is written, and its sentences. */
function shownForm({ answer, written }: Trace, digest: readonly DigestQuote[]): object {
  if (!written) return inForm(answer === null && digest.length > 0 ? 'digest' : 'short');
  const named = inForm(writtenFormOf(written));
  return { ...named, sentences: written.sentences, written: { ...named, ...written } };
}

/** A quote of the digest as `bestPassages` had it before there were digests. */
function bestPassage({ path, startLine, endLine, page, lastPage, quote }: DigestQuote): object {
  return { path, startLine, endLine, page, lastPage, quote };
}

/** How to continue a run that was stopped or reached a limit. */
function goOnLine({ status, flags, folder }: Trace, log: string): readonly string[] {
  if (status === 'cancelled') return [`"ariadne ask ${folder} --resume ${log}" continues it.`];
  return flags.includes('budget_exhausted')
    ? [`"ariadne ask ${folder} --from ${log}" continues from here. Completed calls are not repeated.`]
    : [];
}
