/** An index at one moment, ready to be searched: keys, vectors and neighbor graph in typed arrays, passages in LanceDB. */
import { yieldToEventLoop } from '../base/abort.ts';
import { Lazy } from '../base/lazy.ts';
import { RecentValues } from '../base/recentValues.ts';
import { RowSet } from '../base/rowSet.ts';
import { AriadneError } from '../base/errors.ts';
import { insertionIndex } from '../base/binarySearch.ts';
import { termsOf } from '../language/terms/terms.ts';
import { longWord, type Respelled } from '../language/terms/spelling.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';
import type { FirstStageMethod } from '../protocol/runSpec.ts';
import type { PassageTerms, ReadHashes, SeenTerms } from './fullText/passageTerms.ts';
import { respelledIn } from './fullText/respell.ts';
import type { IdentifiedQuestion } from './identity/documentNames.ts';
import { type IndexParts, type IndexState, type LinkedVectors, linkedVectors } from './indexState.ts';
import type { Likeness, Mention, MentionTarget, NameAmong, PassageIndex, Row, ScoredRow, WordCounts } from './interfaces.ts';
import { NearestTogether } from './nearestTogether.ts';
import type { PassagePlaces, PassageReader } from './passageReader.ts';
import type { FoundMentions } from './mentions/folderNames.ts';
import type { PassageLink } from './passageLinks.ts';
import { searchVectors } from './searchVectors.ts';

/** Words are weighed by so many. */
const weighingPassages = 1024;
/** A word is looked for in so many passages that have it, however inflected. */
const readForWord = 30;
const keptQuestions = 50;
/** Names, and passages of the sample that have one of several words. A question looks at some hundred names. */
const keptNames = 20_000;
/** A walk has a thousand, with neighbors. */
const keptIds = 10_000;
/** A question has ten words or twenty. */
const mostCounted = 64;
/** Among so many, words are looked for in memory. A query takes as long among few passages as among all. */
const fewPassages = 2000;

const noRows = new RowSet([]);

/** Of so many languages, those of most passages, the words of a name are looked for. */
const mostLanguages = 3;
/** A name in more passages than this leaves is a common word. In a thousand passages: in more than 250. */
const leastSpecificity = 0.2;

/** A link that should lead to a document of the folder, and leads to none. */
export interface LostLink {
  readonly link: PassageLink;
  readonly passage: Passage;
}

