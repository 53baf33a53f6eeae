/** Writes the questions of a folder, their review sheets and the documents to another folder. */
import { join } from 'node:path';
import type { Engine } from '../../src/engine/engine.ts';
import { requireFreshFolder, sheetNames, writeDataset } from '../questions/datasetFolder.ts';
import { composeQuestions, type ComposedQuestions, type QuestionsOptions } from './composeQuestions.ts';
import { questionModel } from './questionModel.ts';

/** As many are written unless another number is asked for: an afternoon of reviewing. */
export const usualCount = 60;

export interface WritingOptions extends Omit<QuestionsOptions, 'model'> {
  /** Id of the chat model that checks the questions; none if it is built in. */
  readonly chat: string;
}

export interface WrittenQuestions extends ComposedQuestions {
  /** Path of the sheet to review. */
  readonly sheet: string;
}

/** @throws AriadneError `index-missing`, `questions-none`, `results-unwritable` */
export async function writeQuestions(
  engine: Pick<Engine, 'reading' | 'files'>,
  { folder, out }: { readonly folder: string; readonly out: string },
  { chat: id, ...options }: WritingOptions,
): Promise<WrittenQuestions> {
  const { signal } = options;
  requireFreshFolder(out, folder);
  const composed = await engine.reading(
    id,
    ({ index, sourceText, chat }) => composeQuestions(index, sourceText, { ...options, model: chat && questionModel(chat, signal) }),
    signal,
  );
  await writeDataset({ ...composed, folder, paths: await indexedPaths(engine), out, signal });
  return { ...composed, sheet: join(out, sheetNames.markdown) };
}

const filesAtOnce = 5000;

async function indexedPaths(engine: Pick<Engine, 'files'>): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let from = 0; ;) {
    const { total, files } = await engine.files(from, filesAtOnce);
    paths.push(...files.filter(({ state }) => state === 'indexed').map(({ path }) => path));
    from += files.length;
    if (from >= total || files.length === 0) return paths;
  }
}
