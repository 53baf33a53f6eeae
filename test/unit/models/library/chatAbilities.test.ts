/** What chat servers cannot do is learned by one run and known to the next, and never makes the second execution of a run another. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import { silentLogger } from '../../../../src/base/logger.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { allProviders } from '../../../../src/models/library/providers.ts';
import { createReasoner } from '../../../../src/reasoning/createReasoner.ts';
import { replay } from '../../../../src/run/replay.ts';
import { planResume } from '../../../../src/run/plan.ts';
import type { ChatModel } from '../../../../src/models/models.ts';
import { definePipeline } from '../../../../src/pipelines/pipeline.ts';
import { fold } from '../../../../src/trace/fold.ts';
import { RunRecorder } from '../../../../src/trace/runRecorder.ts';
import { planOf, runPlan } from '../../../support/durableRun.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { completion, scriptedServer } from '../chat/scriptedServer.ts';
import { allRoles } from '../../../../lab/simulation/allRoles.ts';

test('a server that refuses several samples is asked for them by the first run of the first engine only', async (t) => {
  const refusal = { status: 400, body: { error: { message: 'n > 1 is not supported' } } };
  const { baseUrl, bodies } = await scriptedServer(t, (body) => ('n' in body ? refusal : completion('{"answer": "x", "citations": []}')));
  const file = join(tempFolder(t), 'chat-servers.json');
  const requests: number[] = [];
  for (let engine = 0; engine < 2; engine++) {
    const servers = new ChatServers({ file, logger: silentLogger });
    const providers = allProviders({ openai: { baseUrl: () => baseUrl, chatTimeoutMs: undefined, servers, logger: silentLogger } });
    for (let run = 0; run < 2; run++) {
      const recorder = new RunRecorder(() => undefined);
      const { signal } = new AbortController();
      const chat = await providers.get('chat', 'openai:tiny', { fetch: (url, init) => fetch(url, init), signal });
      const reasoner = createReasoner({ chat }, { recorder });
      const call = { node: 'q', signal };
      const samples = await reasoner.sample(allRoles.read, { question: 'Who?', passages: [], cot: false }, 3, call);
      assert.deepEqual(
        samples.map((one) => one?.output.answer),
        ['x', 'x', 'x'],
      );
      requests.push(bodies.length);
    }
  }
  assert.deepEqual(requests, [4, 7, 10, 13]);
});

/** Does one thing with log-probabilities and another without. */
const pipeline = definePipeline({
  id: 'depends',
  title: '',
  description: '',
  paper: '',
  parameters: z.object({}),
  bound: () => ({ llmCalls: 1, retrievals: 0, rerankPairs: 0, nliPairs: 0 }),
  async run(ctx, question) {
    const node = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const asked = ctx.reasoner.can.logprobs ? 'with' : 'without';
    const { output } = await ctx.reasoner.perform(
      allRoles.read,
      { question: asked, passages: [], cot: false },
      { node, signal: ctx.signal },
    );
    ctx.trace.end(node, 'answered', { answer: output.answer });
    return { answer: `${asked} ${output.answer}`, stopReason: 'done' };
  },
});

function modelOf(logprobs: boolean, onCall: () => void = () => undefined): ChatModel {
  return {
    id: 'openai:counting',
    gives: { logprobs },
    complete: async () => {
      onCall();
      return { text: '{"answer": "x"}', promptTokens: 1, completionTokens: 1, estimated: false, finishReason: 'stop' };
    },
  };
}

test('a run is executed again, and resumed, with what was known of its server when it began', async () => {
  for (const logprobs of [true, false]) {
    const events = await runPlan(planOf(pipeline), modelOf(logprobs));
    const answer = logprobs ? 'with x' : 'without x';
    assert.equal(fold(events).answer, answer);
    const again = await replay(events, () => pipeline);
    assert.equal(again.difference, undefined, JSON.stringify(again.difference));

    let calls = 0;
    const cut = events.slice(0, events.findIndex(({ kind }) => kind === 'recorded') + 1);
    const plan = planResume(cut, { run: { runId: 'run' } }, [], () => pipeline);
    const resumed = await runPlan(
      plan,
      modelOf(!logprobs, () => calls++),
    );
    assert.deepEqual([fold(resumed).answer, calls], [answer, 0]);
  }
});
