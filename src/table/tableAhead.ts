import type { ModelIds } from '../protocol/runSpec.ts';
import type { TableAhead, TableOrder } from '../protocol/table.ts';
import { secondsPerCall } from '../run/estimate.ts';
import type { Runs } from '../run/runs.ts';
import { lookAhead, usuallyAtOnce } from './fillTable.ts';
import type { TableHost } from './tableSource.ts';

export type EngineOrder = TableOrder & { readonly models: ModelIds };

/**
 * What filling a table would ask, and how long it would take.
 * @throws as `lookAhead`; AriadneError `index-missing`, `scope-invalid`, `scope-empty`, `model-unknown`
 */
export function tableAhead(host: TableHost, order: EngineOrder, runs: Pick<Runs, 'store'>, signal: AbortSignal): Promise<TableAhead> {
  return host.withTableSource(
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
