/** First-stage retrieval: BM25, dense, both fused, or the fused results with what they mention. */
import { isAriadneError } from '../base/errors.ts';
import type { RowSet } from '../base/rowSet.ts';
import { askedFor, asksWhether } from '../language/requests.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { hasWord, unquoted } from '../language/phrases.ts';
import { asMeant } from '../language/terms/spelling.ts';
import type { PassageIndex, Row, ScoredRow } from '../indexing/interfaces.ts';
import type { Embedder } from '../models/models.ts';
import type { FirstStageMethod } from '../protocol/runSpec.ts';
import type { Passage } from '../protocol/passage.ts';
import { followBridges } from './bridged.ts';
import { followMentions, raiseNamed, type LinkedRow } from './linked.ts';
import { mentionPlaceOf } from './mentionPlace.ts';
import type { SearchHit, Retriever, SearchCallOptions } from './retrieval.ts';
import { placeInDocuments } from './placeInDocument.ts';
import { preferDocuments, preferredIn } from './preferDocuments.ts';
import { bestFirst, followDepth } from './scale.ts';

/** How deep each half is searched before fusing. */
const fusionDepth = 100;
/** So many more than are asked for are read before mentions change their places. */
const readAhead = 16;
/** A query for so few takes hardly longer than for one. */
const readAtFirst = 32;
/** For embedders that name no weight. */
const usualWeight = 10;

/** With other words that documents explain, by the words as asked. */
interface SearchOptions extends SearchCallOptions {
  readonly otherForms?: Promise<ReadonlyMap<string, string>>;
}

type Search = (query: string, n: number, options: SearchOptions, among?: RowSet) => Promise<readonly LinkedRow[]>;

