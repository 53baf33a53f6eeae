/**
 * Literature tables over clinical trials: what the cells quote, against the words that annotators chose. Each table has a few articles as
 * rows and the questions of all of them as columns, so that most questions are about another article, which does not state the answer.
 */
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { startSimulation, type SimulationOptions } from '../lab/simulation/startSimulation.ts';
import type { Engine } from '../src/engine/engine.ts';
import type { FolderTables } from '../src/table/folderTables.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { builtinModels } from '../src/protocol/runSpec.ts';
import type { TableCell, TableQuote, TableRecord } from '../src/protocol/table.ts';
import { readRecord } from '../src/table/recordFile.ts';
import { openBareEngine } from './engineUnderTest.ts';
import { atLeast, atMost, withTempFolder, type Bench, type BenchOptions, type BenchReport } from './harness.ts';

const articles = 60;
const articlesOfTable = 5;

const article = z.object({ id: z.string(), title: z.string(), text: z.string() });
const prompt = z.object({
  document: z.string(),
  question: z.string(),
  label: z.string(),
  evidence: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
});
type Prompt = z.infer<typeof prompt>;

/** How the cells are answered. The simulated model is no model: it reads what the passages say, with these traits. */
const systems: Readonly<Record<string, Partial<SimulationOptions> | undefined>> = {
  'built-in': undefined,
  'simulation, error 0': {},
  'simulation, error 0.1': { error: 0.1 },
  'simulation, misquotes 0.3': { misquotes: 0.3 },
  'simulation, other places 1': { strays: 1 },
};

interface Counts {
  cells: number;
  /** Cells of questions about their own article. */
  own: number;
  answered: number;
  /** Own cells whose quote overlaps words that annotators chose, answered or not. */
  overlapping: number;
  /** Answered cells of questions about another article. */
  wrongly: number;
  /** Answered cells whose quote is what annotators chose, and those of them that are doubted; the same of all other answered cells. */
  right: number;
  rightDoubted: number;
  beside: number;
  besideDoubted: number;
  notStated: number;
  /** Of these, cells of questions about another article. */
  rightlyNotStated: number;
  unsupported: number;
  failed: number;
  quotes: number;
  verbatim: number;
  calls: number;
  again: number;
  expectedAgain: number;
}

export const table: Bench = {
  name: 'table',
  describe:
    'literature tables over 60 articles with their questions: share of verbatim quotes, of cells that quote what annotators chose, precision of "not stated", cells asked again after one change; --dataset names evidence_inference',
  async run(options) {
    const { dataset, quick, log } = options;
    if (dataset === undefined) throw new Error('Name the data set with --dataset DIR: docs.jsonl.gz and prompts.jsonl.');
    const all = lines(gunzipSync(readFileSync(join(dataset, 'docs.jsonl.gz'))).toString('utf8')).map((line) => article.parse(line));
    const prompts = lines(readFileSync(join(dataset, 'prompts.jsonl'), 'utf8')).map((line) => prompt.parse(line));
    const used = all.slice(0, quick ? articlesOfTable : articles);
    const measured: Record<string, Counts> = {};
    for (const [name, traits] of Object.entries(systems)) {
      measured[name] = await measure(used, prompts, traits, options);
      log(`${name}: ${JSON.stringify(measured[name])}`);
    }
    return report(measured);
  },
};

function lines(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
}

function measure(
  used: readonly z.infer<typeof article>[],
  prompts: readonly Prompt[],
  traits: Partial<SimulationOptions> | undefined,
  { signal }: BenchOptions,
): Promise<Counts> {
  return withTempFolder(async (folder) => {
    const [docs, gold] = [join(folder, 'docs'), join(folder, 'gold')];
    for (const made of [docs, gold]) mkdirSync(made);
    for (const { id, text } of used) writeFileSync(join(docs, `${id}.txt`), text);
    writeGold(gold, prompts);
    const simulation = traits && (await startSimulation({ dataset: gold, ...traits }));
    const engine = await openBareEngine(docs, join(folder, 'storage'), simulation?.baseUrl);
    const models = { ...builtinModels, ...(simulation ? { chat: 'openai:simulation' } : {}) };
    const counts = noCounts();
    try {
      await engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true });
      for (let first = 0; first < used.length; first += articlesOfTable) {
        const rows = used.slice(first, first + articlesOfTable);
        const own = prompts.filter(({ document }) => rows.some(({ id }) => id === document));
        const order = {
          questions: [...new Set(own.map(({ question }) => question))],
          scope: rows.map(({ id }) => `in:${id}.txt`).join(' '),
          out: join(folder, `${first}.json`),
          models,
        };
        const { cost } = await engine.tables.fill(order, { signal });
        counts.calls += cost.llmCalls;
        count(counts, readRecord(order.out), own, docs);
        if (first === 0) await changeOne(counts, engine, order, join(docs, `${rows[0]?.id}.txt`), signal);
      }
      return counts;
    } finally {
      await engine.close();
      await simulation?.close();
    }
  });
}

