import type { Trace } from '../../src/protocol/trace.ts';

/** Its title, or words, since ids say nothing to people: a walk and a round also go through passages that the log does not keep. */
export function passageTitle({ passages }: Pick<Trace, 'passages'>, passageId: string): string {
  return passages[passageId]?.title ?? 'a passage not shown here';
}
