import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameters } from '../../../src/pipelines/registry.ts';
import { selfDc } from '../../../src/pipelines/selfDc.ts';
import { unreachableBranches } from '../../../src/pipelines/selfDc.ts';
import type { Play, PlayOptions } from '../../support/playingReasoner.ts';
import { questionsOf, run, twoParts } from './selfDcScript.ts';

const logprobs = [Math.log(0.5), Math.log(0.9)];
const byTokens: Play = { 'selfdc.confidence.prob': () => ({ confidence: 0.7, answer: 'X', logprobs }) };
const withoutTokens: Play = { 'selfdc.confidence.prob': () => ({ confidence: null, answer: 'X', logprobs: null }) };
const methods: readonly {
  readonly name: string;
  readonly play: Play;
  readonly params: Readonly<Record<string, unknown>>;
  readonly can?: PlayOptions['can'];
  readonly confidence: readonly string[];
  readonly flags?: readonly string[];
}[] = [
  { name: 'prob where there are log-probabilities', play: byTokens, params: { method: undefined }, confidence: ['prob 0.7'] },
  {
    name: 'verb where there are none',
    play: byTokens,
    params: { method: undefined },
    can: { logprobs: false },
    confidence: ['verb 0.6', 'verb 0.9', 'verb 0.2'],
  },
  { name: 'verb when asked for', play: byTokens, params: {}, confidence: ['verb 0.6', 'verb 0.9', 'verb 0.2'] },
  {
    name: 'prob asked for where there are none: verb, with a flag',
    play: byTokens,
    params: { method: 'prob' },
    can: { logprobs: false },
    confidence: ['verb 0.6', 'verb 0.9', 'verb 0.2'],
    flags: ['prob_unavailable'],
  },
  {
    name: 'a server that turns out to give none: verb from there on, with a flag',
    play: withoutTokens,
    params: { method: undefined },
    confidence: ['verb 0.6', 'verb 0.9', 'verb 0.2'],
    flags: ['prob_unavailable'],
  },
  {
    name: 'an α of prob is never used for what is stated: confidence is missing',
    play: withoutTokens,
    params: { method: 'prob', alpha: 0.3 },
    confidence: ['prob null'],
    flags: ['prob_unavailable'],
  },
  {
    name: 'an α of one’s own without its method is used with a flag',
    play: byTokens,
    params: { method: undefined, alpha: 0.8 },
    confidence: ['prob 0.7'],
    flags: ['alpha_method_unknown'],
  },
  {
    name: 'so is a β',
    play: byTokens,
    params: { method: undefined, beta: 0.2 },
    can: { logprobs: false },
    confidence: ['verb 0.6', 'verb 0.9', 'verb 0.2'],
    flags: ['alpha_method_unknown'],
  },
];

for (const { name, play, params, can, confidence, flags = [] } of methods) {
  test(`confidence: ${name}`, async () => {
    const { trace } = await run({ ...twoParts, params, play, options: can ? { can } : {} });
    const obtained = questionsOf(trace).map(({ confidence: one }) => `${one?.method} ${one?.value}`);
    assert.deepEqual({ obtained, flags: trace.flags }, { obtained: confidence, flags });
  });
}

test('confidence by tokens is kept with the tokens it was read from', async () => {
  const { trace } = await run({ ...twoParts, params: { method: 'prob' }, play: byTokens });
  assert.deepEqual(trace.nodes[0]?.confidence, {
    value: 0.7,
    method: 'prob',
    raw: { answer: 'X', logprobs, distribution: 'as reported', temperature: 0.1, topP: 0.1 },
  });
});

test('α tuned for prob where only verb can be had is refused before any call', async () => {
  const { trace, roles } = await run({ ...twoParts, params: { method: 'prob', alpha: 0.8 }, options: { can: { logprobs: false } } });
  assert.deepEqual(
    { status: trace.status, stop: trace.stopReason, roles, says: trace.failure?.includes('method=verb') },
    { status: 'failed', stop: 'selfdc-alpha-missing', roles: [], says: true },
  );
});

test('published thresholds are legal and reach every branch', () => {
  for (const alpha of [0.9, 0.8, 0.6, 0.5]) assert.deepEqual(unreachableBranches({ alpha, beta: 0.1 }), []);
  assert.deepEqual(parseParameters(selfDc, {}), {
    alpha: 0.6,
    beta: 0.1,
    tau: 3,
    n: 3,
    maxSubQuestions: 8,
    closedBook: 'strict',
    knowledge: 'evidence',
    scope: 'corpus',
  });
});
