/** The requests about tables. */
import type { ModelIds } from '../protocol/engine.ts';
import type { TableAhead, TableOrder, TableSummary } from '../protocol/table.ts';
import { secondsPerCall } from '../run/estimate.ts';
import { fillTable as fill, lookAhead, usuallyAtOnce, type FillOptions } from '../table/fillTable.ts';
import type { Engine } from './engine.ts';

export { readRecord } from '../table/recordFile.ts';
export { usuallyAtOnce };

type EngineOrder = TableOrder & { readonly models: ModelIds };

/** What `fillTable` would do. @throws as `lookAhead`; AriadneError `index-missing`, `scope-invalid`, `scope-empty`, `model-unknown` */
export function tableAhead(engine: Engine, order: EngineOrder, signal: AbortSignal): Promise<TableAhead> {
  return engine.withTableSource(
    order,
    async (source) => {
      const ahead = await lookAhead(order, source, signal);
      const perCall = ahead.likelyCalls === 0 ? undefined : secondsPerCall(await engine.runs.store.list(), order.models.chat);
      if (perCall === undefined) return ahead;
      return { ...ahead, seconds: Math.round((perCall * ahead.likelyCalls) / (order.atOnce ?? usuallyAtOnce)) };
    },
    signal,
  );
}

/** @throws as `tableAhead` and as `fillTable` of src/table */
export function fillTable(engine: Engine, order: EngineOrder, options: FillOptions): Promise<TableSummary> {
  return engine.withTableSource(order, (source) => fill(order, source, options), options.signal);
}
