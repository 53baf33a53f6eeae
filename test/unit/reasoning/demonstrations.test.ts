/** The demonstrations in the prompts of Self-Ask and ITER-RETGEN. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workedExamples } from '../../../lab/pipelines/prompts/workedExamples.ts';
import { passageOf } from '../../support/passages.ts';
import { outputOf } from './outputOf.ts';
import { exampleReadRole } from '../../../lab/pipelines/roles/baselineRoles.ts';
import { allRoles } from '../../../lab/simulation/allRoles.ts';

const history = [{ question: 'Who directed it?', answer: 'Ilse Brandvik' }];
const ownQuestion = 'Who lived longer, the botanist Alva Renning or the surveyor Tomas Quade?';

const stepPrompt = (question: string, shots?: number): string =>
  allRoles['selfask.step']
    .messages({ question, history, ...(shots === undefined ? {} : { shots }) }, [])
    .map(({ content }) => content)
    .join('\n');
const readingPrompt = (shots?: number): string =>
  exampleReadRole
    .messages({ question: 'Who?', passages: [passageOf('p')], cot: true, ...(shots === undefined ? {} : { shots }) }, [])
    .map(({ content }) => content)
    .join('\n');
const examplesIn = (prompt: string): number => prompt.match(/^Example \d+$/gm)?.length ?? 0;

test('a follow-up question comes after as many demonstrations as wanted, none of the question asked', () => {
  assert.deepEqual(
    [undefined, 0, 2, 4].map((shots) => examplesIn(stepPrompt('Who?', shots))),
    [0, 0, 2, 4],
  );
  const own = stepPrompt(ownQuestion.toUpperCase(), 4);
  assert.equal(examplesIn(own), 3);
  assert.ok(!own.includes(ownQuestion));
  assert.match(
    stepPrompt('Who?', 2),
    /\{"follow_up":"Who founded the Orlo Press\?"\} Found: Benedikt Saar\n\{"follow_up":".*\nReply: \{"answer":/,
  );
});

test('a demonstration has the form of the reply, and one shows what is said without an answer', () => {
  const lines = stepPrompt('Who?', 4)
    .split('\n')
    .flatMap((line) => /^(?:Reply: )?(\{.*?\})(?: Found: .*)?$/.exec(line)?.[1] ?? []);
  const replies = lines.map((line) => outputOf('selfask.step', { question: 'Who?', history }, JSON.parse(line)));
  assert.ok(replies.every((reply) => typeof reply === 'object'));
  assert.deepEqual(replies.at(-1), { action: 'answer', answer: null });
});

test('reading comes after worked examples, before the passages', () => {
  assert.deepEqual(
    [undefined, 0, 3].map((shots) => examplesIn(readingPrompt(shots))),
    [0, 0, 3],
  );
  const prompt = readingPrompt(1);
  assert.ok(prompt.indexOf(workedExamples[0]?.question ?? '') < prompt.lastIndexOf('<passage number'));
});

test('where the prompt is too long, examples go before passages', () => {
  const input = { question: 'Who?', passages: [passageOf('a'), passageOf('b')], cot: true, shots: 1 };
  const once = exampleReadRole.shorten?.(input);
  assert.deepEqual([once?.input.shots, once?.input.passages.length, once?.dropped], [0, 2, 0]);
  const twice = once && exampleReadRole.shorten?.(once.input);
  assert.deepEqual([twice?.input.passages.length, twice?.dropped], [1, 1]);
  const step = { question: 'Who?', history, shots: 1 };
  assert.deepEqual(allRoles['selfask.step'].shorten?.(step)?.input, { ...step, shots: 0 });
  assert.equal(allRoles['selfask.step'].shorten?.({ ...step, shots: 0 }), null);
});
