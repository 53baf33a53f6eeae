/** Asks one question of each chosen model that is not built in, and says what works. */
import { isAbort } from '../../base/abort.ts';
import { messageOf } from '../../base/errors.ts';
import {
  type ChatModel,
  type ChatRequest,
  type Embedder,
  type Entailment,
  type EntailmentLabel,
  type Reader,
  type Reranker,
} from '../models.ts';
import type { ModelContext } from '../provider.ts';
import { kindOfModel, modelRole, type ChosenModels, type NamedRole, type TestedModel } from '../../protocol/modelLibrary.ts';
import { isBuiltin, type Providers } from './providers.ts';

/** @throws AbortError */
export async function testModels(providers: Providers, models: ChosenModels, context: ModelContext): Promise<TestedModel[]> {
  const tested: TestedModel[] = [];
  for (const role of modelRole.options) {
    const id = models[role];
    if (id === undefined || isBuiltin(id)) continue;
    tested.push(await outcomeOf(role, id, () => testRole(providers, role, id, context)));
  }
  return tested;
}

interface Found {
  readonly isRight?: boolean;
  readonly limits?: string[];
  readonly facts: string[];
}

async function testRole(providers: Providers, role: NamedRole, id: string, context: ModelContext): Promise<Found> {
  const { signal } = context;
  const kind = kindOfModel(role);
  switch (kind) {
    case 'embedder':
      return testEmbedder(await providers.get(kind, id, context), signal);
    case 'reranker':
      return testReranker(await providers.get(kind, id, context), signal);
    case 'entailment':
      return testEntailment(await providers.get(kind, id, context), signal);
    case 'reader':
      return testReader(await providers.get(kind, id, context), signal);
    case 'chat':
      return testChat(await providers.get(kind, id, context), signal);
  }
}

async function outcomeOf(role: NamedRole, model: string, test: () => Promise<Found>): Promise<TestedModel> {
  const began = performance.now();
  try {
    const found = await test();
    return { role, model, works: true, ...found, seconds: (performance.now() - began) / 1000 };
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
async function testChat(model: ChatModel, signal: AbortSignal): Promise<Found> {
  const began = performance.now();
  const { text, completionTokens, logprobs } = await model.complete(question, { signal });
  const seconds = (performance.now() - began) / 1000;
  const together = (await model.completeMany?.({ ...question, n: 2 }, { signal })) ?? [];
  const isJson = /\{[^{}]*"answer"[^{}]*\}/s.test(text);
  return {
    limits: isJson ? [] : ['does not keep to the requested format, so some answers take a second try'],
    facts: [
      ...(isJson ? ['answers in the requested format'] : []),
      model.gives?.schema === true ? 'supports structured output' : 'does not support structured output',
      together.length > 1 ? 'gives several answers per request' : 'gives one answer per request',
      logprobs === undefined ? 'does not say how likely its words are' : 'says how likely its words are',
      `writes ${rateText(completionTokens / seconds)} tokens per second`,
    ],
  };
}

const asked = 'What is the capital of France?';
const related = 'The capital of France is Paris.';
const unrelated = 'Wash the potatoes and peel them.';
/** As many as show a speed, and few enough for a slow model. About fifty words each. */
const several = Array.from({ length: 8 }, (_, i) => `${i}. ${`${unrelated} ${related} `.repeat(5)}`.trim());

async function testEmbedder(model: Embedder, signal: AbortSignal): Promise<Found> {
  const { dimension } = model;
  const query = await model.embed([asked], { as: 'query', signal });
  const passages = await model.embed([unrelated, related], { as: 'passage', signal });
  const similarity = (row: number): number => query.reduce((sum, value, i) => sum + value * passages[row * dimension + i]!, 0);
  const isRight = similarity(1) > similarity(0);
  return {
    isRight,
    facts: [
      isRight ? 'puts the right passage closer to a question' : 'does not put the right passage closer to a question',
      `gives vectors of ${dimension} numbers`,
      `reads ${await perSecond(() => model.embed(several, { signal }))} passages of fifty words per second`,
    ],
  };
}

async function testReranker(model: Reranker, signal: AbortSignal): Promise<Found> {
  const score = (texts: readonly string[]): Promise<readonly (number | null)[]> => {
    const passages = texts.map((text) => ({ title: '', headings: [], text }));
    return model.score(asked, passages, { signal });
  };
  const [low, high] = await score([unrelated, related]);
  const isRight = typeof low === 'number' && typeof high === 'number' && high > low;
  return {
    isRight,
    facts: [
      isRight ? 'ranks the right passage first' : 'does not rank the right passage first',
      model.scale === 'probability' ? 'gives scores from 0 to 1' : 'gives scores of any size',
      `scores ${await perSecond(() => score(several))} passages of fifty words per second`,
    ],
  };
}

const premise = 'A man is playing a guitar on a stage.';
const hypotheses: Readonly<Record<EntailmentLabel, string>> = {
  entailment: 'A man is playing an instrument.',
  neutral: 'The man is famous.',
  contradiction: 'Nobody is on the stage.',
};

async function testEntailment(model: Entailment, signal: AbortSignal): Promise<Found> {
  const wanted = Object.keys(hypotheses);
  const pairs = Object.values(hypotheses).map((hypothesis) => ({ premise, hypothesis }));
  const given = (await model.label(pairs, { signal })).map((entailed) => entailed?.label ?? 'nothing');
  const wrong = wanted.flatMap((label, i) => (given[i] === label ? [] : [`${given[i] ?? 'nothing'} for ${label}`]));
  const timed = several.map((text) => ({ premise: text, hypothesis: related }));
  return {
    isRight: wrong.length === 0,
    facts: [
      wrong.length === 0
        ? 'tells what follows, what does not and what contradicts apart'
        : `does not tell what follows, what does not and what contradicts apart (${wrong.join(', ')})`,
      `labels ${await perSecond(() => model.label(timed, { signal }))} pairs of fifty words per second`,
    ],
  };
}

async function testReader(model: Reader, signal: AbortSignal): Promise<Found> {
  const passages = [unrelated, related];
  const [best] = await model.read(asked, passages, { signal });
  const quote = best && passages[best.passage]?.slice(best.start, best.end);
  const [wrong] = await model.read(asked, [unrelated], { signal });
  const isRight = quote?.includes('Paris') === true;
  const { calibration } = model;
  const facts = [
    isRight ? 'quotes the right answer' : `does not quote the right answer (${quote ?? 'nothing'})`,
    (wrong?.score ?? 0) < 0.5 ? 'gives no answer where a passage has none' : 'gives an answer where a passage has none',
    calibration
      ? `is calibrated with ${calibration.questions} questions of ${calibration.dataset}`
      : 'is not calibrated (ariadne calibrate <dataset> --reader ID)',
    `reads ${await perSecond(() => model.read(asked, several, { signal }))} passages of fifty words per second`,
  ];
  return { isRight, facts };
}

/** @param work on `several` */
async function perSecond(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return rateText(several.length / ((performance.now() - began) / 1000));
}

function rateText(rate: number): string {
  return rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1);
}
