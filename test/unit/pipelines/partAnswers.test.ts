/** What is missing, unknown or failed on the way, and sub-questions that cannot be asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRepeated, namesUnknown, repeatsQuestion } from '../../../src/pipelines/askable.ts';
import { quoteEvidence } from '../../../src/pipelines/drr/quoteEvidence.ts';
import { pipelineOf } from '../../support/allPipelines.ts';
import type { Performed, ReasonerCall } from '../../../src/reasoning/reasoner.ts';
import type { Role } from '../../../src/reasoning/role.ts';
import { passageOf } from '../../support/passages.ts';
import { ask } from '../lab/pipelines/baselineScripts.ts';
import { play, said, SamplingReasoner } from './play.ts';
import { hops, question, run } from './sunarPlay.ts';
import type { Roles } from '../../../lab/simulation/allRoles.ts';

const asked = 'Which company built the barrage, and when?';

test('self-ask: the next step sees what a step left open, and the run says what its answer leaves open', async () => {
  const { trace, asked: calls } = await play(
    'self-ask',
    {
      'selfask.step': [ask('Who built the barrage?'), { action: 'answer', answer: 'Varrow', missing: 'when it was built' }],
      read: [said('Varrow', { missing: 'since when' })],
    },
    { question: asked },
  );
  const [, second] = calls.filter(({ role }) => role === 'selfask.step');
  assert.deepEqual(second?.input, {
    question: asked,
    history: [{ question: 'Who built the barrage?', answer: 'Varrow', missing: 'since when' }],
    shots: 4,
    left: 4,
  });
  assert.equal(trace.nodes.find(({ id }) => id === 's1')?.missing, 'since when');
  assert.deepEqual([trace.answer, trace.missing], ['Varrow', 'when it was built']);
});

test('a reply without an answer may say what is missing, too', async () => {
  const { trace } = await play('retrieve-read', { read: [said(null, { missing: 'the date' })] }, { question: asked });
  assert.deepEqual([trace.answer, trace.abstained, trace.missing], [null, true, 'the date']);
});

test('sunar: the final check says what is missing', async () => {
  const { trace } = await play(
    'sunar-nar',
    {
      'sunar.step': [
        { action: 'ask', subQuestion: 'Who built the barrage?' },
        { action: 'finish', answer: 'Varrow' },
      ],
      'sunar.read': [said('Varrow')],
      'sunar.mer': [said('Varrow', { missing: 'when' })],
    },
    { question: asked },
  );
  assert.deepEqual([trace.missing, trace.nodes.find(({ id }) => id === 'meta')?.missing], ['when', 'when']);
});

/** Whose reading of one question fails, as after a request that timed out. */
class TimingOut extends SamplingReasoner {
  override async perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>> {
    const performed = await super.perform(role, input, call);
    const fails = ['read', 'sunar.read', 'drr.answer'].includes(role.id) && performed.output !== null && call.isFinal !== true;
    return fails ? { ...performed, flags: [`call_failed:${role.id}`], failed: 'chat-timeout' } : performed;
  }
}

test('a step whose call failed is told as failed to the next one', async () => {
  const script = { 'selfask.step': [ask('Who built it?'), { action: 'answer', answer: null } as const], read: [said(null)] };
  const reasoner = new TimingOut(script);
  await play('self-ask', script, { reasoner });
  const [, second] = reasoner.asked.filter(({ role }) => role === 'selfask.step');
  assert.deepEqual(second?.input, {
    question,
    history: [{ question: 'Who built it?', answer: null, failed: 'chat-timeout' }],
    shots: 4,
    left: 4,
  });
});

test('sunar: a sub-question that names an unknown, or asks the question again in another order, is not asked; the check comes next', async () => {
  const [first] = hops;
  assert.ok(first);
  for (const [subQuestion, why] of [
    ['Where was unknown born?', 'names_unknown'],
    ['Where was {sub_question_1_answer} born?', 'names_unknown'],
    ['Where was born the director of The Salt Choir?', 'repeated_sub_question'],
  ] as const) {
    const play = { steps: [first, { action: 'ask', subQuestion } as const], read: () => null };
    const { trace, asked: calls } = await run(play, {}, { pipeline: pipelineOf('sunar-nar') });
    assert.deepEqual([trace.stopReason, trace.retrievals.length], [why, 1], subQuestion);
    assert.deepEqual(
      calls.slice(-2).map(({ role }) => role),
      ['sunar.finish', 'sunar.mer'],
    );
  }
});

test('self-ask and leapquery do not ask for an unknown either', async () => {
  const steps = { 'selfask.step': [ask('Who built it?'), ask('When was the unknown builder born?')], read: [said(null)] };
  const selfAsk = await play('self-ask', steps, { question: asked });
  assert.deepEqual([selfAsk.trace.stopReason, selfAsk.trace.retrievals.length], ['names_unknown', 1]);
  const gaps = {
    kind: 'generated',
    found: [],
    gaps: ['the builder'],
    subQuestions: ['Who is unknown?', 'when was built which barrage, and the company'],
  } as const;
  const leap = await play(
    'leapquery',
    { 'leap.gaps': [gaps], 'leap.answer': [said(null)] },
    { question: 'Which company built the barrage, and when was' },
  );
  assert.deepEqual([leap.trace.stopReason, leap.trace.retrievals.length], ['no_new_subquestions', 1]);
});

