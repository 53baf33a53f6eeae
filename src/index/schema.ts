/** The tables of an index. Index truth lives in them alone. */
import { Binary, Field, FixedSizeList, Float32, Float64, Int32, List, Schema, Utf8 } from 'apache-arrow';

/** Stamped into `meta`; an index with another number is not opened but explained. */
export const formatVersion = 1;

/** Neighbors stored of each passage (`graphK`, pipelines.md 2.1). */
export const graphK = 16;

const utf8 = (name: string): Field => new Field(name, new Utf8());
const int32 = (name: string): Field => new Field(name, new Int32());
const fixed = (name: string, size: number, of: Float32 | Int32): Field => new Field(name, new FixedSizeList(size, new Field('item', of)));

export const metaSchema = new Schema([utf8('key'), utf8('value')]);

/** One row per indexed document, written after its passages: a document is done when this row is stored. */
export const documentSchema = new Schema([
  utf8('path'),
  utf8('hash'),
  new Field('sizeBytes', new Float64()),
  new Field('mtimeMs', new Float64()),
  utf8('title'),
  utf8('parser'),
  int32('passages'),
]);

/** `indexed` is title, headings and text, one per line block; the text starts at `textStart`, so nothing is stored twice. */
export const passageSchema = new Schema([
  int32('row'),
  utf8('id'),
  utf8('path'),
  utf8('documentHash'),
  utf8('title'),
  new Field('headings', new List(new Field('item', new Utf8()))),
  utf8('indexed'),
  int32('textStart'),
  utf8('contentHash'),
  int32('startLine'),
  int32('endLine'),
  int32('startOffset'),
  int32('endOffset'),
  new Field('runs', new List(new Field('item', new Int32()))),
]);

/** Vectors by content and model: the same text is embedded once, whatever document, branch or worktree it stands in. */
export function embeddingSchema(dimension: number): Schema {
  return new Schema([utf8('contentHash'), utf8('model'), fixed('vector', dimension, new Float32())]);
}

/** Neighbors of a passage, nearest first; -1 fills rows that have fewer. */
export const neighborSchema = new Schema([
  int32('row'),
  fixed('neighbors', graphK, new Int32()),
  fixed('similarities', graphK, new Float32()),
]);

/** Built-in models learned from this workspace. */
export const modelSchema = new Schema([utf8('id'), utf8('kind'), new Field('data', new Binary())]);
