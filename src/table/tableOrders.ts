/** The requests about tables. */
import type { ModelIds } from '../protocol/runSpec.ts';
import type { TableAhead, TableOrder, TableSummary } from '../protocol/table.ts';
import { secondsPerCall } from '../run/estimate.ts';
import type { Runs } from '../run/runs.ts';
import { fillTable as fill, lookAhead, usuallyAtOnce, type FillOptions } from './fillTable.ts';
import type { TableHost } from './tableSource.ts';

export { readRecord } from './recordFile.ts';
export { usuallyAtOnce };

type EngineOrder = TableOrder & { readonly models: ModelIds };

/**
 * What `fillOrderedTable` would do.
 * @throws as `lookAhead`; AriadneError `index-missing`, `scope-invalid`, `scope-empty`, `model-unknown`
 */
export function orderedTableAhead(
  { tables, runs }: { readonly tables: TableHost; readonly runs: Pick<Runs, 'store'> },
  order: EngineOrder,
  signal: AbortSignal,
): Promise<TableAhead> {
  return tables.withTableSource(
    order,
    async (source) => {
      const ahead = await lookAhead(order, source, signal);
      const perCall = ahead.likelyCalls === 0 ? undefined : secondsPerCall(await runs.store.list(), order.models.chat);
      if (perCall === undefined) return ahead;
      return { ...ahead, seconds: Math.round((perCall * ahead.likelyCalls) / (order.atOnce ?? usuallyAtOnce)) };
    },
    signal,
  );
}

/** @throws as `orderedTableAhead` and as `fillTable` of fillTable.ts */
export function fillOrderedTable(engine: TableHost, order: EngineOrder, options: FillOptions): Promise<TableSummary> {
  return engine.withTableSource(order, (source) => fill(order, source, options), options.signal);
}
