/** Shows an ended run on a terminal or as JSON. */
import type { Trace } from '../protocol/trace.ts';
import { isWithoutChat } from '../trace/otherMethod.ts';
import { runJson } from '../trace/runJson.ts';
import { printTrace } from './printTrace.ts';
import { exitCode, print, printError, printJson } from './terminal.ts';

/**
 * Shows an ended run.
 * @returns the exit code
 */
export function showRun(trace: Trace, log: string, isJson: boolean): number {
  // Quotes written as an answer are none.
  const hasAnswer = trace.answer !== null || (trace.written !== undefined && !isWithoutChat(trace.models));
  if (isJson) printJson(runJson(trace, { log }));
  else printTrace(trace, log);
  // A stopped run may have an answer, but not the final one.
  if (trace.status === 'cancelled' || (!hasAnswer && trace.status !== 'ok')) {
    printError([trace.failure ?? 'The run failed.', ...goOnLine(trace, log)].join(' '));
    return exitCode.failed;
  }
  if (!isJson) for (const line of goOnLine(trace, log)) print(line);
  return hasAnswer ? exitCode.done : exitCode.negative;
}

/** How to continue a run that was stopped or reached a limit. */
function goOnLine({ status, flags, folder }: Trace, log: string): readonly string[] {
  if (status === 'cancelled') return [`"ariadne ask ${folder} --resume ${log}" continues it.`];
  return flags.includes('budget_exhausted')
    ? [`"ariadne ask ${folder} --from ${log}" continues from here. Completed calls are not repeated.`]
    : [];
}
