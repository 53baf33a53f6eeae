import { join } from 'node:path';
import { datasetsIn, documentHead, writeDocuments } from './dataset.ts';
import { openEngine } from './engineUnderTest.ts';
import { goldFiles, goldSentences, type GoldWords } from './goldSentences.ts';
import { mean, withTempFolder, type Bench, type BenchOptions } from './harness.ts';
import { measure, type Measured, type Place } from './measureDigest.ts';
import { nameOf } from './retrieval.ts';

const mostQuestions = 60;

export const digest: Bench = {
  name: 'digest',
  describe: `what is quoted without a model, of ${mostQuestions} questions of each set: gold sentences and answers in the passages found, in the quotes shown first, and in all quotes; --dataset names a data set or a folder of them`,
  async run({ datasets = [], ...options }) {
    const folders = datasets.flatMap((folder) => datasetsIn(folder, goldFiles));
    if (folders.length === 0) throw new Error('Name a data set, or a folder of data sets, with --dataset DIR.');
    const rows: (string | number)[][] = [];
    for (const folder of folders) {
      const measured = await measureSet(folder, options);
      const shares = [0, 1, 2].map((i) => mean(measured.map((one) => one.shares[i] ?? 0)).toFixed(3));
      const row = [nameOf(folder, folders), measured.length, ...shares, Math.round(mean(measured.map(({ length }) => length)))];
      options.log(row.join(' '));
      rows.push(row);
    }
    return { columns: ['set', 'questions', 'found', 'shown first', 'all quotes', 'characters'], rows, checks: [], json: { rows } };
  },
};

/** Of questions that are evenly spread. */
function measureSet(set: string, { quick, signal }: BenchOptions): Promise<readonly Measured[]> {
  const { documents, questions } = goldSentences(set);
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  const placeOf = ({ id, start, end }: GoldWords): Place => {
    const before = documentHead(titles.get(id) ?? '').length;
    return { path: `${id}.md`, startOffset: start + before, endOffset: end + before };
  };
  const every = Math.max(1, questions.length / (quick ? 4 : mostQuestions));
  const asked = questions.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every));
  return withTempFolder(async (folder) => {
    writeDocuments(documents, join(folder, 'docs'));
    const engine = await openEngine(join(folder, 'docs'), join(folder, 'storage'), signal);
    try {
      await engine.index();
      await engine.learn();
      const measured: Measured[] = [];
      for (const { question, needs } of asked)
        measured.push(
          measure(
            await engine.ask(question),
            needs.map((words) => words.map(placeOf)),
          ),
        );
      return measured;
    } finally {
      await engine.close();
    }
  });
}
