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
import { ExtractiveReasoner } from '../../../src/reasoning/extractive/extractiveReasoner.ts';
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
    change: (events) =>
      events.map((event) => (event.kind === 'run-started' ? { ...event, spec: { ...event.spec, question: 'Who?' } } : event)),
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

test('a run of a chat model with other prompts is not executed again, and says why', async () => {
  const { events } = readGoldenRun('direct');
  const older = events.map((event) => (event.kind === 'run-started' ? { ...event, promptVersion: 3 } : event));
  await assert.rejects(replay(older), { code: 'log-of-another-version', message: /version 3, now/ });
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
  const events = (await finished()).map((event) =>
    event.kind === 'run-started' ? { ...event, spec: { ...event.spec, pipeline: 'crystal-ball' } } : event,
  );
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
