/** Tables of the documents of a folder. */
import { glob } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { RecentValues } from '../base/recentValues.ts';
import { isOfBuiltin } from '../folder/builtinModels.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { EngineModels } from '../models/library/engineModels.ts';
import type { Providers } from '../models/library/providers.ts';
import type { Embedder, Fetch } from '../models/models.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import {
  recordSuffix,
  type TableAhead,
  type TableEdit,
  type TableOrder,
  type TableStanding,
  type TableSummary,
} from '../protocol/table.ts';
import { secondsPerCall } from '../run/estimate.ts';
import type { Runs } from '../run/runs.ts';
import type { FolderSearch } from '../search/folderSearch.ts';
import { checkTables } from './checkTables.ts';
import { editTable } from './editTable.ts';
import { exportTable } from './exportTable.ts';
import { fillTable, lookAhead, usuallyAtOnce, type FillOptions } from './fillTable.ts';
import { tableSource, type TableOf } from './openSource.ts';
import type { SourceOrder, TableHost, TableSource } from './tableSource.ts';

type EngineOrder = TableOrder & { readonly models: ModelIds };

const mostKnownCells = 200_000;

export interface FolderTablesOptions {
  readonly folder: string;
  readonly index: FolderIndex;
  readonly models: EngineModels;
  readonly search: FolderSearch;
}

export class FolderTables implements TableHost {
  readonly #options: FolderTablesOptions;
  readonly #known = new RecentValues<string, true>(mostKnownCells);

  constructor(options: FolderTablesOptions) {
    this.#options = options;
  }

  /** Opens what a table of these documents asks for the duration of `work`. */
  async withTableSource<T>(order: SourceOrder, work: (source: TableSource) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { out, scope, models: chosen, mayAsk } = order;
    const { folder, index: folderIndex, models, search } = this.#options;
    const { source, index } = await folderIndex.reading(async (required) => {
      const { index } = required;
      // As for a run: later a switch of models may have dropped it.
      await index.linked();
      const answering = await modelsOfTable(models.providers, chosen, models.context(signal));
      const embedder = async () => unasked(await folderIndex.embedderOf(index, required.models.embedder, signal), mayAsk);
      const part = await search.partOf(scope, required, signal);
      const sourceText = (path: string) => folderIndex.sourceText(path, { signal });
      const reading = { folder, index, documents: await required.documents(), embedder, sourceText, known: this.#known };
      return { source: await tableSource({ ...answering, ...reading, out, scope: part }), index: index.retain() };
    });
    try {
      return await folderIndex.explained(() => work(source));
    } finally {
      index.close();
    }
  }

  /** The paths of the records of tables in the folder, in order. */
  find(): Promise<readonly string[]> {
    return findTables(this.#options.folder);
  }

  /** @throws as `checkTables` */
  check(records: readonly string[], signal: AbortSignal, mayAsk?: boolean): Promise<TableStanding[]> {
    return checkTables(this, records, signal, mayAsk);
  }

  /**
   * What `fill` would ask, and how long it would take.
   * @param runs tell how long a call takes
   * @throws as `lookAhead`; AriadneError `index-missing`, `scope-invalid`, `scope-empty`, `model-unknown`
   */
  async ahead(order: EngineOrder, runs: Pick<Runs, 'store'>, signal: AbortSignal): Promise<TableAhead> {
    const ahead = await this.withTableSource(order, (source) => lookAhead(order, source, signal), signal);
    const perCall = ahead.likelyCalls === 0 ? undefined : secondsPerCall(await runs.store.list(), order.models.chat);
    if (perCall === undefined) return ahead;
    return { ...ahead, seconds: Math.round((perCall * ahead.likelyCalls) / (order.atOnce ?? usuallyAtOnce)) };
  }

  /** @throws as `ahead` and as `fillTable` */
  fill(order: EngineOrder, options: FillOptions): Promise<TableSummary> {
    return this.withTableSource(order, (source) => fillTable(order, source, options), options.signal);
  }

  /** @throws as `editTable` */
  edit(record: string, edit: TableEdit): Promise<void> {
    return editTable(record, edit);
  }

  /** @throws as `exportTable` */
  export(record: string, out: string, signal: AbortSignal): Promise<void> {
    return exportTable(this, record, out, signal);
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

/** The paths of the records of tables in a folder, in order. */
async function findTables(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(`**/*${recordSuffix}`, { cwd: folder, exclude: isHidden })) found.push(join(folder, path));
  return found.sort();
}

/** Folders in which nobody keeps tables. */
function isHidden(path: string): boolean {
  const name = basename(path);
  return name === 'node_modules' || (name.startsWith('.') && name !== '.');
}
