/** A literature table: documents × questions. Its record is an ordinary JSON file, which its other forms are written from. */
import * as z from 'zod';
import { valueAt } from '../base/valueAt.ts';
import { runBudget } from './runOptions.ts';
import { sentence } from './sentence.ts';
import { t } from '@vscode/l10n';

export const tableFormat = 'ariadne-table';
export const tableVersion = 1;
/** The end of the name of every record. */
export const recordSuffix = '.ariadne-table.json';

/** The file of a table's record: a JSON file is the record itself, other forms have it beside them. */
export function recordPath(out: string): string {
  return /\.json$/i.test(out) ? out : out.replace(/\.[^./\\]*$/, recordSuffix);
}

/** Verbatim words of the row's document. Lines are 1-based, both ends included, as in citations. */
const tableQuote = z.object({
  /** What these words say, where a cell has several that disagree. */
  answer: z.string().optional(),
  startLine: z.number().int().positive(),
  endLine: z.number().int().positive(),
  page: z.number().int().positive().optional(),
  lastPage: z.number().int().positive().optional(),
  /** As the source has it, markup included. */
  quote: z.string(),
  /** The same without markup, where that differs. */
  text: z.string().optional(),
  /** Absent where the words are in no passage, such as a title. */
  passageId: z.string().optional(),
  /** The fingerprint of the lines. */
  linesHash: z.string(),
});
export type TableQuote = Readonly<z.infer<typeof tableQuote>>;

/**
 * `answered`: with one quote. `conflict`: two places of the document disagree. `not-stated`: a model read the passages and found nothing.
 * `not-read`: the document could not be read, or no answer is sure enough without a model; it may have the closest quote. `unsupported`:
 * the model's answer, whose quote is not in the document. `failed`: `reason` says why. `open`: not asked yet.
 */
export const cellState = z.enum(['answered', 'conflict', 'not-stated', 'not-read', 'unsupported', 'failed', 'open']);

const tableCell = z.object({
  state: cellState,
  answer: z.string().optional(),
  quotes: z.array(tableQuote).optional(),
  /** What of the answer its quote does not say, as a sentence. */
  doubt: sentence.optional(),
  /** Why it failed, or why the document could not be read. */
  reason: sentence.optional(),
  /** The words that the model quoted, which are not in the document. */
  said: z.string().optional(),
  /** The passages that were read. */
  passages: z.array(z.string()).optional(),
  /** Answered before its document, or the model, was another; not asked again yet. */
  isStale: z.literal(true).optional(),
  /** Why asking again failed, of a cell that is stale and therefore still says what it said before. */
  failure: sentence.optional(),
  /** Identifies document, question and model. The cell is asked again when it differs. */
  key: z.string().optional(),
  /** The fingerprint of what was answered. A cell that was edited has another, and is asked again; older cells have none. */
  seal: z.string().optional(),
  /**
   * The answer that the user gave in place of the rest of the cell, which stays as it was, and the document's hash then. It is not looked
   * up, and the cell is not asked again.
   */
  byHand: z.object({ answer: z.string(), documentHash: z.string() }).optional(),
});
export type TableCell = Readonly<z.infer<typeof tableCell>>;

/** The cell as people see it: an answer by hand is its answer. */
export function shownCell(cell: TableCell): TableCell {
  const { byHand, quotes, passages } = cell;
  return byHand === undefined ? cell : { state: 'answered', answer: byHand.answer, byHand, quotes, passages };
}

/** What a cell says, in one line. */
export function cellWords(cell: TableCell): string {
  const { state, answer, quotes = [] } = shownCell(cell);
  if (state === 'conflict') return quotes.map((quote) => quote.answer ?? '').join(` ${t('or')} `);
  return state === 'answered' || state === 'unsupported' ? (answer ?? '') : stateWordsOf(cell).toLowerCase();
}

/** Of a document that was read, it is the answer that is not sure enough. */
export function stateWordsOf({ state, passages = [] }: Pick<TableCell, 'state' | 'passages'>): string {
  return state === 'not-read' && passages.length > 0 ? t('No sure answer') : stateWords[state];
}

export const stateWords: Readonly<Record<TableCell['state'], string>> = {
  answered: t('Answered'),
  conflict: t('Conflict'),
  'not-stated': t('Not stated'),
  'not-read': t('Not read'),
  unsupported: t('Quote not in the document'),
  failed: t('Failed'),
  open: t('Not asked yet'),
};

/** Why what a record says is not confirmed. */
export const cellFault = z.object({
  path: z.string(),
  /** Absent for the title of the row. */
  question: z.string().optional(),
  /** `quote`: the document does not have its words at that place. `edited`: it is not as it was answered. `unread`: no document to read. */
  kind: z.enum(['quote', 'edited', 'unread']),
  /** A sentence. */
  reason: sentence,
});
export type CellFault = Readonly<z.infer<typeof cellFault>>;

