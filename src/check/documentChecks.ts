/** Checks the citations of texts against the documents that they cite. */
import { basename } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { RecentValues } from '../base/recentValues.ts';
import { checkCitations, type CitationCheck, citationsIn, type CitedSource, quotedPaths } from '../citations/checkCitations.ts';
import { type CitedKey, declaredBibliographies } from '../citations/citedKeys.ts';
import type { Verdict } from '../citations/claimSupport.ts';
import type { KeyDocument, KeySource } from '../citations/keyChecks.ts';
import { SourceSentences } from '../citations/sourceSentences.ts';
import { uncitedClaims } from '../citations/uncited.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import type { EngineParams, EngineResult } from '../protocol/engine.ts';
import type { Gaps } from '../protocol/documentCheck.ts';
import type { Passage } from '../protocol/passage.ts';
import { Bibliographies, type BibliographiesOptions, type OpenedBibliographies, problemsOf } from './bibliographies.ts';
import { CitedDocuments, type CitedDocumentsOptions } from './citedDocuments.ts';
import { indexedFolder, type IndexReading } from './indexedFolder.ts';
import { type ClaimJudge, JudgedClaims } from './judgedClaims.ts';
import { keyed, type KeyedText, type Meant, meantBy } from './meant.ts';
import { type SearchPassages, sourcesOfClaims } from './uncitedSources.ts';
import { titledDocuments, wantedEntries, type WantedEntries } from './wantedEntries.ts';
import { writtenTexts } from './writtenTexts.ts';

export interface DocumentChecksOptions extends Omit<CitedDocumentsOptions & BibliographiesOptions, 'indexed' | 'listed'> {
  /** What reads the index of the folder. Default: files are read as they are. */
  readonly index?: IndexReading;
  /** The entailment model that is chosen now; by default none, and rules alone decide. */
  readonly entailment?: () => ClaimJudge | undefined;
  /** Why a file is or is not in the index. */
  readonly explain?: (path: string) => Promise<Pick<EngineResult<'explain'>, 'state' | 'reason'>>;
}

/** Of claims with their sources. */
const keptVerdicts = 10_000;
/** Sentences of cited documents, in all. */
const keptSentences = 400_000;
/** A key that may mean more is of no use. */
const mostMeant = 4;

type EntriesFound = EngineResult<'bibliography'>;

export interface CheckTextOptions {
  readonly signal: AbortSignal;
  readonly withClaims?: boolean;
  /** Claims without a citation, which are looked up in the index; by default none. */
  readonly gaps?: Gaps | undefined;
  /** Hears why the entailment model judges no more; rules alone decide then. Default: that is thrown. */
  readonly onUnjudged?: (error: unknown) => void;
}

export class DocumentChecks {
  readonly #sources: CitedDocuments;
  readonly #bibliographies: Bibliographies;
  readonly #search: SearchPassages | undefined;
  readonly #judged: JudgedClaims;
  readonly #explain: DocumentChecksOptions['explain'];
  readonly #verdicts = new RecentValues<string, Verdict>(keptVerdicts);
  /** By path and hash of a document. */
  readonly #documents = new RecentValues<string, KeyDocument>(keptSentences);

  constructor({ index, explain, entailment = () => undefined, ...options }: DocumentChecksOptions) {
    this.#explain = explain;
    this.#judged = new JudgedClaims(entailment);
    const folder = index && indexedFolder(index);
    const all = { ...options, ...folder };
    this.#search = folder?.search;
    this.#sources = new CitedDocuments(all);
    this.#bibliographies = new Bibliographies(all);
  }

