/** Measures how processor time grows with size, within one run, so that it holds on any machine. */

/** Four times the size takes about four times as long if the work is linear, and sixteen times if it is quadratic. */
const times = 4;
const mostGrowth = 9;
/** Smaller measurements are noise. Even with quadratic growth they would be far below what a user notices. */
const leastCpuMs = 30;
const tries = 3;

/** @returns undefined if growth is linear, as far as can be measured; noise must repeat itself to count */
export async function growthOf(smallSize: number, work: (size: number) => Promise<void> | void): Promise<string | undefined> {
  let large = Infinity;
  let small = 0;
  for (let attempt = 1; attempt <= tries; attempt++) {
    large = Math.min(large, await cpuMs(() => work(times * smallSize)));
    if (large < leastCpuMs) return undefined;
    small = Math.max(small, await cpuMs(() => work(smallSize)));
    if (large / small < mostGrowth) return undefined;
  }
  return `${(large / small).toFixed(1)} times as long for ${times} times the text`;
}

async function cpuMs(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
