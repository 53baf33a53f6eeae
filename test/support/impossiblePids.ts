/** What a damaged or forged file may name as a process, which no process can be. */
export const impossiblePids: readonly unknown[] = [-1, 0, 1.5, 2 ** 31, 1e300, -1e300, null, true, '12', 'NaN', '', [1], {}];
