/** What NAR reads from an index: scores of batches with their neighbors, and passages. */
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { hasWord, unquoted } from '../language/phrases.ts';
import type { Likeness, PassageIndex } from '../indexing/interfaces.ts';
import type { Reranker } from '../models/models.ts';
import type { FirstStageMethod } from '../protocol/runSpec.ts';
import { listedTitle, type Passage } from '../protocol/passage.ts';
import { preferredIn } from './preferDocuments.ts';
import type { BatchScorer, PassageSource } from './retrieval.ts';

/** The graph that is walked from results of this first stage: of the other signal (pipelines.md 2.2). */
export function walkedFrom(firstStage: FirstStageMethod): Likeness {
  return firstStage === 'dense' ? 'words' : 'vectors';
}

/**
 * @param likeness of the graph that is walked
 * @param prefersNamed whether passages of documents that a query names are preferred, see `scoreWithNames`
 */
export function createBatchScorer(index: PassageIndex, likeness: Likeness, reranker: Reranker, prefersNamed: boolean): BatchScorer {
  const score: ScorePassages = prefersNamed ? scoreWithNames(index, reranker) : (...asked) => reranker.score(...asked);
  return {
    id: reranker.id,
    scale: reranker.scale,
    async score(query, passageIds, k, { signal }) {
      signal.throwIfAborted();
      const rows = passageIds.map((passageId) => index.rowOf(passageId));
      const neighbors = await Promise.all(rows.map((row) => index.neighborsOf(row, k, likeness)));
      const passages = await index.passages(rows);
      const led = {
        neighbors: neighbors.map((near) => near.map((row) => index.idOf(row))),
        titles: passages.map(listedTitle),
      };
      try {
        return { scores: await score(unquoted(query), passages, { signal }), ...led };
      } catch (error) {
        if (isAbort(error)) throw error;
        return { scores: passageIds.map(() => null), ...led, failure: `The reranker failed: ${messageOf(error)}` };
      }
    },
  };
}

type ScorePassages = (
  query: string,
  passages: readonly Passage[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly (number | null)[]>;

/** How many times the odds of a passage rise in a document that is surely meant; see others in bench/RESULTS.md, “Reports”. */
const oddsOfNamed = 5;
/** From which weight on the rest of the query tells more than the whole. */
const sure = 0.5;

/**
 * A reranker sees one passage, and most pages of a report do not say whose it is. So the odds of passages rise by how surely the query
 * means their document, and those of a document that is surely meant are scored for the rest of the query. A score between 0 and 1 is taken
 * as a probability.
 */
function scoreWithNames(index: PassageIndex, reranker: Reranker): ScorePassages {
  let last: { readonly query: string; readonly named: ReturnType<PassageIndex['namedIn']> } | undefined;
  return async (query, passages, options) => {
    // A walk asks for one batch after the other.
    if (last?.query !== query) last = { query, named: index.namedIn(query) };
    const { groups, content } = await last.named;
    const weights = preferredIn(groups);
    const weightOf = ({ path }: Passage): number => weights.get(path) ?? 0;
    const scores = new Map<Passage, number | null>();
    for (const [isSure, some] of Map.groupBy(passages, (passage) => weightOf(passage) >= sure && hasWord(content))) {
      const found = await reranker.score(isSure ? content : query, some, options);
      some.forEach((passage, i) => scores.set(passage, raised(found[i] ?? null, weightOf(passage), reranker.scale)));
    }
    return passages.map((passage) => scores.get(passage) ?? null);
  };
}

/** @param weight how surely the document is meant, from 0 to 1 */
function raised(score: number | null, weight: number, scale: Reranker['scale']): number | null {
  const odds = oddsOfNamed ** (weight * weight);
  if (score === null || weight === 0) return score;
  if (scale === 'logit') return score + Math.log(odds);
  return score <= 0 ? score : (odds * score) / (1 + (odds - 1) * score);
}

export function createPassageSource(index: Pick<PassageIndex, 'rowOf' | 'passages'>): PassageSource {
  return {
    async passages(passageIds, { signal }) {
      signal.throwIfAborted();
      return index.passages(passageIds.map((passageId) => index.rowOf(passageId)));
    },
  };
}
