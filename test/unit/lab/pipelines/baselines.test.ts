import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as z from 'zod';
import { questionKey } from '../../../../src/base/questionKey.ts';
import { isReasoning } from '../../../../src/pipelines/ircot.ts';
import { describePipeline } from '../../../../src/pipelines/registry.ts';
import { pipelineOf } from '../../../support/allPipelines.ts';
import { examplesFor } from '../../../../lab/pipelines/prompts/baselines.ts';
import { workedExamples } from '../../../../lab/pipelines/prompts/workedExamples.ts';
import type { ReadInput } from '../../../../src/reasoning/roles/readRoles.ts';
import { MemoryIndex } from '../../../support/memoryIndex.ts';
import { passageOf } from '../../../support/passages.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { ask, closedBook, draft, refined, thought, twoHops } from './baselineScripts.ts';
import { LimitedReasoner, nodeFlags, ok, outcomeOf, play, type Play, question, said, SpentReasoner } from '../../pipelines/play.ts';
import type { RoleId } from '../../../../lab/simulation/allRoles.ts';

const cases: readonly {
  readonly name: string;
  readonly pipeline: string;
  readonly script?: Script;
  readonly play?: Play;
  readonly outcome: object;
  readonly roles: readonly RoleId[];
  readonly queries?: readonly string[];
  readonly flags?: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    name: 'one call, the question alone',
    pipeline: 'direct',
    outcome: { answer: 'Tarnholm', stopReason: 'answered' },
    roles: ['direct'],
  },
  {
    name: 'a refusal is an abstention',
    pipeline: 'direct',
    script: { direct: [{ answer: null }] },
    outcome: { answer: null, abstained: true, stopReason: 'answered' },
    roles: ['direct'],
  },
  { name: 'the answer field is the answer', pipeline: 'cot', outcome: { answer: 'Tarnholm', stopReason: 'answered' }, roles: ['cot'] },
  {
    name: 'writes a passage and reads it',
    pipeline: 'genread',
    outcome: { answer: 'Tarnholm', stopReason: 'read' },
    roles: ['genread.passage', 'read'],
  },
  {
    name: 'without a passage it answers directly, with a flag',
    pipeline: 'genread',
    script: { 'genread.passage': [{ passage: null }] },
    outcome: { answer: 'Tarnholm', stopReason: 'nothing_generated' },
    roles: ['genread.passage', 'direct'],
    flags: { final: ['nothing_generated'] },
  },
  {
    name: 'reads also when nothing was found',
    pipeline: 'retrieve-read',
    script: { read: [said(null)] },
    play: { question: 'Zzz?' },
    outcome: { answer: null, abstained: true, stopReason: 'read' },
    roles: ['read'],
    queries: ['Zzz?'],
    flags: { final: ['empty_retrieval'] },
  },
  {
    name: 'with n = 0 it is closed-book',
    pipeline: 'retrieve-read',
    play: { params: { n: 0 } },
    outcome: { answer: 'Tarnholm', stopReason: 'read' },
    roles: ['read'],
  },
  {
    name: 'follow-up by follow-up',
    pipeline: 'self-ask',
    outcome: { answer: 'Tarnholm', stopReason: 'answered' },
    roles: ['selfask.step', 'read', 'selfask.step', 'read', 'selfask.step'],
    queries: ['Who directed The Salt Choir?', 'Where was Ilse Brandvik born?'],
  },
  {
    name: 'no follow-up: nothing is searched',
    pipeline: 'self-ask',
    script: { 'selfask.step': [{ action: 'answer', answer: 'a guess' }] },
    outcome: { answer: 'a guess', stopReason: 'answered' },
    roles: ['selfask.step'],
  },
  {
    name: 'no follow-up and no answer: asked to finish',
    pipeline: 'self-ask',
    script: { 'selfask.step': [{ action: 'answer', answer: null }] },
    outcome: { answer: 'Tarnholm', stopReason: 'answered' },
    roles: ['selfask.step', 'selfask.finish'],
  },
  {
    name: 'a repeated follow-up stops',
    pipeline: 'self-ask',
    script: { 'selfask.step': [ask('Who directed The Salt Choir?'), ask('who directed the salt choir')] },
    outcome: { answer: 'Tarnholm', stopReason: 'repeated' },
    roles: ['selfask.step', 'read', 'selfask.step', 'selfask.finish'],
    queries: ['Who directed The Salt Choir?'],
  },
  {
    name: 'no more than maxFollowUps',
    pipeline: 'self-ask',
    play: { params: { maxFollowUps: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_follow_ups' },
    roles: ['selfask.step', 'read', 'selfask.finish'],
    queries: ['Who directed The Salt Choir?'],
  },
  {
    name: 'with maxFollowUps = 0 a single finish call',
    pipeline: 'self-ask',
    play: { params: { maxFollowUps: 0 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_follow_ups' },
    roles: ['selfask.finish'],
  },
  {
    name: 'without a planner it asks nothing',
    pipeline: 'self-ask',
    play: { reasoner: new LimitedReasoner({}, ['read']) },
    outcome: { answer: null, abstained: true, stopReason: 'answered' },
    roles: ['selfask.step', 'selfask.finish'],
  },
  {
    name: 'searches with every sentence but the last',
    pipeline: 'ircot',
    outcome: { answer: 'Tarnholm', stopReason: 'answered' },
    roles: ['ircot.next', 'ircot.next', 'ircot.next', 'read'],
    queries: [question, 'The Salt Choir was directed by Ilse Brandvik.', 'Ilse Brandvik was born in Tarnholm.'],
  },
  {
    name: 'a reasoning sentence is not searched with, but the one before it',
    pipeline: 'ircot',
    script: {
      'ircot.next': [thought('So it was she.'), thought('Ilse Brandvik directed it.'), thought('Hence, she did.'), thought('End.')],
    },
    play: { params: { maxSteps: 4 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_steps' },
    roles: ['ircot.next', 'ircot.next', 'ircot.next', 'ircot.next', 'read'],
    queries: [question, question, 'Ilse Brandvik directed it.', 'Ilse Brandvik directed it.'],
  },
  {
    name: 'an empty sentence stops',
    pipeline: 'ircot',
    script: { 'ircot.next': [thought('Ilse Brandvik directed it.'), thought('')] },
    outcome: { answer: 'Tarnholm', stopReason: 'empty' },
    roles: ['ircot.next', 'ircot.next', 'read'],
    queries: [question, 'Ilse Brandvik directed it.'],
  },
  {
    name: 'reader "chain" takes the answer of the chain',
    pipeline: 'ircot',
    script: { 'ircot.next': [{ sentence: 'So the answer is: Skell.', answer: 'Skell' }] },
    play: { params: { reader: 'chain' } },
    outcome: { answer: 'Skell', stopReason: 'answered' },
    roles: ['ircot.next'],
    queries: [question],
  },
  {
    name: 'reader "chain" reads where the chain has no answer',
    pipeline: 'ircot',
    play: { params: { reader: 'chain', maxSteps: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_steps' },
    roles: ['ircot.next', 'read'],
    queries: [question],
  },
  {
    name: 'different drafts are searched, the refined answer is kept without likelihoods',
    pipeline: 'refeed',
    outcome: { answer: 'Tarnholm', stopReason: 'refined' },
    roles: ['refeed.draft', 'refeed.draft', 'refeed.read'],
    queries: [`${question} Tarnholm`, `${question} glass`],
    flags: { final: ['no_logprobs'] },
  },
  {
    name: 'the same draft is searched once; an abstaining one leaves the question',
    pipeline: 'refeed',
    script: { 'refeed.draft': [draft('Tarnholm'), draft(null), draft('tarnholm.')] },
    play: { params: { A: 3 } },
    outcome: { answer: 'Tarnholm', stopReason: 'refined' },
    roles: ['refeed.draft', 'refeed.draft', 'refeed.draft', 'refeed.read'],
    queries: [`${question} Tarnholm`, question],
    flags: { final: ['no_logprobs'] },
  },
  {
    name: 'a likelier draft is kept',
    pipeline: 'refeed',
    script: { 'refeed.draft': [draft('Skell', -0.5), draft('glass', -0.2)], 'refeed.read': [refined('Tarnholm', -0.3)] },
    outcome: { answer: 'glass', stopReason: 'draft_kept' },
    roles: ['refeed.draft', 'refeed.draft', 'refeed.read'],
    queries: [`${question} Skell`, `${question} glass`],
  },
  {
    name: 'on a tie the refined answer is kept',
    pipeline: 'refeed',
    script: { 'refeed.draft': [draft('Skell', -0.3)], 'refeed.read': [refined('Tarnholm', -0.3)] },
    play: { params: { A: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'refined' },
    roles: ['refeed.draft', 'refeed.read'],
    queries: [`${question} Skell`],
    flags: { final: ['likelihood_tie'] },
  },
  {
    name: 'a reasoner without the role reads as usual',
    pipeline: 'refeed',
    play: { reasoner: new LimitedReasoner({ read: [said('Tarnholm')] }, ['read']) },
    outcome: { answer: 'Tarnholm', stopReason: 'refined' },
    roles: ['refeed.draft', 'refeed.draft', 'read'],
    queries: [question],
  },
  {
    name: 'searches again with what it wrote',
    pipeline: 'iter-retgen',
    script: { read: [said('Brandvik', { reasoning: 'She directed it.' }), said('Tarnholm')] },
    outcome: { answer: 'Tarnholm', stopReason: 'max_turns' },
    roles: ['read', 'read'],
    queries: [question, `${question} She directed it. Brandvik`],
  },
  {
    name: 'an abstention says nothing to search with',
    pipeline: 'iter-retgen',
    script: { read: [said(null, { reasoning: 'Nothing says so.' }), said('Tarnholm')] },
    outcome: { answer: 'Tarnholm', stopReason: 'max_turns' },
    roles: ['read', 'read'],
    queries: [question, question],
  },
  {
    name: 'may stop when the same passages are found',
    pipeline: 'iter-retgen',
    script: { read: [said(null)] },
    play: { params: { T: 4, stopOnSameDocs: true } },
    outcome: { answer: null, abstained: true, stopReason: 'same_docs' },
    roles: ['read'],
    queries: [question, question],
  },
];

for (const { name, pipeline, script = {}, play: options = {}, outcome, roles, queries = [], flags = {} } of cases) {
  test(`${pipeline}: ${name}`, async () => {
    const { trace, roles: asked } = await play(pipeline, { ...twoHops, ...script }, options);
    assert.deepEqual(
      { outcome: outcomeOf(trace), roles: asked, queries: trace.retrievals.map(({ query }) => query), flags: nodeFlags(trace) },
      { outcome: { ...ok, ...outcome }, roles, queries, flags },
    );
  });
}

const spent = { ...ok, status: 'degraded', flags: ['budget_exhausted'] };
/** By pipeline: how many calls the budget has, and what is asked in all, the last step with or without them. */
const exhausted: readonly (readonly [pipeline: string, calls: number, roles: readonly RoleId[], stopReason: string])[] = [
  ['genread', 0, ['direct'], 'nothing_generated'],
  ['self-ask', 0, ['selfask.finish'], 'budget_exhausted'],
  ['self-ask', 1, ['selfask.step', 'selfask.finish'], 'budget_exhausted'],
  ['self-ask', 3, ['selfask.step', 'read', 'selfask.step', 'selfask.finish'], 'budget_exhausted'],
  ['ircot', 0, ['read'], 'budget_exhausted'],
  ['ircot', 2, ['ircot.next', 'ircot.next', 'read'], 'budget_exhausted'],
  ['refeed', 0, ['refeed.read'], 'refined'],
  ['iter-retgen', 0, ['read'], 'budget_exhausted'],
];

for (const [pipeline, calls, roles, stopReason] of exhausted) {
  test(`${pipeline}: a budget of ${calls} calls still gives the final step`, async () => {
    const reasoner = new SpentReasoner(twoHops, calls);
    const { trace } = await play(pipeline, {}, { reasoner });
    const open = trace.nodes.filter(({ status }) => status === 'running' || status === 'pending');
    assert.deepEqual(
      { outcome: outcomeOf(trace), roles: reasoner.asked.map(({ role }) => role), final: reasoner.final, open },
      { outcome: { ...spent, answer: 'Tarnholm', stopReason }, roles, final: 1, open: [] },
    );
  });
}

test('a generated passage is evidence but never cited, a found one is', async () => {
  const quote = 'Ilse Brandvik was born in Tarnholm';
  const script: Script = { ...twoHops, read: [said('Tarnholm', { quote })] };
  const { trace: generated } = await play('genread', { ...script, 'genread.passage': [{ passage: quote }] });
  const { trace: found } = await play('retrieve-read', script, { question: 'Where was Ilse Brandvik born?' });
  assert.deepEqual(
    [generated, found].map(({ citations, nodes }) => ({
      cited: citations.map(({ path }) => path),
      sources: [...new Set(nodes.flatMap(({ evidence }) => evidence.map(({ source }) => source)))],
    })),
    [
      { cited: [], sources: ['generated'] },
      { cited: ['ilse.md'], sources: ['search', 'initial'] },
    ],
  );
});

test('iter-retgen: with T = 1 and no examples it is retrieve-cot', async () => {
  const runs = await Promise.all([
    play('iter-retgen', twoHops, { params: { T: 1, n: 2, shots: 0 } }),
    play('retrieve-cot', twoHops, { params: { n: 2 } }),
  ]);
  const [one, other] = runs.map(({ trace, asked }) => ({
    answer: trace.answer,
    asked: asked.map(({ role, input }) => ({ role, input })),
    queries: trace.retrievals.map(({ query, results }) => ({ query, results })),
    evidence: trace.nodes.find(({ id }) => id === 'final')?.evidence.map(({ passageId }) => passageId),
  }));
  assert.deepEqual(one, other);
});

test('refeed: passages of the drafts in turn, n for each draft', async () => {
  const { trace } = await play(
    'refeed',
    { ...twoHops, 'refeed.draft': [draft('Ilse Brandvik born Tarnholm'), draft('glass museum')] },
    { question: 'Who?', params: { n: 1 } },
  );
  const found = Object.fromEntries(trace.nodes.map(({ id, evidence }) => [id, evidence.map(({ passageId }) => passageId)]));
  assert.deepEqual(found, { root: [], d1: ['ilse'], d2: ['museum'], final: ['ilse', 'museum'] });
});

test('ircot: paragraphs are read in order of arrival, cut to maxWords, at most maxParas', async () => {
  const { asked } = await play('ircot', twoHops, { params: { K: 2, maxParas: 2, maxWords: 20 } });
  const read = asked.find(({ role }) => role === 'read')?.input as { passages: readonly { id: string }[] };
  assert.deepEqual(
    read.passages.map(({ id }) => id),
    ['film', 'ilse'],
  );
  const long = passageOf('long', Array.from({ length: 50 }, (_, i) => `film${i}`).join('\n '));
  const { asked: cut } = await play('ircot', twoHops, { question: 'film7', index: new MemoryIndex([long]), params: { maxWords: 20 } });
  const told = cut[0]?.input as { passages: readonly { text: string }[] };
  assert.equal(told.passages[0]?.text, Array.from({ length: 20 }, (_, i) => `film${i}`).join('\n '));
});

test('ircot: the reader reasons again, answers at once, or sees the thoughts, as asked', async () => {
  const readWith = async (reader: string) => {
    const { asked } = await play('ircot', twoHops, { params: { reader } });
    const { cot, thoughts = [] } = asked.findLast(({ role }) => role === 'read')?.input as ReadInput;
    return { cot, thoughts };
  };
  assert.deepEqual(await readWith('separate'), { cot: true, thoughts: [] });
  assert.deepEqual(await readWith('direct'), { cot: false, thoughts: [] });
  const { cot, thoughts } = await readWith('thoughts');
  assert.deepEqual([cot, thoughts.length, thoughts[0]], [true, 3, 'The Salt Choir was directed by Ilse Brandvik.']);
});

test('ircot: which sentences are reasoning', () => {
  const sentences = [
    'Thus, it is she.',
    'So it is.',
    'so, yes',
    'Therefore A.',
    'Hence B.',
    'That is, C.',
    '1957 - 1902 = 55.',
    'It has 3 × 4 = 12 rooms.',
  ];
  const others = [
    'Sofia is a city.',
    'Thusnelda was born in 1900.',
    'Soon after, he left.',
    'The Salt Choir is a film.',
    'It was built in 1902-1957.',
  ];
  assert.deepEqual([sentences.filter((one) => !isReasoning(one)), others.filter(isReasoning)], [[], []]);
});

test('examples are our own: as many as may be asked for, and none for its own question', async () => {
  const shots = describePipeline(pipelineOf('cot-few-shot')).parameters.find(({ name }) => name === 'shots');
  assert.deepEqual({ default: shots?.default, maximum: shots?.maximum }, { default: 3, maximum: workedExamples.length });
  const [first] = workedExamples;
  const shown = examplesFor(`  ${first?.question.toUpperCase()} `, 3).map(([[one = '']]) => one.replace('Question: ', ''));
  assert.deepEqual(
    shown,
    workedExamples.slice(1, 4).map(({ question: one }) => one),
  );
  const lines = (await readFile('samples/questions.jsonl', 'utf8')).trim().split('\n');
  const keys = new Set(lines.map((line) => questionKey(z.object({ question: z.string() }).parse(JSON.parse(line)).question)));
  assert.deepEqual(
    workedExamples.filter((one) => keys.has(questionKey(one.question))),
    [],
  );
});

test('without a chat model closed-book pipelines need what is missing', () => {
  assert.deepEqual(Object.fromEntries(closedBook.map((id) => [id, pipelineOf(id).needs?.map((role) => role.id)])), {
    direct: ['direct'],
    cot: ['cot'],
    'cot-few-shot': ['cot'],
    genread: ['genread.passage', 'direct'],
  });
});
