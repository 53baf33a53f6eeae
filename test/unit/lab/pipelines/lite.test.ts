import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePipeline } from '../../../../src/pipelines/registry.ts';
import { pipelineOf } from '../../../support/allPipelines.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { assessed, directed, final, label, lite, query, twoHops } from './liteScripts.ts';
import { LimitedReasoner, nodeFlags, ok, outcomeOf, play, type Play, question, said, SpentReasoner } from '../../pipelines/play.ts';
import type { RoleId } from '../../../../lab/simulation/allRoles.ts';

const bornQuery = 'Where was Ilse Brandvik born?';

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
    name: 'the best judged answer wins',
    pipeline: 'self-rag-lite',
    outcome: { answer: 'Tarnholm', stopReason: 'best_candidate' },
    roles: ['selfrag.retrieve', 'selfrag.assess', 'selfrag.assess'],
    queries: [question],
  },
  {
    name: 'on a tie the better ranked passage wins',
    pipeline: 'self-rag-lite',
    script: { 'selfrag.assess': [assessed('first'), assessed('second')] },
    outcome: { answer: 'first', stopReason: 'best_candidate' },
    roles: ['selfrag.retrieve', 'selfrag.assess', 'selfrag.assess'],
    queries: [question],
  },
  {
    name: 'an abstaining candidate loses to a bad one',
    pipeline: 'self-rag-lite',
    script: { 'selfrag.assess': [assessed(null), assessed('bad', { relevant: false, support: 'none', usefulness: 1 })] },
    outcome: { answer: 'bad', stopReason: 'best_candidate' },
    roles: ['selfrag.retrieve', 'selfrag.assess', 'selfrag.assess'],
    queries: [question],
  },
  {
    name: 'all abstain: so does the run',
    pipeline: 'self-rag-lite',
    script: { 'selfrag.assess': [assessed(null)] },
    outcome: { answer: null, abstained: true, stopReason: 'best_candidate' },
    roles: ['selfrag.retrieve', 'selfrag.assess', 'selfrag.assess'],
    queries: [question],
  },
  {
    name: 'no search where none is wanted',
    pipeline: 'self-rag-lite',
    script: { 'selfrag.retrieve': [{ retrieve: false }] },
    outcome: { answer: 'from memory', stopReason: 'no_retrieval' },
    roles: ['selfrag.retrieve', 'direct'],
  },
  {
    name: 'nothing found is read as nothing found',
    pipeline: 'self-rag-lite',
    play: { question: 'Zzz?' },
    outcome: { answer: 'Tarnholm', stopReason: 'nothing_judged' },
    roles: ['selfrag.retrieve', 'read'],
    queries: ['Zzz?'],
    flags: { root: ['empty_retrieval'] },
  },
  {
    name: 'the passages are read with their features',
    pipeline: 'r2ag-lite',
    outcome: { answer: 'Tarnholm', stopReason: 'read' },
    roles: ['r2ag.read'],
    queries: [question],
  },
  {
    name: 'nothing found is still read',
    pipeline: 'r2ag-lite',
    play: { question: 'Zzz?' },
    outcome: { answer: 'Tarnholm', stopReason: 'read' },
    roles: ['r2ag.read'],
    queries: ['Zzz?'],
    flags: { final: ['empty_retrieval'] },
  },
  {
    name: 'goes on until the facts suffice',
    pipeline: 'gear-lite',
    outcome: { answer: 'Tarnholm', stopReason: 'sufficient' },
    roles: ['gear.extract', 'gear.reason', 'gear.extract', 'gear.reason', 'gear.read'],
    queries: [question, bornQuery],
  },
  {
    name: 'no new fact stops',
    pipeline: 'gear-lite',
    script: { 'gear.extract': [{ triples: [directed] }, { triples: [{ ...directed, head: 'the salt choir' }] }] },
    outcome: { answer: 'Tarnholm', stopReason: 'no_new_triple' },
    roles: ['gear.extract', 'gear.reason', 'gear.extract', 'gear.read'],
    queries: [question, bornQuery],
  },
  {
    name: 'no facts at all: what was found is read',
    pipeline: 'gear-lite',
    script: { 'gear.extract': [{ triples: [] }] },
    outcome: { answer: 'Tarnholm', stopReason: 'no_new_triple' },
    roles: ['gear.extract', 'gear.read'],
    queries: [question],
  },
  {
    name: 'nothing found: no facts are asked for',
    pipeline: 'gear-lite',
    play: { question: 'Zzz?' },
    outcome: { answer: 'Tarnholm', stopReason: 'no_new_triple' },
    roles: ['gear.read'],
    queries: ['Zzz?'],
    flags: { s1: ['empty_retrieval'] },
  },
  {
    name: 'a reasoner that knows no triples reads what was found',
    pipeline: 'gear-lite',
    play: { reasoner: new LimitedReasoner({ read: [said('Tarnholm')] }, ['read']) },
    outcome: { answer: 'Tarnholm', stopReason: 'no_new_triple' },
    roles: ['gear.extract', 'read'],
    queries: [question],
  },
  {
    name: 'no more than the steps',
    pipeline: 'gear-lite',
    play: { params: { steps: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_steps' },
    roles: ['gear.extract', 'gear.reason', 'gear.read'],
    queries: [question],
  },
  {
    name: 'labels each chunk, asks on, reads what is useful',
    pipeline: 'efficientrag-lite',
    play: { params: { n: 2 } },
    outcome: { answer: 'Tarnholm', stopReason: 'done' },
    roles: [
      'efficientrag.label',
      'efficientrag.label',
      'efficientrag.next',
      'efficientrag.label',
      'efficientrag.label',
      'efficientrag.next',
      'read',
    ],
    queries: [question, bornQuery],
  },
  {
    name: 'one call may label a whole turn',
    pipeline: 'efficientrag-lite',
    script: {
      'efficientrag.label': [
        {
          labels: [
            { useful: true, spans: [] },
            { useful: false, spans: [] },
          ],
        },
      ],
    },
    play: { params: { n: 2, chunksPerCall: 2 } },
    outcome: { answer: 'Tarnholm', stopReason: 'done' },
    roles: ['efficientrag.label', 'efficientrag.next', 'efficientrag.label', 'efficientrag.next', 'read'],
    queries: [question, bornQuery],
  },
  {
    name: 'nothing useful stops',
    pipeline: 'efficientrag-lite',
    script: { 'efficientrag.label': [label(false)] },
    play: { params: { n: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'nothing_useful' },
    roles: ['efficientrag.label', 'read'],
    queries: [question],
  },
  {
    name: 'a query asked before stops',
    pipeline: 'efficientrag-lite',
    script: { 'efficientrag.next': [{ nextQuery: question.toLowerCase() }] },
    play: { params: { n: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'repeated_query' },
    roles: ['efficientrag.label', 'efficientrag.next', 'read'],
    queries: [question],
  },
  {
    name: 'no more than the turns, and no query after the last',
    pipeline: 'efficientrag-lite',
    play: { params: { n: 1, maxTurns: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_turns' },
    roles: ['efficientrag.label', 'read'],
    queries: [question],
  },
  {
    name: 'searches until it answers',
    pipeline: 'auto-rag-lite',
    outcome: { answer: 'Tarnholm', stopReason: 'answered' },
    roles: ['autorag.turn', 'autorag.turn', 'autorag.turn'],
    queries: [question, 'Tarnholm harbor'],
  },
  {
    name: 'may answer without a search',
    pipeline: 'auto-rag-lite',
    script: { 'autorag.turn': [final('a guess')] },
    outcome: { answer: 'a guess', stopReason: 'answered' },
    roles: ['autorag.turn'],
  },
  {
    name: 'nothing new twice in a row: asked for the answer',
    pipeline: 'auto-rag-lite',
    script: { 'autorag.turn': [query('glass'), query('glass'), query('glass'), final('Tarnholm')] },
    outcome: { answer: 'Tarnholm', stopReason: 'nothing_new' },
    roles: ['autorag.turn', 'autorag.turn', 'autorag.turn', 'autorag.turn'],
    queries: ['glass', 'glass', 'glass'],
  },
  {
    name: 'one barren search among others is only told',
    pipeline: 'auto-rag-lite',
    script: { 'autorag.turn': [query('Zzz'), query('glass'), query('Zzz'), final('Tarnholm')] },
    outcome: { answer: 'Tarnholm', stopReason: 'answered' },
    roles: ['autorag.turn', 'autorag.turn', 'autorag.turn', 'autorag.turn'],
    queries: ['Zzz', 'glass', 'Zzz'],
    flags: { q1: ['empty_retrieval'], q3: ['empty_retrieval'] },
  },
  {
    name: 'who still wants to search writes the passage',
    pipeline: 'auto-rag-lite',
    script: { 'autorag.turn': [query(question), query('b'), final('Tarnholm')] },
    play: { params: { maxTurns: 1 } },
    outcome: { answer: 'Tarnholm', stopReason: 'max_turns' },
    roles: ['autorag.turn', 'autorag.turn', 'genread.passage', 'autorag.turn'],
    queries: [question],
  },
  {
    name: 'who never answers has no answer',
    pipeline: 'auto-rag-lite',
    script: { 'autorag.turn': [query(question)] },
    play: { params: { maxTurns: 1, maxGenerated: 1 } },
    outcome: { answer: null, abstained: true, stopReason: 'no_final_answer' },
    roles: ['autorag.turn', 'autorag.turn', 'genread.passage', 'autorag.turn'],
    queries: [question],
  },
];

for (const { name, pipeline, script = {}, play: options = {}, outcome, roles, queries = [], flags = {} } of cases) {
  test(`${pipeline}: ${name}`, async () => {
    const { trace, roles: asked } = await play(pipeline, { ...twoHops, ...script }, options);
    assert.deepEqual(
      { outcome: outcomeOf(trace), roles: asked, queries: trace.retrievals.map((one) => one.query), flags: nodeFlags(trace) },
      { outcome: { ...ok, ...outcome }, roles, queries, flags },
    );
  });
}

/** By pipeline: how many calls the budget has, and what is asked in all. */
const exhausted: readonly (readonly [pipeline: string, calls: number, roles: readonly RoleId[], stopReason: string])[] = [
  ['self-rag-lite', 0, ['direct'], 'no_retrieval'],
  ['self-rag-lite', 1, ['selfrag.retrieve', 'read'], 'nothing_judged'],
  ['gear-lite', 0, ['gear.read'], 'budget_exhausted'],
  ['gear-lite', 3, ['gear.extract', 'gear.reason', 'gear.extract', 'gear.read'], 'budget_exhausted'],
  ['efficientrag-lite', 0, ['read'], 'budget_exhausted'],
  ['auto-rag-lite', 0, ['autorag.turn'], 'no_final_answer'],
  ['auto-rag-lite', 2, ['autorag.turn', 'autorag.turn', 'autorag.turn'], 'budget_exhausted'],
];

for (const [pipeline, calls, roles, stopReason] of exhausted) {
  test(`${pipeline}: a budget of ${calls} calls still gives the final step`, async () => {
    const reasoner = new SpentReasoner(twoHops, calls);
    const { trace } = await play(pipeline, {}, { reasoner });
    assert.deepEqual(
      {
        status: trace.status,
        isFlagged: trace.flags.includes('budget_exhausted'),
        stopReason: trace.stopReason,
        roles: reasoner.asked.map(({ role }) => role),
        final: reasoner.final,
      },
      { status: 'degraded', isFlagged: true, stopReason, roles, final: 1 },
    );
  });
}

test('every approximation says that it is one', () => {
  const infos = lite.map((id) => describePipeline(pipelineOf(id)));
  assert.deepEqual(
    infos.filter(
      ({ title, description }) =>
        !title.endsWith('-lite') || !description.endsWith('A prompt-only approximation; not the published system.'),
    ),
    [],
  );
});
