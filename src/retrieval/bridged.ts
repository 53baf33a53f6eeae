/**
 * The second hop of a question, read from the passages that the first one found: BridgeRAG (arXiv 2604.03384) without a model. Each of the
 * best three passages is a bridge b. What the question asks and b does not say is looked for where b leads: in those passages c that the
 * search has found and that have a name from b.
 *
 * c rises by 3 · s · w² · (m^.6 + .2 · cos) of the scores' range, by the bridge that gives most: s is the score of b, 1 for the best result
 * and 0 for the last, w how specific the most specific name is that b and c share, m the BM25 score of c for the missing words, 1 for the
 * most that all words of the question could give, and cos how near c is to the question; without vectors it is 0. Guards keep a question of
 * one hop from losing: one of n < 10 words counts (n / 10)², one to answer with yes or no, which compares what it names, half; a bridge
 * that has all words of the question leads nowhere, nor does a name that the question has itself; c has to have a missing word; c stays
 * behind b, and behind what names have brought to the first results: a document about what is named tells more than one that has its name.
 *
 * On full questions recall@5 goes from .622 to .701 on MuSiQue; its questions of one hop, and any other set, lose at most .005. One more
 * search, for missing words and names, gives .014 more, but half as much processor time again (bench/RESULTS.md, "The second hop").
 */
import { RowSet } from '../base/rowSet.ts';
import type { PassageIndex, Row, ScoredRow } from '../indexing/interfaces.ts';
import { languageOf } from '../language/languages.ts';
import { findNames } from '../language/names.ts';
import { eachNameWord } from '../language/nameWords.ts';
import { findPeriods } from '../language/periods.ts';
import { sentenceRanges } from '../language/sentences.ts';
import type { Passage } from '../protocol/passage.ts';
import { raiseBehind, type Edge, type LinkedRow } from './linked.ts';
import { scaleOf } from './scale.ts';

/** How many of the best results are bridges. Five find no more than three. */
const bridges = 3;
const strength = 3;
/** A question of fewer words is seldom one of two hops. */
const manyWords = 10;
const ofComparison = 0.5;
const nearness = 0.2;
/** Of passages that have missing words, the second best is nearly as good as the best. */
const exponent = 0.6;
/** What names have brought to the first ten results, with at least so much of the scores' range, stays before what the bridge leads to. */
const firstResults = 10;
const leastNamed = 0.3;
/** The most that BM25 gives for a word, in units of its inverse frequency. */
const mostOfWord = 2.2;

/** Where the search has found more passages of the bridge's document, single words are what that document is about rather than names. */
const mostOfDocument = 2;
/** How much a single word that begins a sentence, where every word is capitalized, is a name. */
const ofOpening = 0.8;

type Index = Pick<PassageIndex, 'namesAmong' | 'passageCount' | 'passages' | 'pathOf' | 'searchText'>;

/** A name in the bridge, at its first place. */
interface BridgeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Multiplies how specific it is, at most 1. */
  readonly certainty: number;
}

export interface Followed {
  /** Whether the question is answered with yes or no. */
  readonly asksWhether?: boolean;
  /** Whether the question names the passage's document or section. */
  readonly isNamed: (row: Row) => boolean;
  /** False for passages that neither lead anywhere nor are led to. */
  readonly isFollowed?: (row: Row) => boolean;
  /** Cosines of passages with the question. */
  readonly near?: (among: RowSet) => Promise<readonly ScoredRow[]>;
}

/**
 * Best first, ties by row. Scores stay on the scale of the search.
 * @param asked what the question asks
 */
