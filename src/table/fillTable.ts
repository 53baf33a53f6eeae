/** Fills a table: asks what is open or has changed, a few cells at a time, and keeps what is answered at every moment. */
import pLimit from 'p-limit';
import { isAbort } from '../base/abort.ts';
import { AriadneError, isAriadneError, messageOf, type ErrorCode } from '../base/errors.ts';
import { questionKey } from '../base/questionKey.ts';
import {
  cellState,
  tableFormat,
  tableVersion,
  type TableAhead,
  type TableCell,
  type TableOrder,
  type TableProgress,
  type TableRecord,
  type TableSummary,
  shownCell,
  withFault,
} from '../protocol/table.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { ageOf, changesOf } from './age.ts';
import { answerCell } from './cell.ts';
import { isSpent, TableMeter } from './meter.ts';
import { keyOf, KnownCells } from './knownCells.ts';
import { edited, isIntact, lookUpCells, sealed } from './lookUp.ts';
import { folderFrom, OpenTable, storedRecord } from './recordFile.ts';
import type { OpenDocument, TableDocument, TableSource } from './tableSource.ts';

export interface FillOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: TableProgress) => void;
}

/** How many cells are answered at the same time unless an order says. */
export const usuallyAtOnce = 4;
/** After so many cells in a row that failed, the server or the model is at fault, and the others would only fail too. */
const mostFailuresInARow = 8;
/** Roughly: a passage of usual length, the rest of a prompt, and the reply. */
const tokensPerPassage = 270;
const tokensPerTask = 400;
const tokensPerReply = 80;
const mostQuestions = 100;

/** @throws AriadneError `question-empty`, `usage`, `table-broken`, `table-too-new`; AbortError */
export async function lookAhead(order: TableOrder, source: TableSource, signal: AbortSignal): Promise<TableAhead> {
  const record = storedRecord(order.out);
  const plan = await planOf(questionsOf(order), source, new KnownCells(record), signal);
  const likelyCalls = source.hasModel ? plan.due : 0;
  const read = source.hasModel ? tokensRead(plan) : 0;
  const written = likelyCalls * tokensPerReply;
  const prices = order.budget?.prices;
  const usd = prices && (read * prices.inputPerMillion + written * prices.outputPerMillion) / 1e6;
  return {
    ...{ documents: source.documents.length, cells: plan.cells, due: plan.due, likelyCalls, tokens: read + written },
    usd,
    ...{ answeredBy: source.answeredBy, ofOtherModel: record ? ofOtherModel(plan, record, source.answeredBy) : 0 },
    ...ageOf(record, source.documents),
  };
}

/**
 * Writes the table also when it ends before the last cell: stopped, at a limit, or because the model failed.
 * @throws AriadneError `question-empty`, `usage`, `budget-invalid`, `table-…`, those of the model; AbortError
 */
export async function fillTable(order: TableOrder, source: TableSource, { signal, onProgress }: FillOptions): Promise<TableSummary> {
  const questions = questionsOf(order);
  const meter = new TableMeter(order.budget);
  const table = await OpenTable.open(order.out);
  try {
    const rows = await planOf(questions, source, table.known, signal);
    // Something to look at while it is filled.
    if (!table.before) table.begin(recordOf(order, source, rows, table));
    const filling = new Filling({ table, source, meter, rows, onProgress });
    const ended = await filling.run(order.atOnce ?? usuallyAtOnce, AbortSignal.any([signal, table.lost]));
    table.lost.throwIfAborted();
    const record = recordOf(order, source, rows, table);
    table.write(record);
    if (ended && !isSpent(ended)) throw ended;
    return {
      ...{ out: order.out, record: table.files.record, documents: rows.rows.length, questions: questions.length },
      states: statesOf(record),
      ...{ answeredNow: filling.answeredNow, remaining: rows.due - filling.answeredNow },
      failedAgain: filling.failedAgain,
      refuted: rows.refuted,
      removed: removedRows(table.before, source),
      noLongerAsked: (table.before?.questions ?? []).filter((one) => !questions.includes(one)),
      changes: changesOf(table.before, record),
      ...(ended ? { stopped: messageOf(ended) } : {}),
      cost: meter.cost,
    };
  } finally {
    await table.close();
  }
}

interface PlannedRow {
  readonly document: TableDocument;
  readonly cells: { readonly question: string; cell: TableCell; readonly isDue: boolean; readonly key: string }[];
}

interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly cells: number;
  readonly due: number;
  /** Due cells that were kept and that are not confirmed. */
  readonly refuted: number;
}

async function planOf(questions: readonly string[], source: TableSource, known: KnownCells, signal: AbortSignal): Promise<Plan> {
  const { documents, answeredBy } = source;
  const renamed = known.besides(new Set(documents.map(({ path }) => path)));
  let refuted = 0;
  const plannedRow = async (document: TableDocument): Promise<PlannedRow> => {
    signal.throwIfAborted();
    const { path, hash, failure } = document;
    const keys = questions.map((question) => ({ question, key: keyOf(hash, question, answeredBy) }));
    if (failure !== undefined) {
      const unread: TableCell = { state: 'not-read', reason: failure };
      const cellOf = (before: TableCell | undefined): TableCell => (before?.byHand === undefined ? unread : before);
      return { document, cells: keys.map((of) => ({ ...of, isDue: false, cell: cellOf(known.of(path, of.question)) })) };
    }
    const cells = keys.map((of) => ({ ...of, before: known.of(path, of.question) ?? renamed.get(of.key) }));
    const kept = cells.flatMap(({ question, key, before }) =>
      before?.byHand === undefined && before?.key === key && before.state !== 'failed' && before.state !== 'open'
        ? [{ question, cell: current(before) }]
        : [],
    );
    const found = await lookUpCells(document, kept, source, signal);
    const looked = new Map(kept.map(({ question }, i) => [question, found[i]]));
    return {
      document,
      cells: cells.map(({ question, key, before }) => {
        if (before?.byHand) return { question, key, isDue: false, cell: before };
        const now = looked.get(question);
        if (now && 'cell' in now) return { question, key, isDue: false, cell: now.cell };
        if (!now || !before) return { question, key, isDue: true, cell: outdated(before) };
        refuted++;
        return { question, key, isDue: true, cell: withFault(before, now.fault) };
      }),
    };
  };
  const rows = await pLimit(usuallyAtOnce).map(documents, plannedRow);
  const due = rows.reduce((sum, { cells }) => sum + cells.filter(({ isDue }) => isDue).length, 0);
  return { rows, due, refuted, cells: rows.length * questions.length };
}

function tokensRead({ rows }: Plan): number {
  const ofRow = ({ document: { read }, cells }: PlannedRow): number =>
    cells.filter(({ isDue }) => isDue).length * (tokensPerTask + read * tokensPerPassage);
  return rows.reduce((sum, row) => sum + ofRow(row), 0);
}

