/** The tables of an index. Index truth lives in them alone. */
import { Binary, Field, FixedSizeList, Float16, Float32, Float64, Int32, Schema, Utf8 } from './arrow.cjs';

/** Stamped into `meta`. An index with a higher number is not opened but explained; one with a lower number is rebuilt from the documents. */
export const formatVersion = 3;

/** Neighbors stored of each passage (`graphK`, pipelines.md 2.1). */
export const graphK = 16;

const utf8 = (name: string): Field => new Field(name, new Utf8(), true);
const int32 = (name: string): Field => new Field(name, new Int32(), true);
const float64 = (name: string): Field => new Field(name, new Float64(), true);
const fixed = (name: string, size: number, of: Float16 | Float32 | Int32): Field =>
  new Field(name, new FixedSizeList(size, new Field('item', of, true)), true);

export const metaSchema = new Schema([utf8('key'), utf8('value')]);

/** One row per document that was opened, written after its passages: a document is done when this row is stored. */
export const documentSchema = new Schema([
  utf8('path'),
  utf8('state'),
  utf8('reason'),
  utf8('hash'),
  float64('sizeBytes'),
  float64('mtimeMs'),
  utf8('title'),
  utf8('parser'),
  int32('parserVersion'),
  int32('passages'),
  float64('readMs'),
  utf8('indexedAtUtc'),
]);

/**
 * `indexed` is title, headings and text, one per line block; what is embedded starts at `embeddedStart`. `passage` is JSON of all but the text, which is the end
 * of `indexed`, so that no text is stored twice.
 */
export const passageSchema = new Schema([
  int32('row'),
  utf8('id'),
  utf8('path'),
  utf8('documentHash'),
  utf8('contentHash'),
  utf8('indexed'),
  int32('embeddedStart'),
  utf8('passage'),
]);

/**
 * Vectors of one model by content: the same text is embedded once, whatever document, branch or worktree it is in. Half precision: its error, at most
 * 0.0005 of a unit vector's component, changes no ranking that single precision would not change by another summation order.
 */
export function vectorSchema(dimension: number): Schema {
  return new Schema([utf8('contentHash'), fixed('vector', dimension, new Float16())]);
}

/** Neighbors of a passage, nearest first; -1 fills rows that have fewer. */
export const neighborSchema = new Schema([
  int32('row'),
  fixed('neighbors', graphK, new Int32()),
  fixed('similarities', graphK, new Float32()),
]);

/** Built-in models learned from this workspace. */
export const modelSchema = new Schema([utf8('id'), utf8('kind'), new Field('data', new Binary(), true)]);
