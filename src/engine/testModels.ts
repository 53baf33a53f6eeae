/** Asks one question of each chosen model that is not built in, and says what works. */
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import type { ChatModel, ChatRequest, Reranker } from '../models/models.ts';
import type { ModelContext } from '../models/provider.ts';
import type { ModelIds, TestedModel } from '../protocol/engine.ts';
import type { Providers } from './providers.ts';

type Role = TestedModel['role'];

/** @throws AbortError */
export async function testModels(providers: Providers, models: ModelIds, context: ModelContext): Promise<TestedModel[]> {
  const chat = (id: string) => async () => testChat(await providers.get('chat', id, context), context.signal);
  const tests: readonly (readonly [Role, string | undefined, (id: string) => () => Promise<string[]>])[] = [
    ['chat', models.chat, chat],
    ['planner', models.planner, chat],
    ['reranker', models.reranker, (id) => async () => testReranker(await providers.get('reranker', id, context), context.signal)],
  ];
  const tested: TestedModel[] = [];
  for (const [role, id, test] of tests) {
    if (id === undefined || id === 'builtin') continue;
    tested.push(await outcomeOf(role, id, test(id)));
  }
  return tested;
}

async function outcomeOf(role: Role, model: string, test: () => Promise<string[]>): Promise<TestedModel> {
  const began = performance.now();
  try {
    const facts = await test();
    return { role, model, works: true, facts, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { role, model, works: false, facts: [messageOf(error)], seconds: (performance.now() - began) / 1000 };
  }
}

const question: ChatRequest = {
  role: 'test',
  messages: [{ role: 'user', content: 'What is the capital of France? Reply with a JSON object {"answer": "…"} and nothing else.' }],
  temperature: 0.5,
  maxTokens: 60,
  schema: {
    name: 'test',
    schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false },
  },
  sample: 0,
  attempt: 0,
  logprobs: true,
};

/** The first request shows what the server accepts; the facts are what it then gave. */
async function testChat(model: ChatModel, signal: AbortSignal): Promise<string[]> {
  const began = performance.now();
  const { text, completionTokens, logprobs } = await model.complete(question, { signal });
  const perSecond = completionTokens / ((performance.now() - began) / 1000);
  const several = (await model.completeMany?.({ ...question, n: 2 }, { signal })) ?? [];
  const isJson = /\{[^{}]*"answer"[^{}]*\}/s.test(text);
  return [
    isJson ? 'answers in the requested form' : 'does not keep to the requested form, so answers may need repairs',
    model.gives?.schema === true ? 'takes schemas' : 'takes no schemas',
    several.length > 1 ? 'gives several answers at once' : 'gives one answer per request',
    logprobs === undefined ? 'gives no probabilities' : 'gives probabilities',
    `writes ${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)} tokens per second`,
  ];
}

async function testReranker(model: Reranker, signal: AbortSignal): Promise<string[]> {
  const passage = (text: string): { title: string; headings: readonly string[]; text: string } => ({ title: '', headings: [], text });
  const passages = [passage('Wash the potatoes and peel them.'), passage('The capital of France is Paris.')];
  const [unrelated, related] = await model.score('What is the capital of France?', passages, { signal });
  const isRight = typeof unrelated === 'number' && typeof related === 'number' && related > unrelated;
  return [isRight ? 'ranks the right passage first' : 'does not rank the right passage first'];
}
