/** The tables that this window fills. Does not use VS Code. */
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { EngineParams, EngineResult } from '../../protocol/engine.ts';
import { builtinModels, type ModelIds } from '../../protocol/runSpec.ts';
import { recordPath, type CellChange, type TableProgress, type TableRecord } from '../../protocol/table.ts';
import type { EngineClient, EngineRequests } from '../engineProcess/engineClient.ts';

type TableOrderOfWindow = EngineParams<'fillTable'>;

interface TableChange {
  /** The file of its record. */
  readonly record: string;
  /** Undefined when it is filled no longer. */
  readonly progress: TableProgress | undefined;
}

export class TableRuns implements Disposable {
  readonly onDidChange = new Emitter<TableChange>();
  readonly #engine: EngineRequests;
  readonly #running = new Map<string, { readonly controller: AbortController; readonly told: TableProgress[] }>();
  /** What was different after a table was filled last, by record. */
  readonly #changes = new Map<string, readonly CellChange[]>();
  readonly #subscription: Disposable;

  constructor(engine: EngineRequests & Pick<EngineClient, 'notifications'>) {
    this.#engine = engine;
    this.#subscription = engine.notifications.on('tableProgress', ({ out, ...progress }) => {
      const record = recordPath(out);
      const running = this.#running.get(record);
      if (!running) return;
      running.told.push(progress);
      this.onDidChange.fire({ record, progress });
    });
  }

  /** All that was told of a table so far; undefined when this window does not fill it. */
  toldOf(record: string): readonly TableProgress[] | undefined {
    return this.#running.get(record)?.told;
  }

  /** Cells that say something else since this window has filled the table. */
  changesOf(record: string): readonly CellChange[] {
    return this.#changes.get(record) ?? [];
  }

  /**
   * Resolves when it is filled.
   * @throws AriadneError of the engine; AbortError when it was stopped
   */
  async fill(order: TableOrderOfWindow, outer?: AbortSignal): Promise<EngineResult<'fillTable'>> {
    const controller = new AbortController();
    const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
    const record = recordPath(order.out);
    this.#running.set(record, { controller, told: [] });
    try {
      const summary = await this.#engine.request('fillTable', order, { signal });
      this.#changes.set(record, summary.changes);
      return summary;
    } finally {
      this.#running.delete(record);
      this.onDidChange.fire({ record, progress: undefined });
    }
  }

  stop(record: string): void {
    this.#running.get(record)?.controller.abort();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.onDidChange.dispose();
    for (const { controller } of this.#running.values()) controller.abort();
  }
}

/** What would answer: a reader only where there is no chat model. */
function answering({ chat, reader }: ModelIds): string {
  return chat === builtinModels.chat ? (reader ?? chat) : chat;
}

/**
 * Whether the model that is chosen is the one that answered. A local model answers under its id with the precision and the fingerprint of
 * its files, as in `hf:ORG/NAME#q8/1f2e3d4c5b6a`, one in a folder under the name of its folder alone.
 */
function isSameModel(answeredBy: string, chosen: string): boolean {
  if (answeredBy === chosen) return true;
  const [, name, precision] = /^((?:hf|folder):.+)#(\w+)\/\w+$/.exec(answeredBy) ?? [];
  const [, provider, place = '', wanted] = /^(hf|folder):(.+?)(?:#(\w+))?$/.exec(chosen) ?? [];
  const chosenName = provider === 'hf' ? place.replace(/@.*/, '') : place.replace(/[\\/]+$/, '').replace(/.*[\\/]/, '');
  return name !== undefined && name === `${provider}:${chosenName}` && (wanted === undefined || wanted === precision);
}

/** Another model would have to be asked of every cell. */
export function modelsThatAnswered(answeredBy: string, models: ModelIds): ModelIds {
  const { reader: _reader, ...rest } = models;
  if (isSameModel(answeredBy, answering(models))) return models;
  if (answeredBy === 'builtin') return { ...rest, chat: builtinModels.chat };
  return /^(?:openai|vscode):/.test(answeredBy) ? { ...models, chat: answeredBy } : models;
}

/** The cells that another model has answered than the one that is chosen now; undefined when there are none. */
export function otherModelOf(
  { answeredBy, rows }: TableRecord,
  models: ModelIds,
): { readonly cells: number; readonly now: string } | undefined {
  const now = answering(models);
  if (isSameModel(answeredBy, now)) return undefined;
  const cells = rows.flatMap((row) => row.cells).filter(({ key, byHand }) => key !== undefined && byHand === undefined).length;
  return cells === 0 ? undefined : { cells, now };
}