export function createRetriever(method: FirstStageMethod, index: PassageIndex, embedder: Embedder): Retriever {
  const embed = (query: string, { signal, vectorOf = (_, ask) => ask() }: SearchCallOptions): Promise<Float32Array> =>
    vectorOf(query, () => embedder.embed([query], { signal, as: 'query' }));
  const { fusionWeight } = embedder;
  // The cosines of others are on scales of which nothing was measured.
  const weightOf = (found: readonly ScoredRow[]): number =>
    fusionWeight === undefined ? usualWeight * Math.max(0, found[0]?.score ?? 0) : fusionWeight * sureness(found);
  const searches: Record<FirstStageMethod, Search> = {
    // What a question begins with is rare in texts that answer; a model that reads whole sentences knows what it means.
    bm25: async (query, n, { otherForms }, among) => {
      const asked = askedFor(query, assumedLanguage);
      const search = (way: string): Promise<readonly ScoredRow[]> => index.searchText(way, n, among);
      const searchOthers = async (): Promise<readonly (readonly ScoredRow[])[]> =>
        Promise.all(
          waysToWrite(asked, (await otherForms) ?? new Map<string, string>())
            .slice(1)
            .map(search),
        );
      const [first, others] = await Promise.all([search(asked), searchOthers()]);
      return bestOfWays([first, ...others]).slice(0, n);
    },
    dense: async (query, n, options, among) => index.searchVector(await embed(query, options), n, among),
    hybrid: async (query, n, options, among) => {
      const depth = Math.max(n, fusionDepth);
      const ofVector = async (): Promise<DenseHalf> => {
        const vector = await unlessFailed(embed(query, options), options);
        if (!vector) return { found: [], weight: 0 };
        const found = await index.searchVector(vector, depth, among);
        return { found, weight: weightOf(found) };
      };
      const [sparse, dense] = await Promise.all([searches.bm25(query, depth, options, among), ofVector()]);
      return fuse(sparse, dense, depth).slice(0, n);
    },
    linked: async (query, n, called) => {
      const depth = Math.max(n, followDepth);
      const naming = index.namedIn(query);
      const options = { ...called, otherForms: naming.then((named) => named.otherForms) };
      const within = async (): Promise<readonly ScoredRow[]> => {
        const { groups, content } = await naming;
        const weights = preferredIn(groups);
        return weights.size === 0 ? [] : searches.hybrid(content, depth, options, await index.rowsOf([...weights.keys()]));
      };
      // The index searches its words in other threads, while this one looks up what is named.
      const [found, inside] = await Promise.all([searches.hybrid(query, depth, options), within()]);
      const { groups, content, otherForms } = await naming;
      const weights = preferredIn(groups);
      const follow = async (): Promise<readonly LinkedRow[]> => {
        const pathOf = (row: Row): string | undefined => index.pathOf(row);
        const without = new Set(options.without);
        const isFollowed = (row: Row): boolean => without.size === 0 || !without.has(index.idOf(row));
        const mentioned = await index.mentionsInText(query);
        const named = raiseNamed(found, mentioned, isFollowed);
        const preferred = preferDocuments(named, inside, (row) => weights.get(pathOf(row) ?? ''), pathOf);
        // Only inside the documents that a name means it says nothing.
        const askedIn = (path: string): string =>
          waysToWrite(askedFor(weights.has(path) ? content : query, assumedLanguage), otherForms).join(' ');
        const placed = await placeInDocuments(preferred, askedIn, index);
        const linked = await followMentions(placed, (rows) => index.mentionsIn(rows), isFollowed);
        const inQuestion = new Set(
          mentioned.flatMap(({ targets: [target, ...others] }) => (others.length > 0 ? [] : (target?.rows ?? []))),
        );
        const isNamed = (row: Row): boolean => inQuestion.has(row);
        const near = async (among: RowSet): Promise<readonly ScoredRow[]> =>
          fusionWeight === undefined ? [] : searches.dense(query, among.size, options, among);
        const asked = askedFor(query, assumedLanguage);
        const followed = { asksWhether: asksWhether(query, assumedLanguage), isNamed, isFollowed, near };
        return followBridges(linked, asked, index, followed);
      };
      // Most results are among these, which are read while mentions are followed; the first ones, which are followed, before the others.
      const first = found.slice(0, (options.read ?? n) + readAhead);
      for (const some of [first.slice(0, readAtFirst), first.slice(readAtFirst)]) readSoon(some, index);
      return (await follow()).slice(0, n);
    },
  };
  return {
    method,
    async search(query: string, n: number, called: SearchCallOptions): Promise<readonly SearchHit[]> {
      const { signal } = called;
      signal.throwIfAborted();
      const options = { ...called, vectorOf: called.vectorOf ?? eachTextOnce() };
      // An embedder has vectors for punctuation too, near to which is nothing that anybody looks for.
      if (!hasWord(query)) return [];
      const asked = unquoted(query);
      const found = await searches[method](asMeant(asked, await index.respelledIn(asked)), n, options);
      signal.throwIfAborted();
      return candidatesOf(found, options.read ?? found.length, index);
    },
  };
}

/** A text, and with other forms of its words if it has any. */
function waysToWrite(text: string, forms: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([text, [...forms].reduce((changed, [words, other]) => changed.replaceAll(words, other), text)])];
}

/** Of rows that were found in several ways, each with its best score, best first, ties by row. */
function bestOfWays(ways: readonly (readonly ScoredRow[])[]): readonly ScoredRow[] {
  const [first = [], ...others] = ways;
  if (others.length === 0) return first;
  const best = new Map<Row, number>();
  for (const { row, score } of ways.flat()) best.set(row, Math.max(score, best.get(row) ?? 0));
  return [...best].map(([row, score]) => ({ row, score })).sort(bestFirst);
}

/** What a search asks for twice is embedded once. */
function eachTextOnce(): NonNullable<SearchCallOptions['vectorOf']> {
  const vectors = new Map<string, Promise<Float32Array>>();
  return (text, embed) => {
    const vector = vectors.get(text) ?? embed();
    vectors.set(text, vector);
    return vector;
  };
}

