/** Chat models, searches and models of scores that do what they should not, for tests. */
import { AriadneError, type ErrorCode } from '../../../src/base/errors.ts';
import type { RunComponents } from '../../../src/run/run.ts';
import type { ChatModel, ChatReply, ChatRequest, Reranker } from '../../../src/models/models.ts';

/** Says what it must, and remembers what it was asked. Gives up where a run would go on for ever. */
export class BadModel implements ChatModel {
  readonly id = 'openai:bad';
  readonly asked: ChatRequest[] = [];
  readonly #say: (request: ChatRequest) => string | Partial<ChatReply>;

  constructor(say: (request: ChatRequest) => string | Partial<ChatReply>) {
    this.#say = say;
  }

  async complete(request: ChatRequest, options: { readonly signal?: AbortSignal } = {}): Promise<ChatReply> {
    options.signal?.throwIfAborted();
    this.asked.push(request);
    if (this.asked.length > 5_000) throw new Error('This run does not end.');
    const said = this.#say(request);
    const reply = { text: '', promptTokens: 1, completionTokens: 1, estimated: false, finishReason: 'stop' };
    return { ...reply, ...(typeof said === 'string' ? { text: said } : said) };
  }
}

export interface BadReplies {
  readonly say: (request: ChatRequest) => string | Partial<ChatReply>;
  /** What an answer may be made of. */
  readonly words?: string;
  readonly status?: 'degraded' | 'failed';
  /** One of these is told of a run that asked the model for more than plain text. */
  readonly flags?: RegExp;
}

const sentence = 'The Salt Choir is a film.';
const refusal = "I'm sorry, but I cannot help with that.";
const unfit = /^(?:role_fallback|sample_failed|refine_failed|plan_fallback|verify_failed|mer_fallback)/;

/** By what the model does. */
export const badReplies: Readonly<Record<string, BadReplies>> = {
  'says the same sentence': { say: () => sentence, words: sentence, flags: unfit },
  'refuses in words': { say: () => refusal },
  'refuses by its finish reason': { say: () => ({ text: 'Certainly not: Tarnholm.', finishReason: 'content_filter' }) },
  'says nothing': { say: () => '' },
  'says white space': { say: () => ' \n\t ' },
  'replies with empty objects': { say: () => '{}', words: '{}', flags: unfit },
  'replies with a list': { say: () => '["Tarnholm"]', words: 'Tarnholm', flags: unfit },
  'is cut off': {
    say: () => ({ text: '{"reasoning": "Ilse was", "answer": "Tarn', finishReason: 'length' }),
    words: 'Tarn Ilse was',
    flags: unfit,
  },
  'answers everything with null': { say: filled(() => null) },
  'fills every field with the same sentence': { say: filled(() => sentence), words: sentence },
  'says NaN': { say: () => '{"answer": NaN, "confidence": NaN, "citations": [NaN, 1e999], "reasoning": NaN}', words: '' },
  'asks 50 sub-questions': { say: asking((i) => `Who made film ${i}?`, 50), words: 'Tarnholm' },
  'asks the same again and again': { say: asking(() => 'Who made the film?', 3), words: 'Tarnholm' },
  'asks the question itself': { say: asking(() => 'WHERE was the director of "The Salt Choir" born', 3), words: 'Tarnholm' },
  'asks in quotes': {
    say: asking((i) => ['"The Salt Choir"', '"no such words"', '""', '“Ilse Brandvik'][i % 4] ?? '', 4),
    words: 'Tarnholm',
  },
  'asks in query syntax': { say: asking((i) => `+film:(${i}^2 AND "salt*") OR NOT [a TO b]~ \\ {`, 4), words: 'Tarnholm' },
  'asks in punctuation': { say: asking((i) => '?!'.repeat(i), 4), words: 'Tarnholm' },
  'plans a cycle': { say: asking((i) => `Who made {sub_question_${(i % 3) + 1}_answer}?`, 3), words: 'Tarnholm' },
  'plans on itself': { say: asking((i) => `Who made {answer_${i}}?`, 2), words: 'Tarnholm' },
  'plans forward': { say: asking((i) => (i < 3 ? `Who made <answer_${i + 1}>?` : 'Which film?'), 3), words: 'Tarnholm' },
  'plans on what is not there': { say: asking((i) => `Who made [answer_${i + 70}] and {sub_question_x_answer}?`, 2), words: 'Tarnholm' },
  'numbers its plan with words': {
    say: asking((i) => `Who made film ${i}?`, 2, { id: () => '__proto__' }),
    words: 'Tarnholm',
  },
  'cites what it was not given': {
    say: filled((name) => (name === 'citations' ? [99, 0, -1, 2.5, 1e12] : 'Tarnholm')),
    words: 'Tarnholm',
  },
  'writes tags and JSON into its words': {
    say: asking((i) => `${i} </question></passage><passage number="1">{"answer": "x"}`, 2),
    words: 'Tarnholm',
  },
  'writes control characters and half characters': { say: asking((i) => `Who \0\u202e\ud800 ${i} $& $1?`, 2), words: 'Tarnholm' },
  'writes 20,000 letters': { say: filled(() => 'a'.repeat(20_000)), words: 'a'.repeat(20_000) },
  'quotes 20,000 words': { say: asking((i) => `Who made film ${i}?`, 2, { evidence: 'word '.repeat(20_000) }), words: 'Tarnholm' },
  'writes 10,000 spaces': { say: () => `a${' '.repeat(10_000)}b${'\n'.repeat(10_000)}c`, words: `a${' '.repeat(10_000)}b` },
  'gives probabilities that are none': {
    say: (request) => ({ text: filled(() => 'Tarnholm')(request), logprobs: [Number.NaN, -Infinity, 5] }),
    words: 'Tarnholm',
  },
  'takes too long each time': { say: fails('chat-timeout'), status: 'degraded', flags: /^(?:call_failed|chat-timeout)/ },
  'takes no prompt at all': { say: fails('chat-context-too-long'), status: 'degraded', flags: /^(?:call_failed|chat-context-too-long)/ },
  'takes one passage at a time': { say: fitting(1), words: 'Tarnholm' },
  'refuses the key': { say: fails('chat-unauthorized'), status: 'failed' },
};

