import type { PassageIndex } from '../indexing/interfaces.ts';

/** The index as if no question named any of its documents. */
export function withoutNames(index: PassageIndex): PassageIndex {
  return {
    epoch: index.epoch,
    passageCount: index.passageCount,
    idOf: (row) => index.idOf(row),
    rowOf: (id) => index.rowOf(id),
    pathOf: (row) => index.pathOf(row),
    firstOf: (row) => index.firstOf(row),
    identityOf: (path) => index.identityOf(path),
    namedIn: async (content) => {
      const { otherForms } = await index.namedIn(content);
      return { meant: [], preferred: [], unknown: [], groups: [], otherForms, content };
    },
    rowsOf: (paths) => index.rowsOf(paths),
    searchText: (query, n, among) => index.searchText(query, n, among),
    countWords: (query, rows) => index.countWords(query, rows),
    respelledIn: (query) => index.respelledIn(query),
    searchVector: (query, n, among) => index.searchVector(query, n, among),
    rowsWith: (phrases, signal, among) => index.rowsWith(phrases, signal, among),
    neighborsOf: (row, k) => index.neighborsOf(row, k),
    mentionsIn: (row) => index.mentionsIn(row),
    mentionsInText: () => [],
    mentionedBy: (row) => index.mentionedBy(row),
    passages: (rows) => index.passages(rows),
  };
}
