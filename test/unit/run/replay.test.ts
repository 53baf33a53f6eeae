import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { requireServed } from '../../../src/run/requireServed.ts';
import { fold } from '../../../src/trace/fold.ts';
import { replay } from '../../../src/run/replay.ts';
import { pipelineById } from '../../../src/pipelines/registry.ts';
import { pipelineOf, withBaselines } from '../../support/allPipelines.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { runEvent } from '../../../src/protocol/events.ts';
import { promptVersion } from '../../../src/reasoning/prompts/blocks.ts';
import { ExtractiveReasoner } from '../../../src/reasoning/extractive/extractiveReasoner.ts';
import { LoggedCalls, type Call } from '../../../src/trace/callSource.ts';
import { readGoldenRun } from '../../support/goldenRuns.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { type MemoryRun, runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { ScriptedReasoner, type Script } from '../../support/scriptedReasoner.ts';

withBaselines();

const index = new MemoryIndex([passageOf('ilse', 'Ilse Brandvik was born in Tarnholm'), passageOf('town', 'Tarnholm is a harbor town')], {
  ilse: ['town'],
});
const script: Script = {
  read: [{ answer: 'Tarnholm', citations: [0], quote: 'born in Tarnholm' }],
  'sunar.step': [
    { action: 'ask', subQuestion: 'Where was Ilse Brandvik born?' },
    { action: 'finish', answer: 'Tarnholm' },
  ],
  'sunar.read': [{ answer: 'Tarnholm', citations: [0], quote: 'born in Tarnholm' }],
  'sunar.mer': [{ answer: 'Tarnholm', citations: [0], quote: 'born in Tarnholm' }],
};

/** The events of a finished run, as a log would give them back. */
async function finished(pipeline = 'sunar-nar', more: Partial<MemoryRun> = {}): Promise<RunEvent[]> {
  const { events } = await runInMemory({
    pipeline: pipelineById(pipeline),
    question: 'Where was Ilse Brandvik born?',
    index,
    reasoner: new ScriptedReasoner(script),
    ...more,
  });
  return events.map((event) => runEvent.parse(JSON.parse(JSON.stringify(event))));
}

for (const pipeline of ['sunar-nar', 'retrieve-read']) {
  test(`${pipeline}: a finished run executes again from its log alone, to the same events`, async () => {
    const { trace, difference } = await replay(await finished(pipeline));
    assert.deepEqual(
      { answer: trace.answer, citations: trace.citations.length, difference },
      { answer: 'Tarnholm', citations: 1, difference: undefined },
    );
  });
}

/** A change to a log, and the kind of event at which the second execution is seen to differ. */
const changes: readonly { readonly name: string; readonly change: (events: RunEvent[]) => RunEvent[]; readonly at: RunEvent['kind'] }[] = [
  {
    name: 'another answer',
    change: (events) => events.map((event) => (event.kind === 'run-finished' ? { ...event, answer: 'Atlantis' } : event)),
    at: 'run-finished',
  },
  {
    name: 'a score that was not given',
    change: (events) =>
      events.map((event) =>
        event.kind === 'nar-ranked' ? { ...event, ranking: event.ranking.map((one) => ({ ...one, score: 1 })) } : event,
      ),
    at: 'nar-ranked',
  },
  {
    name: 'a missing result',
    change: (events) => renumber(events.filter((event) => event.kind !== 'recorded' || event.of !== 'search')),
    at: 'retrieved',
  },
  {
    name: 'another question',
    change: (events) => events.map((event) => (event.kind === 'run-started' ? { ...event, question: 'Who?' } : event)),
    at: 'node-added',
  },
  { name: 'a lost event', change: (events) => renumber(events.filter(({ kind }) => kind !== 'cited')), at: 'run-finished' },
];

function renumber(events: readonly RunEvent[]): RunEvent[] {
  return events.map((event, n) => ({ ...event, n }));
}

for (const { name, change, at } of changes) {
  test(`a log with ${name} is found out at its ${at}`, async () => {
    const events = change(await finished());
    const { difference } = await replay(events);
    assert.equal(difference?.was?.kind, at);
    assert.equal(difference && events[difference.n], difference?.was);
  });
}

/** As if the run had been asked in other words. */
function askedOtherwise(events: readonly RunEvent[]): RunEvent[] {
  return events.map((event, i) => {
    if (event.kind === 'run-started') return { ...event, promptVersion: 3 };
    return event.kind === 'recorded' && event.of === 'chat' ? { ...event, key: `old${i}` } : event;
  });
}

