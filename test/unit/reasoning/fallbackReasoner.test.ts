import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError, type ErrorCode } from '../../../src/base/errors.ts';
import { FallbackReasoner } from '../../../src/reasoning/fallbackReasoner.ts';
import type { NewRunEvent } from '../../../src/protocol/events.ts';
import type { Performed, Reasoner } from '../../../src/reasoning/reasoner.ts';

const call = { node: 'root', signal: new AbortController().signal };
const input = { question: 'Who?', passages: [], cot: true };

/** Serves in turn: `ok`, or the code of a failure. */
function serving(...script: readonly (ErrorCode | 'ok')[]) {
  const events: NewRunEvent[] = [];
  let nth = 0;
  const perform = (): Promise<Performed<'read'>> => {
    const next = script[nth++] ?? 'ok';
    if (next !== 'ok') return Promise.reject(new AriadneError(next, next));
    return Promise.resolve({ output: { answer: 'Ann', citations: [], quote: null }, flags: [] });
  };
  const can = { sample: true, logprobs: true, stateConfidence: true };
  const inner = { id: 'x', can, serves: () => true, perform, sample: perform } as unknown as Reasoner;
  const reasoner = new FallbackReasoner(inner, { emit: (event) => void events.push(event), now: () => 0 });
  const outcomes = async (): Promise<readonly string[]> => {
    const said: string[] = [];
    for (let i = 0; i < script.length; i++) {
      try {
        const { flags } = await reasoner.perform('read', input, call);
        said.push(flags.length > 0 ? 'fallback' : 'answered');
      } catch (error) {
        said.push(error instanceof AriadneError ? `fails: ${error.code}` : 'a bug');
        break;
      }
    }
    return said;
  };
  return { outcomes, events };
}

const away = 'chat-unreachable';
const cases: readonly { readonly name: string; readonly script: readonly (ErrorCode | 'ok')[]; readonly said: readonly string[] }[] = [
  { name: 'a server that was never reached ends the run', script: [away], said: [`fails: ${away}`] },
  {
    name: 'one that is away for a moment costs that call',
    script: ['ok', away, 'ok', away, away],
    said: ['answered', 'fallback', 'answered', 'fallback', 'fallback'],
  },
  {
    name: 'one that is gone for good ends the run',
    script: ['ok', away, away, away],
    said: ['answered', 'fallback', 'fallback', `fails: ${away}`],
  },
  { name: 'a time-out costs the call, also the first', script: ['chat-timeout', 'ok'], said: ['fallback', 'answered'] },
  { name: 'a refused key ends the run', script: ['ok', 'chat-unauthorized'], said: ['answered', 'fails: chat-unauthorized'] },
];
for (const { name, script, said } of cases) {
  test(name, async () => {
    const { outcomes, events } = serving(...script);
    assert.deepEqual(await outcomes(), said);
    const told = events.flatMap((event) => (event.kind === 'node-changed' ? [event.flag] : []));
    assert.equal(told.length, said.filter((one) => one === 'fallback').length, 'the node records why');
  });
}
