/** Executes a finished run again from its log alone: no model, no index, no network. */
import { AriadneError } from '../base/errors.ts';
import type { ChatModel } from '../models/models.ts';
import { pipelineById } from '../pipelines/registry.ts';
import { runEvent, type RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { ChatReasoner } from '../reasoning/chatReasoner.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { fold } from '../trace/fold.ts';
import type { Memo } from '../trace/recorder.ts';
import { memoKey, RunRecorder } from '../trace/runRecorder.ts';
import { RecordingReranker, recordPassages, recordRetriever } from './collaborators.ts';
import { execute, type RunHeader } from './execute.ts';
import { ForgivingReasoner, RememberedReasoner } from './reasoners.ts';

export interface Replay {
  /** What the log says happened. */
  readonly trace: Trace;
  /** The first event in which the second execution differs from the first; undefined when it is the same run. */
  readonly difference?: { readonly n: number; readonly was: RunEvent | undefined; readonly is: RunEvent | undefined };
}

/** @throws AriadneError `log-unfinished` for a run that was stopped or cut short: how far it would have come again is not in the log. */
export async function replay(events: readonly RunEvent[]): Promise<Replay> {
  const trace = fold(events);
  const [first] = events;
  if (first?.kind !== 'run-started' || !trace.finished || trace.status === 'cancelled') {
    throw new AriadneError(
      'log-unfinished',
      'This run was stopped before its end, so there is nothing to execute again. "ariadne ask" runs the question anew.',
    );
  }
  const { kind: _kind, n: _n, at: _at, logVersion: _version, ...header } = first;
  const again = await executeFrom(header, events, trace.bytesSent);
  const n = events.findIndex((event, i) => comparable(event) !== comparable(again[i]));
  const at = n >= 0 ? n : again.length > events.length ? events.length : -1;
  return at < 0 ? { trace } : { trace, difference: { n: at, was: events[at], is: again[at] } };
}

async function executeFrom(header: RunHeader, events: readonly RunEvent[], bytesSent: number): Promise<readonly RunEvent[]> {
  const again: RunEvent[] = [];
  // As the log would give it back, so that the two can be compared byte for byte.
  const recorder = new RunRecorder((event) => again.push(runEvent.parse(JSON.parse(JSON.stringify(event)))));
  const recall = new Recall(events);
  const memo: Memo = { remember: (of, input) => recorder.remember(of, input, () => recall.take(of, input)) };
  const recording = { trace: recorder, memo };
  const noIndex = unavailable('the index');
  await execute({
    pipeline: pipelineById(header.pipeline),
    header,
    recorder: {
      emit: (event) => recorder.emit(event),
      now: () => recorder.now(),
      remember: (of, input) => memo.remember(of, input, neverCalled),
      get trace() {
        return recorder.trace;
      },
    },
    collaborators: {
      reasoner: reasonerOf(header.models.chat, recorder, memo),
      retriever: recordRetriever({ method: methodOf(events), search: noIndex }, recording),
      reranker: new RecordingReranker(
        absentIndex,
        absentIndex.neighborsOf,
        { id: header.models.reranker, scale: 'probability', score: noIndex },
        recording,
      ),
      passages: recordPassages(absentIndex, recording),
    },
    sourceLines: noIndex,
    signal: new AbortController().signal,
    bytesSent: () => bytesSent,
  });
  return again;
}

function reasonerOf(chat: string, trace: RunRecorder, memo: Memo): Reasoner {
  const absent = unavailable('the model');
  if (chat === 'builtin') {
    return new RememberedReasoner(
      { id: 'recorded', can: { sample: false, plan: true, logprobs: false, stateConfidence: false }, perform: absent },
      memo,
    );
  }
  const model: ChatModel = { id: chat, complete: absent };
  return new ForgivingReasoner(new ChatReasoner({ model, trace, memo }), trace);
}

/** The results in a log, by key; those of one key in the order in which they came. */
class Recall {
  readonly #results = new Map<string, Extract<RunEvent, { kind: 'recorded' }>[]>();

  constructor(events: readonly RunEvent[]) {
    for (const event of events) {
      if (event.kind !== 'recorded') continue;
      const known = this.#results.get(event.key);
      if (known) known.push(event);
      else this.#results.set(event.key, [event]);
    }
  }

  take<T>(of: string, input: unknown): Promise<T> {
    const result = this.#results.get(memoKey(of, input))?.shift();
    if (!result) return unavailable(`the result of a call (${of})`)();
    if (result.error) return Promise.reject(new AriadneError(result.error.code, result.error.message));
    // What was recorded came from the same call with the same input; the log's own schema cannot know its type.
    return Promise.resolve(result.value as T);
  }
}

const neverCalled = unavailable('a result');

const absentIndex = {
  epoch: '',
  passageCount: 0,
  idOf: () => '',
  rowOf: () => 0,
  searchText: unavailable('the index'),
  searchVector: unavailable('the index'),
  neighborsOf: () => [],
  passages: unavailable('the index'),
};

function unavailable(what: string): () => Promise<never> {
  return () =>
    Promise.reject(
      new AriadneError('log-incomplete', `The log lacks ${what}: it was written by another version of Ariadne, or it was changed.`),
    );
}

/** The retriever's method is part of what was asked of it. */
function methodOf(events: readonly RunEvent[]): string {
  return events.find((event) => event.kind === 'retrieved')?.retrieval.method ?? 'bm25';
}

/** An event without what differs from execution to execution: its time and durations. */
function comparable(event: RunEvent | undefined): string {
  return JSON.stringify(event, (key, value: unknown) => (key === 'at' || key === 'ms' ? undefined : value));
}
