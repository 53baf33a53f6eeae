/** Searches over the index of a folder. */
import { builtinProvider } from '../models/builtin/builtinProvider.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { RequiredIndex } from '../folder/folderIndexOptions.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { EngineModels } from '../models/library/engineModels.ts';
import { rerankerOf } from '../models/library/providers.ts';
import type { EngineParams, SearchResult } from '../protocol/engine.ts';
import { defaultFirstStage } from '../protocol/runSpec.ts';
import type { FoundPassage, Passage } from '../protocol/passage.ts';
import type { ScopeNames } from '../protocol/scopeNames.ts';
import { sourcesIn } from '../retrieval/foundSources.ts';
import { withoutNames } from '../retrieval/preferDocuments.ts';
import { partOfIndex } from '../retrieval/partOfIndex.ts';
import { aboutAsked } from './aboutQuestion.ts';
import { resolveScope, type ResolvedScope } from './resolveScope.ts';
import { MadeOfIndex } from './madeOfIndex.ts';
import { scopeOfQuestion } from '../protocol/scopeSyntax.ts';
import type { FoundSource } from '../protocol/sources.ts';
import { scopeNamesOf } from './scopeNames.ts';
import { shownWhileTyping } from './shownWhileTyping.ts';
import { searchOnce, type SearchOptions } from './search.ts';
import { suggestionsOf } from './suggestions.ts';

/** So many fit below the question box. */
const mostWhileTyping = 6;

/** Of the text's own document, which are left out. */
const ownPassages = 10;

export class FolderSearch {
  readonly #index: FolderIndex;
  readonly #models: EngineModels;
  readonly #suggestions = new MadeOfIndex<readonly string[]>();
  readonly #scopeNames = new MadeOfIndex<ScopeNames>();

  constructor(index: FolderIndex, models: EngineModels) {
    this.#index = index;
    this.#models = models;
  }

  /** Passages by id, same order. @throws AriadneError `passage-missing` */
  passages(ids: readonly string[]): Promise<readonly Passage[]> {
    return this.#index.reading(({ index }) => index.passages(ids.map((id) => index.rowOf(id))));
  }

  async search(query: string, options: SearchOptions): Promise<readonly SearchResult[]> {
    const { method, k, models, firstStage = defaultFirstStage, scope, anyDocument, quotes = 'required', signal } = options;
    const { onWordsOnly, onOtherLanguage, onAbout } = options;
    this.#models.requireEmbedder(models);
    return this.#index.reading(async (required) => {
      const { index } = required;
      index.begin(method === 'nar' ? firstStage : method);
      const providers = this.#models.providers.with(builtinProvider(required.models));
      const embedder = await this.#index.embedderOf(index, required.models.embedder, signal);
      const reranker = await rerankerOf(providers, models.reranker, this.#models.context(signal), method === 'nar');
      const part = await this.partOf(scope, required, signal);
      const searched = scopedIndex(index, part, anyDocument);
      const named = { index, searched, isPart: part !== undefined };
      const about = await aboutAsked(query, named, method === 'nar' ? firstStage : method, embedder.id);
      onAbout?.(about.identity);
      onOtherLanguage?.(about.otherLanguage);
      return searchOnce({ index: searched, embedder, reranker }, query, { method, firstStage, k, quotes, onWordsOnly }, signal);
    });
  }

  /** Passages for a question that is being typed. See `findPassages`. */
  async whileTyping(typed: string, models: SearchOptions['models'], signal: AbortSignal): Promise<FoundPassage[]> {
    const { fields } = await this.scopeNames();
    const { question, scope, problems } = scopeOfQuestion(
      typed,
      fields.map(({ name }) => name),
    );
    if (problems.length > 0 || question.trim() === '') return [];
    const found = await this.search(question, { method: 'bm25', k: mostWhileTyping, models, scope, quotes: 'preferred', signal });
    return found.map(({ passage }) => shownWhileTyping(passage, question));
  }

  /**
   * What a text could cite: neighbors of the passage that it cites now, then what a search finds. Its document is left out.
   * @throws as `search`
   */
  async findSources({ text, path, near, k, models }: EngineParams<'findSources'>, signal: AbortSignal): Promise<readonly FoundSource[]> {
    const [found, neighbors] = await Promise.all([
      this.search(text, {
        ...{ method: 'hybrid', k: k + ownPassages, models, anyDocument: true, quotes: 'preferred', signal },
        // Words alone find sources, too.
        onWordsOnly: () => undefined,
      }),
      near ? this.#index.reading(({ index }) => neighborsAt(index, near.path, near.startLine)) : [],
    ]);
    const all = [
      ...neighbors.map((passage) => [passage, 'neighbor'] as const),
      ...found.map(({ passage }) => [passage, 'search'] as const),
    ];
    return sourcesIn(
      text,
      all.filter(([passage]) => passage.path !== path),
      k,
    );
  }

  /** Questions that fit the documents. @throws AriadneError `index-missing` */
  suggestions(signal: AbortSignal): Promise<readonly string[]> {
    return this.#index.reading(({ index }) => this.#suggestions.of(index, () => suggestionsOf(index, index.keys.rows, signal)));
  }

  /** What a question can be limited by. @throws AriadneError `index-missing` */
  scopeNames(): Promise<ScopeNames> {
    return this.#index.reading(({ index, documents }) => this.#scopeNames.of(index, () => scopeNamesOf(index, documents)));
  }

  /** The passages that a scope names; undefined without one. @throws as `resolveScope` */
  async partOf(
    scope: string | undefined,
    { index, documents }: Pick<RequiredIndex, 'index' | 'documents'>,
    signal: AbortSignal,
  ): Promise<ResolvedScope | undefined> {
    if (scope === undefined || scope.trim() === '') return undefined;
    const places = (where?: string) => index.places(where);
    return this.#index.explained(async () => resolveScope(scope.trim(), { documents: await documents(), places }, signal));
  }
}

/** Neighbors of the cited passage that are looked at. */
const mostNeighbors = 8;

/** Passages like the one at a place, best first. None where the index does not have it. @param startLine 1-based */
async function neighborsAt(index: IndexSnapshot, path: string, startLine: number): Promise<readonly Passage[]> {
  const rows = [...(await index.rowsOf([path])).rows];
  const own = await index.passages(rows);
  const at = own.findIndex(({ range }) => range.startLine < startLine && range.endLine >= startLine);
  const row = rows[at];
  return row === undefined ? [] : index.passages(await index.neighborsOf(row, mostNeighbors));
}

/** @param anyDocument whether documents that a query names count no more than others */
export function scopedIndex(
  index: IndexSnapshot,
  part: ResolvedScope | undefined,
  anyDocument: boolean | undefined,
): ReturnType<typeof partOfIndex> {
  const searched = part ? partOfIndex(index, part.rows) : index;
  return anyDocument ? withoutNames(searched) : searched;
}
