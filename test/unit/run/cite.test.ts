import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { citeEvidence } from '../../../src/run/cite.ts';
import { QuotedSource } from '../../../src/run/quotedSource.ts';
import { isObject } from '../../../src/base/isObject.ts';
import { runReasoner } from '../../../src/reasoning/createReasoner.ts';
import type { ChatReply, ChatRequest } from '../../../src/models/models.ts';
import { parseParameters, pipelines } from '../../../src/pipelines/registry.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Citation, DigestQuote, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { ChatReasoner } from '../../../src/reasoning/chatReasoner.ts';
import type { Backend } from '../../../src/reasoning/reasoner.ts';
import { emptyTrace, fold } from '../../../src/trace/fold.ts';
import { planOf, runPlan } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';
import { filled, sameVector } from '../pipelines/badModels.ts';

const words = fc.constantFrom(
  'Tarnholm',
  'Ilse Brandvik',
  'was born in',
  'directed',
  'The Salt Choir',
  'harbor',
  '</passage>',
  '$&',
  '.',
  '\n',
  '\r\n',
  'ẞİ',
);
const prose = fc.array(words, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));

/** A document of one passage, of which only a part may be verbatim: what is before and after was made by the reader. */
const documents = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), text: prose, made: fc.nat(8), now: fc.option(prose, { freq: 4 }) }),
  { selector: ({ id }) => id, minLength: 1 },
);
type Document = Parameters<Parameters<typeof documents.map>[0]>[0][number];

function asPassage({ id, text, made }: Document): Passage {
  const start = Math.min(made, text.length);
  return { ...passageOf(id, text), runs: start < text.length ? [start, start, text.length - start, 0] : [] };
}

/** What the documents say now: some have changed since they were indexed. */
const linesIn = (all: readonly Document[]) => async (path: string, startLine: number, endLine: number) => {
  const found = all.find(({ id }) => path === `${id}.md`);
  return found ? (found.now ?? found.text).split(/\r?\n/).slice(startLine - 1, endLine) : null;
};

function nodeOf(id: string, said: Partial<TraceNode>): TraceNode {
  const times = { startedAt: 0, endedAt: 0 };
  return {
    id,
    kind: 'final',
    text: 'Who directed The Salt Choir?',
    parent: null,
    attempt: 0,
    depth: 0,
    order: 0,
    status: 'answered',
    evidence: [],
    calls: [],
    flags: [],
    ...times,
    ...said,
  };
}

test('whatever nodes cite: each citation is of a passage its node names, and its quote is in the lines it names as they are now', async () => {
  const nodes = fc.array(
    fc.record({
      cites: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'elsewhere')),
      answer: fc.option(words),
      evidenceQuote: fc.option(prose),
    }),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(documents, nodes, fc.boolean(), async (all, said, isQuoted) => {
      const passages = Object.fromEntries(all.map((one) => [one.id, asPassage(one)]));
      const quoted = said.map((one) => (isQuoted ? { ...one, evidenceQuote: passages[one.cites[0] ?? '']?.text ?? null } : one));
      const trace: Trace = { ...emptyTrace, passages, nodes: quoted.map((one, i) => nodeOf(`n${i}`, one)) };
      const lines = linesIn(all);
      const { citations, digest = [] } = await citeEvidence(trace, new QuotedSource(lines, { remember: (_of, _input, call) => call() }));
      const wrong = [];
      const isTrue = async ({ path, startLine, endLine, quote, text = quote, passageId }: Citation | DigestQuote): Promise<boolean> => {
        const now = (await lines(path, startLine, endLine))?.join('\n') ?? '';
        return (
          quote !== '' &&
          now.includes(quote) &&
          (passages[passageId]?.text.replaceAll('\r\n', '\n').includes(text.replaceAll('\r\n', '\n')) ?? false)
        );
      };
      for (const [i, one] of citations.entries()) {
        const node = trace.nodes.find(({ id }) => id === one.nodeId);
        if (!(await isTrue(one)) || one.n !== i + 1 || !node?.cites?.includes(one.passageId)) wrong.push(one);
      }
      for (const one of digest) if (!(await isTrue(one))) wrong.push(one);
      const places = citations.map(({ path, quote }) => `${path} ${quote}`);
      assert.deepEqual({ wrong, places }, { wrong: [], places: [...new Set(places)] });
    }),
    { numRuns: 250 },
  );
});

const index = new MemoryIndex(
  [
    passageOf('film', 'The Salt Choir is a film directed by Ilse Brandvik. Oskar Lind wrote it.'),
    passageOf('ilse', 'Ilse Brandvik was born in Tarnholm. Oslo is far away.'),
    passageOf('town', 'Tarnholm is a harbor town.'),
    passageOf('museum', 'The glass museum of Oslo was born late.'),
    passageOf('unfound', 'Zzz Tarnholm Oslo Oskar Lind'),
  ],
  { film: ['museum', 'ilse'], ilse: ['town', 'film'] },
);

