/** Questions over several documents of one index, with their places as the documents have them now. */
import { AriadneError, isAriadneError } from '../../src/base/errors.ts';
import type { IndexSnapshot } from '../../src/indexing/snapshot.ts';
import { compose } from '../questions/compose.ts';
import type { SourcePassage } from '../questions/interfaces.ts';
import { recordsOf, type QuestionRecord } from '../questions/records.ts';
import { checkDrafts, type CheckedDrafts } from '../questions/checkDrafts.ts';
import type { WordingModel } from '../questions/reword.ts';

export interface QuestionsOptions {
  readonly count: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Words the questions better, and checks them. */
  readonly model?: WordingModel;
  readonly onChecked?: (done: number, of: number) => void;
}

export interface ComposedQuestions extends Pick<CheckedDrafts, 'unfit' | 'failure'> {
  readonly questions: readonly QuestionRecord[];
  readonly documents: number;
  /** Documents that no question is made of: in another language, or named like another one. */
  readonly leftOut: number;
}

/** Enough for every book of a large library; more would not fit into memory. */
const mostPassages = 40_000;
const passagesAtOnce = 500;
const neighborsAsked = 8;

/** @throws AriadneError `questions-none` */
export async function composeQuestions(
  index: IndexSnapshot,
  sourceText: (path: string) => Promise<{ readonly text: string; readonly documentHash: string }>,
  options: QuestionsOptions,
): Promise<ComposedQuestions> {
  const rows = rowsToRead(index);
  const passages = await passagesOf(index, rows, options.signal);
  const { model, count } = options;
  // The model leaves some out, and so do quotes that markup interrupts.
  const wanted = { ...options, count: 2 * count };
  const { drafts: all, documents, leftOut } = await compose(passages, await edgesOf(index, rows), wanted);
  const { drafts, unfit, failure }: CheckedDrafts = model ? await checkDrafts(all, model, options) : { drafts: all, unfit: {} };
  const texts = new Map<string, string>();
  const cited = drafts.flatMap(({ steps }) => steps.flatMap(({ places }) => places.map(({ passage }) => passage)));
  for (const { path, documentHash } of new Map(cited.map((passage) => [passage.path, passage])).values()) {
    options.signal.throwIfAborted();
    try {
      const source = await sourceText(path);
      if (source.documentHash === documentHash) texts.set(path, source.text);
    } catch (error) {
      // A document that is gone, or cannot be read any more, has no place to cite; its questions are left out.
      if (!isAriadneError(error)) throw error;
    }
  }
  const questions = recordsOf(drafts, (path) => texts.get(path), count);
  if (questions.length === 0 && all.length > 0 && model) {
    throw new AriadneError(
      'questions-none',
      `The model found none of ${all.length} questions fit. Choose another model with --chat, or write them without one.`,
    );
  }
  if (questions.length === 0) throw noQuestions(documents, leftOut);
  return { questions, documents, leftOut, unfit, failure };
}

function noQuestions(documents: number, leftOut: number): AriadneError {
  const why =
    documents + leftOut < 2
      ? 'The folder has one document. Questions over two documents need at least two.'
      : documents < 2
        ? 'Questions can be written from English documents only, and fewer than two documents of this folder are in English.'
        : `No question over two documents was found in ${documents} documents. Questions need documents that mention each other, or have dates or other metadata to compare.`;
  return new AriadneError('questions-none', why);
}

/** All rows, or those of documents spread evenly over a larger folder. */
function rowsToRead(index: IndexSnapshot): readonly number[] {
  const rows = [...index.keys.rows];
  if (rows.length <= mostPassages) return rows;
  const every = Math.ceil(rows.length / mostPassages);
  const documents = new Map<string, number>();
  return rows.filter((row) => {
    const path = index.pathOf(row) ?? '';
    const number = documents.get(path) ?? documents.size;
    documents.set(path, number);
    return number % every === 0;
  });
}

async function passagesOf(index: IndexSnapshot, rows: readonly number[], signal: AbortSignal): Promise<SourcePassage[]> {
  const passages: SourcePassage[] = [];
  for (let from = 0; from < rows.length; from += passagesAtOnce) {
    signal.throwIfAborted();
    const some = rows.slice(from, from + passagesAtOnce);
    const [read, mentions] = [await index.passages(some), await index.mentionsIn(some)];
    passages.push(...read.map((passage, i) => ({ passage, mentions: mentions[i] ?? [] })));
  }
  return passages;
}

/** Those of the neighbor graph, and the mentions that mean one document. */
async function edgesOf(index: IndexSnapshot, rows: readonly number[]): Promise<readonly (readonly [string, string])[]> {
  const edges: (readonly [string, string])[] = [];
  for (const row of rows) {
    const from = index.pathOf(row);
    if (from === undefined) continue;
    for (const neighbor of await index.neighborsOf(row, neighborsAsked)) {
      const to = index.pathOf(neighbor);
      if (to !== undefined) edges.push([from, to]);
    }
    const [mentions = []] = await index.mentionsIn([row]);
    for (const { targets } of mentions) if (targets.length === 1 && targets[0]) edges.push([from, targets[0].path]);
  }
  return edges;
}
