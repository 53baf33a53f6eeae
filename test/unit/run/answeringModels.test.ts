/** Planner and reader take part in a run beside or instead of the chat model, are named in its log, and a replay needs none of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatModel, ChatRequest, Reader } from '../../../src/models/models.ts';
import { pipelineById } from '../../../src/pipelines/registry.ts';
import { defined } from '../../../src/base/defined.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { createReasoner, type AnsweringModels, type ReasonerOptions } from '../../../src/reasoning/createReasoner.ts';
import { planRerun, planResume } from '../../../src/run/plan.ts';
import { replay } from '../../../src/run/replay.ts';
import { fold } from '../../../src/trace/fold.ts';
import { planOf, runPlan } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const [ilse, town] = ['Ilse Brandvik was born in Tarnholm.', 'Tarnholm is a harbor town.'];
const index = new MemoryIndex([passageOf('ilse', ilse), passageOf('town', town)]);
const pipeline = pipelineById('sunar-nar');

/** Asks one step, then finishes with its answer; as another role, answers Kelmouth. */
function simulated(id: string): ChatModel & { readonly roles: string[] } {
  const roles: string[] = [];
  const replies: Readonly<Record<string, (request: ChatRequest) => unknown>> = {
    'sunar.step': ({ messages }) =>
      JSON.stringify(messages).includes('Tarnholm') || JSON.stringify(messages).includes('Kelmouth')
        ? { reasoning: '', action: 'finish', answer: 'Tarnholm' }
        : { reasoning: '', action: 'ask', sub_question: 'Where was Ilse Brandvik born?' },
  };
  return {
    id,
    roles,
    complete: async (request) => {
      roles.push(request.role);
      const reply = replies[request.role]?.(request) ?? { answer: 'Kelmouth', citations: [1], abstain: false };
      return { text: JSON.stringify(reply), promptTokens: 1, completionTokens: 1, estimated: false, finishReason: 'stop' };
    },
  };
}

const reader: Reader = {
  id: 'hf:some/reader',
  read: async (_question, passages) =>
    passages.flatMap((text, passage) => {
      const start = text.indexOf('Tarnholm');
      return start < 0 ? [] : [{ passage, start, end: start + 'Tarnholm'.length, score: 0.9 }];
    }),
};

async function ran(models: AnsweringModels): Promise<readonly RunEvent[]> {
  const { chat, planning } = models;
  const answering = defined({ chat: chat?.id, planner: planning?.id, reader: models.reader?.id });
  const plan = planOf(pipeline, { question: 'Where was Ilse Brandvik born?', models: { ...builtinModels, ...answering } });
  const parts = {
    createReasoner: (options: ReasonerOptions) => createReasoner(models, options),
    sourceLines: async (path: string) => [path === 'ilse.md' ? ilse : town],
  };
  return runPlan(plan, simulated('none'), { index, parts });
}

test('a planner asks the steps, and the chat model answers them', async () => {
  const [chat, planning] = [simulated('openai:reads'), simulated('openai:plans')];
  const events = await ran({ chat, planning });
  assert.deepEqual(new Set(planning.roles), new Set(['sunar.step']));
  assert.ok(chat.roles.includes('sunar.read') && !chat.roles.includes('sunar.step'));
  const { models } = fold(events);
  assert.deepEqual([models.chat, models.planner, models.reader], ['openai:reads', 'openai:plans', undefined]);
  assert.equal((await replay(events)).difference, undefined);
});

test('without a chat model a reader quotes the answer, and the rules or a planner plan', async () => {
  for (const planning of [undefined, simulated('openai:plans')]) {
    const events = await ran({ planning, reader });
    const trace = fold(events);
    assert.deepEqual([trace.answer, trace.models.reader, trace.models.planner], ['Tarnholm', 'hf:some/reader', planning?.id]);
    assert.equal(trace.citations[0]?.path, 'ilse.md');
    assert.equal((await replay(events)).difference, undefined);
  }
});

test('a log without the two is of a run without them, and what goes on keeps its own', async () => {
  const events = await ran({ planning: simulated('openai:plans'), reader });
  const request = { from: { runId: 'run' }, runId: 'next', edits: {} };
  assert.deepEqual(planRerun(events, { ...request, models: { reranker: 'hf:a/b' } }).spec.models, {
    ...builtinModels,
    reranker: 'hf:a/b',
    reader: 'hf:some/reader',
    planner: 'openai:plans',
  });
  const resumed = planResume(events.slice(0, 3), { run: { runId: 'run' }, models: builtinModels });
  assert.deepEqual([resumed.spec.models.reader, resumed.spec.models.planner], ['hf:some/reader', 'openai:plans']);
  const before = await ran({ chat: simulated('openai:reads') });
  assert.deepEqual(planRerun(before, request).spec.models, { ...builtinModels, chat: 'openai:reads' });
});

test('what another reader read is not taken for what this one reads', async () => {
  const events = await ran({ reader });
  const asked: string[] = [];
  const other: Reader = { id: 'hf:other/reader', read: async (question) => (asked.push(question), []) };
  const plan = planRerun(events, { from: { runId: 'run' }, runId: 'next', edits: {}, models: { reader: other.id } });
  await runPlan(plan, simulated('none'), {
    index,
    parts: { createReasoner: (options) => createReasoner({ reader: other }, options) },
  });
  assert.ok(asked.length > 0);
});
