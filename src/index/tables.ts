/** From query results of the tables of an index to plain values. */
import type { RecordBatch, Table } from 'apache-arrow';

/** The rows of a query's result; Arrow itself types them as `any`. */
export function recordsOf(table: Table | undefined): Record<string, unknown>[] {
  return (table?.toArray() ?? []).map((row: { toJSON(): Record<string, unknown> }) => row.toJSON());
}

/** The numbers of a fixed-size-list column of one batch, row-major, without copying. */
export function listValues(batch: RecordBatch, column: string): Float32Array | Int32Array {
  const list = batch.getChild(column)?.data[0];
  const child: unknown = list?.children[0]?.values;
  const type: unknown = list?.type;
  // Not `instanceof`: LanceDB loads a second copy of Arrow, whose classes are others.
  const size = typeof type === 'object' && type !== null && 'listSize' in type ? Number(type.listSize) : 0;
  if (!list || size === 0 || !(child instanceof Float32Array || child instanceof Int32Array))
    throw new Error(`column ${column} does not hold lists of numbers`);
  return child.subarray(list.offset * size, (list.offset + list.length) * size);
}

/** Quotes a string for a filter expression. */
export function sql(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
