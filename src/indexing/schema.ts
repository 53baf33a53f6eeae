/** The tables of an index, which are its only source of truth. */
import { Binary, Field, FixedSizeList, Float16, Float32, Float64, Int32, Schema, Utf8 } from './arrow.cjs';

/**
 * Stored in `meta`. An index with a higher number is rejected with an explanation; one with a lower number is rebuilt from the documents.
 */
export const formatVersion = 12;

/** The first format whose vectors are those of this one: they may have been paid for, and outlive a rebuild. */
export const vectorsSinceFormat = 3;

/** The number of neighbors stored per passage (`graphK`, pipelines.md 2.1). */
export const graphK = 16;

const utf8 = (name: string): Field => new Field(name, new Utf8(), true);
const int32 = (name: string): Field => new Field(name, new Int32(), true);
const float64 = (name: string): Field => new Field(name, new Float64(), true);
const fixed = (name: string, size: number, of: Float16 | Float32 | Int32): Field =>
  new Field(name, new FixedSizeList(size, new Field('item', of, true)), true);

export const metaSchema = new Schema([utf8('key'), utf8('value')]);

/**
 * One row per document that was opened. It is written after the document's passages, so a document with a row is complete. Its passages
 * have rows from `firstRow` on. `identity` is JSON of a `FileIdentity`, `outline` of what `knownFile` reads; empty of a document that
 * could not be read.
 */
export const documentSchema = new Schema([
  utf8('path'),
  utf8('state'),
  utf8('reason'),
  utf8('hash'),
  float64('sizeBytes'),
  float64('mtimeMs'),
  utf8('title'),
  utf8('identity'),
  utf8('outline'),
  utf8('parser'),
  int32('parserVersion'),
  int32('firstRow'),
  int32('passages'),
  float64('readMs'),
  utf8('indexedAtUtc'),
]);

/**
 * `indexed` is title, headings and text, one line block each; the embedded part starts at `embeddedStart`. `terms` are what BM25 searches,
 * made of `indexed` in the passage's `language` and separated by blanks. `passage` is JSON of everything
 * that `indexed` does not say, see `passageRows.ts`, so that no text is stored twice. `fields` is JSON of its metadata, see
 * `passageFields.ts`: most passages have none.
 */
export const passageSchema = new Schema([
  int32('row'),
  utf8('id'),
  utf8('path'),
  utf8('documentHash'),
  utf8('contentHash'),
  utf8('indexed'),
  utf8('terms'),
  utf8('language'),
  int32('embeddedStart'),
  utf8('passage'),
  utf8('fields'),
]);

/**
 * Vectors of one model by content: the same text is embedded once for all documents, branches and worktrees. Half precision: its error, at
 * most 0.0005 of a unit vector's component, changes no ranking that single precision would not change with another summation order.
 */
export function vectorSchema(dimension: number): Schema {
  return new Schema([utf8('contentHash'), fixed('vector', dimension, new Float16())]);
}

/** Neighbors of a passage, nearest first; -1 fills shorter lists. */
export const neighborSchema = new Schema([
  int32('row'),
  fixed('neighbors', graphK, new Int32()),
  fixed('similarities', graphK, new Float32()),
]);

/**
 * In how many passages each term is, as changes to be added up. `counts` has `PackedFrequencies`; of passages that are removed, `passages`
 * and `terms` are negative. See `FrequencyTable` for `documents`.
 */
export const frequencySchema = new Schema([
  utf8('documents'),
  int32('passages'),
  float64('terms'),
  new Field('counts', new Binary(), true),
]);

/** Built-in models learned from this workspace. */
export const modelSchema = new Schema([utf8('id'), utf8('kind'), new Field('data', new Binary(), true)]);
