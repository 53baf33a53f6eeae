import { AriadneError } from '../../src/base/errors.ts';
import { PhraseFinder } from '../../src/language/phrases.ts';
import type { PassageIndex, Row, ScoredRow } from '../../src/indexing/interfaces.ts';
import type { Reranker, RerankItem } from '../../src/models/models.ts';
import type { Passage } from '../../src/protocol/passage.ts';

/** An index in memory, with a text search that counts shared words and a given neighbor graph. */
export class MemoryIndex implements PassageIndex {
  readonly epoch: string;
  readonly #passages: readonly Passage[];
  readonly #neighbors: Readonly<Record<string, readonly string[]>>;

  constructor(passages: readonly Passage[], neighbors: Readonly<Record<string, readonly string[]>> = {}, epoch = 'memory') {
    this.epoch = epoch;
    this.#passages = passages;
    this.#neighbors = neighbors;
  }

  get passageCount(): number {
    return this.#passages.length;
  }

  idOf(row: Row): string {
    return this.#at(row).id;
  }

  rowOf(id: string): Row {
    const row = this.#passages.findIndex((passage) => passage.id === id);
    if (row < 0) throw new AriadneError('passage-missing', `There is no passage ${id}.`);
    return row;
  }

  async searchText(query: string, n: number): Promise<readonly ScoredRow[]> {
    return this.#passages
      .map(({ text }, row) => ({ row, score: sharedWords(query, text) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.row - b.row)
      .slice(0, n);
  }

  async searchVector(): Promise<readonly ScoredRow[]> {
    return [];
  }

  async rowsWith(phrases: readonly string[]): Promise<readonly Row[]> {
    const finder = new PhraseFinder(phrases);
    return [...this.#passages.keys()].filter((row) => {
      const { title, headings, text } = this.#at(row);
      return finder.areIn(title, ...headings, text);
    });
  }

  neighborsOf(row: Row, k: number): readonly Row[] {
    return (this.#neighbors[this.idOf(row)] ?? []).slice(0, k).map((id) => this.rowOf(id));
  }

  async passages(rows: readonly Row[]): Promise<readonly Passage[]> {
    return rows.map((row) => this.#at(row));
  }

  #at(row: Row): Passage {
    const passage = this.#passages[row];
    if (!passage) throw new AriadneError('passage-missing', `There is no passage in row ${row}.`);
    return passage;
  }
}

/** Scores by shared words and records how many pairs it was given. */
export class WordReranker implements Reranker {
  readonly id = 'words';
  readonly scale = 'probability';
  pairs = 0;

  async score(query: string, passages: readonly RerankItem[]): Promise<readonly number[]> {
    this.pairs += passages.length;
    return passages.map(({ text }) => sharedWords(query, text) / 100);
  }
}

function sharedWords(query: string, text: string): number {
  const words = new Set(text.toLowerCase().match(/\w+/g) ?? []);
  return new Set((query.toLowerCase().match(/\w+/g) ?? []).filter((word) => words.has(word))).size;
}
