import { execFileSync } from 'node:child_process';
import { localEmbedder } from '../src/models/local/localEmbedder.ts';
import { alternate, atLeast, atMost, type Bench } from './harness.ts';
import { bareSession, benchModel, benchProcess, runBare, textOf } from './localModel.ts';
import { searchWhileEmbedding } from './searchWhileEmbedding.ts';

/** Special tokens around a text. */
const around = 2;

export const embed: Bench = {
  name: 'embed',
  describe:
    'passages per second through a local embedder (6 layers of 384), beside ONNX Runtime alone on the same lengths, and one at a time with full weights; memory [flat]; searches meanwhile',
  async run(options) {
    const { quick, log } = options;
    const model = benchModel();
    const process = benchProcess();
    try {
      const { folder } = model;
      const embedder = await localEmbedder({ questions: process, passages: process }, { name: 'bench', folder }, {}, {});
      const counts = Array.from({ length: quick ? 32 : 192 }, (_, i) => 40 + ((i * 37) % 160));
      const texts = counts.map(textOf);
      const lengths = counts.map((count) => count + around);
      const few = lengths.slice(0, lengths.length / 4);
      const [quantized, full] = await Promise.all(['model_quantized.onnx', 'model.onnx'].map((file) => bareSession(folder, file)));
      const took = await alternate(
        {
          ours: () => embedder.embed(texts),
          bare: () => runBare(quantized!, lengths),
          oneByOne: () => runBare(full!, few, 1),
        },
        quick ? 1 : 3,
      );
      const perSecond = { ours: rate(texts, took.ours.ms), bare: rate(lengths, took.bare.ms), oneByOne: rate(few, took.oneByOne.ms) };
      log(`${perSecond.ours.toFixed(0)} passages/s`);
      const memory = await memoryAfter(quick ? [200, 400] : [2_000, 20_000], (part) => embedder.embed(part), process, log);
      const grown = memory.after / memory.before;
      process.dispose();
      const { switching, updating } = await searchWhileEmbedding(folder, options);
      return {
        columns: ['', 'passages/s'],
        rows: [
          ['through the embedder, q8', perSecond.ours.toFixed(1)],
          ['ONNX Runtime alone, q8, same batches', perSecond.bare.toFixed(1)],
          ['ONNX Runtime alone, fp32, one by one', perSecond.oneByOne.toFixed(1)],
          ['memory after 2,000 and 20,000 passages', `${mb(memory.before)} and ${mb(memory.after)} MB`],
          ['search (p95) alone and while the folder is embedded', `${switching.aloneMs.toFixed(0)} and ${switching.whileMs.toFixed(0)} ms`],
          [
            'search (p95) alone and while changed files are embedded',
            `${updating.aloneMs.toFixed(0)} and ${updating.whileMs.toFixed(0)} ms`,
          ],
        ],
        checks: [
          atLeast('embedder / ONNX Runtime alone', perSecond.ours / perSecond.bare, 0.87),
          atLeast('embedder / one by one with full weights', perSecond.ours / perSecond.oneByOne, 2.5),
          atMost('memory after 20,000 passages / after 2,000', grown, 1.2),
          atMost('search while the folder is embedded / alone, p95', switching.whileMs / switching.aloneMs, 2),
          atMost('search while changed files are embedded / alone, p95', updating.whileMs / updating.aloneMs, 2),
        ],
        json: { perSecond, memory, switching, updating },
      };
    } finally {
      process.dispose();
      await model.release();
    }
  },
};

function rate(texts: readonly unknown[], ms: number): number {
  return (texts.length / ms) * 1000;
}

async function memoryAfter(
  [few, many]: readonly number[],
  embedTexts: (texts: readonly string[]) => Promise<unknown>,
  process: ReturnType<typeof benchProcess>,
  log: (line: string) => void,
): Promise<{ readonly before: number; readonly after: number }> {
  let done = 0;
  const upTo = async (count: number): Promise<number> => {
    for (; done < count; done += 200) await embedTexts(Array.from({ length: 200 }, (_, i) => textOf(8 + ((done + i) % 30), done + i)));
    const bytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(await process.pid())], { encoding: 'utf8' })) * 1024;
    log(`${count} passages: ${mb(bytes)} MB`);
    return bytes;
  };
  return { before: await upTo(few!), after: await upTo(many!) };
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
