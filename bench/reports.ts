/** Questions about long reports: whether the documents that they are about and the pages that answer them are among the first passages. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { IdentifiedQuestion } from '../src/indexing/identity/documentNames.ts';
import { IndexSnapshot } from '../src/indexing/snapshot.ts';
import type { SearchMethod } from '../src/protocol/engine.ts';
import { pageAt, type Passage } from '../src/protocol/passage.ts';
import { openEngine, type EngineUnderTest } from './engineUnderTest.ts';
import { mean, withTempFolder, type Bench, type BenchOptions, type BenchReport } from './harness.ts';
import { withMentions, withoutBridge, withoutQuestion } from './mentionVariants.ts';

const cutoffs = [5, 10] as const;

const reportQuestion = z.object({
  question: z.string(),
  /** Names of files that the question is about; otherwise those of the evidence. */
  supporting: z.array(z.string()).optional(),
  /** The facts that an answer needs, each with the pages (1-based) any of which has it. */
  evidence: z.array(z.array(z.object({ file: z.string(), page: z.number().int().positive() })).min(1)).optional(),
  evidence_kind: z.string().optional(),
  kind: z.string().optional(),
});
type ReportQuestion = Readonly<z.infer<typeof reportQuestion>>;

/** Shares, by cutoff. */
interface Measured {
  /** Whether one of the documents is there, and whether all are. */
  readonly any: readonly number[];
  readonly all: readonly number[];
  /** Of the facts; none where no pages are known. */
  readonly pages: readonly number[];
}

interface Variant {
  readonly name: string;
  readonly method: SearchMethod;
  /** Only the documents that the question is about are searched. */
  readonly isLimited?: boolean;
  readonly doing?: <T>(work: () => Promise<T>) => Promise<T>;
}

const variants: readonly Variant[] = [
  { name: 'hybrid', method: 'hybrid' },
  { name: 'linked', method: 'linked' },
  { name: 'nar', method: 'nar' },
  { name: 'linked, no documents named', method: 'linked', doing: (work) => withNames(withoutNames, work) },
  { name: 'linked, names searched inside', method: 'linked', doing: (work) => withNames(wholeQuestion, work) },
  { name: 'linked, no periods and types', method: 'linked', doing: (work) => withNames(withoutPeriods, work) },
  { name: 'linked, no names in the question', method: 'linked', doing: (work) => withMentions(withoutQuestion, work) },
  { name: 'linked, no bridge', method: 'linked', doing: (work) => withMentions(withoutBridge, work) },
  { name: 'hybrid', method: 'hybrid', isLimited: true },
  { name: 'linked', method: 'linked', isLimited: true },
];

const justDo = <T>(work: () => Promise<T>): Promise<T> => work();

