import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError, type ErrorCode } from '../../../src/base/errors.ts';
import { runReasoner } from '../../../src/reasoning/createReasoner.ts';
import type { NewRunEvent } from '../../../src/protocol/events.ts';
import type { Performed } from '../../../src/reasoning/reasoner.ts';
import type { Role } from '../../../src/reasoning/role.ts';
import { RunRecorder } from '../../../src/trace/runRecorder.ts';
import { StandIn } from '../../support/standIn.ts';
import { allRoles } from '../../../lab/simulation/allRoles.ts';

const call = { node: 'root', signal: new AbortController().signal };
const input = { question: 'Who?', passages: [], cot: true };

/** Serves in turn: `ok`, or the code of a failure. */
function serving(...script: readonly (ErrorCode | 'ok')[]) {
  const events: NewRunEvent[] = [];
  let nth = 0;
  class Failing extends StandIn {
    readonly id = 'x';
    readonly can = { sample: true, logprobs: true, stateConfidence: true };

    override async perform<I, O>(role: Role<I, O>, given: NoInfer<I>): Promise<Performed<O>> {
      const next = script[nth++] ?? 'ok';
      if (next !== 'ok') throw new AriadneError(next, next);
      return { output: role.fallback(given, 'Ann'), flags: [] };
    }
  }
  const reasoner = runReasoner(new Failing(), { recorder: new RunRecorder((event) => events.push(event)) });
  const outcomes = async (): Promise<readonly string[]> => {
    const said: string[] = [];
    for (let i = 0; i < script.length; i++) {
      try {
        const { flags } = await reasoner.perform(allRoles.read, input, call);
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
