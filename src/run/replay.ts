/** Executes a finished run again from its log alone: no model, no index, no network. */
import { AriadneError } from '../base/errors.ts';
import type { ChatModel } from '../models/models.ts';
import { pipelineById } from '../pipelines/registry.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { runEvent, type RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { ChatReasoner } from '../reasoning/chatReasoner.ts';
import { ExtractiveReasoner } from '../reasoning/extractive/extractiveReasoner.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { LoggedCalls } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import type { Recorder } from '../trace/recorder.ts';
import { execute } from './execute.ts';
import { runOf } from './plan.ts';
import type { Run, RunComponents } from './run.ts';
import { FallbackReasoner } from '../reasoning/fallbackReasoner.ts';
import { MemoizedReasoner } from '../reasoning/memoizedReasoner.ts';

export interface Replay {
  /** What the log says happened. */
  readonly trace: Trace;
  /** The first event in which the second execution differs from the first; undefined when it is the same run. */
  readonly difference?: { readonly n: number; readonly was: RunEvent | undefined; readonly is: RunEvent | undefined };
}

/**
 * @param events of a run that was resumed, the last execution counts
 * @param pipelineOf by default the registered one
 * @throws AriadneError `log-unfinished` for a run that was stopped or cut short: how far it would have come again is not in the log.
 */
export async function replay(events: readonly RunEvent[], pipelineOf: (id: string) => AnyPipeline = pipelineById): Promise<Replay> {
  const trace = fold(events);
  if (!trace.finished || trace.status === 'cancelled') {
    throw new AriadneError('log-unfinished', 'This run was stopped before it finished, so it cannot be replayed.');
  }
  const begin = Math.max(
    0,
    events.findLastIndex(({ kind }) => kind === 'run-resumed'),
  );
  const was = events.slice(begin);
  const again: RunEvent[] = [];
  // As the log would give it back, so that the two can be compared byte for byte.
  const recorder = new RunRecorder((event) => again.push(runEvent.parse(JSON.parse(JSON.stringify(event)))), {
    calls: new LoggedCalls(was),
    after: events.slice(0, begin),
  });
  const run = runOf(events, pipelineOf);
  const { chat } = run.models;
  const components = { ...recordedComponents(run, was, trace), createReasoner: () => recordedReasoner(chat, recorder) };
  await execute(run, components, recorder, new AbortController().signal, { firstEvent: was[0] });
  const differs = was.findIndex((event, i) => comparable(event) !== comparable(again[i]));
  const at = differs >= 0 ? differs : again.length > was.length ? was.length : -1;
  return at < 0 ? { trace } : { trace, difference: { n: begin + at, was: was[at], is: again[at] } };
}

/** Components that have the ids of those that the run had, and nothing else: what they gave is in the log. */
function recordedComponents(
  { models, firstStage }: Run,
  events: readonly RunEvent[],
  { bytesSent }: Trace,
): Omit<RunComponents, 'createReasoner'> {
  const noIndex = unavailable('the index');
  return {
    // The retriever's method is part of what was asked of it.
    retriever: { method: firstStage, search: noIndex },
    index: absentIndex,
    neighborsOf: absentIndex.neighborsOf,
    reranker: { id: models.reranker, scale: scaleOf(events), score: noIndex },
    embedder: { id: models.embedder, dimension: 0, embed: noIndex },
    entailment: { id: models.entailment, label: unavailable('a label') },
    folder: '',
    sourceLines: noIndex,
    bytesSent: () => bytesSent,
  };
}

/** A reasoner for the chat model of that id whose results all come from the log. */
function recordedReasoner(chat: string, recorder: Recorder): Reasoner {
  const absent = unavailable('the model');
  if (chat === 'builtin') {
    const extractive = new ExtractiveReasoner();
    const reasoner = new MemoizedReasoner(
      { id: 'recorded', can: extractive.can, serves: (role) => extractive.serves(role), perform: absent, sample: absent },
      recorder,
    );
    return new FallbackReasoner(reasoner, recorder);
  }
  const model: ChatModel = { id: chat, complete: absent };
  return new FallbackReasoner(new ChatReasoner({ model, trace: recorder, memo: recorder }), recorder);
}

const absentIndex = {
  epoch: '',
  passageCount: 0,
  idOf: () => '',
  rowOf: () => 0,
  searchText: unavailable('the index'),
  searchVector: unavailable('the index'),
  rowsWith: unavailable('the index'),
  neighborsOf: () => [],
  passages: unavailable('the index'),
};

function unavailable(what: string): () => Promise<never> {
  return () =>
    Promise.reject(new AriadneError('log-incomplete', `The log lacks ${what}: another version of Ariadne wrote it, or it was changed.`));
}

/** Only logits are ever put through the sigmoid unless a parameter says so, and then the scale does not matter. */
function scaleOf(events: readonly RunEvent[]): 'probability' | 'logit' {
  return events.some((event) => event.kind === 'nar-started' && event.scoreTransform === 'sigmoid') ? 'logit' : 'probability';
}

/** An event without what differs from execution to execution, its time and durations, and without the node of a call, which older logs do not say. */
function comparable(event: RunEvent | undefined): string {
  const told = event?.kind === 'recorded' ? { ...event, node: undefined } : event;
  return JSON.stringify(told, (key, value: unknown) => (key === 'at' || key === 'ms' ? undefined : value));
}
