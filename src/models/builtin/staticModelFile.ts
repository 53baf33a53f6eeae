/** Encodes the built-in model as bytes, which are stored with the index and sent by the process that learned it. */
import { AriadneError } from '../../base/errors.ts';
import { learnedModel, pack, plainModel, staticDimension, type StaticModel } from './staticModel.ts';

/** `ARSM` in little-endian order. */
const magic = 0x4d535241;
const version = 2;
const headerWords = 6;

/**
 * Little-endian: magic, version, 1 if learned, dimension, number of pieces, byte length of the pieces, the id (64 bytes, zero-padded); the
 * pieces in UTF-8, one per line; their idf as float32; for a learned model the row scales as float32 and the values as int8. The vectors of
 * a plain model follow from its pieces.
 */
export function encodeStaticModel(model: StaticModel): Uint8Array {
  const { wordPiece, idf, vectors, kind, id } = model;
  const pieces = new TextEncoder().encode(wordPiece.pieces.join('\n'));
  const header = Uint32Array.of(magic, version, kind === 'learned' ? 1 : 0, staticDimension, wordPiece.pieces.length, pieces.length);
  const parts: ArrayBufferView[] = [header, paddedId(id), pieces, idf];
  if (kind === 'learned') {
    const { units, values } = pack(vectors.all());
    parts.push(units, values);
  }
  return concatenate(parts);
}

/** @throws AriadneError `model-unreadable` when the bytes are damaged or of another version */
export function decodeStaticModel(bytes: Uint8Array): StaticModel {
  // Copied, because the bytes may not be aligned for floats.
  const source = new Source(Uint8Array.from(bytes).buffer);
  const [found, foundVersion, isLearned, dimension, count = 0, pieceBytes = 0] = new Uint32Array(source.take(headerWords * 4));
  const isKnown = found === magic && foundVersion === version && dimension === staticDimension && (isLearned === 0 || isLearned === 1);
  if (!isKnown) throw unreadable();
  const id = new TextDecoder().decode(source.take(idBytes)).replaceAll('\0', '');
  const text = new TextDecoder().decode(source.take(pieceBytes));
  const pieces = count === 0 ? [] : text.split('\n');
  if (pieces.length !== count) throw unreadable();
  const idf = new Float32Array(source.take(count * 4));
  const model = isLearned
    ? learnedModel(pieces, idf, {
        units: new Float32Array(source.take(count * 4)),
        values: new Int8Array(source.take(count * staticDimension)),
      })
    : plainModel(pieces, idf);
  if (!source.isAtEnd) throw unreadable();
  // The id is a hash of the contents, so equal ids mean that no bit was lost.
  if (model.id !== id) throw unreadable();
  return model;
}

const idBytes = 64;

function paddedId(id: string): Uint8Array {
  const bytes = new Uint8Array(idBytes);
  bytes.set(new TextEncoder().encode(id));
  return bytes;
}

/** Reads the bytes part by part. */
class Source {
  readonly #buffer: ArrayBuffer;
  #at = 0;

  constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#buffer.byteLength;
  }

  take(length: number): ArrayBuffer {
    if (this.#at + length > this.#buffer.byteLength) throw unreadable();
    return this.#buffer.slice(this.#at, (this.#at += length));
  }
}

function concatenate(parts: readonly ArrayBufferView[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    all.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return all;
}

function unreadable(): AriadneError {
  return new AriadneError(
    'model-unreadable',
    'The model that was learned from this folder cannot be read. Delete the index and index again.',
  );
}
