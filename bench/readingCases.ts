/** What readers are trained and measured with: questions with gold passages among others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { hashOf } from '../src/base/hash.ts';
import { cutPassages } from '../src/corpus/cut.ts';
import type { ParsedDocument } from '../src/corpus/document.ts';
import { readerOf } from '../src/corpus/readers/allReaders.ts';
import { scoreAnswer } from '../lab/evaluation/answerScores.ts';
import { readDataset, type Dataset } from '../lab/evaluation/dataset.ts';
import { RowSet } from '../src/base/rowSet.ts';
import { PassageTerms } from '../src/indexing/fullText/passageTerms.ts';
import { assumedLanguage } from '../src/language/assumed.ts';
import { termsOf } from '../src/language/terms/terms.ts';
import { findDates, hasYear, relationOf } from '../src/language/dates.ts';
import type { Passage } from '../src/protocol/passage.ts';
import { isAbstention } from '../src/reasoning/abstention.ts';
import { answeredSubQuestions, corpusFiles, datasetsIn, plannedQuestions } from './dataset.ts';
import { planQuestion } from '../src/reasoning/extractive/questionShape.ts';

/** Of each gold document, and of the others together: those that BM25 ranks first. */
const goldPassages = 3;
const otherPassages = 8;
/** Further down a passage of a gold document counts as not ranked. */
const depth = 200;

export interface ReadingCase {
  readonly question: string;
  /** Empty when the documents do not answer it. */
  readonly answers: readonly string[];
  /** Ids of documents. */
  readonly gold: readonly string[];
  /** Best first; `others` are those of no gold document. */
  readonly passages: readonly Passage[];
  readonly others: readonly Passage[];
  /** Whether a reader may be trained with it. Half of all questions are held out, by the hash of their id. */
  readonly isTraining: boolean;
}

export interface ReadingCases {
  readonly dataset: string;
  readonly kind: 'questions' | 'gold sub-questions' | 'steps of own plans';
  readonly cases: readonly ReadingCase[];
}

export interface Judgment {
  /** Whether it is an accepted answer, word for word. */
  readonly isExact: boolean;
  /**
   * Besides, a place or title with or without what follows its first comma or bracket (`Toronto` for `Toronto, Ontario`), and a date that
   * says at least what the accepted one says (`March 9, 2014` for `9 March 2014` or `2014`).
   */
  readonly isRight: boolean;
}

export function judged(answer: string, accepted: readonly string[]): Judgment {
  const isExact = scoreAnswer(answer, accepted)?.em === 1;
  const isShort = scoreAnswer(shortName(answer), accepted.map(shortName))?.em === 1;
  return { isExact, isRight: isExact || isShort || accepted.some((one) => saysDate(answer, one)) };
}

function shortName(answer: string): string {
  return answer.replace(/,\s\p{Lu}.*$|\s\([^()]*\)$/u, '');
}

function saysDate(answer: string, accepted: string): boolean {
  const [given, asked] = [answer, accepted].map((text) => {
    const [date] = findDates(text, assumedLanguage);
    return date !== undefined && date.end - date.start === text.trim().length && hasYear(date) ? date : undefined;
  });
  return given !== undefined && asked !== undefined && relationOf(given, asked) === 'implies';
}

/** The data sets of passages or documents at a folder and below. */
export function readableDatasetsIn(folder: string): readonly string[] {
  return datasetsIn(folder, [...corpusFiles, 'docs']);
}

/** @param most of each kind */
export function readingCases(folder: string, most = Infinity): readonly ReadingCases[] {
  const dataset = readDataset(folder, isAbstention);
  const pools = new Pools(dataset);
  const kinds = [
    ['questions', dataset.questions.map((question) => ({ ...question, ids: [question.id] }))],
    ['gold sub-questions', answeredSubQuestions(folder)],
    ['steps of own plans', ownSteps(folder)],
  ] as const;
  return kinds.flatMap(([kind, questions]) => {
    const cases = questions.slice(0, most).map((question) => pools.caseOf(question));
    return cases.length === 0 ? [] : [{ dataset: dataset.name, kind, cases }];
  });
}

interface Question extends Pick<ReadingCase, 'question' | 'answers' | 'gold'> {
  readonly ids: readonly string[];
}

/**
 * Steps as the reasoner plans them, with the gold answers of earlier steps filled in; of questions that it splits into as many steps as
 * annotated.
 */
function ownSteps(folder: string): readonly Question[] {
  const asked = new Map<string, Question>();
  for (const { id, question, steps } of plannedQuestions(folder)) {
    const { steps: own } = planQuestion(question);
    if (own.length !== steps.length || own.length === 1) continue;
    for (const [i, template] of own.entries()) {
      const step = steps[i];
      const text = template.replaceAll(/#(\d)(?!\d)/gu, (mark, number: string) => steps[Number(number) - 1]?.answer ?? mark);
      if (step !== undefined)
        asked.set(text, { question: text, answers: [step.answer], gold: step.supporting, ids: [...(asked.get(text)?.ids ?? []), id] });
    }
  }
  return [...asked.values()];
}

/** Finds what each question is read from. */
class Pools {
  readonly #passages: readonly Passage[];
  readonly #terms: PassageTerms;
  readonly #rows: RowSet;
  readonly #byDocument: ReadonlyMap<string, readonly Passage[]>;

  constructor(dataset: Dataset) {
    this.#passages = passagesOf(dataset);
    const texts = this.#passages.map(({ title, headings, text }) => [title, ...headings, text].join('\n'));
    this.#terms = PassageTerms.empty().with(
      [],
      texts.map((text, row) => ({ row, terms: termsIn(text).join(' ') })),
    );
    this.#rows = new RowSet([...texts.keys()]);
    this.#byDocument = Map.groupBy(this.#passages, ({ path }) => path);
  }

  caseOf({ question, answers, gold, ids }: Question): ReadingCase {
    const ranks = new Map(this.#ranked(question).map((passage, rank) => [passage, rank]));
    const rankOf = (passage: Passage): number => ranks.get(passage) ?? depth;
    const byRank = (passages: readonly Passage[]): readonly Passage[] => passages.toSorted((a, b) => rankOf(a) - rankOf(b));
    const others = [...ranks.keys()].filter(({ path }) => !gold.includes(path)).slice(0, otherPassages);
    const wanted = gold.flatMap((id) => byRank(this.#byDocument.get(id) ?? []).slice(0, goldPassages));
    return { question, answers, gold, passages: byRank([...wanted, ...others]), others, isTraining: ids.every(isInTrainingHalf) };
  }

  #ranked(question: string): readonly Passage[] {
    return this.#terms.best(termsIn(question), depth, this.#rows).flatMap(({ row }) => this.#passages[row] ?? []);
  }
}

function termsIn(text: string): readonly string[] {
  return termsOf(text, assumedLanguage.tag);
}

/** By the parity of the id's SHA-256. */
function isInTrainingHalf(id: string): boolean {
  return Number.parseInt(hashOf([id]).slice(0, 8), 16) % 2 === 0;
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
  return found.parse(text, path);
}
