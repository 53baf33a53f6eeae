/** What NAR reads from an index: scores of batches with their neighbors, and passages. */
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { hasWord, unquoted } from '../language/phrases.ts';
import type { Mention, PassageIndex, Row } from '../indexing/interfaces.ts';
import type { Reranker } from '../models/models.ts';
import { listedTitle, type MentionPlace, type Passage } from '../protocol/passage.ts';
import type { WalkedGraph } from '../protocol/trace.ts';
import { mentionPlaceOf } from './mentionPlace.ts';
import { preferredIn } from './preferDocuments.ts';
import type { BatchScorer, PassageSource } from './retrieval.ts';

/** The first `k` neighbors of a passage, nearest first. */
export type NeighborsOf = (row: Row, k: number) => readonly Row[] | Promise<readonly Row[]>;

/**
 * @param neighborsOf the graph that is walked
 * @param prefersNamed whether passages of documents that a query names are preferred, see `scoreWithNames`
 */
export function createBatchScorer(index: PassageIndex, neighborsOf: NeighborsOf, reranker: Reranker, prefersNamed: boolean): BatchScorer {
  const score: ScorePassages = prefersNamed ? scoreWithNames(index, reranker) : (...asked) => reranker.score(...asked);
  const neighbors = async (row: Row, k: number): Promise<readonly Lead[]> =>
    (await neighborsOf(row, k)).map((neighbor) => ({ row: neighbor }));
  const mentions = async (row: Row, k: number): Promise<readonly Lead[]> =>
    Promise.resolve(mentionedFrom(row, index.mentionsIn(row)).slice(0, k));
  const leadsFrom: Record<WalkedGraph, (row: Row, k: number) => Promise<readonly Lead[]>> = {
    neighbors,
    mentions,
    both: async (row, k) => inTurns(await mentions(row, k), await neighbors(row, k)).slice(0, k),
  };
  return {
    id: reranker.id,
    scale: reranker.scale,
    async score(query, passageIds, k, { graph = 'neighbors', signal }) {
      signal.throwIfAborted();
      const rows = passageIds.map((passageId) => index.rowOf(passageId));
      const leads = await Promise.all(rows.map((row) => leadsFrom[graph](row, k)));
      const passages = await index.passages(rows);
      const led = {
        neighbors: leads.map((of) => of.map(({ row }) => index.idOf(row))),
        titles: passages.map(listedTitle),
        ...(graph === 'neighbors' ? {} : { mentions: leads.map((of, i) => placesOf(of, passages[i])) }),
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

/** A passage to which another leads, with the mention if that is why. */
interface Lead {
  readonly row: Row;
  readonly mention?: Mention;
}

/**
 * The first passage of everything that a passage mentions, the most specific name first, then by place. A name with several targets is
 * as much less specific.
 */
function mentionedFrom(from: Row, mentions: readonly Mention[]): readonly Lead[] {
  const leads = mentions
    .flatMap((mention) =>
      mention.targets.map(({ rows }) => ({ row: rows.find((row) => row !== from), mention, of: mention.targets.length })),
    )
    .sort((a, b) => b.mention.specificity / b.of - a.mention.specificity / a.of);
  return eachOnce(leads.flatMap(({ row, mention }) => (row === undefined ? [] : [{ row, mention }])));
}

function inTurns(first: readonly Lead[], second: readonly Lead[]): readonly Lead[] {
  const longer = Math.max(first.length, second.length);
  return eachOnce(
    Array.from({ length: longer }, (_, i) => [first[i], second[i]]).flatMap((pair) => pair.filter((one) => one !== undefined)),
  );
}

/** Each passage where it is first; with its mention, even if that comes later. */
function eachOnce(leads: readonly Lead[]): readonly Lead[] {
  const byRow = new Map<Row, Lead>();
  for (const lead of leads) if (!byRow.get(lead.row)?.mention) byRow.set(lead.row, lead);
  return [...byRow.values()];
}

function placesOf(leads: readonly Lead[], from: Passage | undefined): readonly (MentionPlace | null)[] {
  return leads.map(({ mention }) => (from && mention ? mentionPlaceOf(from, mention) : null));
}

export function createPassageSource(index: PassageIndex): PassageSource {
  return {
    async passages(passageIds, { signal }) {
      signal.throwIfAborted();
      return index.passages(passageIds.map((passageId) => index.rowOf(passageId)));
    },
  };
}
