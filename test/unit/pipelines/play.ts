/** Runs of a pipeline with a reasoner that plays a script, for tests. */
import assert from 'node:assert/strict';
import { AriadneError } from '../../../src/base/errors.ts';
import type { Embedder } from '../../../src/models/models.ts';
import { parseParameters } from '../../../src/pipelines/registry.ts';
import { pipelineOf } from '../../support/allPipelines.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import type { Backend, Performed, ReasonerCall } from '../../../src/reasoning/reasoner.ts';
import type { Role, RoleFacts } from '../../../src/reasoning/role.ts';
import type { ReadOutput } from '../../../src/reasoning/roles/readRoles.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { ScriptedReasoner, type Script } from '../../support/scriptedReasoner.ts';
import { RecordingTrace } from '../reasoning/scriptedChat.ts';
import type { RoleId } from '../../../lab/simulation/allRoles.ts';

export const question = 'Where was the director of The Salt Choir born?';
const passages: readonly Passage[] = [
  passageOf('film', 'The Salt Choir is a film directed by Ilse Brandvik'),
  passageOf('ilse', 'Ilse Brandvik was born in Tarnholm'),
  passageOf('town', 'Tarnholm is a harbor town'),
  passageOf('museum', 'glass museum'),
];
const index = new MemoryIndex(passages);

export const said = (answer: string | null, more: Partial<ReadOutput> = {}): ReadOutput => ({
  answer,
  citations: answer === null ? [] : [0],
  quote: null,
  ...more,
});

/** A scripted reasoner that can draw samples. */
export class SamplingReasoner extends ScriptedReasoner {
  override readonly can = { sample: true, logprobs: true, stateConfidence: true };
  /** Calls of the last answering step. */
  final = 0;

  override perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>> {
    if (call.isFinal) this.final++;
    return super.perform(role, input, call);
  }
}

/** Whose budget is spent after so many calls; the last answering step is allowed. */
export class SpentReasoner extends SamplingReasoner {
  readonly #calls: number;

  constructor(script: Script, calls: number) {
    super(script);
    this.#calls = calls;
  }

  override perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>> {
    if (this.asked.length >= this.#calls && !call.isFinal) {
      return Promise.reject(new AriadneError('budget-exhausted', 'The budget of this run is spent.'));
    }
    return super.perform(role, input, call);
  }
}

/** Serves only these roles. */
export class LimitedReasoner extends SamplingReasoner {
  readonly #roles: readonly string[];

  constructor(script: Script, roles: readonly RoleId[]) {
    super(script);
    this.#roles = roles;
  }

  override serves({ id }: RoleFacts): boolean {
    return this.#roles.includes(id);
  }
}

/** A chat model that says the same whatever it is asked. */
export function sameSentence(text: string): ChatReasoner {
  const reply = { text, promptTokens: 1, completionTokens: 1, estimated: false, finishReason: 'stop' };
  return new ChatReasoner({
    model: { id: 'same', complete: ({}, { signal } = {}) => (signal?.throwIfAborted(), Promise.resolve(reply)) },
    trace: new RecordingTrace(),
    memo: { remember: (_of, _input, call) => call() },
  });
}

export interface Play {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly question?: string;
  readonly reasoner?: Backend;
  readonly index?: MemoryIndex;
  readonly embedder?: Embedder;
  readonly onCall?: (of: string) => void;
  readonly signal?: AbortSignal;
}

export async function play(id: string, script: Script, options: Play = {}) {
  const pipeline = pipelineOf(id);
  const params = parseParameters(pipeline, options.params ?? {});
  const reasoner = options.reasoner ?? new SamplingReasoner(script);
  const { trace, events } = await runInMemory({ index, question, ...options, pipeline, params, reasoner });
  const asked = reasoner instanceof ScriptedReasoner ? reasoner.asked : [];
  return { trace, events, asked, roles: asked.map(({ role }) => role), bound: pipeline.bound(params) };
}

export function outcomeOf({ status, answer, abstained, stopReason, flags }: Trace) {
  return { status, answer, abstained, stopReason, flags };
}
export const ok = { status: 'ok', abstained: false, flags: [] };

/** Nodes as `id kind status`, edges as `from kind to`, what each node found, flags of nodes. */
export function shapeOf({ nodes, edges }: Trace) {
  return {
    nodes: nodes.map(({ id, kind, status }) => `${id} ${kind} ${status}`),
    edges: edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`),
    evidence: Object.fromEntries(
      nodes.flatMap(({ id, evidence }) => (evidence.length > 0 ? [[id, evidence.map(({ passageId }) => passageId)]] : [])),
    ),
  };
}

export function nodeFlags({ nodes }: Trace): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(nodes.flatMap(({ id, flags }) => (flags.length > 0 ? [[id, flags]] : [])));
}

/** Every node has ended, every edge has both ends, no passage is evidence twice, and the final node has the answer. */
export function assertWellFormed({ nodes, edges, answer }: Trace): void {
  const ids = nodes.map(({ id }) => id);
  const twice = nodes.filter(({ evidence }) => new Set(evidence.map(({ passageId }) => passageId)).size < evidence.length);
  assert.deepEqual(
    {
      open: nodes.filter(isOpen),
      ids,
      loose: edges.filter(({ from, to }) => !ids.includes(from) || !ids.includes(to)),
      twice,
      answer: nodes.find(({ id }) => id === 'final')?.answer,
    },
    { open: [], ids: [...new Set(ids)], loose: [], twice: [], answer },
  );
}

/** What the question would have been answered with when the run was stopped. */
export function standingAnswer({ nodes }: Trace): string | null {
  return nodes.find(({ kind }) => kind === 'root')?.answer ?? null;
}

/** Stopped at any call to the outside, the run ends as cancelled, never as empty. */
export async function assertStopsAnywhere(id: string, script: Script, options: Play = {}): Promise<void> {
  const calls: string[] = [];
  await play(id, script, { ...options, onCall: (of) => calls.push(of) });
  for (const [stopAt, of] of calls.entries()) {
    // Citing comes after the pipeline.
    if (of === 'source-lines') continue;
    const stopping = new AbortController();
    let call = 0;
    const onCall = (): void => {
      if (call++ === stopAt) stopping.abort();
    };
    const { trace } = await play(id, script, { ...options, onCall, signal: stopping.signal });
    const { status, answer, abstained, nodes } = trace;
    assert.deepEqual(
      { status, answer, abstained, open: nodes.filter(isOpen) },
      { status: 'cancelled', answer: standingAnswer(trace), abstained: false, open: [] },
      `stopped at call ${stopAt} (${of})`,
    );
  }
}

export async function assertAnyQuestion(id: string, script: Script): Promise<void> {
  for (const asked of ['word '.repeat(10_000).trim(), '谁导演了《盐之合唱》？', 'Où est née la réalisatrice ?', '?']) {
    const { trace, bound, roles } = await play(id, script, { question: asked });
    assert.equal(trace.status, 'ok');
    assert.ok(roles.length <= bound.llmCalls && trace.totals.retrievals <= bound.retrievals);
    assertWellFormed(trace);
  }
}

function isOpen({ status }: Trace['nodes'][number]): boolean {
  return status === 'running' || status === 'pending';
}
