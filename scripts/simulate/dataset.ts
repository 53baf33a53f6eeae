/** A dataset's questions with their gold annotations, as in `corpus.jsonl[.gz]` or `docs/`, and `questions.jsonl`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { AriadneError } from '../../src/base/errors.ts';
import { isAbstention } from '../../src/reasoning/abstention.ts';

export interface GoldStep {
  /** Natural language; `#1` stands for the answer of the first step. */
  readonly question: string;
  readonly answer: string;
  /** Texts of the gold passages, as `plain` makes them; empty when the step is a computation. */
  readonly goldTexts: readonly string[];
}

export interface GoldQuestion {
  readonly question: string;
  /** Accepted answers, the main one first; empty when the documents do not answer it. */
  readonly answers: readonly string[];
  /** In order; the question itself where no step is annotated. */
  readonly steps: readonly GoldStep[];
  readonly goldTexts: readonly string[];
}

const questionLine = z.object({
  question: z.string(),
  answers: z.array(z.string()),
  type: z.string().nullish(),
  supporting: z.array(z.string()).default([]),
  supporting_files: z.array(z.string()).default([]),
  decomposition: z
    .array(z.object({ question: z.string(), answer: z.string().nullable(), supporting: z.array(z.string()).default([]) }))
    .default([]),
});
const corpusLine = z.object({ id: z.string(), title: z.string().default(''), text: z.string() });
const fileLine = z.object({ id: z.string(), file: z.string() });

/** @throws AriadneError `dataset-missing` when the folder holds no `questions.jsonl`. */
export function readDataset(folder: string): readonly GoldQuestion[] {
  const questions = readLines(folder, 'questions.jsonl', questionLine);
  if (questions === null)
    throw new AriadneError('dataset-missing', `There is no questions.jsonl in ${folder}. Give the folder of a dataset.`);
  const texts = goldTextReader(folder);
  return questions.map((line) => {
    const isUnanswerable = line.answers.every(isAbstention);
    const goldTexts = [...line.supporting, ...line.supporting_files].flatMap(texts);
    const own = { question: line.question, answer: line.answers[0] ?? '', goldTexts };
    const steps = line.decomposition.flatMap(({ question, answer, supporting }) =>
      answer === null ? [] : [{ question: sayRelation(question), answer, goldTexts: supporting.flatMap(texts) }],
    );
    const areStepsKnown = steps.length > 0 && steps.length === line.decomposition.length;
    return { question: line.question, answers: isUnanswerable ? [] : line.answers, steps: areStepsKnown ? steps : [own], goldTexts };
  });
}

/** Lower case, letters and digits only, single spaces, one before and one after, so that `includes` compares whole words. */
export function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** `X >> date of death` as a question. */
export function sayRelation(question: string): string {
  const cut = question.lastIndexOf('>>');
  if (cut < 0) return question;
  const [subject, relation] = [question.slice(0, cut).trim(), question.slice(cut + 2).trim()];
  const said = sayings.get(relation) ?? (people.has(relation) ? `Who is the ${relation} of X?` : `What is the ${relation} of X?`);
  return said.replace('X', () => subject);
}

const people: ReadonlySet<string> = new Set(
  'director father mother spouse child sibling composer performer producer creator author winner publisher'.split(' '),
);
const sayings: ReadonlyMap<string, string> = new Map([
  ['located in the administrative territorial entity', 'In which administrative territorial entity is X located?'],
  ['contains administrative territorial entity', 'Which administrative territorial entity does X contain?'],
  ['shares border with', 'What does X share a border with?'],
  ['part of', 'What is X part of?'],
  ['owned by', 'Who owns X?'],
  ['founded by', 'Who founded X?'],
  ['member of', 'What is X a member of?'],
  ['member of sports team', 'Which sports team is X a member of?'],
  ['member of political party', 'Which political party is X a member of?'],
  ['educated at', 'Where was X educated?'],
  ['follows', 'What does X follow?'],
  ['followed by', 'What is X followed by?'],
  ['licensed to broadcast to', 'Where is X licensed to broadcast to?'],
  ['capital of', 'What is X the capital of?'],
  ['crosses', 'What does X cross?'],
  ['named after', 'What is X named after?'],
  ['applies to jurisdiction', 'Which jurisdiction does X apply to?'],
  ['located on terrain feature', 'On which terrain feature is X located?'],
  ['award received', 'Which award did X receive?'],
]);

/** From a passage id or a file of the dataset to its text, or none when it is not there. */
function goldTextReader(folder: string): (name: string) => readonly string[] {
  const corpus = readLines(folder, 'corpus.jsonl', corpusLine) ?? readLines(folder, 'corpus.jsonl.gz', corpusLine) ?? [];
  const byId = new Map(corpus.map(({ id, title, text }) => [id, `${title}\n${text}`]));
  const files = new Map((readLines(folder, 'files.jsonl', fileLine) ?? []).map(({ id, file }) => [id, file]));
  const known = new Map<string, readonly string[]>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const path = join(folder, files.get(name) ?? name);
    const text = byId.get(name) ?? (existsSync(path) ? readFileSync(path, 'utf8') : null);
    const found = text === null ? [] : [plain(text)];
    known.set(name, found);
    return found;
  };
}

function readLines<T>(folder: string, name: string, line: z.ZodType<T>): readonly T[] | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one) => line.parse(JSON.parse(one)));
}
