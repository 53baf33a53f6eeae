import type { RunSummary } from '../../src/protocol/engine.ts';

/** A run that has ended well, as lists of runs know it. */
export function summaryOf(runId: string, started: Date): RunSummary {
  return {
    runId,
    log: '',
    question: 'Why?',
    pipeline: 'p',
    startedAtUtc: started.toISOString(),
    status: 'ok',
    answer: 'x',
    abstained: false,
    seconds: 1,
  };
}