export const reports: Bench = {
  name: 'reports',
  describe:
    'questions about long reports: documents and pages among the first 5 and 10 passages, in the whole folder and limited to the right documents, without each lever; --dataset names the folder of questions.jsonl, --documents that of the reports',
  async run(options) {
    const { dataset, documents, log } = options;
    if (dataset === undefined || documents === undefined)
      throw new Error('Name a folder with questions.jsonl with --dataset DIR and the reports with --documents DIR.');
    const questions = readFileSync(join(dataset, 'questions.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [reportQuestion.parse(JSON.parse(line))]))
      .slice(0, options.quick ? 4 : undefined);
    return withTempFolder(async (storage) => {
      const engine = await openEngine(documents, storage, options.signal);
      try {
        const { passages, seconds } = await engine.index();
        log(`${passages} passages indexed in ${seconds.total.toFixed(1)} s`);
        await engine.learn();
        return await measureAll(basename(dataset), engine, questions, options);
      } finally {
        await engine.close();
      }
    });
  },
};

async function measureAll(
  set: string,
  engine: EngineUnderTest,
  questions: readonly ReportQuestion[],
  { signal, log }: BenchOptions,
): Promise<BenchReport> {
  const rows: string[][] = [];
  for (const { name, method, isLimited = false, doing = justDo } of variants) {
    const measured = await doing(async () => {
      const all: (Measured & { readonly question: ReportQuestion })[] = [];
      for (const question of questions) {
        signal.throwIfAborted();
        const scope = isLimited
          ? documentsOf(question)
              .map((file) => `in:"/${file}"`)
              .join(' ')
          : undefined;
        const found = await engine.search(question.question, method, Math.max(...cutoffs), scope);
        all.push({
          question,
          ...measure(
            question,
            found.map(({ passage }) => passage),
          ),
        });
      }
      return all;
    });
    const kinds = Map.groupBy(measured, ({ question }) => kindOf(question));
    const groups = [['all', measured] as const, ...(kinds.size > 1 ? [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)) : [])];
    for (const [kind, some] of groups)
      rows.push([set, isLimited ? 'right documents' : 'folder', name, kind, String(some.length), ...cells(some)]);
    log(rows.findLast(([, , , kind]) => kind === 'all')!.join(' '));
  }
  return {
    columns: [
      'set',
      'searched',
      'method',
      'questions',
      'number',
      ...['a document', 'all documents', 'pages'].flatMap((what) => cutoffs.map((k) => `${what}@${k}`)),
    ],
    rows,
    checks: [],
    json: { set, rows },
  };
}

function measure(question: ReportQuestion, found: readonly Passage[]): Measured {
  const documents = documentsOf(question);
  const at = <T>(share: (first: readonly Passage[]) => T): readonly T[] => cutoffs.map((k) => share(found.slice(0, k)));
  const has = (first: readonly Passage[], file: string): boolean => first.some(({ path }) => basename(path) === file);
  // Alternatives in several documents: one of them is enough.
  const facts = question.supporting
    ? documents.map((file) => [file])
    : (question.evidence ?? []).map((fact) => fact.map(({ file }) => file));
  return {
    any: at((first) => Number(documents.some((file) => has(first, file)))),
    all: at((first) => Number(facts.every((files) => files.some((file) => has(first, file))))),
    pages: question.evidence
      ? at((first) => mean(question.evidence!.map((fact) => Number(fact.some((one) => first.some((passage) => isOn(passage, one)))))))
      : [],
  };
}

function isOn(passage: Passage, { file, page }: { readonly file: string; readonly page: number }): boolean {
  const { path, pageNumber1 = 0, range } = passage;
  return basename(path) === file && pageNumber1 <= page && page <= (pageAt(passage, range.endOffset - 1) ?? 0);
}

function documentsOf({ supporting, evidence = [] }: ReportQuestion): readonly string[] {
  return [...new Set(supporting ?? evidence.flat().map(({ file }) => file))];
}

function kindOf(question: ReportQuestion): string {
  const kind = (question.evidence_kind ?? question.kind ?? '').toLowerCase();
  return `${kind}, ${documentsOf(question).length === 1 ? 'one document' : 'several'}`;
}

function cells(measured: readonly Measured[]): readonly string[] {
  return (['any', 'all', 'pages'] as const).flatMap((what) =>
    cutoffs.map((_, i) => {
      const values = measured.flatMap((one) => one[what][i] ?? []);
      return values.length === 0 ? '' : mean(values).toFixed(3);
    }),
  );
}

/** Does some work while what questions name is as `change` makes it. */
async function withNames<T>(
  change: (named: IdentifiedQuestion, question: string) => IdentifiedQuestion,
  work: () => Promise<T>,
): Promise<T> {
  const original: unknown = Reflect.get(IndexSnapshot.prototype, 'namedIn');
  if (typeof original !== 'function') throw new Error('the index has no such method');
  Reflect.set(IndexSnapshot.prototype, 'namedIn', async function (this: unknown, question: string) {
    return change((await Reflect.apply(original, this, [question])) as IdentifiedQuestion, question);
  });
  try {
    return await work();
  } finally {
    Reflect.set(IndexSnapshot.prototype, 'namedIn', original);
  }
}

const withoutNames = (named: IdentifiedQuestion): IdentifiedQuestion => ({ ...named, groups: [] });
const wholeQuestion = (named: IdentifiedQuestion, question: string): IdentifiedQuestion => ({ ...named, content: question });
/** All documents of a name alike. */
const withoutPeriods = (named: IdentifiedQuestion): IdentifiedQuestion => ({
  ...named,
  groups: named.groups.map((group) => group.map((one) => ({ ...one, preference: group[0]?.preference ?? one.preference }))),
});