test('a sub-question whose call failed is asked once more, every other only once', () => {
  const failed = { question: 'Who built it?', answer: null, failed: 'chat-timeout' };
  assert.equal(isRepeated('Who built it?', question, [failed]), false);
  assert.equal(isRepeated('Who built it?', question, [failed, failed]), true);
  assert.equal(isRepeated('Who built it?', question, [{ question: 'who built it', answer: null }]), true);
  assert.equal(isRepeated(question, question, []), false);
  assert.equal(isRepeated(question, question, [failed]), true);
});

test('a word that the question itself has stands for nothing unknown', () => {
  assert.equal(namesUnknown('Who is buried in the tomb of the unknown soldier?', 'Where is the Tomb of the Unknown Soldier?'), false);
  assert.equal(namesUnknown('What does None stand for?', 'What is a null value?'), false);
  assert.equal(namesUnknown('Who wrote "not specified"?', 'Who wrote it?'), true);
  assert.equal(namesUnknown('Who was the answer to question 1?', 'Who?'), true);
  assert.equal(repeatsQuestion('Who is the father of Ada?', 'Who is the mother of Ada?'), false);
});

test('drr-rag: the plan after a sub-question whose call failed is told that, not that evidence is lacking', async () => {
  const script = {
    'drr.classify': [{ type: 'inference' as const }],
    'drr.decompose': [{ plan: [{ id: '1', subQuestion: 'Who directed The Salt Choir?' }], reply: '' }],
    'drr.answer': [said(null)],
    'drr.integrate': [{ answer: null }],
  };
  const reasoner = new TimingOut(script);
  await play('drr-rag', script, { reasoner, params: { maxRedecompose: 1 } });
  const plans = reasoner.asked.filter(({ role }) => role === 'drr.decompose').map(({ input }) => JSON.stringify(input));
  assert.match(plans[1] ?? '', /"reason":"failed"/);
  const integrate = reasoner.asked.find(({ role }) => role === 'drr.integrate');
  assert.match(JSON.stringify(integrate?.input), /"failed":"call-failed"/);
});

test('drr-rag: a new plan is shown what all plans before have asked in vain, and may say that no way is left', async () => {
  const plan = (subQuestion: string) => ({ plan: [{ id: '1', subQuestion }], reply: '' });
  const script = {
    'drr.classify': [{ type: 'inference' as const }],
    'drr.decompose': [plan('Who directed The Salt Choir?'), plan('Whose film is The Salt Choir?'), { plan: [], reply: '' }],
    'drr.answer': [said(null)],
    'drr.integrate': [{ answer: null }],
  };
  const { trace, asked: calls } = await play('drr-rag', script, { params: { maxRedecompose: 5 } });
  const plans = calls.filter(({ role }) => role === 'drr.decompose').map(({ input }) => JSON.stringify(input));
  assert.equal(plans.length, 3);
  assert.match(plans[2] ?? '', /"subQuestion":"Whose film[^]*"earlier":\["Who directed The Salt Choir\?"\]/);
  assert.doesNotMatch(plans[1] ?? '', /earlier/);
  assert.deepEqual(
    [trace.stopReason, trace.nodes.filter(({ kind }) => kind === 'sub_question').map(({ status }) => status)],
    ['integrated', ['superseded', 'unsupported']],
  );
});

test('leapquery: votes see what was said to be missing', async () => {
  const gaps = { kind: 'generated', found: [], gaps: ['the director'], subQuestions: ['Who directed The Salt Choir?'] } as const;
  const script = {
    'leap.gaps': [gaps, { ...gaps, gaps: [], subQuestions: [] }],
    'leap.verify': [{ aligned: true }],
    'leap.answer': [said('x')],
  };
  const { asked: calls } = await play('leapquery', script);
  const vote = calls.find(({ role }) => role === 'leap.verify');
  assert.deepEqual(vote?.input, { question, subQuestion: 'Who directed The Salt Choir?', known: [], gaps: ['the director'] });
});

test('sunar: the check sees what steps cite, also where other passages are closer to the question', async () => {
  const steps = [...hops.slice(0, 2), { action: 'finish', answer: 'Tarnholm' } as const];
  const { asked: calls } = await run({ steps }, { merTop: 2, merPerStep: 1 }, { pipeline: pipelineOf('sunar-nar') });
  const cited = calls
    .filter(({ role }) => role === 'sunar.read')
    .map(({ input }) => (input as Roles['sunar.read']['input']).passages[0]?.id);
  const check = calls.find(({ role }) => role === 'sunar.mer')?.input as Roles['sunar.mer']['input'];
  assert.deepEqual(check.passages.map(({ id }) => id).toSorted(), cited.toSorted());
});

test('drr-rag: evidence of two passages is found by the first words that a passage has', () => {
  const read = [passageOf('a', 'Ilse Brandvik directed it.'), passageOf('b', 'She was born in Tarnholm.')];
  assert.deepEqual(quoteEvidence('born in  tarnholm … directed it', read), { index: 1, quote: 'born in Tarnholm' });
  assert.deepEqual(quoteEvidence('made up ... Ilse Brandvik', read), { index: 0, quote: 'Ilse Brandvik' });
  assert.equal(quoteEvidence('made up … as well', read), null);
});
