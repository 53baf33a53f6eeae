/** Converts between plain values and LanceDB's query results and rows. */
import { makeData, RecordBatch, Struct, Table, Utf8, vectorFromArray } from './arrow.cjs';
import type { Data, FixedSizeList, Float16, Float32, Int32, Schema } from './arrow.cjs';

/** One column to store: a value per row, or for fixed-size lists of numbers all of them, row-major. */
export type Column = readonly unknown[] | Int32Array | Float32Array | Uint16Array;

/** Rows to store, by column, in the order of the schema. Far cheaper than an object per row. */
export function arrowTable(schema: Schema, rows: number, columns: Readonly<Record<string, Column>>): Table {
  const children = schema.fields.map((field): unknown => {
    const values = columns[field.name];
    if (values === undefined) throw new Error(`no values for column ${field.name}`);
    const type: unknown = field.type;
    if (isFixedSizeList(type)) {
      const child = makeData({ type: type.valueType as Int32, length: values.length, nullCount: 0, data: values as Int32Array });
      return makeData({ type: type as FixedSizeList, length: rows, nullCount: 0, child: child as Data });
    }
    if (type instanceof Utf8 && isTexts(values)) {
      const { bytes, offsets } = packed(values);
      return makeData({ type, length: rows, nullCount: 0, valueOffsets: offsets, data: bytes });
    }
    const [data] = vectorFromArray(values as unknown[], field.type).data;
    if (!data || data.length !== rows) throw new Error(`column ${field.name} has ${data?.length ?? 0} values for ${rows} rows`);
    return data;
  });
  const struct = new Struct(schema.fields);
  return new Table([new RecordBatch(schema, makeData({ type: struct, length: rows, nullCount: 0, children: children as Data[] }))]);
}

function isTexts(values: Column): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === 'string');
}

function isFixedSizeList(type: unknown): type is FixedSizeList<Int32 | Float32 | Float16> {
  return typeof type === 'object' && type !== null && 'listSize' in type;
}

/** The rows of a query's result. */
export function recordsOf(table: Table | undefined): Record<string, unknown>[] {
  return table ? rowsOf(table) : [];
}

/** The rows of one batch of a query's result. */
export function recordsOfBatch<T>(batch: RecordBatch): T[] {
  return rowsOf(batch) as T[];
}

/**
 * Converted by column, which takes a third of the time of Arrow's row objects. Where a value equals the one before, it is the same string:
 * a million rows may have few states, readers and reasons.
 */
function rowsOf(of: Table | RecordBatch): Record<string, unknown>[] {
  // Properties are added one by one: those of `Object.fromEntries` take twice the time to make and to read.
  const rows = Array.from({ length: of.numRows }, (): Record<string, unknown> => ({}));
  for (const name of of.schema.names.map(String)) {
    let [last, row]: [unknown, number] = [undefined, 0];
    for (const value of (of.getChild(name) ?? []) as Iterable<unknown>) {
      if (value !== last) last = value;
      rows[row++]![name] = last;
    }
  }
  return rows;
}

/** The numbers of a fixed-size-list column of one batch, row-major, without copying. Half-precision numbers are returned as bits. */
export function listValues(batch: RecordBatch, column: string): Float32Array | Int32Array | Uint16Array {
  const list = batch.getChild(column)?.data[0];
  const child: unknown = list?.children[0]?.values;
  const type: unknown = list?.type;
  if (!list || !isFixedSizeList(type) || !(child instanceof Float32Array || child instanceof Int32Array || child instanceof Uint16Array))
    throw new Error(`column ${column} does not hold lists of numbers`);
  return child.subarray(list.offset * type.listSize, (list.offset + list.length) * type.listSize);
}

/** Texts in UTF-8, one after the other: the text of row `i` is from `offsets[i]` to `offsets[i + 1]`. */
export interface TextBytes {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
}

export interface PackedBytes extends TextBytes {
  readonly bytes: Buffer;
}

/** Encoded at once, which takes a quarter of the time. */
export function packed(texts: readonly string[]): PackedBytes {
  const all = texts.join('');
  const bytes = Buffer.from(all);
  const offsets = new Int32Array(texts.length + 1);
  const isAscii = bytes.length === all.length;
  texts.forEach((text, i) => (offsets[i + 1] = offsets[i]! + (isAscii ? text.length : Buffer.byteLength(text))));
  // Two halves of characters may have met.
  return offsets.at(-1) === bytes.length ? { bytes, offsets } : { bytes: Buffer.concat(texts.map((text) => Buffer.from(text))), offsets };
}

/** The texts of a column of one batch, without making strings of them. */
export function textBytes(batch: RecordBatch, column: string): TextBytes {
  const data: { readonly values?: unknown; readonly valueOffsets?: unknown } = batch.getChild(column)?.data[0] ?? {};
  const { values: bytes, valueOffsets: offsets } = data;
  if (!(bytes instanceof Uint8Array) || !(offsets instanceof Int32Array)) throw new Error(`column ${column} does not hold texts`);
  return { bytes, offsets };
}

/** Adds how often each text occurs. */
export function countTexts(texts: TextBytes, counts: Map<string, number>): void {
  for (const [text, times] of textRuns(texts)) counts.set(text, (counts.get(text) ?? 0) + times);
}

/**
 * Texts of which most are equal to the one before, each with how often it follows itself: no string is made of these, and a million take
 * 10 ms.
 */
export function* textRuns({ bytes, offsets }: TextBytes, rows = offsets.length - 1): Generator<readonly [text: string, times: number]> {
  const isSame = (a: number, b: number): boolean => {
    const length = offsets[a + 1]! - offsets[a]!;
    if (offsets[b + 1]! - offsets[b]! !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[offsets[a]! + i] !== bytes[offsets[b]! + i]) return false;
    return true;
  };
  for (let from = 0, to = 1; from < rows; from = to++) {
    while (to < rows && isSame(from, to)) to++;
    yield [utf8.decode(bytes.subarray(offsets[from], offsets[from + 1])), to - from];
  }
}

/** The numbers of a column of one batch that has no empty values, without copying. */
export function intValues(batch: RecordBatch, column: string): Int32Array {
  const values: unknown = batch.getChild(column)?.data[0]?.values;
  if (!(values instanceof Int32Array)) throw new Error(`column ${column} does not hold numbers`);
  return values.subarray(0, batch.numRows);
}

const utf8 = new TextDecoder();

/** Quotes a string for a filter expression. */
export function sql(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function slices<T>(items: readonly T[], size: number): (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let i = 0; i < items.length; i += size) parts.push(items.slice(i, i + size));
  return parts;
}
