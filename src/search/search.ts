import { AriadneError } from '../base/errors.ts';
import { RowSet } from '../base/rowSet.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { termsOf } from '../language/terms/terms.ts';
import { hasWord, phrasesForPeople, phrasesOf } from '../language/phrases.ts';
import { createRetriever } from '../retrieval/firstStage.ts';
import { createBatchScorer, createPassageSource, walkedFrom } from '../retrieval/batchScorer.ts';
import { NeighborhoodReranker, scoredOfFirstStage } from '../retrieval/nar.ts';
import { candidatesOfIndex } from '../retrieval/partOfIndex.ts';
import { createQuotingRetriever } from '../retrieval/quotingRetriever.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Embedder, Reranker } from '../models/models.ts';
import type { BatchScorer, SearchHit, SearchCallOptions } from '../retrieval/retrieval.ts';
import type { AboutDocuments } from '../protocol/aboutDocuments.ts';
import type { OtherLanguage } from '../protocol/otherLanguage.ts';
import type { SearchMethod, SearchResult } from '../protocol/engine.ts';
import type { FirstStageMethod, ModelIds } from '../protocol/runSpec.ts';

/** Defaults of pipelines.md 2.1. */
const nar = { depth: 100, b: 16, c: 100, k: 10 };

export interface Searched {
  readonly index: PassageIndex;
  readonly embedder: Embedder;
  readonly reranker: Reranker;
}

/** Whether every result contains the phrases that a query quotes, or those that do only come first, as in runs. */
type QuoteRule = 'required' | 'preferred';

export interface SearchOptions {
  readonly method: SearchMethod;
  readonly k: number;
  readonly models: ModelIds;
  /** Of method `nar`. */
  readonly firstStage?: FirstStageMethod;
  /** Limits the search to some documents, in the syntax of `parseScope`. */
  readonly scope?: string;
  /** Whether documents that the query names count no more than others. Default: false. */
  readonly anyDocument?: boolean;
  /** By default `required`. */
  readonly quotes?: QuoteRule;
  /** Called with a sentence when the embedder has failed and words alone were searched. Default: such a search fails. */
  readonly onWordsOnly?: (sentence: string) => void;
  /** Called before the search with the documents that the query names. */
  readonly onAbout?: (named: AboutDocuments | undefined) => void;
  /** Called before the search. */
  readonly onOtherLanguage?: (found: OtherLanguage | undefined) => void;
  readonly signal: AbortSignal;
}

interface HowToSearch {
  readonly method: SearchMethod;
  readonly firstStage: FirstStageMethod;
  readonly k: number;
  readonly quotes: QuoteRule;
  /** See `SearchCallOptions`. */
  readonly onWordsOnly?: SearchCallOptions['onWordsOnly'];
}

/** One search outside of any run: at most `k` passages, best first. */
export async function searchOnce(
  { index: whole, embedder, reranker }: Searched,
  query: string,
  { method, firstStage: first, k, quotes, onWordsOnly }: HowToSearch,
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  const phrases = quotes === 'required' ? phrasesOf(query) : [];
  const quoting = phrases.length > 0 ? new RowSet(await whole.rowsWith(phrases, signal)) : undefined;
  const index = quoting ? candidatesOfIndex(whole, quoting) : whole;
  const createFirstStage = quotes === 'required' ? createRetriever : createQuotingRetriever;
  const firstStage = await createFirstStage(method === 'nar' ? first : method, index, embedder).search(
    query,
    method === 'nar' ? nar.depth : k,
    { node: 'search', signal, onWordsOnly, ...(method === 'nar' && { read: scoredOfFirstStage(nar) }) },
  );
  if (method !== 'nar') {
    return withPassages(index, firstStage.map(foundFirst));
  }
  const walk = new NeighborhoodReranker({
    scorer: failing(createBatchScorer(index, walkedFrom(first), reranker, first === 'linked')),
    passages: createPassageSource(index),
    scoresAhead: true,
  });
  const ranking = await walk.rerank(query, firstStage, { ...nar, c: Math.max(nar.c, k) }, { node: 'search', signal });
  const firstFound = new Map(firstStage.map((one) => [one.passageId, one]));
  return withPassages(
    index,
    ranking.slice(0, k).map(({ passageId, score, via }): Found => {
      const first = via === undefined ? firstFound.get(passageId) : undefined;
      return first ? { ...foundFirst(first), score } : { passageId, score, origin: 'frontier' };
    }),
  );
}

/** A run records why a batch has no scores. A search has no such place, and passages without scores would look like a ranking. */
function failing(scorer: BatchScorer): BatchScorer {
  return {
    ...scorer,
    async score(...asked) {
      const batch = await scorer.score(...asked);
      if (batch.failure === undefined) return batch;
      throw new AriadneError('model-failed', `${batch.failure} Search with another method, or choose another reranker.`);
    },
  };
}

interface Found extends Pick<SearchResult, 'score' | 'origin' | 'mentionedBy'> {
  readonly passageId: string;
}

function foundFirst({ passageId, score, mentionedBy }: SearchHit): Found {
  return { passageId, score, ...(mentionedBy ? { origin: 'mention', mentionedBy } : { origin: 'first-stage' }) };
}

async function withPassages(index: PassageIndex, found: readonly Found[]): Promise<readonly SearchResult[]> {
  const passages = await index.passages(found.map(({ passageId }) => index.rowOf(passageId)));
  return found.flatMap(({ passageId: _known, ...facts }, rank) => {
    const passage = passages[rank];
    return passage ? [{ passage, rank, ...facts }] : [];
  });
}

/** Why a search found nothing, and what to do, for people. */
export function whyNothing(query: string, method: SearchMethod): string {
  const phrases = phrasesOf(query);
  if (!hasWord(query)) return 'Nothing to search for: the query has no words or numbers.';
  if (phrases.length > 0)
    return `No passage contains ${phrasesForPeople(phrases)} word for word. Remove the quotation marks to find the closest passages.`;
  if (method !== 'dense' && termsOf(query, assumedLanguage.tag).length === 0)
    return 'Nothing to search for: every word of the query is too common or too long. Put the words in quotation marks to find them as a phrase.';
  return 'No passages match the query.';
}
