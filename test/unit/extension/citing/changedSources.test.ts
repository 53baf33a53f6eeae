import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ChangedSources } from '../../../../src/extension/citing/changedSources.ts';
import { noIndex } from '../../../../src/protocol/indexStatus.ts';

const gone = { kind: 'cited-place', path: 'a.md', quote: 'Saltvik' } as const;

function windowOf(compare: (runId: string) => Promise<readonly (typeof gone)[]>) {
  const runs = {
    onDidShow: new Emitter<void>(),
    onDidChangeRuns: new Emitter<void>(),
    shownId: 'a' as string | undefined,
    runningId: undefined,
  };
  const index = { onDidChange: new Emitter<void>(), status: { ...noIndex, epoch: '1' } };
  const sources = new ChangedSources({ runs, index, compare, logger: { log: () => undefined }, delayMs: 0 });
  const told = (): Promise<void> => new Promise((resolve) => sources.onDidChange.on(resolve));
  return { runs, index, sources, told };
}

test('what the shown run cites is compared when it is shown and after each update, and said only of that run', async () => {
  const compared: string[] = [];
  const { runs, index, sources, told } = windowOf((runId) => {
    compared.push(runId);
    return Promise.resolve(compared.length === 1 ? [] : [gone]);
  });
  runs.onDidShow.fire();
  await told();
  assert.equal(sources.ofShown, undefined);
  index.onDidChange.fire();
  await told();
  assert.deepEqual(sources.ofShown, { runId: 'a', reasons: [gone] });
  runs.shownId = 'b';
  assert.equal(sources.ofShown, undefined);
  assert.deepEqual(compared, ['a', 'a']);
  sources.dispose();
});

test('what was found when words were to be used is shown at once', () => {
  const { sources } = windowOf(() => Promise.resolve([]));
  sources.found('a', [gone]);
  assert.deepEqual(sources.ofShown?.reasons, [gone]);
  sources.found('a', []);
  assert.equal(sources.ofShown, undefined);
  sources.dispose();
});

test('a run that is left before it is compared says nothing, nor one that cannot be read', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { runs, sources } = windowOf((runId) => {
    runs.shownId = 'b';
    return runId === 'a' ? Promise.resolve([gone]) : Promise.reject(new Error('gone'));
  });
  sources.onDidChange.on(() => assert.fail('nothing is known'));
  for (const _ of ['a', 'b']) {
    sources.soon();
    t.mock.timers.tick(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(sources.ofShown, undefined);
  sources.dispose();
});
