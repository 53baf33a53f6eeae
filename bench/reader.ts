import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { cutPassages } from '../src/corpus/cut.ts';
import type { ParsedDocument } from '../src/corpus/document.ts';
import { readerOf } from '../src/corpus/readers/allReaders.ts';
import { scoreAnswer } from '../src/evaluation/answerScores.ts';
import { readDataset, type Dataset } from '../src/evaluation/dataset.ts';
import { BesideIndex } from '../src/indexing/fullText/besideIndex.ts';
import { inverseFrequency } from '../src/indexing/fullText/bm25.ts';
import { bagOf, indexLanguage } from '../src/indexing/fullText/terms.ts';
import { assumedLanguage } from '../src/language/assumed.ts';
import type { Passage } from '../src/protocol/passage.ts';
import { isAbstention } from '../src/reasoning/abstention.ts';
import { ExtractiveReasoner } from '../src/reasoning/extractive/extractiveReasoner.ts';
import type { PartOptions } from '../src/reasoning/extractive/parts.ts';
import { answeredSubQuestions } from './dataset.ts';
import type { Bench, BenchOptions, BenchReport } from './harness.ts';

/** Of each gold document, and of the others together: those that BM25 ranks first. */
const goldPassages = 3;
const otherPassages = 8;
/** Further down a passage of a gold document counts as not ranked. */
const depth = 200;

const variants: readonly (readonly [string, PartOptions])[] = [
  ['all parts', {}],
  ['without decomposition', { decomposition: false }],
  ['without relations', { relations: false }],
  ['without placement', { placement: false }],
];

export const reader: Bench = {
  name: 'reader',
  describe:
    'the extractive reasoner over gold passages among others, with and without each of its parts; for a data set or a folder of them (--dataset), else for samples',
  run: async (options) => {
    const { dataset: folder = join(import.meta.dirname, '..', 'samples'), log } = options;
    const folders = datasetsIn(folder);
    if (folders.length === 0)
      throw new Error(`${folder} has no data set: questions.jsonl with corpus.jsonl[.gz] or docs/, there or one folder below.`);
    const measured: Measured[] = [];
    for (const one of folders) {
      const dataset = readDataset(one, isAbstention);
      const pools = new Pools(dataset);
      for (const [kind, questions] of [
        ['questions', dataset.questions],
        ['gold sub-questions', answeredSubQuestions(one)],
      ] as const) {
        if (questions.length === 0) continue;
        const cases = questions.slice(0, options.quick ? 20 : Infinity).map((question) => pools.caseOf(question));
        for (const [name, parts] of variants)
          measured.push(await measure({ dataset: dataset.name, kind, parts: name }, parts, cases, options));
        log(`${dataset.name}: ${cases.length} ${kind}`);
      }
    }
    return report(measured);
  },
};

function datasetsIn(folder: string): readonly string[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const isDataset = (one: string): boolean =>
    existsSync(join(one, 'questions.jsonl')) && ['corpus.jsonl', 'corpus.jsonl.gz', 'docs'].some((name) => existsSync(join(one, name)));
  return [folder, ...below.map(({ name }) => join(folder, name)).sort()].filter(isDataset);
}

interface Question {
  readonly question: string;
  /** Empty when the documents do not answer it. */
  readonly answers: readonly string[];
  /** Ids of documents. */
  readonly gold: readonly string[];
}

interface Case extends Question {
  /** Best first; `others` are those of no gold document. */
  readonly passages: readonly Passage[];
  readonly others: readonly Passage[];
}

/** Finds what each question is read from. */
class Pools {
  readonly #passages: readonly Passage[];
  readonly #index: BesideIndex;
  readonly #byDocument: ReadonlyMap<string, readonly Passage[]>;

  constructor(dataset: Dataset) {
    this.#passages = passagesOf(dataset);
    const texts = this.#passages.map(({ title, headings, text }) => [title, ...headings, text].join('\n'));
    this.#index = new BesideIndex(texts.map((text, row) => ({ row, bag: bagOf(text, indexLanguage) })));
    this.#byDocument = Map.groupBy(this.#passages, ({ path }) => path);
  }

