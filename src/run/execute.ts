/** Executes one run from start to end: a question through a pipeline and the stages that follow it, recorded. */
import { logVersion, type NewRunEvent, type RunEvent } from '../protocol/events.ts';
import { knowledgeOf } from '../protocol/knowledge.ts';
import { promptVersion } from '../reasoning/prompts/blocks.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { LiveCalls } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { BudgetGuard } from './budget.ts';
import { documentsLike } from './documentsLike.ts';
import { requirePassages } from './edits.ts';
import { finish, settle, type SentInAll } from './outcome.ts';
import { recordedContext } from './recordedContext.ts';
import { requireServed } from './requireServed.ts';
import { earlierResults } from './resume.ts';
import type { Run, RunComponents } from './run.ts';
import { afterPipeline } from './stages.ts';

/** Executes within the run's budget, with the results of its earlier logs; see `execute`. */
export async function runLive(run: Run, given: RunComponents, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<void> {
  const {
    earlier,
    spec: { budget = {}, follows },
  } = run;
  const rewritten = earlier?.own ? [] : (follows?.sent ?? []);
  const components: RunComponents = {
    ...given,
    bytesSent: () => given.bytesSent() + rewritten.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
    sent: () => [...(given.sent?.() ?? []), ...rewritten],
  };
  const guard = new BudgetGuard(budget);
  const recorder = new RunRecorder(
    (event) => {
      onEvent(event);
      guard.observe(event);
    },
    {
      calls: new LiveCalls(guard, earlierResults(run, components.index)),
      after: earlier?.own ?? [],
    },
  );
  await execute(run, components, recorder, signal);
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
  requirePassages(components.index, spec.from?.edits);
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
  finish(recorder, outcome, sentInAll(run, components));
  ended.abort();
  if (outcome.kind === 'failed' && outcome.bug !== undefined) throw outcome.bug;
}

/** The first event of the execution: a header, or a continuation. */
function openingEvent({ runId, spec, earlier }: Run, components: RunComponents, reasoner: Reasoner, documents: string[]): NewRunEvent {
  const { index, embedder, reranker, entailment, folder, scope, identity, otherLanguage, answering = spec.models } = components;
  const now = new Date().toISOString();
  const indexEpoch = index.epoch;
  if (earlier?.own) return { kind: 'run-resumed', resumedAtUtc: now, indexEpoch, budget: spec.budget };
  return {
    kind: 'run-started',
    logVersion,
    runId,
    spec: { ...spec, models: { ...answering, embedder: embedder.id, reranker: reranker.id, entailment: entailment.id } },
    startedAtUtc: now,
    folder,
    indexEpoch,
    scope,
    identity,
    otherLanguage,
    documentsLike: documents,
    logprobs: reasoner.can.logprobs,
    promptVersion,
  };
}

/** Also before the run was interrupted. */
function sentInAll({ earlier }: Run, components: RunComponents): SentInAll {
  const before = earlier?.own && fold(earlier.own);
  const bytesSent = (before?.bytesSent ?? 0) + components.bytesSent();
  const byKey = Map.groupBy([...(before?.sent ?? []), ...(components.sent?.() ?? [])], ({ host, purpose }) => `${host} ${purpose}`);
  const sent = [...byKey.values()].map((parts) =>
    parts.reduce((a, b) => ({ ...a, requests: a.requests + b.requests, bytesSent: a.bytesSent + b.bytesSent })),
  );
  return { bytesSent, ...(sent.length > 0 ? { sent } : {}) };
}
