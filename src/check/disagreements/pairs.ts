/** Which sentences may disagree: pairs that share a key. Pure. */
import { yieldToEventLoop } from '../../base/abort.ts';
import type { KeyedSentence } from './keptKeys.ts';

/** More sentences with one frame, each of another value, are a template: `Page 3 of 12`, `Published on …`. */
const mostOfFrame = 24;
/** A stem that is in more sentences tells none of them apart. */
const mostWithStem = 400;

/** A sentence of a document, which is named by a number. */
export type SentenceOf = Omit<KeyedSentence, 'start' | 'end'> & { readonly document: number };

/** Documents with so many of the sentences of the shorter one, but for a value or name, are versions of one. */
const leastCommon = { share: 0.4, sentences: 3 };

/** Pairs of documents, the lower first as `lower * documents + higher`, that are versions of one, or quote it at length. */
export function versionsAmong(sentences: readonly SentenceOf[], documents: number): ReadonlySet<number> {
  const counts = new Map<number, number>();
  const own = new Map<number, number>();
  for (const { document, frames } of sentences) own.set(document, (own.get(document) ?? 0) + frames.length);
  for (const places of framesOf(sentences)) {
    const within = [...new Set(places.map((at) => sentences[at]!.document))].sort((a, b) => a - b);
    within.forEach((a, i) => within.slice(i + 1).forEach((b) => counts.set(a * documents + b, (counts.get(a * documents + b) ?? 0) + 1)));
  }
  const isVersion = (pair: number, count: number): boolean => {
    const fewer = Math.min(own.get(Math.floor(pair / documents)) ?? 0, own.get(pair % documents) ?? 0);
    return count >= Math.max(leastCommon.sentences, leastCommon.share * fewer);
  };
  return new Set([...counts].filter(([pair, count]) => isVersion(pair, count)).map(([pair]) => pair));
}

/**
 * Pairs of places in `sentences` of different documents, the lower first, ascending and each once. What both documents say word for word,
 * such as one line of a log that each has, is no pair with another line of it.
 *
 * @throws AbortError
 */
export async function pairsOf(sentences: readonly SentenceOf[], signal: AbortSignal): Promise<readonly (readonly [number, number])[]> {
  const count = sentences.length;
  const found = new Set<number>();
  const said = new Set(sentences.map(({ document, whole }) => `${document} ${whole}`));
  const add = (a: number, b: number): void => {
    const [one, other] = [sentences[a]!, sentences[b]!];
    const isSaidByBoth = said.has(`${other.document} ${one.whole}`) || said.has(`${one.document} ${other.whole}`);
    if (one.document !== other.document && !isSaidByBoth) found.add(Math.min(a, b) * count + Math.max(a, b));
  };
  for (const places of framesOf(sentences)) {
    places.forEach((a, i) => places.slice(i + 1).forEach((b) => add(a, b)));
  }
  const withStem = placesBy(sentences, ({ known }) => known);
  for (const [at, { clauses }] of sentences.entries()) {
    if (at % 1000 === 0) {
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    for (const clause of clauses) {
      const places = clause.map((stem) => withStem.get(stem)!).reduce((a, b) => (b.length < a.length ? b : a));
      if (places.length > mostWithStem) continue;
      for (const other of places) {
        const { known } = sentences[other]!;
        if (clause.every((stem) => known.includes(stem))) add(at, other);
      }
    }
  }
  return [...found].sort((a, b) => a - b).map((pair) => [Math.floor(pair / count), pair % count] as const);
}

/** Sentences with one frame, without forms that a document fills in more than once. */
function framesOf(sentences: readonly SentenceOf[]): readonly (readonly number[])[] {
  return [...placesBy(sentences, ({ frames }) => frames).values()].filter((places) => {
    if (places.length > mostOfFrame) return false;
    const wholes = new Map(places.map((at) => [sentences[at]!.document, sentences[at]!.whole]));
    return places.every((at) => wholes.get(sentences[at]!.document) === sentences[at]!.whole);
  });
}

function placesBy<T>(all: readonly T[], keysOf: (one: T) => readonly number[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  all.forEach((one, at) => {
    for (const key of keysOf(one)) {
      const known = places.get(key);
      if (known) known.push(at);
      else places.set(key, [at]);
    }
  });
  return places;
}