  caseOf({ question, answers, gold }: Question): Case {
    const ranks = new Map(this.#ranked(question).map((passage, rank) => [passage, rank]));
    const rankOf = (passage: Passage): number => ranks.get(passage) ?? depth;
    const byRank = (passages: readonly Passage[]): readonly Passage[] => passages.toSorted((a, b) => rankOf(a) - rankOf(b));
    const others = [...ranks.keys()].filter(({ path }) => !gold.includes(path)).slice(0, otherPassages);
    const wanted = gold.flatMap((id) => byRank(this.#byDocument.get(id) ?? []).slice(0, goldPassages));
    return { question, answers, gold, passages: byRank([...wanted, ...others]), others };
  }

  #ranked(question: string): readonly Passage[] {
    const terms = [...bagOf(question, indexLanguage).counts.keys()];
    const worths = new Map(terms.map((term) => [term, inverseFrequency(this.#index.containing(term), this.#index.size)]));
    return this.#index.best(worths, this.#index.averageLength, depth).flatMap(({ row }) => this.#passages[row] ?? []);
  }
}

/** Their paths are the ids of the data set's documents. Formats that are not text are left out. */
function passagesOf({ documents, folder }: Dataset): readonly Passage[] {
  const cut = (path: string, parsed: ParsedDocument): Passage[] => cutPassages({ path, hash: '', parsed, language: assumedLanguage });
  if (documents.kind === 'corpus') {
    return documents.passages.flatMap(({ id, title, text }) => cut(id, { ...parse('a.txt', text), title: title ?? '' }));
  }
  const files = readdirSync(documents.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const isText = readerOf(name)?.kind === 'text';
    return isText ? cut(relative(folder, path).split(sep).join('/'), parse(name, readFileSync(path, 'utf8'))) : [];
  });
}

function parse(path: string, text: string): ParsedDocument {
  const found = readerOf(path);
  if (found?.kind !== 'text') throw new Error(`${path} is no text format`);
  return found.parse(text, path, { textOf: () => undefined, filesIn: () => [] });
}

interface Subject {
  readonly dataset: string;
  readonly kind: string;
  readonly parts: string;
}

interface Measured extends Subject {
  readonly questions: number;
  /** Those that have an answer; the shares below are of them. */
  readonly answerable: number;
  readonly exactMatch: number;
  readonly f1: number;
  readonly answered: number;
  /** Of the answers given, how many match, with its 95 % interval; NaN when none was given. */
  readonly precision: number;
  readonly precisionInterval: readonly [number, number];
  /** Share of all questions that are answered when their gold passages are missing. */
  readonly invented: number;
}

async function measure(subject: Subject, options: PartOptions, cases: readonly Case[], { signal }: BenchOptions): Promise<Measured> {
  const reasoner = new ExtractiveReasoner(options);
  const read = async (question: string, passages: readonly Passage[]): Promise<string | null> => {
    const { output } = await reasoner.perform('read', { question, passages, cot: false }, { node: 'root', sample: 0, signal });
    return output.answer;
  };
  const sums = { answerable: 0, right: 0, f1: 0, answered: 0, invented: 0 };
  for (const { question, answers, passages, others } of cases) {
    if ((await read(question, others)) !== null) sums.invented++;
    if (answers.length === 0) continue;
    sums.answerable++;
    const answer = await read(question, passages);
    const scores = answer === null ? null : scoreAnswer(answer, answers);
    if (scores === null) continue;
    sums.answered++;
    sums.right += scores.em;
    sums.f1 += scores.f1_hotpot;
  }
  const { answerable, right, f1, answered, invented } = sums;
  return {
    ...subject,
    questions: cases.length,
    answerable,
    exactMatch: right / answerable,
    f1: f1 / answerable,
    answered: answered / answerable,
    precision: right / answered,
    precisionInterval: wilson(right, answered),
    invented: invented / cases.length,
  };
}

/** The 95 % interval of a share. Source: Wilson 1927. */
function wilson(hits: number, of: number): readonly [number, number] {
  const z = 1.96;
  const middle = (hits + z ** 2 / 2) / (of + z ** 2);
  const half = (z * Math.sqrt((hits * (of - hits)) / of + z ** 2 / 4)) / (of + z ** 2);
  return [middle - half, middle + half];
}

function report(measured: readonly Measured[]): BenchReport {
  const percent = (share: number): string => (Number.isNaN(share) ? '–' : (100 * share).toFixed(1));
  return {
    columns: ['data set', 'count', 'of', 'parts', 'exact match %', 'F1 %', 'answered %', 'right of answers %', '95 %', 'invented %'],
    rows: measured.map(({ dataset, kind, parts, questions, exactMatch, f1, answered, precision, precisionInterval, invented }) => [
      dataset,
      questions,
      kind,
      parts,
      percent(exactMatch),
      percent(f1),
      percent(answered),
      percent(precision),
      Number.isNaN(precision) ? '' : precisionInterval.map(percent).join('–'),
      percent(invented),
    ]),
    checks: [],
    json: { measured },
  };
}