function ofOtherModel({ rows }: Plan, { answeredBy, questions, rows: before }: TableRecord, answering: string): number {
  if (answering === answeredBy) return 0;
  const known = new KnownCells({ questions, rows: before });
  const counts = rows.map(({ document: { path, hash }, cells }) => {
    return cells.filter(({ question, isDue }) => isDue && known.of(path, question)?.key === keyOf(hash, question, answeredBy)).length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What was answered before is worth more than nothing until it is asked again. */
function outdated(before: TableCell | undefined): TableCell {
  if (before === undefined || before.state === 'failed' || before.state === 'open') return { state: 'open' };
  return isIntact(before) ? { ...before, isStale: true } : withFault(before, edited);
}

/** A document may be again what it was when the cell was answered. */
function current({ isStale: _isStale, failure: _failure, ...cell }: TableCell): TableCell {
  return cell;
}

interface FillingParts {
  readonly table: OpenTable;
  readonly source: TableSource;
  readonly meter: TableMeter;
  readonly rows: Plan;
  readonly onProgress: FillOptions['onProgress'];
}

class Filling {
  readonly #parts: FillingParts;
  readonly #reasoner: Reasoner;
  answeredNow = 0;
  failedAgain = 0;
  #failuresInARow = 0;

  constructor(parts: FillingParts) {
    this.#parts = parts;
    this.#reasoner = parts.source.createReasoner(parts.meter);
  }

  /** Cells already begun end before it returns. @returns why it ended before the last cell */
  async run(atOnce: number, signal: AbortSignal): Promise<Error | undefined> {
    const [rows, cells] = [pLimit(atOnce), pLimit(atOnce)];
    let first: Error | undefined;
    // What is under way ends, because it may have been paid for; what fails after the first failure says nothing.
    const unlessStopped = async (work: () => Promise<void>): Promise<void> => {
      if (first) return;
      try {
        signal.throwIfAborted();
        await work();
      } catch (error) {
        first ??= error instanceof Error ? error : new Error(String(error));
      }
    };
    this.#tell();
    const due = this.#parts.rows.rows.filter((row) => row.cells.some(({ isDue }) => isDue));
    await rows.map(due, (row) =>
      unlessStopped(async () => {
        const opened = await this.#parts.source.open(row.document, signal);
        await cells.map(
          row.cells.filter(({ isDue }) => isDue),
          (cell) => unlessStopped(() => this.#fill(row, cell, opened, signal)),
        );
      }),
    );
    return first;
  }

  async #fill({ document }: PlannedRow, planned: PlannedRow['cells'][number], opened: OpenDocument, signal: AbortSignal): Promise<void> {
    const { question, key } = planned;
    const answered = await this.#answer(question, opened, signal);
    const isKept = answered.state === 'failed' && planned.cell.isStale === true;
    planned.cell = isKept ? { ...planned.cell, failure: answered.reason ?? '' } : sealed({ ...answered, key });
    if (isKept) this.failedAgain++;
    this.#parts.table.append(document.path, question, planned.cell);
    this.answeredNow++;
    this.#tell({ path: document.path, question, cell: planned.cell });
  }

  /** A call that failed makes the cell fail; what would make all others fail ends the table. */
  async #answer(question: string, { facts, passagesFor, sourceText }: OpenDocument, signal: AbortSignal): Promise<TableCell> {
    const { meter } = this.#parts;
    try {
      const passages = await meter.remember('search', { path: facts.path, question }, () => passagesFor(question, signal));
      const cell = await answerCell({ question, document: facts, passages }, { reasoner: this.#reasoner, sourceText, signal });
      this.#failuresInARow = 0;
      return cell;
    } catch (error) {
      if (isAbort(error) || !isAriadneError(error) || !passing.has(error.code)) throw error;
      if (++this.#failuresInARow >= mostFailuresInARow) throw error;
      return { state: 'failed', reason: error.message };
    }
  }

  #tell(answered?: TableProgress['answered']): void {
    const { rows, onProgress, meter } = this.#parts;
    if (!onProgress) return;
    const { answeredNow } = this;
    const rest = rows.due - answeredNow;
    const remainingSeconds = answeredNow === 0 ? undefined : Math.round((meter.cost.seconds / answeredNow) * rest);
    onProgress({
      ...{ documents: rows.rows.length, cells: rows.cells, done: rows.cells - rest, due: rows.due, answeredNow },
      answered,
      remainingSeconds,
    });
  }
}

/** Failures of one call, after which the next may succeed. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'chat-timeout',
  'chat-rate-limited',
  'chat-server-error',
  'chat-cut-off',
  'chat-context-too-long',
  'chat-reply-unusable',
  'passage-missing',
]);

/** @throws AriadneError `question-empty`, `usage` */
function questionsOf({ questions }: TableOrder): readonly string[] {
  const asked = [...new Map(questions.map((question) => [questionKey(question), question.trim()])).values()].filter((one) => one !== '');
  if (asked.length === 0) throw new AriadneError('question-empty', 'A table needs at least one question.');
  if (asked.length > mostQuestions)
    throw new AriadneError('usage', `A table takes at most ${mostQuestions} questions, not ${asked.length}. Make several tables.`);
  return asked;
}

function recordOf(
  { questions, out }: TableOrder,
  { folder, scope, answeredBy }: TableSource,
  { rows }: Plan,
  { before, known }: Pick<OpenTable, 'before' | 'known'>,
): TableRecord {
  const asked = {
    questions: [...questionsOf({ questions, out })],
    rows: rows.map(({ document: { path, title, hash }, cells }) => {
      return { path, title, documentHash: hash, cells: cells.map(({ cell }) => cell) };
    }),
  };
  return {
    ...{ format: tableFormat, version: tableVersion, folder: folderFrom(out, folder) },
    scope,
    ...{ questions: asked.questions, headings: before?.headings, answeredBy, rows: asked.rows },
    ...known.keptBesides(asked),
  };
}

function statesOf({ rows }: TableRecord): TableSummary['states'] {
  const counts = Object.fromEntries(cellState.options.map((state) => [state, 0])) as TableSummary['states'];
  for (const { state } of rows.flatMap(({ cells }) => cells.map(shownCell))) counts[state]++;
  return counts;
}

function removedRows(before: TableRecord | undefined, { documents }: TableSource): number {
  const paths = new Set(documents.map(({ path }) => path));
  return before?.rows.filter(({ path }) => !paths.has(path)).length ?? 0;
}
