/**
 * A separate program, so that its peak memory is that of one exact build from a file.
 *
 * usage: node graphBuild.ts KERNELS FOLDER COUNT DIMENSION K
 */
import { buildExactGraph } from '../src/indexing/graph/exactGraph.ts';
import { VectorFile } from '../src/indexing/graph/vectorFile.ts';
import { NearestKernel } from '../src/models/nearest.ts';

const [kernels = '', folder = '', ...sizes] = process.argv.slice(2);
const [count = 0, dimension = 0, k = 0] = sizes.map(Number);
const block = 1000;

const file = await VectorFile.create(folder, dimension);
try {
  // The values do not affect memory.
  const vectors = Float32Array.from({ length: block * dimension }, (_, i) => Math.sin(i * i));
  for (let from = 0; from < count; from += block) await file.append(vectors.subarray(0, Math.min(block, count - from) * dimension));
  const { neighbors } = await buildExactGraph(await NearestKernel.load(kernels), file, k);
  process.stdout.write(`${neighbors.length}\n`);
} finally {
  await file.dispose();
}
