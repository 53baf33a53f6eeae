/**
 * Trains the built-in reader and writes its model with its provenance. Prints, for each data set, how a reader does that was not trained
 * on it. The same data sets give the same file.
 *
 * usage: npm run train:reader -- --dataset DIR [--dataset DIR ...] [--out FILE]
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readableDatasetsIn, readingCases } from '../../bench/readingCases.ts';
import { formatTable } from '../../bench/harness.ts';
import { seed, trainReader, type LeftOut } from './readerTraining.ts';

const shipped = join(import.meta.dirname, '..', '..', 'src', 'reasoning', 'extractive', 'learnedReader.json');
/** Of what this script does; a change of it changes the model. */
const version = 4;
/** Of questions and passages. No text of them is in the model. */
const licences: Readonly<Record<string, string>> = {
  '2wikimultihopqa': 'Apache-2.0; passages of Wikipedia, CC BY-SA',
  musique: 'CC BY 4.0; passages of Wikipedia, CC BY-SA',
  morehopqa: 'CC BY 4.0; passages of Wikipedia, CC BY-SA',
  en: 'XQuAD, CC BY-SA 4.0',
  freshqa: 'Apache-2.0; passages of Wikipedia, CC BY-SA 4.0',
  lihua_world: 'MIT',
  news: 'MultiHop-RAG, ODC-BY for the collection; the articles are their publishers’',
  samples: 'MIT, part of this project',
};
const thresholds = [0.6, 0.7, 0.8, 0.85, 0.9, 0.95] as const;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { dataset: { type: 'string', multiple: true }, out: { type: 'string' } } });
  const { dataset: given = [], out = shipped } = values;
  const folders = given.flatMap((folder) => readableDatasetsIn(resolve(folder)));
  if (folders.length === 0) {
    process.stderr.write('Name at least one data set: --dataset DIR. It has questions.jsonl with corpus.jsonl[.gz] or docs/.\n');
    return 2;
  }
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const { model, leftOut, counts } = await trainReader(
    folders.flatMap((folder) => readingCases(folder)),
    log,
  );
  const sets = Object.entries(counts).map(([name, questions]) => ({ name, licence: licences[name] ?? 'unknown', questions }));
  const provenance = { script: 'lab/training/trainReader.ts', version, seed, date: new Date().toISOString().slice(0, 10), sets };
  writeFileSync(out, `${JSON.stringify({ provenance, ...model })}\n`);
  process.stdout.write(
    `${formatTable(['left out', 'of', 'questions', ...thresholds.map((one) => `given at ${one}`)], leftOut.map(rowOf))}\n`,
  );
  return 0;
}

function rowOf({ dataset, kind, questions, answers, invented }: LeftOut): readonly (string | number)[] {
  const at = (threshold: number): string => {
    const given = answers.filter(({ confidence }) => confidence >= threshold);
    const share = (right: number): string => (given.length === 0 ? '–' : `${((100 * right) / given.length).toFixed(0)} %`);
    const [right, exact] = [given.filter(({ isRight }) => isRight).length, given.filter(({ isExact }) => isExact).length];
    return `${given.length}: ${share(right)}, exactly ${share(exact)}, +${invented.filter((one) => one >= threshold).length}`;
  };
  return [dataset, kind, questions, ...thresholds.map(at)];
}
