/**
 * The second hop of a question, read from the passage that the first one found: BridgeRAG (arXiv 2604.03384) without a model. The best
 * passage is the bridge b. What the question asks and b does not say is looked for where b leads: in those passages c that the search has
 * found and that have a name from b.
 *
 * c rises by 3 · w² · m^.7 of the scores' range: w is how specific the most specific name is that b and c share, m the BM25 score of c for
 * the missing words, 1 for the most that all words of the question could give. Guards keep a question of one hop from losing: a bridge that
 * has all words of the question leads nowhere, nor does a name that the question has itself; c stays behind b, and behind what names have
 * brought to the first results: a document about what is named tells more than one that has its name.
 *
 * On full questions recall@5 goes from .622 to .676 on MuSiQue; 2WikiMultihopQA, MoreHopQA, LiHua-World and StrategyQA lose at most .005.
 * One more search, for missing words and names, gives .684, but takes 1.8 times as long as without bridge instead of 1.2 (bench/RESULTS.md,
 * "The second hop").
 */
import { RowSet } from '../base/rowSet.ts';
import type { PassageIndex, Row } from '../indexing/interfaces.ts';
import { languageOf } from '../language/languages.ts';
import { findNames } from '../language/names.ts';
import { eachNameWord } from '../language/nameWords.ts';
import { raiseBehind, type Edge, type LinkedRow } from './linked.ts';
import { scaleOf } from './scale.ts';

const strength = 3;
/** Of passages that have missing words, the second best is nearly as good as the best. */
const exponent = 0.7;
/** What names have brought to the first ten results, with at least so much of the scores' range, stays before what the bridge leads to. */
const firstResults = 10;
const leastNamed = 0.3;
/** The most that BM25 gives for a word, in units of its inverse frequency. */
const mostOfWord = 2.2;

type Index = Pick<PassageIndex, 'namesAmong' | 'passageCount' | 'passages' | 'searchText'>;

/** A name in the bridge, at its first place. */
interface BridgeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Best first, ties by row. Scores stay on the scale of the search.
 * @param asked what the question asks
 * @param isNamed whether the question names the passage's document or section
 * @param isFollowed false for passages that neither lead anywhere nor are led to
 */
export async function followBridge(
  ranked: readonly LinkedRow[],
  asked: string,
  index: Index,
  isNamed: (row: Row) => boolean,
  isFollowed: (row: Row) => boolean = () => true,
): Promise<readonly LinkedRow[]> {
  const bridge = ranked.find(({ row }) => isFollowed(row));
  if (!bridge) return ranked;
  const by = bridge.row;
  const words = wordsOf(asked);
  const [[passage], having] = await Promise.all([index.passages([by]), index.namesAmong(words, [by])]);
  const missing = words.filter((_, i) => having[i]!.specificity > 0 && having[i]!.rows.length === 0);
  const names = passage ? namesIn(passage.text, new Set(words)) : [];
  if (missing.length === 0 || names.length === 0) return ranked;
  const others = ranked.map(({ row }) => row).filter((row) => row !== by && isFollowed(row));
  const pool = new RowSet(others.sort((a, b) => a - b));
  const [suiting, among] = await Promise.all([
    index.searchText(missing.join(' '), pool.size, pool),
    index.namesAmong(
      names.map(({ name }) => name),
      [...pool.rows],
    ),
  ]);
  const shared = new Map<Row, { readonly mention: BridgeName; readonly specificity: number }>();
  for (const [i, { specificity, rows }] of among.entries())
    for (const row of rows) if (specificity > (shared.get(row)?.specificity ?? 0)) shared.set(row, { mention: names[i]!, specificity });
  const most = mostOfWord * Math.log(index.passageCount) * having.reduce((sum, { specificity }) => sum + specificity, 0);
  const edges = suiting.flatMap(({ row, score }): readonly (readonly [Row, Edge])[] => {
    const { mention, specificity } = shared.get(row) ?? {};
    if (mention === undefined || specificity === undefined) return [];
    return [[row, { by, mention, weight: strength * specificity ** 2 * Math.min(1, score / most) ** exponent }]];
  });
  return raiseBehind(ranked, new Map(edges), lastNamed(ranked, isNamed));
}

/** The score of the last of the first results that names have brought there. */
function lastNamed(ranked: readonly LinkedRow[], isNamed: (row: Row) => boolean): number | undefined {
  const { floor, range } = scaleOf(ranked);
  return ranked
    .slice(0, firstResults)
    .findLast(({ row, score, mentioned }) => score - floor >= leastNamed * range && (mentioned !== undefined || isNamed(row)))?.score;
}

/** Each name once, without those that have only words of the question. */
function namesIn(text: string, asked: ReadonlySet<string>): readonly BridgeName[] {
  const names = new Map<string, BridgeName>();
  for (const { start, end } of findNames(text, languageOf(text))) {
    const name = text.slice(start, end);
    if (!names.has(name) && wordsOf(name).some((word) => !asked.has(word))) names.set(name, { name, start, end });
  }
  return [...names.values()];
}

/** Each once. */
function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  eachNameWord(text, (word) => words.add(word));
  return [...words];
}
