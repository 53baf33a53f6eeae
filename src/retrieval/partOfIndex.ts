import type { RowSet } from '../base/rowSet.ts';
import type { Mention, PassageIndex, Row, ScoredRow } from '../indexing/interfaces.ts';

/** The index with some of what it says replaced. */
export function indexWith(index: PassageIndex, changes: Partial<PassageIndex>): PassageIndex {
  return {
    epoch: index.epoch,
    passageCount: index.passageCount,
    idOf: (row) => index.idOf(row),
    rowOf: (id) => index.rowOf(id),
    pathOf: (row) => index.pathOf(row),
    firstOf: (row) => index.firstOf(row),
    identityOf: (path) => index.identityOf(path),
    namedIn: (question) => index.namedIn(question),
    rowsOf: (paths) => index.rowsOf(paths),
    searchText: (...asked) => index.searchText(...asked),
    countWords: (query, rows) => index.countWords(query, rows),
    namesAmong: (names, rows) => index.namesAmong(names, rows),
    respelledIn: (query) => index.respelledIn(query),
    searchVector: (...asked) => index.searchVector(...asked),
    rowsWith: (...asked) => index.rowsWith(...asked),
    neighborsOf: (...asked) => index.neighborsOf(...asked),
    mentionsIn: (rows) => index.mentionsIn(rows),
    mentionsInText: (text) => index.mentionsInText(text),
    passages: (rows) => index.passages(rows),
    ...changes,
  };
}

/** The index as if it had these passages only, except that words have the weight that they have in the whole index. */
export function partOfIndex(index: PassageIndex, part: RowSet): PassageIndex {
  const within = (among: RowSet | undefined): RowSet => (among ? among.and(part) : part);
  return indexWith(index, {
    passageCount: part.size,
    firstOf: (row) => firstIn(part, row, index),
    rowsOf: async (paths) => within(await index.rowsOf(paths)),
    searchText: (query, n, among) => index.searchText(query, n, within(among)),
    searchVector: (query, n, among) => index.searchVector(query, n, within(among)),
    rowsWith: (phrases, signal, among) => index.rowsWith(phrases, signal, within(among)),
    neighborsOf: (row, k, likeness, among) => index.neighborsOf(row, k, likeness, within(among)),
    mentionsIn: async (rows) =>
      (await index.mentionsIn(rows)).map((mentions) => mentions.flatMap((mention) => mentionAmong(part, mention))),
    mentionsInText: async (text) => (await index.mentionsInText(text)).flatMap((mention) => mentionAmong(part, mention)),
  });
}

/**
 * Like `partOfIndex`, for passages that a dataset gives with a question: a search gives as many of them as it is asked for. Those that it
 * does not rank itself, because they lack its words or a vector, come last, by row.
 */
export function candidatesOfIndex(index: PassageIndex, part: RowSet): PassageIndex {
  const own = partOfIndex(index, part);
  const all = async (n: number, searching: Promise<readonly ScoredRow[]>): Promise<readonly ScoredRow[]> => {
    const ranked = await searching;
    if (ranked.length >= Math.min(n, part.size)) return ranked;
    const isRanked = new Set(ranked.map(({ row }) => row));
    const score = Math.min(0, ranked.at(-1)?.score ?? 0);
    const others = [...part.rows].filter((row) => !isRanked.has(row)).map((row) => ({ row, score }));
    return [...ranked, ...others].slice(0, n);
  };
  return indexWith(own, {
    searchText: (query, n, among) => all(n, own.searchText(query, n, among)),
    searchVector: (query, n, among) => all(n, own.searchVector(query, n, among)),
  });
}

/** The first passage of the same document that is in the part: its passages follow each other. */
function firstIn(part: RowSet, row: Row, index: PassageIndex): Row | undefined {
  const first = index.firstOf(row);
  if (first === undefined || part.has(first)) return first;
  const path = index.pathOf(row);
  return part.rows.find((other) => other > first && index.pathOf(other) === path);
}

/** The mention as far as it leads to passages of the part. */
function mentionAmong(part: RowSet, mention: Mention): readonly Mention[] {
  const targets = mention.targets
    .map((target) => ({ ...target, rows: target.rows.filter((row) => part.has(row)) }))
    .filter(({ rows }) => rows.length > 0);
  return targets.length === 0 ? [] : [{ ...mention, targets }];
}
