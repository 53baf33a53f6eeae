/**
 * In-memory runs that are interrupted, resumed and based on each other, with a chat model that counts its requests and answers after
 * varying delays.
 */
import pLimit from 'p-limit';
import * as z from 'zod';
import { yieldToEventLoop } from '../../src/base/abort.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { hashOf } from '../../src/base/hash.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { runLive } from '../../src/run/execute.ts';
import type { Run, RunComponents } from '../../src/run/run.ts';
import { createReasoner } from '../../src/reasoning/createReasoner.ts';
import { seedShiftOf } from '../../src/run/plan.ts';
import type { ChatModel, ChatReply, ChatRequest, Embedder, Entailment } from '../../src/models/models.ts';
import { definePipeline, type AnyPipeline, type RunContext } from '../../src/pipelines/pipeline.ts';
import type { RunEdits } from '../../src/protocol/runOptions.ts';
import { builtinModels, type RunSpec } from '../../src/protocol/runSpec.ts';
import { runEvent, type RunEvent } from '../../src/protocol/events.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { readRole } from '../../src/reasoning/roles/readRoles.ts';
import { prefersNamed } from '../../src/run/recordedCalls.ts';
import { createBatchScorer } from '../../src/retrieval/batchScorer.ts';
import { createQuotingRetriever } from '../../src/retrieval/quotingRetriever.ts';
import { fold } from '../../src/trace/fold.ts';
import { MemoryIndex, WordReranker } from './memoryIndex.ts';
import { passageOf } from './passages.ts';

const words = ['salt', 'harbor', 'choir', 'glass', 'museum', 'tide', 'bell', 'rope'];

/** Every passage shares words with most questions. */
export const smallIndex = new MemoryIndex(
  Array.from({ length: 12 }, (_, i) => passageOf(`p${i}`, `${words[i % 8]} ${words[(i * 3 + 1) % 8]} number ${i}`)),
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, [`p${(i + 5) % 12}`, `p${(i + 7) % 12}`]])),
);

interface CountingModelOptions {
  readonly atOnce?: number;
  /** Called before every call. */
  readonly onCall?: (model: CountingModel) => void;
  /** Some replies are late or do not have the requested format. */
  readonly isFaulty?: boolean;
}

/** Answers by the hash of the request, each after a different delay. */
export class CountingModel implements ChatModel {
  readonly id = 'openai:counting';
  readonly asked: string[] = [];
  readonly #random: () => number;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #onCall: (model: CountingModel) => void;
  readonly #isFaulty: boolean;

  constructor(seed: number, { atOnce = 100, onCall = () => undefined, isFaulty = true }: CountingModelOptions = {}) {
    this.#random = seededRandom(seed);
    this.#limit = pLimit(atOnce);
    this.#onCall = onCall;
    this.#isFaulty = isFaulty;
  }

  async complete(request: ChatRequest, options?: { readonly signal?: AbortSignal }): Promise<ChatReply> {
    await this.#ask(request, options?.signal);
    return replyTo(request, this.#isFaulty);
  }

  /** At most two replies, sometimes none. */
  async completeMany(request: ChatRequest, options?: { readonly signal?: AbortSignal }): Promise<readonly ChatReply[]> {
    await this.#ask(request, options?.signal);
    return digitsOf(request) % 3 === 0 ? [] : [0, 1].map((sample) => replyTo({ ...request, sample }, this.#isFaulty));
  }

  #ask(request: ChatRequest, signal?: AbortSignal): Promise<void> {
    const turns = Math.floor(this.#random() * 6);
    return this.#limit(async () => {
      signal?.throwIfAborted();
      this.#onCall(this);
      this.asked.push(JSON.stringify(request));
      for (let turn = 0; turn < turns; turn++) await yieldToEventLoop();
      signal?.throwIfAborted();
    });
  }
}

function digitsOf(request: ChatRequest): number {
  return Number.parseInt(hashOf([JSON.stringify(request.messages), `${request.sample} ${request.attempt}`], 6), 16);
}

function replyTo(request: ChatRequest, isFaulty: boolean): ChatReply {
  const digits = digitsOf(request);
  const reply = { promptTokens: 20 + (digits % 7), completionTokens: 3 + (digits % 5), estimated: false, finishReason: 'stop' };
  if (isFaulty && digits % 11 === 0) throw new AriadneError('chat-timeout', 'The server took too long.');
  const text = isFaulty && digits % 7 === 0 ? 'not the form' : JSON.stringify({ answer: words[digits % 8], citations: [1], quote: '' });
  return { ...reply, text };
}

/**
 * A pipeline of concurrent and sequential work whose structure and questions depend only on the seed. Nodes ask the same questions, so that
 * different calls have the same key.
 */
export function randomPipeline(seed: number): AnyPipeline {
  return definePipeline({
    id: `random-${seed}`,
    title: 'Random',
    description: '',
    paper: '',
    parameters: z.object({}),
    bound: () => ({ llmCalls: 100, retrievals: 100, rerankPairs: 1000, nliPairs: 100 }),
    async run(ctx, question) {
      const root = ctx.trace.add({ id: 'n', kind: 'root', text: question });
      const answers = await work(ctx, seededRandom(seed), root, 3);
      ctx.trace.end(root, 'answered', { answer: answers.join(' '), abstained: false });
      return { answer: answers.join(' '), stopReason: 'done' };
    },
  });
}

/** The parts are drawn before any await, so that they do not depend on timing. */
async function work(ctx: RunContext, random: () => number, node: string, depth: number): Promise<readonly string[]> {
  const seeds = Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * 1e6));
  const branches = seeds.map((seed, i) => ({ id: `${node}.${i}`, random: seededRandom(seed) }));
  const one = async ({ id, random: own }: (typeof branches)[number]): Promise<readonly string[]> => {
    const text = ctx.edited(id, `${words[Math.floor(own() * 3)]} ${words[Math.floor(own() * 3)]}`);
    ctx.trace.add({ id, kind: 'sub_question', text, parent: node });
    const call = { node: id, signal: ctx.signal };
    ctx.trace.doing(id, { kind: 'retrieving' });
    const found = await ctx.retriever.search(text, 4, call);
    const ranked = own() < 0.5 ? await ctx.reranker.rerank(text, found, { b: 2, c: 6, k: 2 }, call) : found;
    const passages = await ctx.passages.passages(
      ranked.map(({ passageId }) => passageId),
      call,
    );
    ctx.trace.evidence(
      id,
      passages.map((passage) => ({ passage, score: null, used: true, source: 'initial' })),
    );
    const samples = await ctx.reasoner.sample(readRole, { question: text, passages, cot: false }, own() < 0.5 ? 1 : 3, call);
    const answers = samples.map((sample) => sample?.output.answer ?? 'none');
    if (own() < 0.4) answers.push(String(await ctx.entailment.label(answers[0] ?? '', answers.at(-1) ?? '', call)));
    const deeper = depth > 1 && own() < 0.6 ? await work(ctx, own, id, depth - 1) : [];
    ctx.trace.end(id, 'answered', { answer: answers.join(' '), abstained: false });
    return [...answers, ...deeper];
  };
  if (random() < 0.7) return (await Promise.all(branches.map(one))).flat();
  const told: (readonly string[])[] = [];
  for (const branch of branches) told.push(await one(branch));
  return told.flat();
}

