/**
 * A dataset for measuring: a folder with `questions.jsonl`, and `corpus.jsonl[.gz]` or `docs/`. One JSON object per line; only LF ends a
 * line.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { AriadneError, messageOf } from '../../src/base/errors.ts';
import { hashOf } from '../../src/base/hash.ts';
import { writtenForm, type WrittenForm } from '../../src/protocol/writtenAnswer.ts';

export interface Dataset {
  /** The folder's name. */
  readonly name: string;
  readonly folder: string;
  readonly documents: DatasetDocuments;
  readonly questions: readonly DatasetQuestion[];
  /** Hex SHA-256 of the documents, without the questions. */
  readonly fingerprint: string;
}

/** Passages that become documents of a working folder, or an existing folder of documents. */
type DatasetDocuments =
  | { readonly kind: 'corpus'; readonly passages: readonly CorpusPassage[] }
  | { readonly kind: 'docs'; readonly folder: string };

const corpusPassage = z.object({ id: z.string().min(1), title: z.string().nullish(), text: z.string() });
export type CorpusPassage = Readonly<z.infer<typeof corpusPassage>>;

export interface DatasetQuestion {
  readonly id: string;
  readonly question: string;
  /** Accepted answers, the main one first; empty when the documents do not answer the question, which then cannot be scored. */
  readonly answers: readonly string[];
  /** Ids of the gold documents in the corpus, or their paths beginning with `docs/`. */
  readonly gold: readonly string[];
  /** The documents given with the question, like `gold`; absent where the dataset lists none. */
  readonly candidates?: readonly string[];
  /** The form of answer that it wants; absent for a short one. */
  readonly form?: WrittenForm;
  /** Limits the question to some documents, in the syntax of `parseScope`. */
  readonly scope?: string;
  /** The steps of its gold decomposition with earlier answers filled in, in order; absent without one, or where an answer is missing. */
  readonly subQuestions?: readonly string[];
  /** What a written answer has to say: the answer of each step, each with its other wordings; absent without a decomposition. */
  readonly stepAnswers?: readonly (readonly string[])[];
  /** The dataset's fields for the kind of question: `type`, `hops` … */
  readonly facets: Readonly<Record<string, string>>;
  /** 1-based line in `questions.jsonl`. */
  readonly lineNumber1: number;
}

/** Fields by which results are broken down. */
const facetNames = [
  'type',
  'hops',
  'pattern',
  'difficulty',
  'level',
  'effective_year',
  'fact_type',
  'answer_type',
  'false_premise',
  'split',
] as const;
const facet = z.union([z.string(), z.number(), z.boolean()]).nullish();

const questionLine = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  question: z.string().refine((text) => text.trim() !== '', 'is empty'),
  answers: z.array(z.string()),
  supporting: z.array(z.string()).nullish(),
  supporting_files: z.array(z.string()).nullish(),
  /** Ids or paths of the documents among which a paper's own setting searches. */
  candidates: z.array(z.string()).nullish(),
  form: writtenForm.nullish(),
  scope: z.string().nullish(),
  decomposition: z.array(z.object({ question: z.string(), answer: z.string().nullish() })).nullish(),
  ...(Object.fromEntries(facetNames.map((name) => [name, facet])) as Record<(typeof facetNames)[number], typeof facet>),
});
const fileLine = z.object({ id: z.string(), file: z.string() });

/**
 * @param isAbstention whether an accepted answer says that there is none, such as `Insufficient information`; such a question has no
 * accepted answer
 * @throws AriadneError `dataset-missing`, `dataset-broken` naming file and line
 */
export function readDataset(folder: string, isAbstention: (answer: string) => boolean): Dataset {
  const lines = readLines(folder, 'questions.jsonl', questionLine);
  if (!lines) {
    const problem = existsSync(folder) ? `${folder} has no questions.jsonl.` : `Folder ${folder} does not exist.`;
    throw new AriadneError('dataset-missing', `${problem} Choose a dataset folder.`);
  }
  const { documents, fingerprint } = readDocuments(folder);
  const documentsOf = documents.kind === 'corpus' ? (ids: readonly string[]) => ids : pathsIn(folder);
  const questions = lines.map(({ value, lineNumber1 }): DatasetQuestion => {
    const { supporting, supporting_files: files, candidates, decomposition, form, scope } = value;
    const subQuestions = askedSteps(decomposition ?? []);
    const stepAnswers = (decomposition ?? []).flatMap(({ answer }) => (answer ? [[answer]] : []));
    const facets = facetNames.flatMap((name) => (value[name] == null ? [] : [[name, String(value[name])] as const]));
    return {
      id: value.id,
      question: value.question.trim(),
      answers: value.answers.every(isAbstention) ? [] : value.answers,
      gold: [...new Set(documents.kind === 'docs' && files ? inDocs(files) : documentsOf(supporting ?? []))],
      ...(candidates && candidates.length > 0 ? { candidates: [...new Set(documentsOf(candidates))] } : {}),
      ...(form == null ? {} : { form }),
      ...(scope == null ? {} : { scope }),
      ...(subQuestions.length > 0 ? { subQuestions } : {}),
      ...(stepAnswers.length > 0 ? { stepAnswers } : {}),
      facets: Object.fromEntries(facets),
      lineNumber1,
    };
  });
  refuseStrangeCandidates(questions, holds(documents, folder));
  if (questions.length === 0) throw new AriadneError('dataset-broken', `${join(folder, 'questions.jsonl')} has no questions.`);
  refuseRepeats('questions.jsonl', questions);
  return { name: basename(resolve(folder)), folder: resolve(folder), documents, questions, fingerprint };
}

