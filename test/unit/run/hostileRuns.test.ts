/**
 * Runs with a chat server that sends anything: their logs can be read back, executed again, and gone on with. ARIADNE_HOSTILE_RUNS makes
 * more.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { replay } from '../../../src/run/replay.ts';
import { planResume } from '../../../src/run/plan.ts';
import { OpenAIChatModel } from '../../../src/models/chat/openaiChatModel.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { fold } from '../../../src/trace/fold.ts';
import { pipelineOf, withBaselines } from '../../support/allPipelines.ts';
import { planOf, runPlan } from '../../support/durableRun.ts';

withBaselines();

interface Reply {
  /** Of the fields that were asked for, in turn. */
  readonly values: readonly unknown[];
  readonly usage: unknown;
  readonly finish: unknown;
  readonly logprobs: readonly unknown[];
  /** Instead of all that, when there is one. */
  readonly body: unknown;
}

const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(1e308, -1, -0, 0.5, 2 ** 53));
const odd = fc.anything({
  maxDepth: 2,
  values: [fc.constantFrom('__proto__', 'constructor', '\ud800', '', null), number, fc.string({ unit: 'binary' })],
});
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      'salt',
      'Where is the harbor?',
      'yes',
      'finish',
      'ask',
      true,
      false,
      1,
      [1],
      ['salt harbor'],
      'retrieve',
    ),
  },
  { weight: 1, arbitrary: odd },
);
const reply: fc.Arbitrary<Reply> = fc.record({
  values: fc.array(value, { minLength: 1, maxLength: 6 }),
  usage: fc.oneof(odd, fc.record({ prompt_tokens: fc.oneof(number, odd), completion_tokens: fc.oneof(number, odd) })),
  finish: odd,
  logprobs: fc.array(fc.oneof(number, odd), { maxLength: 4 }),
  body: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: odd }),
});

const asked = z.object({
  n: z.number().optional(),
  response_format: z
    .object({ json_schema: z.object({ schema: z.object({ properties: z.record(z.string(), z.unknown()) }) }).optional() })
    .optional(),
});

/** Answers the nth request with the nth of the replies, going round. */
function modelOf(replies: readonly Reply[]): OpenAIChatModel {
  let nth = 0;
  const fetch = (_url: string, { body = null }: RequestInit): Promise<Response> => {
    const one = replies[nth++ % replies.length];
    const { n = 1, response_format: format } = asked.parse(JSON.parse(typeof body === 'string' ? body : '{}'));
    const fields = Object.keys(format?.json_schema?.schema.properties ?? { answer: '' });
    const content = JSON.stringify(Object.fromEntries(fields.map((name, i) => [name, one?.values[i % one.values.length]])));
    const logprobs = { content: one?.logprobs.map((logprob) => ({ token: 'x', logprob })) };
    const choices = Array.from({ length: n }, () => ({ message: { content }, finish_reason: one?.finish, logprobs }));
    return Promise.resolve(new Response(JSON.stringify(one?.body ?? { choices, usage: one?.usage }) ?? ''));
  };
  const clock = { now: () => 0, random: () => 0, delay: () => Promise.resolve() };
  return new OpenAIChatModel({ model: 'counting', baseUrl: 'http://chat.test/v1', fetch, clock });
}

async function assertReplays(events: readonly RunEvent[]): Promise<void> {
  const { finished, stopReason, failure, totals } = fold(events);
  assert.ok(finished && stopReason !== 'bug', failure);
  assert.ok(
    Object.values(totals).every((count) => Number.isSafeInteger(count) && count >= 0),
    JSON.stringify(totals),
  );
  assert.equal((await replay(events)).difference, undefined);
}

for (const id of [
  'retrieve-read',
  'sunar',
  'sunar-nar',
  'leapquery',
  'self-dc',
  'drr-rag',
  'bridge-rag',
  'ircot',
  'gear-lite',
  'self-rag-lite',
  'refeed',
]) {
  test(`${id}: whatever is sent, every event can be read back, and the run replayed and gone on with`, async () => {
    const pipeline = pipelineOf(id);
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (replies, share) => {
          // Reads every event back with the schema of the log.
          const events = await runPlan(planOf(pipeline, { params: pipeline.parameters.parse({}) }), modelOf(replies));
          await assertReplays(events);
          const cut = events.slice(0, 1 + Math.floor(share * (events.length - 1)));
          if (cut.length === events.length) return;
          await assertReplays(await runPlan(planResume(cut, { run: { runId: 'run' } }), modelOf(replies)));
        },
      ),
      { numRuns: Number(process.env['ARIADNE_HOSTILE_RUNS'] ?? 12) },
    );
  });
}
