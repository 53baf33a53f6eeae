import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import type { Embedder } from '../models/models.ts';
import type { TextVectors } from '../pipelines/pipeline.ts';
import type { CallOptions } from '../retrieval/retrieval.ts';
import type { Recorder } from './collaborators.ts';

/** Vectors as the log keeps them: all in a row, little-endian floats in base64, an eighth of their length as numbers. */
interface StoredVectors {
  readonly dimension: number;
  readonly base64: string;
  /** Why there are none. */
  readonly failure?: string;
}

/** The embedder as a pipeline is given it: each call is remembered in the log. */
export function recordVectors(embedder: Embedder, { trace, memo }: Recorder): TextVectors {
  return {
    async embed(texts: readonly string[], { node, signal }: CallOptions): Promise<readonly Float32Array[] | null> {
      const make = async (): Promise<StoredVectors> => {
        signal.throwIfAborted();
        try {
          const rows = await embedder.embed(texts, { signal });
          if (rows.length !== texts.length * embedder.dimension || !rows.every(Number.isFinite))
            throw new Error('it did not return a vector for each text');
          return { dimension: embedder.dimension, base64: encode(rows) };
        } catch (error) {
          if (isAbort(error)) throw error;
          return { dimension: 0, base64: '', failure: `The embedder failed: ${messageOf(error)}` };
        }
      };
      const stored = await memo.remember('vectors', { model: embedder.id, texts }, make, { node });
      if (stored.failure === undefined) return decode(stored);
      trace.emit({ kind: 'node-changed', node, set: { failure: stored.failure } });
      return null;
    },
  };
}

function encode(rows: Float32Array): string {
  const bytes = Buffer.alloc(rows.length * Float32Array.BYTES_PER_ELEMENT);
  rows.forEach((value, i) => bytes.writeFloatLE(value, i * Float32Array.BYTES_PER_ELEMENT));
  return bytes.toString('base64');
}

function decode({ dimension, base64 }: StoredVectors): readonly Float32Array[] {
  const bytes = Buffer.from(base64, 'base64');
  const values = Float32Array.from({ length: bytes.length / Float32Array.BYTES_PER_ELEMENT }, (_, i) =>
    bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT),
  );
  return Array.from({ length: dimension === 0 ? 0 : values.length / dimension }, (_, row) =>
    values.subarray(row * dimension, (row + 1) * dimension),
  );
}