/** The questions with `#1` replaced by the first answer, and so on; none when an answer that is needed is missing. */
function askedSteps(steps: readonly { readonly question: string; readonly answer?: string | null }[]): readonly string[] {
  const asked = steps.map(({ question }, i) =>
    question.trim().replace(/#(\d+)/g, (said, number: string) => {
      const needed = Number(number);
      return needed >= 1 && needed <= i ? (steps[needed - 1]?.answer ?? '') : said;
    }),
  );
  const isKnown = ({ question }: { readonly question: string }, i: number): boolean =>
    [...question.matchAll(/#(\d+)/g)].every(([, number]) => Number(number) > i || Boolean(steps[Number(number) - 1]?.answer));
  return steps.every(isKnown) && asked.every((one) => one !== '') ? asked : [];
}

function holds(documents: DatasetDocuments, folder: string): (document: string) => boolean {
  if (documents.kind === 'docs') return (path) => existsSync(join(folder, path));
  const ids = new Set(documents.passages.map(({ id }) => id));
  return (id) => ids.has(id);
}

/** @throws AriadneError `dataset-broken` naming the first candidate that is not in the corpus */
function refuseStrangeCandidates(questions: readonly DatasetQuestion[], isKnown: (document: string) => boolean): void {
  const strange = questions.flatMap(({ candidates = [], lineNumber1 }) =>
    candidates.filter((id) => !isKnown(id)).map((id) => ({ id, lineNumber1 })),
  );
  const [first] = strange;
  if (!first) return;
  const others = strange.length === 1 ? '' : ` ${strange.length} candidates are missing in all.`;
  throw new AriadneError(
    'dataset-broken',
    `questions.jsonl, line ${first.lineNumber1}: the candidate "${first.id}" is not in the corpus.${others} Add it to the corpus or remove it, then evaluate again.`,
  );
}

/** Documents as paths. Ids are looked up in `files.jsonl`, if it exists. */
function pathsIn(folder: string): (ids: readonly string[]) => readonly string[] {
  const files = new Map((readLines(folder, 'files.jsonl', fileLine) ?? []).map(({ value }) => [value.id, value.file]));
  return (ids) => inDocs(ids.map((id) => files.get(id) ?? id));
}

function inDocs(paths: readonly string[]): readonly string[] {
  return paths.map((path) => path.replace(/^(?:\.\/)?(?:docs\/)?/, 'docs/'));
}

function readDocuments(folder: string): Pick<Dataset, 'documents' | 'fingerprint'> {
  for (const name of ['corpus.jsonl', 'corpus.jsonl.gz']) {
    const lines = readLines(folder, name, corpusPassage);
    if (!lines) continue;
    const passages = lines.map(({ value }) => value);
    refuseRepeats(
      name,
      lines.map(({ value, lineNumber1 }) => ({ id: value.id, lineNumber1 })),
    );
    return { documents: { kind: 'corpus', passages }, fingerprint: hashOf(passages.map((passage) => JSON.stringify(passage))) };
  }
  const docs = join(folder, 'docs');
  if (!existsSync(docs)) {
    throw new AriadneError(
      'dataset-missing',
      `${folder} has neither corpus.jsonl, corpus.jsonl.gz nor docs/. A dataset needs one of them.`,
    );
  }
  return { documents: { kind: 'docs', folder: docs }, fingerprint: fingerprintOf(docs) };
}

function fingerprintOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`${relative(folder, file).split(sep).join('/')}\0${hashOf([readFileSync(file)])}\n`);
  return hash.digest('hex');
}

interface Line<T> {
  readonly value: T;
  readonly lineNumber1: number;
}

/** @returns null when the file does not exist; blank lines are left out */
function readLines<T>(folder: string, name: string, schema: z.ZodType<T>): readonly Line<T>[] | null {
  const file = join(folder, name);
  if (!existsSync(file)) return null;
  const lines = textOf(file).split('\n');
  return lines.flatMap((line, i) => (line.trim() === '' ? [] : [{ value: parseLine(line, schema, file, i + 1), lineNumber1: i + 1 }]));
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    throw new AriadneError('dataset-broken', `${file} cannot be read: ${messageOf(cause)}.`, { cause });
  }
}

function parseLine<T>(line: string, schema: z.ZodType<T>, file: string, lineNumber1: number): T {
  const broken = (why: string, cause: unknown): AriadneError =>
    new AriadneError('dataset-broken', `${file}, line ${lineNumber1}: ${why}. Fix the line, then evaluate again.`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw broken('this is not JSON', cause);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw broken(`${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'is not valid'}`, parsed.error);
}

function refuseRepeats(name: string, lines: readonly { readonly id: string; readonly lineNumber1: number }[]): void {
  const seen = new Map<string, number>();
  for (const { id, lineNumber1 } of lines) {
    const before = seen.get(id);
    if (before !== undefined) {
      throw new AriadneError(
        'dataset-broken',
        `${name}, line ${lineNumber1}: the id "${id}" is already used in line ${before}. Ids must be unique.`,
      );
    }
    seen.set(id, lineNumber1);
  }
}
