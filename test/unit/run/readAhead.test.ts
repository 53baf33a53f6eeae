import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yieldToEventLoop } from '../../../src/base/abort.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { ReadAhead } from '../../../src/run/readAhead.ts';
import { passageOf } from '../../support/passages.ts';

/** A passage that notes that its text is read. */
function watched(id: string, read: Set<string>): Passage {
  const { text, ...rest } = passageOf(id, 'The Orrin barrage was opened in 1931.');
  return {
    ...rest,
    get text() {
      read.add(id);
      if (id === 'broken') throw new Error('broken');
      return text;
    },
  };
}

test('passages are read one in each turn of the event loop, until the run ends', async () => {
  const read = new Set<string>();
  const [first, ...others] = ['a', 'b', 'c'].map((id) => watched(id, read));
  const ahead = new ReadAhead();
  ahead.add([first!]);
  ahead.add(others);
  assert.deepEqual([...read], []);
  await yieldToEventLoop();
  assert.deepEqual([...read], ['a']);
  await yieldToEventLoop();
  ahead.stop();
  await yieldToEventLoop();
  assert.deepEqual([...read], ['a', 'b']);
});

test('a passage that cannot be read is left to the stage that needs it', async () => {
  const read = new Set<string>();
  new ReadAhead().add(['broken', 'a'].map((id) => watched(id, read)));
  await yieldToEventLoop();
  await yieldToEventLoop();
  assert.deepEqual([...read], ['broken', 'a']);
});
