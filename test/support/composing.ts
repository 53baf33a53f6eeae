/** A run whose answer a scripted model writes out. */
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { ChatModel, ChatReply, ChatRequest, Entailment } from '../../src/models/models.ts';
import { definePipeline } from '../../src/pipelines/pipeline.ts';
import { searchPassages } from '../../src/pipelines/steps.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import type { WrittenAnswer } from '../../src/protocol/trace.ts';
import type { RunSpec } from '../../src/protocol/runSpec.ts';
import type { RunComponents } from '../../src/run/run.ts';
import { fold } from '../../src/trace/fold.ts';
import { planOf, runPlan } from './durableRun.ts';
import { MemoryIndex } from './memoryIndex.ts';
import { passageOf } from './passages.ts';

const texts: Readonly<Record<string, string>> = {
  tide: 'The tide bell of Nether Coll was cast in 1952. It weighs 48 kg.',
  rope: 'A rope of “tarred” hemp – 12 m long – holds the bell. It was not replaced after the storm.',
  yard: 'According to the yard book, the tide bell was cast in 1949.',
};
export const index = new MemoryIndex(Object.entries(texts).map(([id, text]) => passageOf(id, text)));
export const question = 'What is known of the tide bell?';

export const pipeline = definePipeline({
  id: 'one-search',
  title: 'One search',
  description: '',
  paper: '',
  parameters: z.object({}),
  bound: () => ({ llmCalls: 0, retrievals: 1, rerankPairs: 0, nliPairs: 0 }),
  async run(ctx, text) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text });
    await searchPassages(ctx, root, 'tide bell rope cast', 3);
    ctx.trace.end(root, 'answered', { answer: '1952' });
    return { answer: '1952', stopReason: 'done' };
  },
});

export class Writer implements ChatModel {
  /** As the plan names it. */
  readonly id = 'openai:counting';
  readonly asked: ChatRequest[] = [];
  readonly #finishReason: string;
  readonly #reply: (numbers: Readonly<Record<string, number>>) => string;

  /** @param reply by the numbers that the prompt gives the passages */
  constructor(reply: (numbers: Readonly<Record<string, number>>) => string, finishReason = 'stop') {
    this.#reply = reply;
    this.#finishReason = finishReason;
  }

  complete(request: ChatRequest): Promise<ChatReply> {
    this.asked.push(request);
    const prompt = request.messages.map(({ content }) => content).join('\n');
    const found = [...prompt.matchAll(/<passage number="(\d+)">\nTitle: (\w+)/g)].map(([, n, title = '']) => [title, Number(n)] as const);
    const text = this.#reply(Object.fromEntries(found));
    return Promise.resolve({ text, promptTokens: 10, completionTokens: 5, estimated: false, finishReason: this.#finishReason });
  }
}

const rules: Entailment = { id: 'builtin-none', label: () => Promise.reject(new Error('the rules are asked, not a model')) };
export const parts: Partial<RunComponents> = { entailment: rules, sourceLines: async (path) => [texts[path.replace(/\.md$/, '')] ?? ''] };

export function run(model: ChatModel, more: Partial<RunSpec> = {}, own: Partial<RunComponents> = {}): Promise<readonly RunEvent[]> {
  return runPlan(planOf(pipeline, { question, form: 'auto', ...more }), model, { index, parts: { ...parts, ...own } });
}

export async function written(
  reply: ConstructorParameters<typeof Writer>[0],
  more: Partial<RunSpec> = {},
  own: Partial<RunComponents> = {},
) {
  const trace = fold(await run(new Writer(reply), more, own));
  return trace.written ?? assert.fail(JSON.stringify(trace.nodes.at(-1)));
}

export function sentences({ sentences: all }: WrittenAnswer): readonly string[] {
  return all.map(({ support, why, citations }) => [support, why?.kind, citations.length].filter((one) => one !== undefined).join(' '));
}