  /**
   * In text order; offsets are of `text`. What is cited and cannot be read is a finding.
   * @param document path of the file
   * @throws AriadneError `table-broken`, `table-too-new` for the record of a table; with gaps `index-missing`, `index-empty`; what the
   *   entailment model throws; AbortError
   */
  async check(document: string, text: string, options: CheckTextOptions): Promise<readonly CitationCheck[]> {
    const { signal, withClaims = true, gaps } = options;
    const texts = writtenTexts(document, text);
    const paths = [...new Set(texts.flatMap((one) => citationsIn(one.text, one.syntax).map(({ path }) => path)))];
    const quoted = new Set(texts.flatMap((one) => quotedPaths(one.text, one.syntax, one.quotes)));
    const sourceFor = async (path: string): Promise<CitedSource> =>
      path === '' ? { text } : this.#sources.of(path, document, quoted.has(path), signal);
    const known = new Map(await Promise.all(paths.map(async (path) => [path, await sourceFor(path)] as const)));
    const checks: CitationCheck[] = [];
    for (const one of texts.map((text) => keyed(text))) {
      const sourceOfKey = await this.#keysOf(one, document, signal);
      signal.throwIfAborted();
      const found = checkCitations(one.text, {
        ...{ syntax: one.syntax, withClaims, language: assumedLanguage, verdicts: this.#verdicts, sourceOfKey },
        groups: one.groups.filter(({ keys, isSure }) => isSure || keys.some((key) => sourceOfKey(key) !== undefined)),
        sourceOf: (path) => known.get(path) ?? { problem: 'the document is gone' },
        ...(one.quotes && { known: one.quotes }),
      });
      const bare = gaps === undefined ? [] : await this.#gapsOf(one, document, found, signal);
      const listed = bare.filter(({ support }) => gaps === 'all' || support === 'supported');
      const all = [...found, ...listed].sort((a, b) => a.range.start - b.range.start);
      checks.push(...all.map((check) => inDocument(check, one.offsetOf)));
    }
    return this.#judged.of(checks, signal, options.onUnjudged);
  }

  /** All entries of a bibliography. @param file its path */
  async bibliography(file: string, signal: AbortSignal): Promise<Omit<EntriesFound, 'isComplete'>> {
    const opened = await this.#bibliographies.of(file, [basename(file)], undefined, signal);
    const { entries } = await wantedEntries(opened, { wanted: { words: '' }, most: Infinity, signal });
    return { entries, problems: problemsOf(opened) };
  }

  /** See `documentCheckRequests.bibliography`. @param document path of the file */
  async entriesFor(document: string, text: string, options: WantedEntries): Promise<EntriesFound> {
    const opened = await this.#bibliographiesOf(keyed(writtenTexts(document, text)[0]), document, options.signal);
    return { ...(await wantedEntries(opened, options)), problems: problemsOf(opened) };
  }

  /** See `documentCheckRequests.titled`. */
  async titled(request: EngineParams<'titled'>, signal: AbortSignal): Promise<EngineResult<'titled'>> {
    return titledDocuments(await this.#bibliographies.documents(signal), request, signal);
  }

  close(): Promise<void> {
    return this.#sources.close();
  }

  #bibliographiesOf(
    one: Pick<KeyedText, 'text' | 'syntax'> | undefined,
    document: string,
    signal: AbortSignal,
  ): Promise<OpenedBibliographies> {
    const declared = one ? declaredBibliographies(one.text, one.syntax.id) : [];
    const references =
      one?.syntax.id === 'markdown' ? /^---\r?\n([^]{0,500000}?^references:[^]{0,500000}?)\r?\n---\s*$/m.exec(one.text)?.[1] : undefined;
    return this.#bibliographies.of(document, declared, references, signal);
  }

  /** @param found of what it cites */
  async #gapsOf(one: KeyedText, document: string, found: readonly CitationCheck[], signal: AbortSignal): Promise<readonly CitationCheck[]> {
    if (!this.#search)
      throw new AriadneError('index-missing', 'Claims without a citation are looked up in an index, and the folder has none.');
    const cited = found.filter(({ form }) => form !== 'none');
    const bare = found.filter(({ form }) => form === 'none').map(({ range }) => range);
    const claims = uncitedClaims(one.text, cited, [...one.definitions.byKey.values(), ...bare], one.syntax);
    const pathsOf = (range: CitationCheck['range']): readonly string[] =>
      cited
        .filter((check) => check.range.start === range.start)
        .flatMap(({ source, others = [] }) => (source ? [source.path, ...others] : []));
    return sourcesOfClaims(claims, ({ beside }) => new Set(beside.flatMap(({ range }) => pathsOf(range))), {
      search: this.#search,
      textOf: async (path) => {
        const source = await this.#sources.inFolder(path, signal);
        return 'text' in source ? source.text : undefined;
      },
      own: this.#bibliographies.named(document),
      signal,
    });
  }

  /** What the keys of a text mean; undefined for what is no citation. */
  async #keysOf(one: KeyedText, document: string, signal: AbortSignal): Promise<(key: CitedKey) => KeySource | undefined> {
    if (one.groups.length === 0) return () => undefined;
    const opened = await this.#bibliographiesOf(one, document, signal);
    const meant = new Map<string, readonly Meant[]>();
    for (const { key } of one.groups.flatMap(({ keys }) => keys)) if (!meant.has(key)) meant.set(key, meantBy(key, one, opened));
    const sources = new Map<string, KeySource | undefined>();
    for (const [key, all] of meant) sources.set(key, await this.#sourceOf(all, signal));
    return ({ key }) => sources.get(key);
  }

  /** @returns undefined for none */
  async #sourceOf(meant: readonly Meant[], signal: AbortSignal): Promise<KeySource | undefined> {
    const [first] = meant;
    if (!first) return undefined;
    const reference = first.reference === undefined ? {} : { reference: first.reference };
    const documents: KeyDocument[] = [];
    let problem = 'problem' in first ? first : undefined;
    for (const path of meant.flatMap((one) => ('paths' in one ? one.paths : [])).slice(0, mostMeant)) {
      const source = await this.#read(path, signal);
      if ('problem' in source) problem ??= { state: 'unresolved', problem: `${path}: ${source.problem}` };
      else documents.push(source);
    }
    if (documents.length > 0) return { documents, ...reference };
    const file = await this.#bibliographies.present(meant.flatMap(({ files = [] }) => files));
    if (file !== undefined) return { ...(await this.#notIndexed(file)), ...reference };
    return { ...(problem ?? { state: 'unresolved', problem: 'its document is not in the folder' }), ...reference };
  }

  async #notIndexed(path: string): Promise<Extract<KeySource, { readonly problem: string }>> {
    const { state, reason } = (await this.#explain?.(path)) ?? { state: 'excluded', reason: `${path} is not in the index` };
    return { state: 'unresolved', problem: reason, notIndexed: { path, isReady: state === 'not-indexed' || state === 'changed' } };
  }

  async #read(path: string, signal: AbortSignal): Promise<KeyDocument | { readonly problem: string }> {
    const source = await this.#sources.inFolder(path, signal);
    if ('problem' in source) return source;
    const { text, documentHash = '', title = path, identity } = source;
    const passages = (source.passages ?? []) as readonly Passage[];
    if (passages.length === 0) return { problem: 'it has no text; scanned pages need text recognition (OCR)' };
    const id = JSON.stringify([path, documentHash, title, identity?.title]);
    const known = this.#documents.get(id);
    if (known) return known;
    const language = languageOf(
      passages
        .slice(0, 5)
        .map((passage) => passage.text)
        .join('\n'),
    );
    const sentences = new SourceSentences(passages, language);
    const read = { path, title: identity?.title ?? title, documentHash, text, passages, sentences };
    this.#documents.set(id, read, sentences.all.length);
    return read;
  }
}

function inDocument(check: CitationCheck, offsetOf: (offset: number) => number): CitationCheck {
  const placed = ({ start, end }: CitationCheck['range']): CitationCheck['range'] => ({ start: offsetOf(start), end: offsetOf(end) });
  return { ...check, range: placed(check.range), ...(check.claim && { claim: placed(check.claim) }) };
}
