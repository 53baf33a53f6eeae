import { localReranker } from '../src/models/local/localPairs.ts';
import { alternate, atLeast, type Bench } from './harness.ts';
import { bareSession, benchModel, benchProcess, runBare, textOf } from './localModel.ts';

const questionWords = 12;
/** Special tokens around a pair. */
const around = 3;

export const rerank: Bench = {
  name: 'rerank',
  describe:
    '100 pairs of a question and 150 words through a local reranker (6 layers of 384), beside ONNX Runtime alone on the same lengths',
  async run({ quick }) {
    const model = benchModel({ labels: 1 });
    const process = benchProcess();
    try {
      const reranker = await localReranker(process, { name: 'bench', folder: model.folder }, {});
      const passages = Array.from({ length: quick ? 8 : 100 }, (_, i) => ({ title: '', headings: [], text: textOf(150, i) }));
      const session = await bareSession(model.folder, 'model_quantized.onnx');
      const took = await alternate(
        {
          ours: () => reranker.score(textOf(questionWords, 1), passages),
          bare: () =>
            runBare(
              session,
              passages.map(() => questionWords + 150 + around),
            ),
        },
        quick ? 1 : 3,
      );
      return {
        columns: ['', 'seconds'],
        rows: [
          ['through the reranker, q8', (took.ours.ms / 1000).toFixed(2)],
          ['ONNX Runtime alone, q8, same batches', (took.bare.ms / 1000).toFixed(2)],
        ],
        checks: [atLeast('ONNX Runtime alone / reranker', took.bare.ms / took.ours.ms, 0.87)],
        json: { pairs: passages.length, seconds: took.ours.ms / 1000, bareSeconds: took.bare.ms / 1000 },
      };
    } finally {
      process.dispose();
      await model.release();
    }
  },
};
