import { AriadneError } from '../../src/base/errors.ts';
import { spellableIn, type Respelled } from '../../src/language/terms/spelling.ts';
import { PhraseFinder } from '../../src/language/phrases.ts';
import type { Likeness, Mention, NameAmong, PassageIndex, Row, ScoredRow, WordCounts } from '../../src/indexing/interfaces.ts';
import { RowSet } from '../../src/base/rowSet.ts';
import type { Reranker, RerankItem } from '../../src/models/models.ts';
import { DocumentNames, type IdentifiedQuestion } from '../../src/indexing/identity/documentNames.ts';
import type { DocumentIdentity } from '../../src/protocol/identity.ts';
import type { Passage } from '../../src/protocol/passage.ts';

/** Mentions of titles: the text between two offsets of a passage names the documents of other passages, all by id. */
export type GivenMentions = Readonly<
  Record<string, readonly { readonly start: number; readonly end: number; readonly to: readonly string[] }[]>
>;

/** An index in memory, with a text search that counts shared words, a given neighbor graph and given mentions. */
export class MemoryIndex implements PassageIndex {
  readonly epoch: string;
  readonly #passages: readonly Passage[];
  readonly #neighbors: Readonly<Record<string, readonly string[]>>;

  readonly #mentions: GivenMentions;
  readonly #words = new Map<Row, ReadonlySet<string>>();
  /** How words are meant that are written with an error. */
  meant: Readonly<Record<string, string>> = {};

  constructor(
    passages: readonly Passage[],
    neighbors: Readonly<Record<string, readonly string[]>> = {},
    epoch = 'memory',
    mentions: GivenMentions = {},
  ) {
    this.epoch = epoch;
    this.#mentions = mentions;
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

  pathOf(row: Row): string {
    return this.#at(row).path;
  }

  firstOf(row: Row): Row | undefined {
    return this.#rowsOf(this.pathOf(row))[0];
  }

  identityOf(path: string): DocumentIdentity | undefined {
    return this.#passages.find((passage) => passage.path === path)?.identity;
  }

  namedIn(question: string): Promise<IdentifiedQuestion> {
    const names = new DocumentNames();
    const lengths = Map.groupBy(this.#passages, ({ path }) => path);
    for (const { path, identity } of this.#passages) names.add(path, identity?.parts ?? [], lengths.get(path)?.length ?? 0);
    return names.identify(question);
  }

  async rowsOf(paths: readonly string[]): Promise<RowSet> {
    return new RowSet([...this.#passages.keys()].filter((row) => paths.includes(this.#at(row).path)));
  }

  async searchText(query: string, n: number, among?: RowSet): Promise<readonly ScoredRow[]> {
    const words = [...new Set(wordsIn(query))];
    return [...this.#passages.keys()]
      .map((row) => ({ row, score: sharedWords(words, this.#wordsOf(row)) }))
      .filter(({ row, score }) => score > 0 && among?.has(row) !== false)
      .sort((a, b) => b.score - a.score || a.row - b.row)
      .slice(0, n);
  }

  async countWords(query: string, rows: readonly Row[]): Promise<WordCounts> {
    const words = [...new Set(wordsIn(query))];
    const passages = rows.map((row) => {
      const own = wordsIn(this.#at(row).text);
      return [row, { counts: words.map((word) => own.filter((one) => one === word).length) }] as const;
    });
    return { worths: words.map(() => 1), passages: new Map(passages) };
  }

  /** Words of three letters or more are searched. */
  async namesAmong(names: readonly string[], rows: readonly Row[]): Promise<readonly NameAmong[]> {
    return names.map((name) => {
      const words = wordsIn(name).filter(({ length }) => length > 2);
      const hasAll = (row: Row): boolean => words.length > 0 && words.every((word) => this.#wordsOf(row).has(word));
      return { specificity: words.length > 0 ? 1 : 0, rows: rows.filter(hasAll) };
    });
  }

  async respelledIn(query: string): Promise<readonly Respelled[]> {
    return spellableIn(query).flatMap(({ start, written }) => {
      const meant = this.meant[written];
      return meant === undefined ? [] : [{ start, written, meant }];
    });
  }

  async searchVector(): Promise<readonly ScoredRow[]> {
    return [];
  }

  async rowsWith(phrases: readonly string[], _: AbortSignal, among?: RowSet): Promise<readonly Row[]> {
    const finder = new PhraseFinder(phrases);
    return [...this.#passages.keys()].filter((row) => {
      if (among?.has(row) === false) return false;
      const { title, headings, text } = this.#at(row);
      return finder.areIn(title, ...headings, text);
    });
  }

  async neighborsOf(row: Row, k: number, _?: Likeness, among?: RowSet): Promise<readonly Row[]> {
    const rows = (this.#neighbors[this.idOf(row)] ?? []).map((id) => this.rowOf(id));
    return rows.filter((neighbor) => among?.has(neighbor) !== false).slice(0, k);
  }

  async mentionsIn(rows: readonly Row[]): Promise<readonly (readonly Mention[])[]> {
    return rows.map((row) => this.#mentionsOf(row));
  }

  #mentionsOf(row: Row): readonly Mention[] {
    return (this.#mentions[this.idOf(row)] ?? []).map(({ start, end, to }) => ({
      name: this.#at(row).text.slice(start, end),
      start,
      end,
      kind: 'title',
      targets: [...new Set(to.map((id) => this.#at(this.rowOf(id)).path))].sort().map((path) => ({ path, rows: this.#rowsOf(path) })),
      specificity: 1,
    }));
  }

  /** Titles, verbatim. */
  async mentionsInText(text: string): Promise<readonly Mention[]> {
    const titles = [...new Set([...this.#passages.keys()].map((row) => this.#at(row).title))].filter((title) => title !== '');
    return titles.flatMap((name) => {
      const start = text.indexOf(name);
      if (start < 0) return [];
      const rows = [...this.#passages.keys()].filter((row) => this.#at(row).title === name);
      const targets = [...new Set(rows.map((row) => this.#at(row).path))].sort().map((path) => ({ path, rows: this.#rowsOf(path) }));
      return [{ name, start, end: start + name.length, kind: 'title', targets, specificity: 1 }];
    });
  }

  async passages(rows: readonly Row[]): Promise<readonly Passage[]> {
    return rows.map((row) => this.#at(row));
  }

  #wordsOf(row: Row): ReadonlySet<string> {
    const words = this.#words.get(row) ?? new Set(wordsIn(this.#at(row).text));
    this.#words.set(row, words);
    return words;
  }

  #rowsOf(path: string): readonly Row[] {
    return [...this.#passages.keys()].filter((row) => this.#at(row).path === path);
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
    const words = [...new Set(wordsIn(query))];
    return passages.map(({ text }) => sharedWords(words, new Set(wordsIn(text))) / 100);
  }
}

function sharedWords(query: readonly string[], words: ReadonlySet<string>): number {
  return query.filter((word) => words.has(word)).length;
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/\w+/g) ?? [];
}
