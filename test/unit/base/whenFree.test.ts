import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenFree, whenFreeSync } from '../../../src/base/whenFree.ts';

/** Refuses as Windows does while a file is in use. */
function refusing(times: number): () => string {
  let tries = 0;
  return () => {
    if (tries++ < times) throw Object.assign(new Error(`refused ${tries}`), { code: 'EBUSY' });
    return `after ${tries}`;
  };
}

test('what is refused for a moment is tried again, in both ways', async () => {
  const always = (): boolean => true;
  const work = refusing(2);
  assert.equal(await whenFree(async () => work(), always), 'after 3');
  assert.equal(whenFreeSync(refusing(2), always), 'after 3');
});

test('what stays refused, or fails in another way, is thrown', async () => {
  const work = refusing(Infinity);
  await assert.rejects(
    whenFree(
      async () => work(),
      () => false,
    ),
    { message: 'refused 1' },
  );
  assert.throws(() => whenFreeSync(refusing(Infinity), () => true), { message: 'refused 6' });
});
