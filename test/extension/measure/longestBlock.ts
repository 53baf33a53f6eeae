import { Session, type Profiler } from 'node:inspector/promises';

const samplingMicroseconds = 500;

export interface LongestBlock {
  readonly ms: number;
  /** The same without what lies between samples that are far apart: then another program had the processor. At least, not exactly. */
  readonly cpuMs: number;
}

/**
 * The longest time for which code of one file, or what it called, held this thread while `work` went on. Taken from a CPU profile, because
 * the editor and its other extensions run on the same thread and may hold it longer.
 */
export async function longestBlock(file: string, work: () => Thenable<unknown>): Promise<LongestBlock> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: samplingMicroseconds });
    await session.post('Profiler.start');
    await work();
    const { profile } = await session.post('Profiler.stop');
    const counted = nodesUnder(profile, file);
    return {
      ms: longestRunMicroseconds(profile, counted, Infinity) / 1000,
      cpuMs: longestRunMicroseconds(profile, counted, 2 * samplingMicroseconds) / 1000,
    };
  } finally {
    session.disconnect();
  }
}

/** Ids of the profile's nodes that are code of the file or were called from it. */
function nodesUnder({ nodes }: Profiler.Profile, file: string): ReadonlySet<number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const under = new Set<number>();
  const add = (id: number): void => {
    under.add(id);
    for (const child of byId.get(id)?.children ?? []) add(child);
  };
  for (const { id, callFrame } of nodes) if (callFrame.url.endsWith(file)) add(id);
  return under;
}

/** Collecting garbage goes on with what it interrupted. */
function longestRunMicroseconds(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  counted: ReadonlySet<number>,
  mostBetween: number,
): number {
  const collectors = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(garbage collector)').map(({ id }) => id));
  let longest = 0;
  let run = 0;
  for (const [i, sample] of samples.entries()) {
    const isOurs = counted.has(sample) || (run > 0 && collectors.has(sample));
    // A delta leads up to its sample.
    run = isOurs ? run + Math.min(timeDeltas[i] ?? 0, mostBetween) : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
