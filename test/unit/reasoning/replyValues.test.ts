import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flag, wholeNumbers } from '../../../src/reasoning/roles/chatRole.ts';

const flags: readonly (readonly [said: unknown, read: boolean | null | 'invalid'])[] = [
  ...[true, 'true', ' TRUE ', 'yes', 'Y', '1', 1].map((said) => [said, true] as const),
  ...[false, 'False', 'no', 'N', '0', 0].map((said) => [said, false] as const),
  ...[null, '', ' '].map((said) => [said, null] as const),
  ...['maybe', 'not sure', 'yes and no', 2, {}, []].map((said) => [said, 'invalid'] as const),
];

for (const [said, read] of flags) {
  test(`the flag ${JSON.stringify(said)} is ${String(read)}`, () => {
    const parsed = flag.safeParse(said);
    assert.equal(parsed.success ? parsed.data : 'invalid', read);
  });
}

/** 0 stands for what is no number of a passage. */
const numbers: readonly (readonly [said: unknown, read: readonly number[]])[] = [
  [undefined, []],
  [null, []],
  ['', []],
  [2, [2]],
  ['passage 2', [2]],
  ['1, [3]', [1, 3]],
  [
    [1, '2', '[3]', '4.0'],
    [1, 2, 3, 4],
  ],
  [
    [1, 'x', 2.5, '2.5', '-1', -1, null, {}, [2], true, 1e300, 3],
    [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 3],
  ],
  [{ first: 1 }, [0]],
];

for (const [said, read] of numbers) {
  test(`the numbers of ${JSON.stringify(said) ?? 'nothing'}`, () => assert.deepEqual(wholeNumbers.parse(said), read));
}
