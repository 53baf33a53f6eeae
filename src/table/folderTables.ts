/** Tables of the documents of a folder. */
import { AriadneError } from '../base/errors.ts';
import { isOfBuiltin } from '../folder/builtinModels.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { maxCitedBytes } from '../folder/folderIndexOptions.ts';
import type { EngineModels } from '../models/library/engineModels.ts';
import type { Providers } from '../models/library/providers.ts';
import type { Embedder, Fetch } from '../models/models.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import type { FolderSearch } from '../search/folderSearch.ts';
import { KnownQuotes } from './knownQuotes.ts';
import { tableSource, type TableOf } from './openSource.ts';
import type { SourceOrder, TableHost, TableSource } from './tableSource.ts';

export interface FolderTablesOptions {
  readonly folder: string;
  readonly index: FolderIndex;
  readonly models: EngineModels;
  readonly search: FolderSearch;
}

export class FolderTables implements TableHost {
  readonly #options: FolderTablesOptions;
  readonly #known = new KnownQuotes();

  constructor(options: FolderTablesOptions) {
    this.#options = options;
  }

  /** Opens what a table of these documents asks for the duration of `work`. */
  async withTableSource<T>(order: SourceOrder, work: (source: TableSource) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { out, scope, models: chosen, mayAsk } = order;
    const { folder, index: folderIndex, models, search } = this.#options;
    const { source, index } = await folderIndex.reading(async (required) => {
      const { index } = required;
      const answering = await modelsOfTable(models.providers, chosen, models.context(signal));
      const builtin = models.withBuiltin(required.models).embedder;
      const embedder = async () => unasked(await folderIndex.embedderOf(index, builtin, signal), mayAsk);
      const part = await search.partOf(scope, required, signal);
      const sourceText = (path: string) => folderIndex.sourceText(path, { signal, maxFileBytes: maxCitedBytes });
      const reading = { folder, index, documents: await required.documents(), embedder, sourceText, known: this.#known };
      return { source: await tableSource({ ...answering, ...reading, out, scope: part }), index: index.retain() };
    });
    try {
      return await folderIndex.explained(() => work(source));
    } finally {
      index.close();
    }
  }
}

/** The embedder, which fails instead of asking a server or a local model that may not be asked. */
function unasked(embedder: Embedder, mayAsk = true): Embedder {
  if (mayAsk || isOfBuiltin(embedder.id)) return embedder;
  const why = `${embedder.id} is not asked for vectors in the background. Refresh to do so.`;
  return { ...embedder, embed: () => Promise.reject(new AriadneError('embedder-not-asked', why)) };
}

/** A reader answers where there is no chat model. */
async function modelsOfTable(
  providers: Providers,
  { chat: chatId, reader: readerId }: ModelIds,
  context: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<Pick<TableOf, 'chat' | 'reader'>> {
  const chat = await providers.chosen('chat', chatId, context);
  return { chat, reader: chat ? undefined : await providers.chosen('reader', readerId, context) };
}