/** Exactly the row of the article that changes is asked again. */
async function changeOne(
  counts: Counts,
  engine: Engine,
  order: Parameters<FolderTables['fill']>[0],
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, `${before}\nOne more sentence.\n`);
  await engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true });
  counts.again = (await engine.tables.fill(order, { signal })).answeredNow;
  counts.expectedAgain = order.questions.length;
  writeFileSync(file, before);
  await engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true });
}

/** The annotations as a data set of the simulation, whose passages are the words that annotators chose. */
function writeGold(folder: string, prompts: readonly Prompt[]): void {
  const ids = prompts.map(({ evidence }, i) => evidence.map((_, n) => `e${i}-${n}`));
  const json = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
  writeFileSync(
    join(folder, 'corpus.jsonl'),
    json(prompts.flatMap(({ evidence }, i) => evidence.map(({ text }, n) => ({ id: ids[i]?.[n], title: '', text })))),
  );
  writeFileSync(
    join(folder, 'questions.jsonl'),
    json(
      prompts.map(({ question, label, evidence }, i) => {
        return { question, answers: [label], supporting: ids[i], supporting_sets: ids[i]?.map((id) => [id]), evidence };
      }),
    ),
  );
}

function count(counts: Counts, record: TableRecord | undefined, own: readonly Prompt[], docs: string): void {
  for (const { path, cells } of record?.rows ?? []) {
    const text = readFileSync(join(docs, path), 'utf8');
    cells.forEach((cell, i) => {
      const asked = own.filter(({ document, question }) => path === `${document}.txt` && question === record?.questions[i]);
      countCell(counts, cell, asked, text);
    });
  }
}

function countCell(counts: Counts, { state, quotes = [], doubt }: TableCell, asked: readonly Prompt[], text: string): void {
  const isOwn = asked.length > 0;
  const places = quotes.map((quote) => placeOf(quote, text));
  const spans = asked.flatMap(({ evidence }) => evidence);
  counts.cells++;
  counts.quotes += quotes.length;
  counts.verbatim += places.filter((place) => place !== undefined).length;
  counts.unsupported += state === 'unsupported' ? 1 : 0;
  counts.failed += state === 'failed' || state === 'open' ? 1 : 0;
  counts.notStated += state === 'not-stated' ? 1 : 0;
  counts.rightlyNotStated += state === 'not-stated' && !isOwn ? 1 : 0;
  const isAnswered = state === 'answered' || state === 'conflict';
  const isAnnotated = places.some((place) => place && spans.some(({ start, end }) => start < place.end && place.start < end));
  if (isAnswered) {
    counts[isAnnotated ? 'right' : 'beside']++;
    if (doubt !== undefined) counts[isAnnotated ? 'rightDoubted' : 'besideDoubted']++;
  }
  if (!isOwn) {
    counts.wrongly += isAnswered ? 1 : 0;
    return;
  }
  counts.own++;
  counts.answered += isAnswered ? 1 : 0;
  counts.overlapping += isAnnotated ? 1 : 0;
}

/** Where the text has the quote in its lines, verbatim; undefined if it does not. */
function placeOf({ quote, startLine, endLine }: TableQuote, text: string): { readonly start: number; readonly end: number } | undefined {
  const split = text.split('\n');
  const from = split.slice(0, startLine - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const at = split
    .slice(startLine - 1, endLine)
    .join('\n')
    .indexOf(quote);
  return at < 0 ? undefined : { start: from + at, end: from + at + quote.length };
}

function noCounts(): Counts {
  const doubted = { right: 0, rightDoubted: 0, beside: 0, besideDoubted: 0 };
  const none = { cells: 0, own: 0, answered: 0, overlapping: 0, wrongly: 0, notStated: 0, rightlyNotStated: 0, unsupported: 0, failed: 0 };
  return { ...none, ...doubted, quotes: 0, verbatim: 0, calls: 0, again: 0, expectedAgain: 0 };
}

function report(measured: Readonly<Record<string, Counts>>): BenchReport {
  const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
  return {
    columns: [
      'answered by',
      'cells',
      'quotes',
      'verbatim',
      'own cells',
      'answered',
      'quoting the annotated',
      'answered of another',
      'doubted: right quotes',
      'other quotes',
      'not stated: precision',
      'recall',
      'marked',
      'calls',
    ],
    rows: Object.entries(measured).map(([name, one]) => [
      name,
      one.cells,
      one.quotes,
      percent(one.verbatim, one.quotes),
      one.own,
      percent(one.answered, one.own),
      percent(one.overlapping, one.own),
      one.wrongly,
      `${one.rightDoubted} of ${one.right}`,
      `${one.besideDoubted} of ${one.beside}`,
      percent(one.rightlyNotStated, one.notStated),
      percent(one.rightlyNotStated, one.cells - one.own),
      one.unsupported,
      one.calls,
    ]),
    checks: Object.entries(measured).flatMap(([name, one]) => [
      atLeast(`${name}: share of verbatim quotes`, one.verbatim / Math.max(1, one.quotes), 1),
      atMost(`${name}: cells failed`, one.failed, 0),
      atMost(`${name}: cells asked again beyond the changed row`, Math.abs(one.again - one.expectedAgain), 0),
    ]),
    json: { measured },
  };
}
