/** What people take from a stored table: a file in another format. No model is asked. */
import { dirname, resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { builtinModels } from '../protocol/runSpec.ts';
import { withFaults } from '../protocol/table.ts';
import { ageOf } from './age.ts';
import { faultsIn } from './lookUp.ts';
import { folderFrom, readRecord, writeForm } from './recordFile.ts';
import { elsewhere } from './checkTables.ts';
import type { TableHost, TableSource } from './tableSource.ts';

/**
 * Writes a table as Markdown or CSV. What it quotes is looked up before.
 * @throws AriadneError `usage`, `table-…`, `index-missing`; AbortError
 */
export async function exportTable(engine: TableHost, record: string, out: string, signal: AbortSignal): Promise<void> {
  const table = readRecord(record);
  if (!table) throw new AriadneError('table-broken', `${record} is gone. Restore it, or choose another file.`);
  const order = { out: record, models: builtinModels, mayAsk: false, scope: table.scope };
  const write = async (source: TableSource): Promise<void> => {
    if (resolve(dirname(record), table.folder) !== resolve(source.folder)) throw new AriadneError('usage', elsewhere);
    const changed = new Set(ageOf(table, source.documents).changed);
    const { rows, ...known } = withFaults(table, await faultsIn(table, new Set(), source, signal));
    const titles = new Map(source.documents.map(({ path, title }) => [path, title]));
    const shown = rows.map(({ path, title, cells, ...row }) => ({
      ...{ ...row, path, title: titles.get(path) ?? title },
      cells: changed.has(path) ? cells.map((cell) => ({ ...cell, isStale: true as const })) : cells,
    }));
    writeForm(out, { ...known, rows: shown, folder: folderFrom(out, source.folder) });
  };
  await engine.withTableSource(order, write, signal);
}
