import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { noIndex } from '../../../../src/protocol/indexStatus.ts';
import { SuggestionsMirror } from '../../../../src/extension/asking/suggestionsMirror.ts';

function setUp() {
  const asked: PromiseWithResolvers<{ readonly questions: readonly string[] }>[] = [];
  const engine = {
    request: () => {
      const reply = Promise.withResolvers<{ readonly questions: readonly string[] }>();
      asked.push(reply);
      return reply.promise;
    },
  };
  const onDidChange = new Emitter<void>();
  const index = { readiness: 'no-index', status: noIndex, isIndexing: false, onDidChange };
  const failures: unknown[] = [];
  const suggestions = new SuggestionsMirror({ engine, index, onFailure: (error: unknown) => failures.push(error) } as never);
  const change = (changed: Partial<Omit<typeof index, 'status'>> & { readonly documents?: number }): void => {
    const { documents = index.status.documents, ...rest } = changed;
    Object.assign(index, rest, { status: { ...index.status, documents } });
    onDidChange.fire();
  };
  return { asked, failures, suggestions, change };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('questions are asked for when an index is at rest, and again when a tenth of its documents has changed', async (t) => {
  const { asked, suggestions, change } = setUp();
  t.after(() => suggestions.dispose());
  change({ documents: 40 });
  change({ readiness: 'ready', isIndexing: true });
  assert.equal(asked.length, 0);
  change({ isIndexing: false });
  asked[0]?.resolve({ questions: ['a?'] });
  await settled();
  assert.deepEqual(suggestions.questions, ['a?']);
  change({ documents: 43 });
  assert.equal(asked.length, 1);
  change({ documents: 60 });
  change({ documents: 90 });
  asked[2]?.resolve({ questions: ['c?'] });
  asked[1]?.resolve({ questions: ['b?'] });
  await settled();
  assert.deepEqual([asked.length, suggestions.questions], [3, ['c?']]);
});

test('a request that fails is reported and made again at the next change', async (t) => {
  const { asked, failures, suggestions, change } = setUp();
  t.after(() => suggestions.dispose());
  change({ readiness: 'ready', documents: 10 });
  asked[0]?.reject(new Error('gone'));
  await settled();
  change({});
  asked[1]?.resolve({ questions: ['a?'] });
  await settled();
  assert.deepEqual([failures.map(String), suggestions.questions], [['Error: gone'], ['a?']]);
});
