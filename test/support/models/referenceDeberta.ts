/** DeBERTa as plain matrix products over the same weights. */
import { bucketOf, type Deberta } from './deberta.ts';
import { gelu, layerNorm, softmax } from './referenceBert.ts';
import { added, times } from './referenceDecoder.ts';

type Rows = number[][];

/** One logit per label of one sequence, special tokens included. */
export function debertaLabels({ shape, weights }: Deberta, ids: readonly number[]): number[] {
  const { width, layers, buckets } = shape;
  const w = (name: string): Float32Array => weights.get(name)!.data;
  const linear = (name: string, row: readonly number[]): number[] => added(times(row, w(name)), [...w(`${name}.bias`)]);
  const norm = (rows: Rows, name: string): Rows => layerNorm(rows, w(`${name}.scale`), w(`${name}.shift`));
  const rowsOf = (name: string, at: readonly number[]): Rows => at.map((n) => [...w(name).subarray(n * width, (n + 1) * width)]);
  const distances = norm(rowsOf('distances', [...Array(2 * buckets).keys()]), 'distancesNorm');
  let x = norm(rowsOf('words', ids), 'embedding');
  for (let layer = 0; layer < layers; layer++) {
    const name = `layer${layer}`;
    const project = (rows: Rows, part: string): Rows => rows.map((row) => linear(`${name}.${part}`, row));
    const mixed = attend(shape, {
      contents: { query: project(x, 'query'), key: project(x, 'key') },
      distances: { query: project(distances, 'query'), key: project(distances, 'key') },
      value: project(x, 'value'),
    });
    const attended = norm(
      project(mixed, 'output').map((row, i) => added(row, x[i]!)),
      `${name}.attention`,
    );
    const down = attended.map((row) => added(linear(`${name}.down`, linear(`${name}.up`, row).map(gelu)), row));
    x = norm(down, `${name}.feedForward`);
  }
  return linear('labels', linear('pooler', x[0]!).map(gelu));
}

interface Compared {
  readonly query: Rows;
  readonly key: Rows;
}

interface Attending {
  readonly contents: Compared;
  readonly distances: Compared;
  readonly value: Rows;
}

/** What each token takes from all, all heads joined. */
function attend(shape: Deberta['shape'], { contents, distances, value }: Attending): Rows {
  const size = shape.width / shape.heads;
  return contents.query.map((_, i) =>
    Array.from({ length: shape.heads }, (__, head) => {
      const part = (row: readonly number[]): number[] => row.slice(head * size, (head + 1) * size);
      const dot = (a: readonly number[], b: readonly number[]): number => part(a).reduce((sum, v, d) => sum + v * part(b)[d]!, 0);
      const scores = contents.key.map((key, j) => {
        const apart = bucketOf(i - j, shape);
        const query = contents.query[i]!;
        return (dot(query, key) + dot(query, distances.key[apart]!) + dot(key, distances.query[apart]!)) / Math.sqrt(3 * size);
      });
      const shares = softmax(scores);
      return Array.from({ length: size }, (___, d) => shares.reduce((sum, share, j) => sum + share * part(value[j]!)[d]!, 0));
    }).flat(),
  );
}
