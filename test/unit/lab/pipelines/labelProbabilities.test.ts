import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReplyToken } from '../../../../src/models/models.ts';
import { labelProbabilities } from '../../../../lab/pipelines/roles/labelProbabilities.ts';

const token = (text: string, ...alternatives: readonly (readonly [string, number])[]): ReplyToken => ({
  text,
  alternatives: alternatives.map(([one, p]) => [one, Math.log(p)] as const),
});
const support = ['full', 'partial', 'none'] as const;
const rounded = (all: Readonly<Record<string, number>> | null) =>
  all && Object.fromEntries(Object.entries(all).map(([label, p]) => [label, Math.round(1000 * p) / 1000]));

test('a label is as likely as the tokens that begin it, among those that begin a label', () => {
  const tokens = [
    token('{"support'),
    token('": "', ['": "', 1]),
    token('par', ['par', 0.5], ['full', 0.2], ['PART', 0.1], ['maybe', 0.2]),
    token('tial"}'),
  ];
  assert.deepEqual(rounded(labelProbabilities(tokens, 'support', support)), { full: 0.25, partial: 0.75, none: 0 });
});

test('a token that begins with the quote or white space before the value counts too', () => {
  assert.deepEqual(rounded(labelProbabilities([token('{"support":'), token(' "no', [' "no', 0.6], [' "full', 0.2])], 'support', support)), {
    full: 0.25,
    partial: 0,
    none: 0.75,
  });
  const relevant = [token('{"relevant"'), token(':'), token(' false', [' false', 0.9], [' true', 0.1])];
  assert.deepEqual(rounded(labelProbabilities(relevant, 'relevant', ['true', 'false'])), { true: 0.1, false: 0.9 });
});

test('nothing is said of a field that is not there, or whose token has no alternatives', () => {
  assert.equal(labelProbabilities([token('{"other": "full"}', ['full', 1])], 'support', support), null);
  assert.equal(labelProbabilities([token('{"support": "'), token('full')], 'support', support), null);
  assert.equal(labelProbabilities([], 'support', support), null);
});