/** Remembers the passages that each role was given. */
function watched(inner: Backend, given: Set<string>): Backend {
  const watch = (input: unknown): void => {
    if (!isObject(input)) return;
    if (Array.isArray(input['passages'])) for (const { id } of input['passages'] as readonly Passage[]) given.add(id);
    if ('passage' in input) given.add((input['passage'] as Passage).id);
  };
  return {
    id: inner.id,
    can: inner.can,
    serves: (role) => inner.serves(role),
    ask: (role, input, ...call) => (watch(input), inner.ask(role, input, ...call)),
  };
}

const answers = fc.constantFrom('Tarnholm', 'Oslo', 'Oskar Lind', 'Ilse Brandvik', 'Atlantis', 'yes', 'unknown', '');
const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(0, 1, 2, 1e9, 0.5)), { maxLength: 5 });

test('whatever a model replies: no pipeline cites a passage that no role was given, nor one its node did not find, nor words that are not there', async () => {
  const reply = fc.record({
    answer: answers,
    citations: numbers,
    evidence: fc.oneof(answers, prose),
    ask: prose,
    confidence: fc.integer({ min: 0, max: 100 }),
    aligned: fc.boolean(),
    isAsking: fc.nat(3),
  });
  let cited = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pipelines), fc.array(reply, { minLength: 1, maxLength: 8 }), async (pipeline, replies) => {
      let next = 0;
      const say = (request: ChatRequest): string => {
        const said = replies[next++ % replies.length];
        const isAsking = said?.isAsking !== 0;
        const fields: Readonly<Record<string, unknown>> = {
          ...{
            ...said,
            correct_answer: said?.answer,
            useful: said?.citations,
            sub_questions: [said?.ask, 'Where was Ilse Brandvik born?'],
          },
          ...{
            action: request.role === 'autorag.turn' ? (isAsking ? 'query' : 'final') : isAsking ? 'ask' : 'finish',
            needs_follow_up: isAsking,
          },
          ...{
            correctness: isAsking ? 'right' : 'wrong',
            relevant: true,
            retrieve: true,
            support: 'full',
            usefulness: 5,
            type: 'hybrid',
            abstain: false,
            done: !isAsking,
          },
          decomposed_questions: [
            { id: '1', sub_question: said?.ask || 'Who?' },
            { id: '2', sub_question: 'Where was {answer_1} born?' },
          ],
          triples: said?.citations.map((passage) => ({ head: 'Ilse Brandvik', relation: 'born in', tail: said.answer || 'x', passage })),
          spans: said?.citations.map((passage) => ({ passage, words: said.answer || 'x' })),
        };
        return filled((name) => fields[name] ?? said?.ask ?? '')(request);
      };
      const given = new Set<string>();
      const model = {
        id: 'openai:bad',
        complete: async (request: ChatRequest): Promise<ChatReply> => ({
          text: say(request),
          promptTokens: 1,
          completionTokens: 1,
          estimated: false,
          finishReason: 'stop',
        }),
      };
      const events: readonly RunEvent[] = await runPlan(
        planOf(pipeline, {
          question: 'Where was the director of The Salt Choir born?',
          params: parseParameters(pipeline, {}),
          models: { ...builtinModels, chat: model.id },
        }),
        model,
        {
          index,
          parts: {
            embedder: sameVector,
            sourceLines: async (path) => (await index.passages([index.rowOf(path.replace('.md', ''))])).map(({ text }) => text),
            createReasoner: (options) =>
              runReasoner(watched(new ChatReasoner({ model, trace: options.recorder, memo: options.recorder }), given), options),
          },
        },
      );
      const { nodes, passages, citations, status } = fold(events);
      cited += citations.length;
      const unfounded = nodes.flatMap(({ id, cites = [], evidence }) =>
        cites
          .filter((passageId) => !given.has(passageId) || !evidence.some((one) => one.passageId === passageId))
          .map((passageId) => `${id} ${passageId}`),
      );
      const untrue = citations.filter(
        ({ passageId, quote, text = quote, nodeId }) =>
          !passages[passageId]?.text.includes(text) || !nodes.some(({ id, cites }) => id === nodeId && cites?.includes(passageId)),
      );
      assert.deepEqual({ status, unfounded, untrue }, { status: 'ok', unfounded: [], untrue: [] }, pipeline.id);
    }),
    { numRuns: 200 },
  );
  assert.ok(cited > 100, 'there was something to look at');
});