export async function followBridges(
  ranked: readonly LinkedRow[],
  asked: string,
  index: Index,
  { asksWhether = false, isNamed, isFollowed = () => true, near = () => Promise.resolve([]) }: Followed,
): Promise<readonly LinkedRow[]> {
  const words = wordsOf(asked);
  const strongest = strength * Math.min(1, words.length / manyWords) ** 2 * (asksWhether ? ofComparison : 1);
  const { floor, range } = scaleOf(ranked);
  const followed = ranked.filter(({ row }) => isFollowed(row));
  const rows = followed.map(({ row }) => row).sort((a, b) => a - b);
  const from = followed.slice(0, bridges);
  const [passages, nearest] = await Promise.all([index.passages(from.map(({ row }) => row)), near(new RowSet(rows))]);
  const having = await index.namesAmong(
    words,
    from.map(({ row }) => row),
  );
  const cosines = new Map(nearest.map(({ row, score }) => [row, Math.max(0, score)]));
  const edges = new Map<Row, Edge>();
  const paths = rows.map((row) => index.pathOf(row));
  for (const [i, { row, score }] of from.entries()) {
    const certainty = i === 0 ? 1 : Math.max(0, score - floor) / range;
    const passage = passages[i];
    const pool = rows.filter((other) => other !== row);
    if (!passage || certainty === 0) continue;
    const path = index.pathOf(row);
    const isLong = paths.filter((other) => other === path).length > mostOfDocument;
    const missing = words.filter((_, w) => having[w]!.specificity > 0 && !having[w]!.rows.includes(row));
    const asked = { words, missing, specificity: having.reduce((sum, { specificity }) => sum + specificity, 0) };
    const led = await ledFrom(passage, isLong, asked, pool, index);
    for (const { row: to, mention, specificity, missing } of led) {
      const weight = strongest * certainty * specificity ** 2 * (missing ** exponent + nearness * (cosines.get(to) ?? 0));
      if (weight > (edges.get(to)?.weight ?? 0)) edges.set(to, { by: row, mention, weight });
    }
  }
  return raiseBehind(ranked, edges, lastNamed(ranked, isNamed));
}

/** A passage that has a name from the bridge, and words of the question that the bridge lacks. */
interface Led {
  readonly row: Row;
  readonly mention: BridgeName;
  readonly specificity: number;
  /** How much of what is missing it has, 0 to 1. */
  readonly missing: number;
}

/** Words of a question. */
interface AskedWords {
  readonly words: readonly string[];
  /** Those that the bridge lacks. */
  readonly missing: readonly string[];
  /** Of all words, in sum. */
  readonly specificity: number;
}

async function ledFrom(
  bridge: Passage,
  isLong: boolean,
  { words, missing, specificity: ofQuestion }: AskedWords,
  rows: readonly Row[],
  index: Index,
): Promise<readonly Led[]> {
  const names = namesIn(bridge, new Set(words), isLong);
  if (missing.length === 0 || names.length === 0) return [];
  const [suiting, among] = await Promise.all([
    index.searchText(missing.join(' '), rows.length, new RowSet(rows)),
    index.namesAmong(
      names.map(({ name }) => name),
      rows,
    ),
  ]);
  const shared = new Map<Row, { readonly mention: BridgeName; readonly specificity: number }>();
  for (const [i, { specificity: ofWords, rows: named }] of among.entries()) {
    const specificity = ofWords * names[i]!.certainty;
    for (const row of named) if (specificity > (shared.get(row)?.specificity ?? 0)) shared.set(row, { mention: names[i]!, specificity });
  }
  const most = mostOfWord * Math.log(index.passageCount) * ofQuestion;
  return suiting.flatMap(({ row, score }) => {
    const name = shared.get(row);
    return name ? [{ row, ...name, missing: Math.min(1, score / most) }] : [];
  });
}

/** The score of the last of the first results that names have brought there. */
function lastNamed(ranked: readonly LinkedRow[], isNamed: (row: Row) => boolean): number | undefined {
  const { floor, range } = scaleOf(ranked);
  return ranked
    .slice(0, firstResults)
    .findLast(({ row, score, mentioned }) => score - floor >= leastNamed * range && (mentioned !== undefined || isNamed(row)))?.score;
}

/**
 * Each name once, without those that have only words of the question. Of a long document, whose capitalized words are its vocabulary
 * (`Int`, `Deprecated`), only names of several words, and no heads of tables (`YTD 2023`), which other tables have, too.
 */
function namesIn({ text, runs }: Passage, asked: ReadonlySet<string>, isLong: boolean): readonly BridgeName[] {
  const language = languageOf(text);
  const openings = new Set(sentenceRanges(text, language, runs).map(({ start }) => start));
  const names = new Map<string, BridgeName>();
  for (const { start, end } of findNames(text, language)) {
    const name = text.slice(start, end);
    const isWord = !/\s/u.test(name);
    if (isLong && (isWord || findPeriods(name, language).length > 0)) continue;
    if (!wordsOf(name).some((word) => !asked.has(word))) continue;
    const certainty = isWord && openings.has(start) ? ofOpening : 1;
    if (certainty > (names.get(name)?.certainty ?? 0)) names.set(name, { name, start, end, certainty });
  }
  return [...names.values()];
}

/** Each once. */
function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  eachNameWord(text, (word) => words.add(word));
  return [...words];
}