/** The vector; undefined where the embedder has failed and the caller wants to know rather than fail. */
async function unlessFailed(vector: Promise<Float32Array>, { onWordsOnly }: SearchCallOptions): Promise<Float32Array | undefined> {
  try {
    return await vector;
  } catch (error) {
    if (!onWordsOnly || !isAriadneError(error) || error.code === 'budget-exhausted') throw error;
    onWordsOnly(`Only words were searched, because the embedder failed. ${error.message}`);
    return undefined;
  }
}

async function candidatesOf(found: readonly LinkedRow[], read: number, index: PassageIndex): Promise<readonly SearchHit[]> {
  // The results are read next, in batches if they are walked: a query for one passage takes nearly as long as for all.
  readSoon(found.slice(0, read), index);
  const mentioning = [...new Set(found.flatMap(({ mentioned }) => (mentioned ? [mentioned.by] : [])))];
  const passages = await index.passages(mentioning);
  const passageOf = new Map(mentioning.map((row, i): [Row, Passage] => [row, passages[i]!]));
  return found.map(({ row, score, mentioned }, rank) => {
    const by = mentioned && passageOf.get(mentioned.by);
    return { passageId: index.idOf(row), score, rank, ...(by ? { mentionedBy: mentionPlaceOf(by, mentioned.mention) } : {}) };
  });
}

/** Who needs one of these waits for it. Where that fails, it is read again, which says why it cannot be read. */
function readSoon(found: readonly ScoredRow[], index: PassageIndex): void {
  index.passages(found.map(({ row }) => row)).catch(() => undefined);
}

/** What is found by vectors, and what one of their cosines counts. */
interface DenseHalf {
  readonly found: readonly ScoredRow[];
  readonly weight: number;
}

/** The place that the best result is compared with, from 0. */
const eleventh = 10;

/**
 * How sure vectors are of what they find: how much nearer the best passage is than the eleventh, or the last of fewer. In encyclopedias
 * that is .2 and more. Long documents have many passages about one thing: there it is .1, and words know better. Vectors learned from few
 * passages, or in a language whose words have many forms, leave all passages near each other.
 * @param found best first
 */
export function sureness(found: readonly ScoredRow[]): number {
  return (found[0]?.score ?? 0) - ((found[eleventh] ?? found.at(-1))?.score ?? 0);
}

/**
 * Adds up the two scores, each half the heavier the surer it is of itself: BM25, whose best score grows with the length of the question, is
 * divided by the root of that score, and cosines (negative ones count as 0) are multiplied by their weight. Best first, ties by row. A
 * passage that one half does not name is taken to score there as the last one named, which is the most it can have, or 0 where that half
 * named all it has. Ways of weighing, and how they were compared: bench/RESULTS.md.
 * @param depth how many were asked of each half
 */
export function fuse(sparse: readonly ScoredRow[], { found: dense, weight }: DenseHalf, depth: number): readonly ScoredRow[] {
  const bestSparse = sparse[0]?.score ?? 0;
  const ofSparse = scaled(sparse, depth, bestSparse > 0 ? 1 / Math.sqrt(bestSparse) : 0);
  const ofDense = scaled(dense, depth, weight);
  return [...new Set([...ofSparse.byRow.keys(), ...ofDense.byRow.keys()])]
    .map((row) => ({ row, score: (ofSparse.byRow.get(row) ?? ofSparse.unnamed) + (ofDense.byRow.get(row) ?? ofDense.unnamed) }))
    .sort((a, b) => b.score - a.score || a.row - b.row);
}

interface Scaled {
  readonly byRow: ReadonlyMap<number, number>;
  readonly unnamed: number;
}

function scaled(scored: readonly ScoredRow[], depth: number, factor: number): Scaled {
  const last = scored.at(-1);
  return {
    byRow: new Map(scored.map(({ row, score }) => [row, factor * Math.max(0, score)])),
    unnamed: last && scored.length >= depth ? factor * Math.max(0, last.score) : 0,
  };
}