for (const name of ['sunar', 'leapquery', 'drr-rag', 'form-table']) {
  test(`${name}: a run with other prompts executes again with the replies that it got in the same places`, async () => {
    const { events } = readGoldenRun(name);
    const { otherPrompts, difference } = await replay(askedOtherwise(events));
    assert.deepEqual({ otherPrompts, difference }, { otherPrompts: 3, difference: undefined });
  });
}

test('with the prompts of today, what a chat model was asked is compared', async () => {
  const [started, ...rest] = askedOtherwise(readGoldenRun('direct').events);
  assert.ok(started?.kind === 'run-started');
  const { otherPrompts, difference } = await replay([{ ...started, promptVersion }, ...rest]);
  assert.deepEqual([otherPrompts, difference?.was?.kind], [undefined, 'recorded']);
});

test('with other prompts, another reply is still found out, and whether the answer is the same', async () => {
  const events = askedOtherwise(readGoldenRun('direct').events);
  const lost = events.filter((event) => event.kind !== 'recorded' || event.of !== 'chat');
  assert.equal((await replay(renumber(lost))).difference?.isSameAnswer, false);
  const flagged = events.map((event) =>
    event.kind === 'llm-called' ? { ...event, call: { ...event.call, parse: 'relaxed' as const } } : event,
  );
  assert.equal((await replay(flagged)).difference?.isSameAnswer, true);
});

test('a failed call, whose place no log has, is taken by the first call of its node', async () => {
  const base = { at: 0, of: 'chat', kind: 'recorded' } as const;
  const called = readGoldenRun('direct').events.find((event) => event.kind === 'llm-called');
  assert.ok(called);
  const events: RunEvent[] = [
    { ...base, n: 0, key: 'x', node: 'b', error: { code: 'chat-timeout', message: 'No reply.' } },
    { ...base, n: 1, key: 'y', node: 'a', value: 'second' },
    { ...called, n: 2, call: { ...called.call, node: 'a', id: 'a:read:1:0' } },
    { ...base, n: 3, key: 'z', node: 'a', value: 'first' },
    { ...called, n: 4, call: { ...called.call, node: 'a', id: 'a:read:0:0' } },
  ];
  const calls = new LoggedCalls(events, { isByPlace: true });
  const facts = { of: 'chat', nth: 0, isFinal: false, completions: 1, inputChars: 1, atMs: 0 } as const;
  const places: readonly Pick<Call, 'key' | 'node' | 'place'>[] = [
    { key: '1', node: 'a', place: 'a:read:0:0' },
    { key: '2', node: 'a', place: 'a:read:1:0' },
    { key: '3', node: 'b', place: 'b:read:0:0' },
  ];
  const settled = await Promise.all(places.map((place) => calls.settle({ ...facts, ...place })));
  assert.deepEqual(
    settled.map(({ result }) => (result.kind === 'value' ? result.value : result.kind)),
    ['first', 'second', 'error'],
  );
});

test('a run that was stopped, or has no end, is not executed again', async () => {
  const stopping = new AbortController();
  const stopped = await finished('sunar-nar', { signal: stopping.signal, onCall: () => stopping.abort() });
  assert.equal(fold(stopped).status, 'cancelled');
  for (const events of [stopped, (await finished()).slice(0, -1), []]) {
    await assert.rejects(replay(events), (error) => isAriadneError(error, 'log-unfinished'));
  }
});

test('a log of a pipeline that is not there says so', async () => {
  const events = (await finished()).map((event) => (event.kind === 'run-started' ? { ...event, pipeline: 'crystal-ball' } : event));
  await assert.rejects(replay(events), (error) => isAriadneError(error, 'pipeline-unknown'));
});

test('a pipeline whose roles the reasoner lacks does not start, and says what to choose', async () => {
  const builtin = new ExtractiveReasoner();
  const generating = pipelineOf('genread');
  assert.throws(
    () => requireServed(generating, builtin),
    (error) =>
      isAriadneError(error, 'reasoner-lacking') &&
      /needs a language model.*sunar/.test(error.message) &&
      !/: direct|genread/.test(error.message),
  );
  requireServed(pipelineById('sunar-nar'), builtin);
  requireServed(generating, new ScriptedReasoner({}));
});
