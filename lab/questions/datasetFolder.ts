/** The folder that `ariadne questions` writes: drafts, review sheets, a copy of the documents, and the dataset for `ariadne eval`. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { yieldToEventLoop } from '../../src/base/abort.ts';
import { AriadneError, messageOf } from '../../src/base/errors.ts';
import { replaceFile } from '../../src/base/replaceFile.ts';
import { applySheet, type ReviewedQuestions } from './readSheet.ts';
import { questionRecord, type QuestionRecord } from './records.ts';
import { csvSheet, markdownSheet } from './sheet.ts';

/** Every question as it was made; never changed afterward. */
const draftsName = 'drafts.jsonl';
const questionsName = 'questions.jsonl';
const droppedName = 'dropped.jsonl';
export const sheetNames = { markdown: 'review.md', csv: 'review.csv' } as const;

/**
 * Refuses a place where the questions would be indexed with the documents, or replace others and their review.
 * @throws AriadneError `results-unwritable`
 */
export function requireFreshFolder(out: string, folder: string): void {
  const way = relative(resolve(folder), resolve(out));
  if (way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(out).startsWith(resolve(folder)))) {
    throw new AriadneError(
      'results-unwritable',
      `${out} is inside ${folder}, where it would be indexed. Choose another folder with --out.`,
    );
  }
  if (existsSync(join(out, draftsName)) || existsSync(join(out, questionsName))) {
    throw new AriadneError(
      'results-unwritable',
      `${out} already has questions. Choose another folder with --out, or delete that one first.`,
    );
  }
}

export interface NewDataset {
  readonly questions: readonly QuestionRecord[];
  readonly folder: string;
  /** Documents to copy, relative to the folder. */
  readonly paths: readonly string[];
  readonly out: string;
  readonly signal: AbortSignal;
}

/**
 * Writes drafts, sheets, documents, and a dataset of all questions, which counts until a review replaces it.
 * @throws AriadneError `results-unwritable`
 */
export async function writeDataset({ questions, folder, paths, out, signal }: NewDataset): Promise<void> {
  try {
    for (const path of paths) {
      signal.throwIfAborted();
      const to = join(out, 'docs', path);
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(folder, path), to);
      await yieldToEventLoop();
    }
    replaceFile(join(out, sheetNames.markdown), markdownSheet(questions, `ariadne questions ${sheetNames.markdown}`));
    replaceFile(join(out, sheetNames.csv), csvSheet(questions));
    replaceFile(join(out, questionsName), linesOf(questions));
    // Last: a folder with drafts is complete.
    replaceFile(join(out, draftsName), linesOf(questions));
  } catch (cause) {
    signal.throwIfAborted();
    throw new AriadneError('results-unwritable', `${out} cannot be written: ${messageOf(cause)}. Choose another folder with --out.`, {
      cause,
    });
  }
}

/**
 * Makes the dataset of a reviewed sheet, beside it. The drafts stay, so a sheet can be reviewed again.
 * @throws AriadneError `sheet-broken`, `questions-none-kept`, `results-unwritable`
 */
export function reviewDataset(sheet: string): ReviewedQuestions & { readonly out: string } {
  const out = dirname(resolve(sheet));
  const text = readText(sheet);
  const drafts = readText(join(out, draftsName))
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [draftOf(line, i + 1, join(out, draftsName))]));
  const reviewed = applySheet(text, basename(sheet), drafts);
  try {
    replaceFile(join(out, droppedName), linesOf(reviewed.dropped));
    replaceFile(join(out, questionsName), linesOf(reviewed.kept));
  } catch (cause) {
    throw new AriadneError('results-unwritable', `${out} cannot be written: ${messageOf(cause)}.`, { cause });
  }
  return { ...reviewed, out };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AriadneError('sheet-broken', `${file} cannot be read: ${messageOf(cause)}. A review sheet is beside its drafts.jsonl.`, {
      cause,
    });
  }
}

function draftOf(line: string, lineNumber1: number, file: string): QuestionRecord {
  try {
    return questionRecord.parse(JSON.parse(line));
  } catch (cause) {
    throw new AriadneError('sheet-broken', `${file}, line ${lineNumber1} is damaged. Write the questions again with "ariadne questions".`, {
      cause,
    });
  }
}

function linesOf(questions: readonly QuestionRecord[]): string {
  return questions.map((one) => `${JSON.stringify(one)}\n`).join('');
}
