/** Executes a finished run again from its log alone: no model, no index, no network. */
import { planningRole } from '../protocol/runSpec.ts';
import { AriadneError } from '../base/errors.ts';
import type { ChatModel } from '../models/models.ts';
import { pipelineById } from '../pipelines/registry.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { runEvent, type RunEvent } from '../protocol/events.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import type { Trace } from '../protocol/trace.ts';
import { promptVersion } from '../reasoning/prompts/blocks.ts';
import { ExtractiveReasoner } from '../reasoning/extractive/extractiveReasoner.ts';
import type { Backend, Reasoner } from '../reasoning/reasoner.ts';
import { createReasoner, type ReasonerOptions } from '../reasoning/createReasoner.ts';
import { LoggedCalls } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import { isWithoutChat } from '../trace/otherMethod.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { execute } from './execute.ts';
import { runOf } from './plan.ts';
import type { Run, RunComponents, RunIndex } from './run.ts';

export interface Replay {
  /** The trace of the log. */
  readonly trace: Trace;
  /** The first event that differs in the second execution; undefined when both are equal. */
  readonly difference?: {
    readonly n: number;
    readonly was: RunEvent | undefined;
    readonly is: RunEvent | undefined;
    /** Whether the second execution nevertheless ends with the answer of the first. */
    readonly isSameAnswer: boolean;
  };
}

/**
 * @param events for a resumed run, its last execution counts
 * @param pipelineOf default: the registered pipeline
 * @throws AriadneError `log-unfinished` for a run that was stopped or interrupted, because the log does not say how far it would get;
 * `log-of-another-version` when the prompts have changed since: the log has no reply to what would be asked now
 */
export async function replay(events: readonly RunEvent[], pipelineOf: (id: string) => AnyPipeline = pipelineById): Promise<Replay> {
  const trace = fold(events);
  if (!trace.finished || trace.status === 'cancelled') {
    throw new AriadneError('log-unfinished', 'This run was stopped before it finished, so it cannot be replayed.');
  }
  const [first] = events;
  if (first?.kind === 'run-started' && !isWithoutChat(trace.models) && first.promptVersion !== promptVersion) {
    throw new AriadneError(
      'log-of-another-version',
      `The prompts have changed since this run (version ${first.promptVersion}, now ${promptVersion}), so it cannot be replayed. Ask the question again.`,
    );
  }
  const begin = Math.max(
    0,
    events.findLastIndex(({ kind }) => kind === 'run-resumed'),
  );
  const was = events.slice(begin);
  const again: RunEvent[] = [];
  // Converted as the log would return it, so that both can be compared byte for byte.
  const recorder = new RunRecorder((event) => again.push(runEvent.parse(JSON.parse(JSON.stringify(event)))), {
    calls: new LoggedCalls(was),
    after: events.slice(0, begin),
  });
  const run = runOf(events, pipelineOf);
  const components = {
    ...recordedComponents(run, was, trace),
    createReasoner: (options: ReasonerOptions) => recordedReasoner(run.spec.models, options),
  };
  await execute(run, components, recorder, new AbortController().signal, was[0]);
  const differs = was.findIndex((event, i) => comparable(event) !== comparable(again[i]));
  const at = differs >= 0 ? differs : again.length > was.length ? was.length : -1;
  if (at < 0) return { trace };
  const isSameAnswer = recorder.trace.finished && recorder.trace.answer === trace.answer;
  return { trace, difference: { n: begin + at, was: was[at], is: again[at], isSameAnswer } };
}

/** Components with only the ids of the run's; their results are in the log. */
function recordedComponents(
  { spec: { models, firstStage } }: Run,
  events: readonly RunEvent[],
  { sent = [] }: Trace,
): Omit<RunComponents, 'createReasoner'> {
  const noIndex = unavailable('the index');
  return {
    // The retriever's method is part of the recorded input.
    retriever: { method: firstStage, search: noIndex },
    index: absentIndex,
    scorer: { id: models.reranker, scale: scaleOf(events), score: noIndex },
    embedder: { id: models.embedder, dimension: 0, embed: noIndex },
    entailment: { id: models.entailment, label: unavailable('a label') },
    folder: '',
    sourceLines: noIndex,
    sent: () => sent,
  };
}

/** A reasoner for the models with these ids whose results all come from the log. */
function recordedReasoner({ reader, ...models }: ModelIds, options: ReasonerOptions): Reasoner {
  const absent = unavailable('the model');
  const model = (id: string | undefined): ChatModel | undefined =>
    id === undefined || id === 'builtin' ? undefined : { id, complete: absent };
  const working = new ExtractiveReasoner();
  const rules: Backend = { id: 'recorded', can: working.can, serves: (role) => working.serves(role), ask: absent };
  const recorded = {
    chat: model(models.chat),
    planning: model(models[planningRole]),
    reader: reader === undefined ? undefined : { id: reader, read: absent },
  };
  return createReasoner(recorded, { ...options, rules });
}

const absentIndex: RunIndex = {
  epoch: '',
  passageCount: 0,
  idOf: () => '',
  rowOf: () => 0,
  pathOf: () => undefined,
  firstOf: () => undefined,
  identityOf: () => undefined,
  passages: unavailable('the index'),
};

function unavailable(what: string): () => Promise<never> {
  return () =>
    Promise.reject(new AriadneError('log-incomplete', `The log lacks ${what}: another version of Ariadne wrote it, or it was changed.`));
}

/** By default only logits go through the sigmoid; with the parameter set, the scale does not matter. */
function scaleOf(events: readonly RunEvent[]): 'probability' | 'logit' {
  return events.some((event) => event.kind === 'nar-started' && event.scoreTransform === 'sigmoid') ? 'logit' : 'probability';
}

/** An event without times and durations, which vary between executions. */
function comparable(event: RunEvent | undefined): string {
  return JSON.stringify(event, (key, value: unknown) => (key === 'at' || key === 'ms' ? undefined : value));
}
