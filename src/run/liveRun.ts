/** One run with real models over a real index, however it begins. */
import { abortError } from '../base/abort.ts';
import type { RunEvent } from '../protocol/events.ts';
import { promptVersion } from '../reasoning/prompts/blocks.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { LiveCalls } from '../trace/callSource.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { BudgetGuard } from './budget.ts';
import type { SourceLines } from './cite.ts';
import { earlierResults } from './earlierResults.ts';
import { requirePassages } from './edits.ts';
import { execute, type Execution } from './execute.ts';
import { requireServed } from './requireServed.ts';
import { collaboratorsOf, type RunParts } from './runContext.ts';
import { beginning, type RunPlan } from './plan.ts';

export interface LiveParts extends Omit<RunParts, 'reasoner'> {
  readonly createReasoner: (recorder: RunRecorder) => Reasoner;
  readonly folder: string;
  readonly sourceLines: SourceLines;
  /** By this execution, so far. */
  readonly bytesSent: () => number;
}

/**
 * Runs to the end, whatever the end; see `execute`.
 * @param begin called when the run can start; returns the receiver of its events
 * @throws AriadneError `passage-missing`, `reasoner-lacking` before the run begins; AbortError when it was stopped before
 */
export async function runLive(plan: RunPlan, parts: LiveParts, begin: () => (event: RunEvent) => void, signal: AbortSignal): Promise<void> {
  const { earlier, budget = {} } = plan;
  const guard = new BudgetGuard(budget);
  let tell = (_event: RunEvent): void => undefined;
  const recorder = new RunRecorder(
    (event) => {
      tell(event);
      guard.told(event);
    },
    {
      calls: new LiveCalls(guard, earlier && earlierResults(earlier, parts.index, plan.edits)),
      after: earlier?.kind === 'own' ? earlier.events : [],
    },
  );
  const execution = executionOf(plan, parts, recorder, signal);
  if (signal.aborted) throw abortError();
  tell = begin();
  await execute(execution);
}

/**
 * What `execute` takes, once the run can start.
 * @throws AriadneError `passage-missing`, `reasoner-lacking`
 */
export function executionOf(plan: RunPlan, parts: LiveParts, recorder: RunRecorder, signal: AbortSignal): Execution {
  const { pipeline, models, earlier, edits } = plan;
  const { index, embedder, reranker, entailment } = parts;
  requirePassages(index, edits);
  const reasoner = parts.createReasoner(recorder);
  requireServed(pipeline, reasoner);
  const modelIds = { chat: models.chat, embedder: embedder.id, reranker: reranker.id, entailment: entailment.id };
  const { header, resumed } = beginning(plan, parts.folder, modelIds, index.epoch);
  return {
    pipeline,
    header: resumed ? header : { ...header, logprobs: reasoner.can.logprobs, promptVersion },
    resumed,
    recorder,
    collaborators: collaboratorsOf({ ...parts, reasoner }, { trace: recorder, memo: recorder }, edits),
    sourceLines: parts.sourceLines,
    signal,
    bytesSent: () => (earlier?.bytesSent ?? 0) + parts.bytesSent(),
  };
}
