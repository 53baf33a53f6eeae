/** What the digest of a run shows of what was asked for. Apart from the bench, so that nothing else is loaded with it. */
import type { Trace } from '../src/protocol/trace.ts';
import { digestOfRun } from '../src/trace/digest.ts';
import { mean } from './harness.ts';

/** The quotes of an answer that are seen before scrolling. */
export const firstScreen = 5;

/** Of a file, offsets end-exclusive. */
export interface Place {
  readonly path: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

export interface Measured {
  /** Shares of the needs whose words are in the passages found, in the quotes shown first, and in all quotes. */
  readonly shares: readonly [found: number, first: number, all: number];
  /** Characters of the quotes shown first. */
  readonly length: number;
}

/** What an ended run shows of the needs, each with the places any of which say it. */
export function measure(trace: Trace, needs: readonly (readonly Place[])[]): Measured {
  const digest = digestOfRun(trace);
  const first = digest.first.slice(0, firstScreen);
  const found = Object.values(trace.passages).map(({ path, range }) => ({ path, ...range }));
  const share = (places: readonly Place[]): number =>
    mean(needs.map((words) => Number(words.some((one) => places.some((place) => overlaps(one, place))))));
  return {
    shares: [share(found), share(first), share([...digest.first, ...digest.further])],
    length: first.reduce((sum, { quote }) => sum + quote.length, 0),
  };
}

function overlaps(a: Place, b: Place): boolean {
  return a.path === b.path && a.startOffset < b.endOffset && b.startOffset < a.endOffset;
}