/** A cell that is not confirmed, until it is asked again: what it said, without a citation. */
export function withFault(cell: TableCell, { kind, reason }: Pick<CellFault, 'kind' | 'reason'>): TableCell {
  const { state, answer, quotes = [], said } = cell;
  if (kind === 'unread') return { ...cell, isStale: true };
  if (kind === 'edited' || (state !== 'answered' && state !== 'conflict')) {
    return { state: 'open', reason: answer === undefined ? reason : t('{0} It said “{1}”.', reason, answer) };
  }
  const words = quotes[0]?.text ?? quotes[0]?.quote ?? said ?? '';
  return { state: 'unsupported', answer: answer ?? '', reason, said: words, isStale: true };
}

/** Whether a path is one inside of a folder. Records may come from anywhere, and their documents are opened. */
function isInside(path: string): boolean {
  return path !== '' && !/^(?:[\\/]|[a-z]:[\\/])|\0/i.test(path) && !path.split(/[\\/]/).includes('..');
}

export const placedCell = z.object({ path: z.string(), question: z.string(), cell: tableCell });
export type PlacedCell = Readonly<z.infer<typeof placedCell>>;

const tableRow = z.object({
  /** Relative to the folder, `/`-separated. */
  path: z.string(),
  title: z.string(),
  /** SHA-256 of the document's bytes as indexed; empty when it could not be read. */
  documentHash: z.string(),
  /** One for each question, in order. */
  cells: z.array(tableCell),
});
export type TableRow = Readonly<z.infer<typeof tableRow>>;

export const tableRecord = z.object({
  format: z.literal(tableFormat),
  version: z.number().int(),
  /** From the record's own folder to the folder of the documents, `/`-separated. */
  folder: z.string(),
  scope: z.string().optional(),
  /** Extensions of the files beside it that are written from it: `.md`, `.csv`. */
  forms: z.array(z.string()).optional(),
  questions: z.array(z.string()),
  /** What heads the columns of questions, where that is not the question. */
  headings: z.record(z.string(), z.string()).optional(),
  /** What answered: the id of a chat model or a local reader, or `builtin`. */
  answeredBy: z.string(),
  rows: z.array(tableRow),
  /** Cells with answers by hand whose document or question is not in the table now. They are in it again with these. */
  kept: z.array(placedCell).optional(),
});
export type TableRecord = Readonly<z.infer<typeof tableRecord>>;

/** What heads the column of a question. */
export function headingOf({ headings = {} }: Pick<TableRecord, 'headings'>, question: string): string {
  return valueAt(headings, question) ?? question;
}

/** What the user changes in a stored table. */
export const tableEdit = z.discriminatedUnion('kind', [
  /** An empty answer brings back what the cell said before. */
  z.object({ kind: z.literal('cell'), path: z.string(), question: z.string(), answer: z.string() }),
  /** An empty heading brings back the question. */
  z.object({ kind: z.literal('heading'), question: z.string(), heading: z.string() }),
  z.object({ kind: z.literal('remove-column'), question: z.string() }),
]);
export type TableEdit = Readonly<z.infer<typeof tableEdit>>;

/** A larger file is not read. That of 10,000 documents and ten questions has about half of it. */
const mostRecordMb = 300;
export const mostRecordBytes = mostRecordMb * 1024 * 1024;

/** The record as far as its documents confirm it: other cells say why not, and other rows have no title. */
export function withFaults(record: TableRecord, faults: readonly CellFault[]): TableRecord {
  const byPath = Map.groupBy(faults, ({ path }) => path);
  const rows = record.rows.map((row) => {
    const own = byPath.get(row.path);
    if (!own) return row;
    const cells = row.cells.map((cell, i) => {
      const fault = own.find(({ question }) => question !== undefined && question === record.questions[i]);
      return fault ? withFault(cell, fault) : cell;
    });
    return { ...row, title: own.some(({ question }) => question === undefined) ? '' : row.title, cells };
  });
  return { ...record, rows };
}

/** What is wrong with the file of a table, behind its name. */
export const tableProblems = {
  'in-conflict': t('contains Git conflict markers. Resolve the conflict.'),
  other: t('is not an Ariadne table. Restore it, or choose another file.'),
  newer: t('was written by a newer version of Ariadne. Update Ariadne.'),
  damaged: t('is damaged: a table cannot be read from it. Restore it.'),
  outside: t('names a document outside of its folder. Restore it, or remove that row.'),
  'too-large': t('is larger than {0} MB. Restore it, or make several tables.', mostRecordMb),
} as const;

const header = z.object({ format: z.literal(tableFormat), version: z.number() });

/** Whether a JSON file is the record of a table, of any version. */
export function isTable(text: string): boolean {
  return header.safeParse(jsonIn(text)).success;
}

