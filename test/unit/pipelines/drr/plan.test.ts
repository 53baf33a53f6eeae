import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dependenciesOf, fill } from '../../../../src/pipelines/drr/placeholders.ts';
import { checkPlan } from '../../../../src/pipelines/drr/plan.ts';
import { quoteEvidence } from '../../../../src/pipelines/drr/quoteEvidence.ts';
import { byNumber, topologyOf } from '../../../../src/pipelines/drr/topology.ts';
import { passageOf } from '../../../support/passages.ts';

const forms: readonly (readonly [text: string, dependencies: readonly string[]])[] = [
  ['{Sub_Question_3_Answer}', ['3']],
  ['{ sub_question_3_answer }', ['3']],
  ['{{ subquestion_3_answer }}', ['3']],
  ['{{answer_003}}', ['3']],
  ['< ANSWER_3 > and [answer_12]', ['3', '12']],
  ['[answer_2] {answer_1} <answer_2>', ['2', '1']],
  ['the #3 hit, answer_3, (answer_3), {answer_x}, {sub_question_3}, <sub_question_3_answer>', []],
];
for (const [text, dependencies] of forms) {
  test(`placeholders of "${text}"`, () => {
    assert.deepEqual(dependenciesOf(text), dependencies);
    const filled = fill(text, new Map(dependencies.map((id) => [id, `A${id}`])));
    assert.deepEqual(dependenciesOf(filled), []);
  });
}

test('filling once fills all, and an answer is never read as a placeholder or a pattern', () => {
  const word = fc.constantFrom('Who', ' ', 'is', '$&', '$1', 'é', '?');
  const slot = fc.record({ id: fc.integer({ min: 1, max: 12 }), form: fc.integer({ min: 0, max: 4 }) });
  const written = ({ id, form }: { readonly id: number; readonly form: number }): string =>
    [`{sub_question_${id}_answer}`, `{{answer_${id}}}`, `{answer_${id}}`, `<answer_${id}>`, `[answer_${id}]`][form] ?? '';
  fc.assert(
    fc.property(fc.array(fc.oneof(word, slot)), fc.array(fc.string(), { minLength: 13, maxLength: 13 }), (pieces, answers) => {
      const values = new Map(answers.map((answer, i) => [String(i), answer]));
      const text = pieces.map((piece) => (typeof piece === 'string' ? piece : written(piece))).join('');
      const expected = pieces.map((piece) => (typeof piece === 'string' ? piece : (answers[piece.id] ?? ''))).join('');
      assert.equal(fill(text, values), expected);
      assert.equal(fill(text, new Map()), text);
      if (dependenciesOf(expected).length === 0) assert.equal(fill(expected, values), expected);
    }),
  );
});

/** Who needs whom, as pairs of positions; a later one needs an earlier one. */
const anyGraph = fc.record({
  ids: fc.uniqueArray(fc.integer({ min: 1, max: 200 }).map(String), { minLength: 1, maxLength: 20 }),
  pairs: fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 40 }),
});

test('levels partition the ids; the queue goes through them level by level and after what each needs', () => {
  fc.assert(
    fc.property(anyGraph, ({ ids, pairs }) => {
      const needs = new Map<string, string[]>();
      for (const [a, b] of pairs) {
        const [from, to] = [ids[Math.min(a, b)], ids[Math.max(a, b)]];
        if (from !== undefined && to !== undefined && from !== to) needs.set(to, [...(needs.get(to) ?? []), from]);
      }
      const topology = topologyOf(ids, needs);
      assert.ok('levels' in topology);
      const { levels, queue } = topology;
      assert.deepEqual(levels.flat().sort(byNumber), ids.toSorted(byNumber));
      assert.deepEqual(queue.toSorted(byNumber), ids.toSorted(byNumber));
      const levelOf = (id: string): number => levels.findIndex((level) => level.includes(id));
      assert.deepEqual(
        queue.map(levelOf),
        queue.map(levelOf).sort((a, b) => a - b),
      );
      for (const id of ids) {
        assert.equal(levelOf(id), Math.max(-1, ...(needs.get(id) ?? []).map(levelOf)) + 1);
        assert.ok((needs.get(id) ?? []).every((other) => queue.indexOf(other) < queue.indexOf(id)));
      }
      for (const level of levels) assert.deepEqual(level, level.toSorted(byNumber));
    }),
  );
});

test('a chain has one sub-question per level, independent ones have one level', () => {
  const ids = Array.from({ length: 12 }, (_, i) => String(i + 1));
  const before = new Map(ids.slice(1).map((id) => [id, [String(Number(id) - 1)]]));
  assert.deepEqual(topologyOf(ids, before), { levels: ids.map((id) => [id]), queue: ids });
  assert.deepEqual(topologyOf(ids, new Map()), { levels: [ids], queue: ids });
});

const plans: readonly { readonly name: string; readonly texts: Readonly<Record<string, string>> | null; readonly says: object }[] = [
  { name: 'nothing', texts: null, says: { code: 'malformed', ids: [] } },
  { name: 'empty', texts: {}, says: { code: 'empty_plan', ids: [] } },
  { name: 'an unknown id goes before a circle', texts: { '1': '{answer_1} {answer_7}' }, says: { code: 'unknown_dependency', ids: ['7'] } },
  { name: 'zero is nobody', texts: { '1': '{answer_0}' }, says: { code: 'unknown_dependency', ids: ['0'] } },
  { name: 'a circle of itself', texts: { '1': 'a', '2': '{answer_2}' }, says: { code: 'cycle', ids: ['2'] } },
  { name: 'too many', texts: { '1': '{answer_10}', '2': 'b', '9': 'c', '10': 'd' }, says: { code: 'too_many', ids: ['10'] } },
  {
    name: 'the lowest are kept',
    texts: { '10': '{answer_2}', '2': 'b', '1': 'a', '9': 'c' },
    says: { queue: ['1', '2', '9'], dropped: ['10'] },
  },
];
for (const { name, texts, says } of plans) {
  test(`a plan: ${name}`, () => {
    const planned = texts && Object.entries(texts).map(([id, subQuestion]) => ({ id, subQuestion }));
    const { plan, error } = checkPlan(planned, 3);
    assert.deepEqual(error ?? { queue: plan?.queue, dropped: plan?.dropped }, says);
  });
}

const passages = [
  passageOf('a', 'Nothing here.'),
  passageOf('b', 'The  Score (1952)\nwas written by Carl.'),
  passageOf('c', 'was written by Carl'),
];
const quotes: readonly (readonly [evidence: string, found: object | null])[] = [
  ['the score (1952) was WRITTEN', { index: 1, quote: 'The  Score (1952)\nwas written' }],
  ['was written by Carl', { index: 1, quote: 'was written by Carl' }],
  ['written by Bob', null],
  ['.*', null],
  [' ', null],
];
for (const [evidence, found] of quotes) {
  test(`evidence "${evidence}" is ${found ? 'quoted as it is' : 'not in the passages'}`, () => {
    assert.deepEqual(quoteEvidence(evidence, passages), found);
  });
}
