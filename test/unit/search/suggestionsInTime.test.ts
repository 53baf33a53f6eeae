import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noIndex } from '../../../src/protocol/indexStatus.ts';
import { SuggestionsInTime } from '../../../src/search/suggestions.ts';
import { settle } from '../../support/heldWork.ts';

function setUp() {
  const asked: PromiseWithResolvers<readonly string[]>[] = [];
  const made: (readonly string[])[] = [];
  const failures: unknown[] = [];
  const suggestions = new SuggestionsInTime({
    make: () => {
      const reply = Promise.withResolvers<readonly string[]>();
      asked.push(reply);
      return reply.promise;
    },
    onMade: (questions) => made.push(questions),
    onFailure: (error) => failures.push(error),
  });
  const follow = (documents: number, isIndexing = false): void =>
    suggestions.follow({ ...noIndex, state: 'ready', documents }, isIndexing ? [{ kind: 'index', beganAtMs: 0 }] : []);
  return { asked, made, failures, suggestions, follow };
}

test('questions are made when an index is at rest, and again when a tenth of its documents has changed', async () => {
  const { asked, made, suggestions, follow } = setUp();
  suggestions.follow({ ...noIndex, documents: 40 }, []);
  follow(40, true);
  assert.equal(asked.length, 0);
  follow(40);
  asked[0]?.resolve(['a?']);
  await settle();
  follow(43);
  assert.deepEqual([asked.length, made], [1, [['a?']]]);
  follow(60);
  follow(90);
  asked[2]?.resolve(['c?']);
  asked[1]?.resolve(['b?']);
  await settle();
  assert.deepEqual([asked.length, made], [3, [['a?'], ['c?']]]);
});

test('a failure is reported, and the questions are made at the next change', async () => {
  const { asked, made, failures, follow } = setUp();
  follow(10);
  asked[0]?.reject(new Error('gone'));
  await settle();
  follow(10);
  asked[1]?.resolve(['a?']);
  await settle();
  assert.deepEqual([failures.map(String), made], [['Error: gone'], [['a?']]]);
});
