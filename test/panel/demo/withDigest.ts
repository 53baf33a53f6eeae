import type { RunEvent } from '../../../src/protocol/events.ts';
import { digestOfUnfinished, draftDigest, numberedQuotes } from '../../../src/run/draftDigest.ts';
import { fold } from '../../../src/trace/fold.ts';

/** The log of an ended run with the digest that the engine would write. */
export function withDigest(events: readonly RunEvent[]): readonly RunEvent[] {
  const last = events.at(-1);
  if (last?.kind !== 'run-finished') return events;
  const trace = fold(events.slice(0, -1));
  const cited = events.findLast((event) => event.kind === 'cited');
  if (!cited)
    return [
      ...events.slice(0, -1),
      { kind: 'cited', n: last.n, at: last.at, citations: [], digest: [...digestOfUnfinished(trace)] },
      { ...last, n: last.n + 1 },
    ];
  const places = cited.citations.flatMap(({ passageId, nodeId: id, quote }) => {
    const start = trace.passages[passageId]?.text.indexOf(quote) ?? -1;
    return start < 0 ? [] : [{ passageId, id, start, end: start + quote.length }];
  });
  const quotes = draftDigest(trace, places).map(({ passage: _passage, words: _words, ...quote }) => quote);
  const digest = [...numberedQuotes(quotes, cited.citations)];
  return events.map((event) => (event === cited ? { ...event, digest: event.digest ?? digest } : event));
}
