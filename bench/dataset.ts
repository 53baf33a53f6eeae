/** Question-answering data over passages, with one JSON object per line: `corpus.jsonl[.gz]` and `questions.jsonl`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';

export const datasetDocument = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type DatasetDocument = Readonly<z.infer<typeof datasetDocument>>;

const subQuestion = z.object({ question: z.string(), answer: z.string().nullable().optional(), supporting: z.array(z.string()) });
const question = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  supporting: z.array(z.string()),
  decomposition: z.array(subQuestion).optional(),
});

export interface GoldQuestion {
  readonly question: string;
  /** Ids of the documents that answer the question; never empty. */
  readonly supporting: readonly string[];
}

export interface Dataset {
  readonly documents: readonly DatasetDocument[];
  /** Without questions that have no gold documents. */
  readonly questions: readonly GoldQuestion[];
  /** Gold decompositions, with the answers of earlier sub-questions filled in. */
  readonly subQuestions: readonly GoldQuestion[];
}

export function readDataset(folder: string): Dataset {
  const documents = readLines(folder, 'corpus.jsonl').map((line) => datasetDocument.parse(line));
  const questions = readLines(folder, 'questions.jsonl').map((line) => question.parse(line));
  const isGold = ({ supporting }: GoldQuestion): boolean => supporting.length > 0;
  return {
    documents,
    questions: questions.filter(isGold),
    subQuestions: questions.flatMap(({ decomposition = [] }) => decomposition.map((step) => filledIn(step, decomposition))).filter(isGold),
  };
}

interface AnsweredSubQuestion extends GoldQuestion {
  readonly answers: readonly string[];
  readonly gold: readonly string[];
  /** Of the questions that it is part of. */
  readonly ids: readonly string[];
}

export interface PlannedQuestion {
  readonly id: string;
  readonly question: string;
  readonly steps: readonly { readonly answer: string; readonly supporting: readonly string[] }[];
}

/** Those that were annotated with an answer, each once. A relation is asked for by its name. */
export function answeredSubQuestions(folder: string): readonly AnsweredSubQuestion[] {
  const questions = readLines(folder, 'questions.jsonl').map((line) => question.parse(line));
  const asked = new Map<string, AnsweredSubQuestion>();
  for (const { id, decomposition = [] } of questions) {
    for (const step of decomposition) {
      const { question: text, supporting } = filledIn(step, decomposition, 'What is the $2 of $1?');
      if (step.answer == null || supporting.length === 0) continue;
      const { ids = [] } = asked.get(text) ?? {};
      asked.set(text, { question: text, answers: [step.answer], supporting, gold: supporting, ids: [...ids, id] });
    }
  }
  return [...asked.values()];
}

/** Questions with the answers to the steps of their gold decomposition, in order; only those whose steps all have one. */
export function plannedQuestions(folder: string): readonly PlannedQuestion[] {
  const questions = readLines(folder, 'questions.jsonl').map((line) => question.parse(line));
  return questions.flatMap(({ id, question: text, decomposition = [] }) => {
    const steps = decomposition.flatMap(({ answer, supporting }) =>
      answer == null || supporting.length === 0 ? [] : [{ answer, supporting }],
    );
    return steps.length === 0 || steps.length < decomposition.length ? [] : [{ id, question: text, steps }];
  });
}

/** The folder, if it is a dataset of passages or one of the `kinds` given, and those below it, by path. */
export function datasetsIn(folder: string, kinds: readonly string[] = corpusFiles): readonly string[] {
  const has = (name: string): boolean => existsSync(join(folder, name));
  const isDataset = askedFiles.some(has) && kinds.some(has);
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    ...(isDataset ? [folder] : []),
    ...below
      .map(({ name }) => join(folder, name))
      .sort()
      .flatMap((one) => datasetsIn(one, kinds)),
  ];
}

export const corpusFiles = ['corpus.jsonl', 'corpus.jsonl.gz'] as const;

/** Of passages questions; of whole documents prompts or claims. */
export const askedFiles = ['questions.jsonl', 'prompts.jsonl', 'claims.jsonl'] as const;

/** Writes every document as `<id>.md` to `folder`. */
export function writeDocuments(documents: readonly DatasetDocument[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { id, title, text } of documents) writeFileSync(join(folder, `${id}.md`), `${documentHead(title)}${text}\n`);
}

/** What comes before the text of a document that is written. */
export function documentHead(title: string): string {
  return `# ${title}\n\n`;
}

/** `#1` stands for the first answer, `subject >> relation` for a question of that form. @param related what becomes of `$1 >> $2` */
function filledIn(
  { question: text, supporting }: z.infer<typeof subQuestion>,
  steps: readonly z.infer<typeof subQuestion>[],
  related = '$1 $2',
): GoldQuestion {
  const filled = text.replaceAll(/#(\d+)/g, (mark, number: string) => steps[Number(number) - 1]?.answer ?? mark);
  return { question: filled.replace(/^(.*) >> (.*)$/u, related), supporting };
}

/** The JSON of each line of a file, which may be gzipped. */
export function readLines(folder: string, name: string): readonly unknown[] {
  const file = join(folder, name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(`${file}.gz`)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
