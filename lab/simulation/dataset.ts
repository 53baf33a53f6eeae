/** A dataset's questions with their gold annotations, from `corpus.jsonl[.gz]` or `docs/`, and `questions.jsonl`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { AriadneError } from '../../src/base/errors.ts';
import { isAbstention } from '../../src/reasoning/abstention.ts';
import { fill, plain, sayRelation } from './wording.ts';

export interface GoldStep {
  /** In natural language; `#1` stands for the answer of the first step. */
  readonly question: string;
  readonly answer: string;
  /** Accepted answers, starting with `answer`. If several questions share the step, annotators may have written it in several ways. */
  readonly answers: readonly string[];
  /** 0-based numbers of the steps whose answers this one needs. */
  readonly needs: readonly number[];
  /** Texts of the gold passages, as returned by `plain`; empty when the step is a computation. */
  readonly goldTexts: readonly string[];
}

export interface GoldQuestion {
  readonly question: string;
  /** Accepted answers, the main one first; empty when the documents do not answer the question. */
  readonly answers: readonly string[];
  /** In order; the question itself if no steps are annotated. */
  readonly steps: readonly GoldStep[];
  readonly goldTexts: readonly string[];
  /** Alternatives, each with everything needed. If annotators agreed, there is one with all gold texts. */
  readonly goldSets: readonly (readonly string[])[];
  /** The words of the documents that say the answer, where they are annotated. */
  readonly evidence?: readonly string[];
  /** Places of the documents that say something else than the answer. */
  readonly otherwise?: readonly OtherPlace[];
  /** Pairs of sentences of documents that disagree. */
  readonly disputed?: readonly (readonly [string, string])[];
  /** What was typed after which questions, where it follows some. */
  readonly followUp?: FollowUp;
}

const followUp = z.object({
  question: z.string(),
  earlier: z.array(z.object({ question: z.string(), answer: z.string().nullable() })),
});
type FollowUp = z.output<typeof followUp>;

const otherPlace = z.object({ answer: z.string(), text: z.string() });
type OtherPlace = z.output<typeof otherPlace>;

const questionLine = z.object({
  follow_up: followUp.optional(),
  question: z.string(),
  answers: z.array(z.string()),
  disputed: z.array(z.tuple([z.string(), z.string()])).default([]),
  type: z.string().nullish(),
  supporting: z.array(z.string()).default([]),
  supporting_files: z.array(z.string()).default([]),
  supporting_sets: z.array(z.array(z.string())).default([]),
  // Sources name the words of a document `text` or `fact`, and write other evidence here, too.
  evidence: z.array(z.object({ text: z.string().optional(), fact: z.string().optional() })).default([]),
  otherwise: z.array(otherPlace).default([]),
  decomposition: z
    .array(
      z.object({
        question: z.string(),
        answer: z.string().nullable(),
        supporting: z.array(z.string()).default([]),
        depends_on: z.array(z.number().int()).default([]),
      }),
    )
    .default([]),
});
type QuestionLine = z.output<typeof questionLine>;
const corpusLine = z.object({ id: z.string(), title: z.string().default(''), text: z.string() });
const fileLine = z.object({ id: z.string(), file: z.string() });

/** @throws AriadneError `dataset-missing` when the folder has no `questions.jsonl` */
export function readDataset(folder: string): readonly GoldQuestion[] {
  const questions = readLines(folder, 'questions.jsonl', questionLine);
  if (questions === null) throw new AriadneError('dataset-missing', `${folder} has no questions.jsonl. Choose a dataset folder.`);
  const texts = goldTextReader(folder);
  const gold = questions.map((line) => {
    const answers = line.answers.every(isAbstention) ? [] : line.answers;
    const goldTexts = [...line.supporting, ...line.supporting_files].flatMap(texts);
    const goldSets = line.supporting_sets.length > 0 ? line.supporting_sets.map((set) => set.flatMap(texts)) : [goldTexts];
    const own = { question: line.question, answer: line.answers[0] ?? '', answers, needs: [], goldTexts };
    const steps = goldSteps(line, texts);
    return {
      question: line.question,
      answers,
      steps: steps.length > 0 ? steps : [own],
      goldTexts,
      goldSets,
      evidence: line.evidence.flatMap(({ text, fact }) => text ?? fact ?? []),
      otherwise: line.otherwise,
      disputed: line.disputed,
      followUp: line.follow_up,
    };
  });
  return withAnswersOfAll(gold);
}

function withAnswersOfAll(gold: readonly GoldQuestion[]): readonly GoldQuestion[] {
  const known = new Map<string, Set<string>>();
  const answersOf = (steps: readonly GoldStep[], i: number): Set<string> => {
    const asked = fill(
      steps[i]?.question ?? '',
      steps.map(({ answer }) => answer),
    );
    const key = plain(asked ?? '');
    const answers = known.get(key) ?? new Set();
    known.set(key, answers);
    return answers;
  };
  for (const { steps } of gold)
    for (const [i, { answers }] of steps.entries()) for (const answer of answers) answersOf(steps, i).add(answer);
  return gold.map((one) => ({
    ...one,
    steps: one.steps.map((step, i) => ({ ...step, answers: [...new Set([...step.answers, ...answersOf(one.steps, i)])] })),
  }));
}

/** @returns no steps if an answer of a step is not annotated */
function goldSteps({ decomposition }: QuestionLine, texts: (name: string) => readonly string[]): readonly GoldStep[] {
  return decomposition.every(({ answer }) => answer !== null)
    ? decomposition.map((step, i) => {
        // Some sources write out the earlier answer where others write its number.
        const question = step.depends_on.reduce(
          (text, needed) => withNumber(text, needed + 1, decomposition[needed]?.answer ?? ''),
          withoutOtherNumbers(sayRelation(step.question), i),
        );
        const needs = [...question.matchAll(/#(\d+)/g)].map(([, number]) => Number(number) - 1);
        const answer = step.answer ?? '';
        return { question, answer, answers: [answer], needs: [...new Set(needs)], goldTexts: step.supporting.flatMap(texts) };
      })
    : [];
}

/** "His jersey number #32" refers to no earlier step. */
function withoutOtherNumbers(question: string, steps: number): string {
  return question.replace(/#(\d+)/g, (said, number: string) => (Number(number) > steps ? number : said));
}

function withNumber(question: string, number1: number, answer: string): string {
  const at = answer === '' || question.includes(`#${number1}`) ? -1 : question.toLowerCase().indexOf(answer.toLowerCase());
  return at < 0 ? question : `${question.slice(0, at)}#${number1}${question.slice(at + answer.length)}`;
}

/** Maps a passage id, or a file of the dataset, to its text; to nothing when it does not exist. */
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