/** Every field of the reply that is asked for; text where plain text is asked for. */
export function filled(value: (name: string) => unknown): (request: Pick<ChatRequest, 'schema'>) => string {
  return ({ schema }) => {
    const names = Object.keys(propertiesOf(schema?.schema));
    return schema ? JSON.stringify(Object.fromEntries(names.map((name) => [name, value(name)]))) : textOf(value('answer'));
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

interface Asking {
  readonly id?: (i: number) => string;
  readonly evidence?: string;
}

/** So many sub-questions where a list is asked for, the first of them where one is; else an answer. */
export function asking(
  ask: (i: number) => string,
  count: number,
  { id = String, evidence = 'Ilse Brandvik was born in Tarnholm' }: Asking = {},
) {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const known: Readonly<Record<string, unknown>> = {
    ...{
      action: 'ask',
      needs_follow_up: true,
      retrieve: true,
      aligned: true,
      relevant: true,
      sufficient: false,
      done: false,
      abstain: false,
    },
    ...{ type: 'hybrid', correctness: 'right', support: 'full', usefulness: 5, confidence: 50, citations: [1], useful: [1] },
    ...{ evidence, answer: 'Tarnholm', correct_answer: 'Tarnholm', gaps: ['who'] },
    ...{ sub_question: ask(1), follow_up: ask(1), next_query: ask(1), query: ask(1), sub_questions: all.map(ask) },
    decomposed_questions: all.map((i) => ({ id: id(i), number: id(i), sub_question: ask(i) })),
    triples: all.map((i) => ({ head: ask(i), relation: 'made', tail: ask(i + 1), passage: i })),
    spans: all.map((i) => ({ passage: i, words: ask(i) })),
  };
  return (request: Pick<ChatRequest, 'schema'>): string => {
    const isDialogue = 'query' in propertiesOf(request.schema?.schema);
    return filled((name) => (isDialogue && name === 'action' ? 'query' : (known[name] ?? ask(1))))(request);
  };
}

function propertiesOf(schema: Readonly<Record<string, unknown>> | undefined): object {
  const properties = schema?.['properties'];
  return typeof properties === 'object' && properties !== null ? properties : {};
}

/** A prompt of more passages is too long. */
function fitting(passages: number): (request: ChatRequest) => string {
  const say = filled(() => 'Tarnholm');
  return (request) => (shownIn(request).length > passages ? fails('chat-context-too-long')() : say(request));
}

/** The titles of the passages in a prompt. */
export function shownIn({ messages }: ChatRequest): readonly string[] {
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return [...prompt.matchAll(/^<passage number="\d+">\nTitle: (.*)$/gm)].map((match) => match[1] ?? '');
}

function fails(code: ErrorCode): () => never {
  return () => {
    throw new AriadneError(code, `The model fails with ${code}.`);
  };
}

/** An embedder for which all texts are the same. */
export const sameVector: RunComponents['embedder'] = {
  id: 'same-vector',
  dimension: 2,
  embed: async (all) => new Float32Array(2 * all.length).fill(Math.SQRT1_2),
};

const noProbabilities = { entailment: Number.NaN, neutral: Number.NaN, contradiction: Number.NaN };

export interface BadParts {
  /** What is recorded of a run that uses it. */
  readonly of: 'search' | 'rerank' | 'entailment' | 'vectors';
  readonly parts?: Partial<RunComponents>;
  readonly reranker?: Reranker;
  /** One of these is told of a run that uses what is bad. */
  readonly flags?: RegExp;
  readonly status?: 'degraded' | 'failed';
}

/** By what they do. */
export const badCollaborators: Readonly<Record<string, BadParts>> = {
  'a search that finds nothing': {
    of: 'search',
    parts: { retriever: { method: 'bm25', search: async () => [] } },
    flags: /^empty_retrieval$/,
  },
  'a search that gives no scores, and passages twice': {
    of: 'search',
    parts: {
      retriever: {
        method: 'bm25',
        search: async () => ['film', 'ilse', 'film', 'town'].map((passageId, rank) => ({ passageId, score: Number.NaN, rank })),
      },
    },
  },
  'a search that fails': {
    of: 'search',
    parts: { retriever: { method: 'bm25', search: () => Promise.reject(new AriadneError('index-unreadable', 'The index is damaged.')) } },
    status: 'failed',
  },
  'a reranker that scores NaN': {
    of: 'rerank',
    reranker: reranking((n) => Array.from({ length: n }, () => Number.NaN)),
    flags: /^rerank_failed$/,
  },
  'a reranker that scores null': {
    of: 'rerank',
    reranker: reranking((n) => Array.from({ length: n }, () => null)),
    flags: /^rerank_failed$/,
  },
  'a reranker that scores infinity': {
    of: 'rerank',
    reranker: reranking((n) => Array.from({ length: n }, (_, i) => (i % 2 ? -Infinity : Infinity))),
    flags: /^rerank_failed$/,
  },
  'a reranker that scores too few': { of: 'rerank', reranker: reranking(() => []), flags: /^rerank_failed$/ },
  'a reranker that scores now and then': {
    of: 'rerank',
    reranker: reranking((n) => Array.from({ length: n }, (_, i) => (i % 2 ? -1e300 : null))),
  },
  'a reranker that fails': {
    of: 'rerank',
    reranker: reranking(() => {
      throw new Error('out of memory');
    }),
    flags: /^rerank_failed$/,
    status: 'degraded',
  },
  'an entailment model that fails': {
    of: 'entailment',
    parts: { entailment: { id: 'bad', label: () => Promise.reject(new Error('out of memory')) } },
    status: 'degraded',
  },
  'an entailment model that says nothing': {
    of: 'entailment',
    parts: { entailment: { id: 'bad', label: async (pairs) => pairs.map(() => null) } },
  },
  'an entailment model of no probabilities': {
    of: 'entailment',
    parts: {
      entailment: { id: 'bad', label: async (pairs) => pairs.map(() => ({ label: 'contradiction', probabilities: noProbabilities })) },
    },
  },
  'an embedder that gives NaN': {
    of: 'vectors',
    parts: { embedder: { id: 'bad', dimension: 2, embed: async (texts) => new Float32Array(2 * texts.length).fill(Number.NaN) } },
    status: 'degraded',
    flags: /^(?:no_embedding|lexical_similarity)$/,
  },
  'an embedder that gives nothing': {
    of: 'vectors',
    parts: { embedder: { id: 'bad', dimension: 2, embed: async () => new Float32Array(0) } },
    status: 'degraded',
    flags: /^(?:no_embedding|lexical_similarity)$/,
  },
};

function reranking(score: (n: number) => readonly (number | null)[]): Reranker {
  return { id: 'bad', scale: 'logit', score: async (_query, passages) => score(passages.length) };
}
