/** Answers of a part, end to end: what the documents do not say is asked for and named, and never becomes "unknown" in an answer. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { GoldQuestion, GoldStep } from '../../../../lab/simulation/dataset.ts';
import { plain } from '../../../../lab/simulation/wording.ts';
import { pipelineOf } from '../../../support/allPipelines.ts';
import type { Trace } from '../../../../src/protocol/trace.ts';
import { MemoryIndex } from '../../../support/memoryIndex.ts';
import { runInMemory } from '../../../support/memoryRun.ts';
import { passageOf } from '../../../support/passages.ts';
import { type Play, PlayingReasoner } from '../../../support/playingReasoner.ts';
import { outputOf, simulatedRoles } from './simulatedRoles.ts';
import { allRoles, type RoleId } from '../../../../lab/simulation/allRoles.ts';

const bell = passageOf('bell', 'The tide bell of Nether Coll was cast in 1952 of bronze.');
const ringer = passageOf('ringer', 'Ada Holm rings the tide bell of Nether Coll at every spring tide.');
const other = passageOf('other', 'The fog bell of Astley was cast in 1960 and is rung by nobody.');

const goldOf = ({ title, text }: typeof bell): string => plain(`${title}\n${text}`);
const cast: GoldStep = {
  question: 'When was the tide bell cast?',
  answer: '1952',
  answers: ['1952'],
  needs: [],
  goldTexts: [goldOf(bell)],
};
const rings: GoldStep = {
  question: 'Who rings the tide bell?',
  answer: 'Ada Holm',
  answers: ['Ada Holm'],
  needs: [],
  goldTexts: [goldOf(ringer)],
};
const question = 'When was the tide bell cast, and who rings it?';
const gold: GoldQuestion = {
  question,
  answers: ['1952; Ada Holm'],
  steps: [cast, rings],
  goldTexts: [goldOf(bell), goldOf(ringer)],
  goldSets: [[goldOf(bell), goldOf(ringer)]],
};

async function asked(t: TestContext, pipeline: string, passages: readonly (typeof bell)[]): Promise<Trace> {
  const perform = simulatedRoles(t, {}, [gold]);
  const play = Object.fromEntries(
    (Object.keys(allRoles) as RoleId[]).map((role) => [role, (input: never) => outputOf(perform(role, input))]),
  ) as Play;
  const { trace } = await runInMemory({
    pipeline: pipelineOf(pipeline),
    question,
    index: new MemoryIndex(passages),
    reasoner: new PlayingReasoner(play, { can: { logprobs: false } }),
  });
  return trace;
}

const withSteps = ['self-ask', 'sunar-nar', 'leapquery', 'drr-rag'];

for (const pipeline of ['retrieve-read', 'retrieve-cot', 'self-dc', 'gear-lite', 'auto-rag-lite', ...withSteps]) {
  test(`${pipeline}: gives the part that the documents have, and names the other`, async (t) => {
    const part = await asked(t, pipeline, [bell, other]);
    assert.deepEqual({ answer: part.answer, missing: part.missing }, { answer: '1952', missing: 'Who rings the tide bell' });
    const steps = part.nodes.filter(({ kind }) => kind === 'sub_question').map(({ text }) => text);
    if (withSteps.includes(pipeline)) assert.ok(steps.includes(rings.question), steps.join());
    assert.doesNotMatch(steps.join(), /unknown/i);
    const whole = await asked(t, pipeline, [bell, ringer, other]);
    assert.deepEqual({ answer: whole.answer, missing: whole.missing }, { answer: '1952; Ada Holm', missing: undefined });
  });
}
