/** Writes the questions of a folder, their review sheets and the documents to another folder. */
import { join } from 'node:path';
import type { EngineResult } from '../../src/protocol/engine.ts';
import { requireFreshFolder, sheetNames, writeDataset } from '../questions/datasetFolder.ts';
import type { ComposedQuestions, QuestionsOptions } from './composeQuestions.ts';

/** As many are written unless another number is asked for: an afternoon of reviewing. */
export const usualCount = 60;

/** What is asked of the engine of the folder. */
interface QuestionsEngine {
  questions(options: EngineQuestionsOptions): Promise<ComposedQuestions>;
  files(from: number, count: number): Promise<EngineResult<'files'>>;
}

export interface EngineQuestionsOptions extends Omit<QuestionsOptions, 'model' | 'count' | 'seed'> {
  readonly count?: number | undefined;
  readonly seed?: number | undefined;
  /** Id of the chat model that checks the questions; none if it is built in. */
  readonly chat: string;
}

export interface WrittenQuestions extends ComposedQuestions {
  /** Path of the sheet to review. */
  readonly sheet: string;
}

/** @throws AriadneError `index-missing`, `questions-none`, `results-unwritable` */
export async function writeQuestions(
  engine: QuestionsEngine,
  { folder, out }: { readonly folder: string; readonly out: string },
  options: EngineQuestionsOptions,
): Promise<WrittenQuestions> {
  requireFreshFolder(out, folder);
  const composed = await engine.questions(options);
  await writeDataset({ ...composed, folder, paths: await indexedPaths(engine), out, signal: options.signal });
  return { ...composed, sheet: join(out, sheetNames.markdown) };
}

const filesAtOnce = 5000;

async function indexedPaths(engine: QuestionsEngine): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let from = 0; ;) {
    const { total, files } = await engine.files(from, filesAtOnce);
    paths.push(...files.filter(({ state }) => state === 'indexed').map(({ path }) => path));
    from += files.length;
    if (from >= total || files.length === 0) return paths;
  }
}
