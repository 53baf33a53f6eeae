/** Executes one run from start to end: a question through a pipeline and the stages that follow it, recorded. */
import { PASSAGES_READ } from '../citations/quoteCandidates.ts';
import { logVersion, type NewRunEvent, type RunEvent } from '../protocol/events.ts';
import { knowledgeOf } from '../protocol/knowledge.ts';
import { promptVersion } from '../reasoning/prompts/blocks.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { LiveCalls } from '../trace/callSource.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { BudgetGuard } from './budget.ts';
import { documentsLike } from './documentsLike.ts';
import { requirePassages } from './edits.ts';
import { finish, settle } from './outcome.ts';
import { ReadAhead } from './readAhead.ts';
import { recordedContext } from './recordedContext.ts';
import { requireServed } from './requireServed.ts';
import { earlierResults } from './resume.ts';
import type { Run, RunComponents } from './run.ts';
import { afterPipeline } from './stages.ts';

/** Executes within the run's budget, with the results of its earlier logs; see `execute`. */
export async function runLive(run: Run, given: RunComponents, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<void> {
  const { spec, earlier } = run;
  const known = earlierResults(run, given.index);
  const guard = new BudgetGuard(spec.budget ?? {});
  const calls = new LiveCalls(guard, known);
  const ahead = new ReadAhead();
  const onRecorded = (event: RunEvent): void => {
    onEvent(event);
    guard.observe(event);
    if (event.kind === 'evidence-found') ahead.add(event.passages.slice(0, PASSAGES_READ));
  };
  const recorder = new RunRecorder(onRecorded, { calls, after: earlier?.own ?? [] });
  const before = earlier?.own ? recorder.trace.sent : spec.follows?.sent;
  try {
    await execute(run, { ...given, sent: () => [...(before ?? []), ...(given.sent?.() ?? [])] }, recorder, signal);
  } finally {
    ahead.stop();
  }
}

/**
 * Executes to the end: the last event says answered, abstained, failed or cancelled.
 * @param firstEvent Default: one with the current time.
 * @throws AriadneError `passage-missing`, `reasoner-lacking` and AbortError before the first event, later only bugs
 */
export async function execute(
  run: Run,
  components: RunComponents,
  recorder: RunRecorder,
  stopped: AbortSignal,
  firstEvent?: NewRunEvent,
): Promise<void> {
  const { spec, pipeline } = run;
  requirePassages(components.index, spec.from?.edits, run.earlier?.ended.passages);
  const documents = run.begun?.documentsLike ?? [...documentsLike(components.index)];
  const knowledge = knowledgeOf(spec.params);
  const reasoner = components.createReasoner({ recorder, documents, knowledge, logprobs: run.begun?.logprobs });
  requireServed(pipeline, reasoner);
  stopped.throwIfAborted();
  recorder.emit(firstEvent ?? openingEvent(run, components, reasoner, documents));
  for (const call of spec.follows?.calls ?? []) recorder.emit({ kind: 'llm-called', call });
  // Ends work that the run did not wait for.
  const ended = new AbortController();
  const signal = AbortSignal.any([stopped, ended.signal]);
  const context = recordedContext(run, components, { reasoner, knowledge }, recorder, signal);
  const outcome = await settle(stopped, async () => afterPipeline(await pipeline.run(context, spec.question, spec.params), context));
  finish(recorder, outcome, components.sent?.() ?? []);
  ended.abort();
  if (outcome.kind === 'failed' && outcome.bug !== undefined) throw outcome.bug;
}

/** The first event of the execution: a header, or a continuation. */
function openingEvent({ runId, spec, earlier }: Run, components: RunComponents, reasoner: Reasoner, documents: string[]): NewRunEvent {
  const {
    index,
    embedder,
    scorer,
    entailment,
    folder,
    scope,
    unsearched = [],
    identity,
    otherLanguage,
    answering = spec.models,
  } = components;
  const now = new Date().toISOString();
  const indexEpoch = index.epoch;
  if (earlier?.own) return { kind: 'run-resumed', resumedAtUtc: now, indexEpoch, budget: spec.budget };
  return {
    kind: 'run-started',
    logVersion,
    runId,
    spec: { ...spec, models: { ...answering, embedder: embedder.id, reranker: scorer.id, entailment: entailment.id } },
    startedAtUtc: now,
    folder,
    indexEpoch,
    scope,
    ...(unsearched.length === 0 ? {} : { unsearched: [...unsearched] }),
    identity,
    otherLanguage,
    documentsLike: documents,
    logprobs: reasoner.can.logprobs,
    promptVersion,
  };
}