/** @param edits those of a run that the plan is based on */
export function planOf(pipeline: AnyPipeline, spec: Partial<RunSpec> = {}, edits?: RunEdits): Run {
  const models = { ...builtinModels, chat: 'openai:counting' };
  const from = edits && { runId: 'before', indexEpoch: '', edits, isFresh: true as const };
  const asked = { question: 'salt harbor', pipeline: pipeline.id, params: {}, models, firstStage: 'bm25' as const, from };
  return { runId: 'run', pipeline, spec: { ...asked, ...spec } };
}

interface PlanRun {
  readonly signal?: AbortSignal;
  readonly index?: MemoryIndex;
  /** Replacements for the default components. */
  readonly parts?: Partial<RunComponents>;
}

/**
 * Runs a plan.
 * @returns its log as it would be read from disk, including earlier events if the run is resumed
 */
export async function runPlan(
  plan: Run,
  model: ChatModel,
  { signal = new AbortController().signal, index = smallIndex, parts = {} }: PlanRun = {},
): Promise<readonly RunEvent[]> {
  const events = [...(plan.earlier?.own ?? [])];
  const tell = (event: RunEvent): void => void events.push(runEvent.parse(JSON.parse(JSON.stringify(event))));
  await runLive(plan, { ...partsOf(plan, model, index), ...parts }, tell, signal);
  return events;
}

export function partsOf(plan: Run, model: ChatModel, index = smallIndex): RunComponents {
  const seedShift = seedShiftOf(plan);
  return {
    index,
    retriever: createQuotingRetriever('bm25', index, noEmbedder),
    embedder: noEmbedder,
    scorer: createBatchScorer(index, 'vectors', new WordReranker(), prefersNamed(plan.spec)),
    entailment: sameText,
    createReasoner: (options) => createReasoner({ chat: model }, { ...options, seedShift }),
    folder: '/docs',
    sourceLines: async (path) => [path],
  };
}

/** The number of recorded calls of a kind in a log. */
export function recordedCalls(events: readonly RunEvent[], of: string): number {
  return new Set(events.flatMap((event) => (event.kind === 'recorded' && event.of === of ? [`${event.key} ${event.nth ?? 0}`] : []))).size;
}

/** The part of a run's trace that does not depend on timing and concurrency. */
export function timeless(events: readonly RunEvent[]): unknown {
  const trace = fold(events);
  const byId = <T extends { readonly id: string }>(items: readonly T[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { nodes, llmCalls, retrievals, reranks, nli, edges } = trace;
  const sorted: Trace = {
    ...trace,
    nodes: byId(nodes).map((node) => ({ ...node, calls: node.calls.toSorted(), order: 0 })),
    llmCalls: byId(llmCalls),
    retrievals: byId(retrievals),
    reranks: byId(reranks),
    nli: byId(nli),
    edges: edges.toSorted((a, b) => (a.to < b.to ? -1 : 1)),
  };
  const times = new Set(['ms', 'startedAt', 'endedAt', 'earlierMs', 'seconds', 'criticalPathSeconds', 'startedAtUtc']);
  return JSON.parse(JSON.stringify(sorted, (key, value: unknown) => (times.has(key) ? undefined : value)));
}

const noEmbedder: Embedder = {
  id: 'none',
  dimension: 1,
  embed: () => Promise.reject(new AriadneError('model-unreachable', 'This test embeds nothing.')),
};

const sameText: Entailment = {
  id: 'same-text',
  label: async (pairs) =>
    pairs.map(({ premise, hypothesis }) =>
      premise === hypothesis
        ? { label: 'entailment', probabilities: { entailment: 1, neutral: 0, contradiction: 0 } }
        : { label: 'neutral', probabilities: { entailment: 0, neutral: 1, contradiction: 0 } },
    ),
};
