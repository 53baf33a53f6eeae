/**
 * Whether stored tables still hold: what they quote is looked up. No model is asked, and only rows whose documents have changed are
 * searched again.
 */
import { dirname, resolve } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import { builtinModels } from '../protocol/runSpec.ts';
import type { TableRecord, TableStanding } from '../protocol/table.ts';
import { ageOf, unfinishedIn } from './age.ts';
import { faultsIn } from './lookUp.ts';
import { touchedRows } from './touched.ts';
import { readRecord } from './recordFile.ts';
import type { TableHost } from './tableSource.ts';

/**
 * Tables that are gone are left out. Where vectors would have to be asked for and `mayAsk` is false, a changed row counts as touched.
 * @throws AriadneError `index-missing`; AbortError
 */
export async function checkTables(
  engine: TableHost,
  records: readonly string[],
  signal: AbortSignal,
  mayAsk = true,
): Promise<TableStanding[]> {
  const found: TableStanding[] = [];
  for (const record of records) {
    signal.throwIfAborted();
    try {
      const table = readRecord(record);
      if (table) found.push(await standingOf(engine, record, table, { signal, mayAsk }));
    } catch (error) {
      if (isAbort(error) || !isAriadneError(error) || error.code === 'index-missing') throw error;
      found.push({ record, questions: [], answeredBy: '', documents: 0, unfinished: 0, problem: error.message });
    }
  }
  return found;
}

/** So many are listed. */
const mostFaults = 500;
export const elsewhere = 'Its documents are in another folder. Open that folder to check it.';

interface Checking {
  readonly signal: AbortSignal;
  readonly mayAsk: boolean;
}

async function standingOf(engine: TableHost, record: string, table: TableRecord, { signal, mayAsk }: Checking): Promise<TableStanding> {
  const { questions, rows, scope, folder, answeredBy } = table;
  const scoped = scope === undefined ? {} : { scope };
  const about = { record, questions, answeredBy, ...scoped, documents: rows.length, unfinished: unfinishedIn(table) };
  const ageIn = (within: { readonly scope?: string }, isGone = false): Promise<TableStanding> =>
    engine.withTableSource(
      { out: record, ...within, models: builtinModels, mayAsk },
      async (source) => {
        if (resolve(dirname(record), folder) !== resolve(source.folder)) return { ...about, problem: elsewhere };
        const age = ageOf(table, isGone ? [] : source.documents);
        const changed = await touchedRows(table, age.changed, source, signal);
        const faults = isGone ? [] : await faultsIn(table, new Set(changed), source, signal);
        return { ...about, age: { ...age, changed, faults: faults.slice(0, mostFaults) } };
      },
      signal,
    );
  try {
    return await ageIn(scoped);
  } catch (error) {
    // The last document of its scope may be gone.
    if (isAriadneError(error, 'scope-empty') && rows.length > 0) return ageIn({}, true);
    if (isAbort(error) || !isAriadneError(error) || error.code === 'index-missing') throw error;
    return { ...about, problem: error.message };
  }
}