export function readTable(text: string): { readonly record: TableRecord } | { readonly problem: keyof typeof tableProblems } {
  if (/^<{7}(?: |$)/m.test(text) && /^>{7}(?: |$)/m.test(text)) return { problem: 'in-conflict' };
  const json = jsonIn(text);
  const head = header.safeParse(json);
  // A damaged table of ours still has its first line.
  if (!head.success) return { problem: text.includes(`"format": "${tableFormat}"`) ? 'damaged' : 'other' };
  if (head.data.version > tableVersion) return { problem: 'newer' };
  const record = tableRecord.safeParse(json);
  if (!record.success) return { problem: 'damaged' };
  return record.data.rows.every(({ path }) => isInside(path)) ? { record: withWholeRows(record.data) } : { problem: 'outside' };
}

/** A table that was edited by hand may lack cells. */
function withWholeRows({ rows, ...record }: TableRecord): TableRecord {
  const whole = (cells: readonly TableCell[]): TableCell[] => record.questions.map((_, i) => cells[i] ?? { state: 'open' });
  return { ...record, rows: rows.map((row) => (row.cells.length === record.questions.length ? row : { ...row, cells: whole(row.cells) })) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a table is made of, besides the models. */
export const tableOrder = z.object({
  questions: z.array(z.string()),
  scope: z.string().optional(),
  /** Absolute path of a `.json`, `.md` or `.csv` file. */
  out: z.string(),
  budget: runBudget.optional(),
  /** How many cells are answered at the same time. */
  atOnce: z.number().int().positive().optional(),
});
export type TableOrder = Readonly<z.infer<typeof tableOrder>>;

/** A table over more documents needs a confirmation, with a model or without. */
export const askAboveDocuments = 1_000;

/** The numbers of a table, before and while it is filled. */
export const tableProgress = z.object({
  documents: z.number().int(),
  cells: z.number().int(),
  /** Cells that need no work any more. */
  done: z.number().int(),
  /** Cells that this run has to answer, and those of them that it has. */
  due: z.number().int(),
  answeredNow: z.number().int(),
  /** The last cell. */
  answered: z.object({ path: z.string(), question: z.string(), cell: tableCell }).optional(),
  remainingSeconds: z.number().optional(),
});
export type TableProgress = Readonly<z.infer<typeof tableProgress>>;

export const tableAhead = z.object({
  documents: z.number().int(),
  cells: z.number().int(),
  due: z.number().int(),
  /** Model calls that are likely; 0 without a chat model. */
  likelyCalls: z.number().int(),
  /** Tokens read and written, roughly. */
  tokens: z.number().int(),
  /** What they cost, where the order has prices. */
  usd: z.number().optional(),
  /** How long it takes, where that is known of earlier cells or runs. */
  seconds: z.number().optional(),
  /** What would answer: the id of a chat model or a local reader, or `builtin`. */
  answeredBy: z.string(),
  /** Cells that are due only because another model has answered them. */
  ofOtherModel: z.number().int(),
  /** Rows of the table whose documents have changed since, and whose documents are gone or out of its scope. */
  changed: z.array(z.string()),
  gone: z.array(z.string()),
  /** Documents that the table has no row for yet. */
  added: z.array(z.string()),
});
export type TableAhead = Readonly<z.infer<typeof tableAhead>>;

/** What is known of a stored table, without asking any model. */
export const tableStanding = z.object({
  /** Path of the record. */
  record: z.string(),
  questions: z.array(z.string()),
  scope: z.string().optional(),
  answeredBy: z.string(),
  documents: z.number().int(),
  /** Undefined where it cannot be told: `problem` says why. */
  age: z
    .object({ changed: z.array(z.string()), gone: z.array(z.string()), added: z.array(z.string()), faults: z.array(cellFault) })
    .optional(),
  /** Cells without an answer yet, because they are open or have failed. */
  unfinished: z.number().int(),
  problem: sentence.optional(),
});
export type TableStanding = Readonly<z.infer<typeof tableStanding>>;

/** Differences of a cell from what it said before. */
export const cellChange = z.object({
  path: z.string(),
  question: z.string(),
  before: tableCell,
  now: tableCell,
});
export type CellChange = Readonly<z.infer<typeof cellChange>>;

export const tableSummary = z.object({
  out: z.string(),
  record: z.string(),
  documents: z.number().int(),
  questions: z.number().int(),
  /** Cells by state. */
  states: z.record(cellState, z.number().int()),
  /** Cells answered now; the others were kept. */
  answeredNow: z.number().int(),
  /** Cells that still have to be asked, because it ended early. */
  remaining: z.number().int(),
  /** Cells that were asked again without success, and still say what they said before. */
  failedAgain: z.number().int(),
  /** Kept cells that were not confirmed, and are therefore among those to ask. */
  refuted: z.number().int(),
  /** Rows of documents that the table had and that are gone or out of its scope. */
  removed: z.number().int(),
  /** Questions that the table had and that are not among those to ask. */
  noLongerAsked: z.array(z.string()),
  /** Cells that say something else now, up to some hundreds. */
  changes: z.array(cellChange),
  /** Why it ended before the last cell. */
  stopped: z.string().optional(),
  cost: z.object({ llmCalls: z.number().int(), promptTokens: z.number().int(), completionTokens: z.number().int(), seconds: z.number() }),
});
export type TableSummary = Readonly<z.infer<typeof tableSummary>>;