export class IndexSnapshot implements PassageIndex {
  readonly epoch: string;
  /** The vectors' model; empty when there are none. */
  readonly model: string;
  readonly #parts: IndexParts;
  readonly #reader: PassageReader;
  readonly #kernel: NearestKernel;
  readonly #together: NearestTogether;
  /** Those that are asked about are mostly those that were found. */
  readonly #givenIds = new RecentValues<string, Row>(keptIds);
  /** A question is looked at before it is searched, and more than once where it quotes a phrase. */
  readonly #respelled = new RecentValues<string, Promise<readonly Respelled[]>>(keptQuestions);
  /** Passages have the same names as those that were read before. */
  readonly #names = new RecentValues<string, readonly SeenTerms[]>(keptNames);
  readonly #mainLanguages = new Lazy(async () => {
    const byPassages = [...(await this.languages())].sort((a, b) => b[1] - a[1]);
    return byPassages.slice(0, mostLanguages).map(([tag]) => tag);
  });
  #sampled: Int32Array | undefined;
  readonly #readHashes: ReadHashes = (rows) => this.#reader.termHashes(rows);
  #users = 1;

  constructor(parts: {
    readonly epoch: string;
    readonly model: string;
    readonly reader: PassageReader;
    readonly parts: IndexParts;
    readonly kernel: NearestKernel;
  }) {
    this.epoch = parts.epoch;
    this.model = parts.model;
    this.#parts = parts.parts;
    this.#reader = parts.reader;
    this.#kernel = parts.kernel;
    this.#together = new NearestTogether(parts.kernel);
  }

  get keys(): IndexParts['keys'] {
    return this.#parts.keys;
  }

  /** Whether passages may be missing since its files were removed. */
  get isOutdated(): boolean {
    return this.#reader.isOutdated;
  }

  linked(): Promise<LinkedVectors> {
    return linkedVectors(this.#parts);
  }

  /** All that changes are applied to. Parts that nothing has asked for yet are read. */
  async state(): Promise<IndexState> {
    const { terms, removed } = this.#parts;
    return { ...(await this.linked()), terms: await terms.value(), languages: await this.languages(), removed };
  }

  /**
   * Begins to read what a search needs in memory, all at the same time and before the search comes to it. Where that fails, the search
   * reads it again, and says why it cannot be read.
   */
  begin(method: FirstStageMethod): void {
    const needed: Promise<unknown>[] = method === 'bm25' ? [] : [this.#parts.vectors.value()];
    if (method === 'linked') needed.push(this.#terms());
    for (const part of needed) part.catch(() => undefined);
  }

  /** Reads what searches need in memory, before one asks for it. */
  async load(): Promise<void> {
    const { vectors, terms, graph } = this.#parts;
    for (const part of [vectors, graph]) await part.value();
    await (await terms.value()).ready(this.#readHashes);
    await this.#kernel.ready();
    await this.#reader.lookAhead();
  }

  get passageCount(): number {
    return this.keys.rows.length;
  }

  idOf(row: Row): string {
    const { rows, ids } = this.keys;
    const id = ids.at(insertionIndex(row, rows));
    if (id === undefined) throw missing(`row ${row}`);
    if (this.#givenIds.get(id) === undefined) this.#givenIds.set(id, row);
    return id;
  }

  rowOf(id: string): Row {
    const row = this.#givenIds.get(id) ?? this.keys.lookup.rowOf(id);
    if (row === undefined || !this.#has(row)) throw missing(id);
    return row;
  }

  pathOf(row: Row): string | undefined {
    return this.keys.paths.at(insertionIndex(row, this.keys.rows));
  }

  firstOf(row: Row): Row | undefined {
    return this.#rowsOf(this.pathOf(row) ?? '')[0];
  }

  identityOf(path: string): DocumentIdentity | undefined {
    return this.#reader.identityOf(path);
  }

  namedIn(question: string): Promise<IdentifiedQuestion> {
    return this.#reader.namedIn(question, (names) => this.#saidIn(names));
  }

  rowsOf(paths: readonly string[]): Promise<RowSet> {
    return Promise.resolve(new RowSet(Int32Array.from(new Set(paths.flatMap((path) => this.#rowsOf(path)))).sort()));
  }

  #rowsOf(path: string): readonly Row[] {
    return this.keys.lookup.rowsOf(path).filter((row) => this.#has(row));
  }

  /** The number of passages in each language, by its BCP 47 tag. */
  languages(): Promise<ReadonlyMap<string, number>> {
    return this.#reader.languages();
  }

  async searchText(query: string, n: number, among?: RowSet): Promise<readonly ScoredRow[]> {
    const { terms } = this.#parts;
    if (among && among.size <= fewPassages) return (await this.#terms(among.rows)).best(await this.#reader.termsOf(query, terms), n, among);
    return (await this.#reader.searchText(query, n, among, terms)).filter(({ row }) => this.#has(row));
  }

  async countWords(query: string, rows: readonly Row[]): Promise<WordCounts> {
    const { terms } = this.#parts;
    const asked = (await this.#reader.termsOf(query, terms)).slice(0, mostCounted);
    return (await this.#terms(rows)).count(asked, rows, this.#sample());
  }

  async namesAmong(names: readonly string[], rows: readonly Row[]): Promise<readonly NameAmong[]> {
    const [languages, counted] = [await this.#mainLanguages.value(), await this.#terms(rows)];
    const seen = names.map((name) => this.#seen(name, languages, counted));
    const terms = [...new Set(seen.flatMap((forms) => forms.flatMap((form) => form.terms)))];
    const placeOf = new Map(terms.map((term, place) => [term, place]));
    const having = counted.having(terms, rows);
    return seen.map((forms) => {
      const places = forms.flatMap((form) => (form.terms.length === 0 ? [] : [form.terms.map((term) => placeOf.get(term)!)]));
      const hasName = (_: Row, i: number): boolean => places.some((of) => of.every((place) => having[i * terms.length + place] === 1));
      return { specificity: this.#specificityOf(forms, [], counted), rows: rows.filter(hasName) };
    });
  }

  respelledIn(query: string): Promise<readonly Respelled[]> {
    const respelled =
      this.#respelled.get(query) ??
      this.languages().then((languages) =>
        respelledIn(query, languages, {
          hasAny: (terms) => this.#reader.hasAny(terms, this.#parts.terms),
          terms: () => this.#parts.terms.value(),
          isWritten: (word) => this.#isWritten(word),
        }),
      );
    this.#respelled.set(query, respelled);
    respelled.catch(() => this.#respelled.delete(query));
    return respelled;
  }

  /** With those of the sample and of some more passages. */
  async #terms(rows: Int32Array | readonly Row[] = []): Promise<PassageTerms> {
    return (await this.#parts.terms.value()).ready(this.#readHashes, this.#sample(), rows);
  }

  /** Passages that words are weighed by. */
  #sample(): Int32Array {
    return (this.#sampled ??= evenly(this.keys.rows, weighingPassages));
  }

  /** @param word of letters only. A short one with a capital is a name: passages that have it have it with a capital. */
  async #isWritten(word: string): Promise<boolean> {
    const found = await this.searchText(word, readForWord);
    const passages = await this.passages(found.map(({ row }) => row));
    const inText = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
    const written = passages.flatMap(({ title, headings, text }) => [title, ...headings, text].join(' ').match(inText) ?? []);
    const isName = /^\p{Lu}/u.test(word) && word.length < longWord;
    return written.length > 0 && (!isName || written.every((one) => /^\p{Lu}/u.test(one)));
  }

  async #saidIn(names: readonly string[]): Promise<readonly (readonly string[])[]> {
    const termsOf = await Promise.all(names.map((name) => this.#reader.termsOf(name, this.#parts.terms)));
    const [counted, sample] = [await this.#terms(), this.#sample()];
    return termsOf.map((terms) => counted.sampledWith(terms, sample).flatMap((row) => this.pathOf(row) ?? []));
  }

  async searchVector(query: Float32Array, n: number, among?: RowSet): Promise<readonly ScoredRow[]> {
    if (n === 0 || query.every((value) => value === 0)) return [];
    return searchVectors(this.#kernel, await this.#parts.vectors.value(), query, n, among);
  }

  async rowsWith(phrases: readonly string[], signal: AbortSignal, among?: RowSet): Promise<readonly Row[]> {
    return (await this.#reader.rowsWith(phrases, signal, among)).filter((row) => this.#has(row));
  }

  /** See `PassageReader`. */
  places(where?: string): AsyncGenerator<PassagePlaces> {
    return this.#reader.places(where);
  }

  async neighborsOf(row: Row, k: number, likeness: Likeness = 'vectors', among?: RowSet): Promise<readonly Row[]> {
    const { rows } = this.keys;
    if (k === 0) return [];
    if (likeness === 'words') {
      // Each takes some milliseconds of this thread.
      await yieldToEventLoop();
      const terms = await this.#parts.terms.value();
      await terms.ready(this.#readHashes, ...(among ? [among.rows, [row]] : []));
      return terms.like(row, k, among?.rows ?? rows);
    }
    const { lists } = await this.#parts.graph.value();
    const listed: Row[] = [];
    for (let at = row * lists.k; at < (row + 1) * lists.k && listed.length < k; at++) {
      const other = lists.neighbors[at] ?? -1;
      if (other >= 0 && among?.has(other) !== false) listed.push(other);
    }
    if (listed.length >= Math.min(k, (among?.size ?? rows.length) - 1)) return listed;
    // A list has few of a part of the index, and no large index has lists.
    const vectors = await this.#parts.vectors.value();
    const position = insertionIndex(row, vectors.rows);
    if (position < 0) return [];
    const found = among
      ? (await this.searchVector(vectors.at(position), k + 1, among)).map((one) => one.row)
      : await this.#together.ask(vectors, position, k + 1);
    return found.filter((other) => other !== row).slice(0, k);
  }

  async mentionsIn(rows: readonly Row[]): Promise<readonly (readonly Mention[])[]> {
    const { names } = this.#reader;
    const [found] = await Promise.all([this.#reader.linking(rows), names.ready()]);
    return Promise.all(
      found.map((one) => (one ? this.#telling(names.inPassage(one.passage.path, one.passage.text, one.links)) : Promise.resolve([]))),
    );
  }

  async mentionsInText(text: string): Promise<readonly Mention[]> {
    await this.#reader.names.ready();
    return this.#telling(this.#reader.names.inText(text));
  }

  /** Links that lead nowhere of a document's passages, see `FolderNames`. */
  async lostLinks(path: string): Promise<readonly LostLink[]> {
    const { names } = this.#reader;
    const rows = [...(await this.rowsOf([path])).rows];
    const [found] = await Promise.all([this.#reader.linking(rows), names.ready()]);
    return found.flatMap((one) =>
      one ? one.links.filter((link) => names.isLost(link, path)).map((link) => ({ link, passage: one.passage })) : [],
    );
  }

  /** Without names that are common words, and those that a link has, by place. */
  async #telling({ links, names }: FoundMentions): Promise<readonly Mention[]> {
    const weighed = names.length === 0 ? [] : await this.#specific(names);
    const isFree = (name: Mention): boolean => !links.some((link) => link.start < name.end && name.start < link.end);
    return [...links, ...weighed.filter(isFree)]
      .flatMap((mention) => this.#here(mention))
      .sort((a, b) => a.start - b.start || a.end - b.end);
  }

  async #specific(names: FoundMentions['names']): Promise<readonly Mention[]> {
    const [languages, terms] = [await this.#mainLanguages.value(), await this.#terms()];
    return names
      .map(({ written, ...name }) => {
        return { ...name, specificity: this.#specificityOf(this.#seen(written, languages, terms), name.targets, terms) };
      })
      .filter(({ specificity }) => specificity >= leastSpecificity);
  }

  /** The words of a name in each of the languages, those that are alike once. */
  #seen(written: string, languages: readonly string[], terms: PassageTerms): readonly SeenTerms[] {
    const known = this.#names.get(written);
    if (known) return known;
    const forms = new Map(languages.map((tag) => termsOf(written, tag)).map((of) => [of.join(' '), of]));
    const seen = [...forms.values()].map((of) => terms.seen([...new Set(of)], this.#sample()));
    this.#names.set(written, seen, 1 + seen.reduce((sum, { sampled }) => sum + sampled.length, 0));
    return seen;
  }

  /** A mention as far as it leads to passages of this snapshot: names are those of the documents as they are now. */
  #here(mention: Mention): readonly Mention[] {
    const targets = mention.targets.flatMap((target) => {
      const rows = target.rows.filter((row) => this.#has(row));
      return rows.length === 0 && target.rows.length > 0 ? [] : [{ ...target, rows }];
    });
    return targets.length === 0 ? [] : [{ ...mention, targets }];
  }

  /** Of a name, by the passages that have its words beside those of the documents that it names. */
  #specificityOf(forms: readonly SeenTerms[], targets: readonly MentionTarget[], terms: PassageTerms): number {
    const { rows } = this.keys;
    if (rows.length < 2) return 1;
    const own = targets.length === 0 ? noRows : new RowSet(Int32Array.from(new Set(targets.flatMap((target) => target.rows))).sort());
    const sample = this.#sample();
    const counts = forms.map((form) => (form.terms.length === 0 ? rows.length : terms.together(form, sample, own)));
    const containing = Math.min(
      rows.length,
      Math.max(
        1,
        counts.reduce((sum, count) => sum + count, 0),
      ),
    );
    return Math.log(rows.length / containing) / Math.log(rows.length);
  }

  async passages(rows: readonly Row[]): Promise<readonly Passage[]> {
    const found = await this.#reader.passages(rows);
    return found.map((passage, i) => {
      if (!passage) throw missing(`row ${rows[i]}`);
      return passage;
    });
  }

  /** A reader whose version is gone also finds passages that are newer than this snapshot. */
  #has(row: Row): boolean {
    return insertionIndex(row, this.keys.rows) >= 0;
  }

  /** Adds a user, who must also call `close`: a run keeps its index while a newer one replaces it. */
  retain(): this {
    this.#users++;
    return this;
  }

  /** Must be called once by each user. The last call frees the snapshot. */
  close(): void {
    if (--this.#users > 0) return;
    this.#reader.close();
  }
}

/** At most `n` of the rows, evenly spread. */
function evenly(rows: Int32Array, n: number): Int32Array {
  const count = Math.min(n, rows.length);
  return Int32Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

function missing(what: string): AriadneError {
  return new AriadneError(
    'passage-missing',
    `A passage (${what}) is no longer in the index because its document changed. Index the folder and ask again.`,
  );
}
