/** Whether what a table has kept is still what its documents say. No model is asked. */
import { oneLine, shortened } from '../base/plainText.ts';
import pLimit from 'p-limit';
import { isAriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { linesHash, linesOf } from '../citations/anchor.ts';
import { quoteIn, quotePlace } from '../citations/locate.ts';
import { pageAt, type Passage } from '../protocol/passage.ts';
import { placeWords } from '../protocol/placeWords.ts';
import type { CellFault, TableCell, TableQuote, TableRecord, TableRow } from '../protocol/table.ts';
import { conflictWords, doubtsOf } from './doubts.ts';
import { keyOf } from './knownCells.ts';
import type { OpenDocument, TableDocument, TableSource } from './tableSource.ts';

interface KeptCell {
  readonly question: string;
  readonly cell: TableCell;
}

type Fault = Pick<CellFault, 'kind' | 'reason'>;

/** The cell as it may be shown: with its doubts as they are now, and sealed. */
type LookedUp = { readonly cell: TableCell } | { readonly fault: Fault };

export const edited: Fault = { kind: 'edited', reason: 'This cell was edited outside of Ariadne.' };

/**
 * Each cell is compared with its seal, and each of its quotes with the document: words, lines, page and fingerprint. The document is only
 * opened for what was not looked up in it before.
 * @param kept of one document
 * @throws AriadneError of the index; AbortError
 */
export async function lookUpCells(
  document: TableDocument,
  kept: readonly KeptCell[],
  { open, known }: Pick<TableSource, 'open' | 'known'>,
  signal: AbortSignal,
): Promise<readonly LookedUp[]> {
  let opened: Promise<Opened> | undefined;
  const found: LookedUp[] = [];
  for (const { question, cell } of kept) {
    const key = hashOf([document.hash, document.path, question, JSON.stringify(cell)], 32);
    const asAnswered: LookedUp = isIntact(cell) ? { cell: sealed(cell) } : { fault: edited };
    if (cell.quotes === undefined || known.get(key)) found.push(asAnswered);
    else {
      opened ??= open(document, signal).then((one) => new Opened(one));
      const looked = await (await opened).lookUp(question, cell);
      signal.throwIfAborted();
      if ('cell' in looked && looked.cell.doubt === cell.doubt) known.set(key, true);
      // Words that are not there say more than that somebody has edited them.
      found.push('fault' in looked || 'cell' in asAnswered ? looked : asAnswered);
    }
  }
  return found;
}

/** The cell with the fingerprint of what was answered. */
export function sealed({ seal: _seal, ...cell }: TableCell): TableCell {
  return { ...cell, seal: sealOf(cell) };
}

/** Whether a cell is as it was sealed, and has what cells of its state have. */
export function isIntact(cell: TableCell): boolean {
  const { state, answer = '', quotes = [], seal } = cell;
  if (seal !== undefined && seal !== sealOf(cell)) return false;
  switch (state) {
    case 'answered':
      return answer !== '' && quotes.length === 1;
    case 'conflict':
      return quotes.length > 1 && answer === conflictWords(quotes);
    case 'not-read':
      return answer === '';
    case 'unsupported':
      return quotes.length === 0;
    default:
      return answer === '' && quotes.length === 0;
  }
}

function sealOf({ state, answer, quotes, doubt, reason, said, passages, key }: TableCell): string {
  const places = quotes?.map(({ answer: says, startLine, endLine, page, quote, text, passageId, linesHash: id }) => {
    return [says, startLine, endLine, page, quote, text, passageId, id];
  });
  return hashOf([JSON.stringify([state, answer, places, doubt, reason, said, passages, key])], 32);
}

/** A document in which kept quotes are looked up. Its parts are read once, when they are needed. */
class Opened {
  readonly #document: OpenDocument;
  #lines: Promise<readonly string[] | Fault> | undefined;
  #passages: Promise<readonly Passage[]> | undefined;

  constructor(document: OpenDocument) {
    this.#document = document;
  }

  async lookUp(question: string, cell: TableCell): Promise<LookedUp> {
    const lines = await (this.#lines ??= this.#readLines());
    if ('kind' in lines) return { fault: lines };
    for (const quote of cell.quotes ?? []) {
      if (!(await this.#has(quote, lines))) return { fault: { kind: 'quote', reason: missing(quote) } };
    }
    return { cell: sealed(await this.#withDoubts(question, cell)) };
  }

  async #readLines(): Promise<readonly string[] | Fault> {
    try {
      return linesOf(await this.#document.sourceText());
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      return { kind: 'unread', reason: error.message };
    }
  }

  /** The words, their fingerprint, and where they are shown without markup or with a page, the passage that has both. */
  async #has(quote: TableQuote, all: readonly string[]): Promise<boolean> {
    const { startLine, endLine, page, text, quote: words, linesHash: id } = quote;
    const lines = all.slice(startLine - 1, endLine);
    if (endLine < startLine || lines.length <= endLine - startLine) return false;
    if (!/[\p{L}\p{N}]/u.test(words) || !lines.join('\n').includes(words) || linesHash(lines) !== id) return false;
    if (text === undefined && page === undefined) return true;
    const passages = await (this.#passages ??= this.#document.passages());
    return passages.some((passage) => hasPlace(passage, quote, lines));
  }

  /** What the quotes do not say follows from the passages that were read. Those of a sealed cell may have other names now. */
  async #withDoubts(question: string, { doubt, ...cell }: TableCell): Promise<TableCell> {
    const { state, answer = '', quotes = [], passages: read = [], seal } = cell;
    if (state !== 'answered' && state !== 'conflict') return doubt === undefined ? cell : { ...cell, doubt };
    const passages = (await (this.#passages ??= this.#document.passages())).filter(({ id }) => read.includes(id));
    if (seal !== undefined && passages.length < read.length) return doubt === undefined ? cell : { ...cell, doubt };
    const answers = quotes.map((quote) => quote.answer ?? answer);
    const now = doubtsOf(answers, quotes, { question, document: this.#document.facts, passages });
    return now === undefined ? cell : { ...cell, doubt: now };
  }
}

/** Whether a passage has the words of a quote at its place. */
function hasPlace(passage: Passage, { quote, text = quote, startLine, endLine, page }: TableQuote, lines: readonly string[]): boolean {
  for (let start = passage.text.indexOf(text); start >= 0; start = passage.text.indexOf(text, start + 1)) {
    const place = quotePlace(passage, start, start + text.length);
    if (!place) continue;
    const { range } = place;
    const isThere = range.startLine + 1 === startLine && Math.max(range.endLine, startLine) === endLine;
    if (isThere && page === pageAt(passage, range.startOffset) && quoteIn(place, lines) === quote) return true;
  }
  return false;
}

function missing(quote: TableQuote): string {
  const words = shortened(oneLine(quote.text ?? quote.quote), 120);
  return `The document does not say this at ${placeWords(quote)}: “${words}”${/[.!?…]$/.test(words) ? '' : '.'}`;
}

const rowsAtOnce = 4;

/**
 * What of a record is not confirmed, without rows that are known to be out of date, cells that are to be asked in any case, and those
 * that were answered by hand.
 * @throws as `lookUpCells`
 */
export async function faultsIn(
  { questions, answeredBy, rows }: TableRecord,
  outOfDate: ReadonlySet<string>,
  source: TableSource,
  signal: AbortSignal,
): Promise<CellFault[]> {
  const documents = new Map(source.documents.map((document) => [document.path, document]));
  const faultsOf = async ({ path, title, documentHash, cells }: TableRow): Promise<CellFault[]> => {
    signal.throwIfAborted();
    const document = documents.get(path);
    if (!document || document.failure !== undefined || outOfDate.has(path)) return [];
    const kept = cells.flatMap((cell, i) => {
      const isDue = cell.byHand !== undefined || cell.state === 'open' || cell.state === 'failed' || cell.isStale === true;
      return isDue ? [] : [{ question: questions[i] ?? '', cell }];
    });
    const found = await lookUpCells(document, kept, source, signal);
    const faults = kept.flatMap(({ question, cell }, i): CellFault[] => {
      const looked = found[i];
      if (looked && 'fault' in looked) return [{ path, question, ...looked.fault }];
      return cell.key === keyOf(documentHash, question, answeredBy) ? [] : [{ path, question, ...edited }];
    });
    const ownTitle: CellFault = { path, kind: 'edited', reason: `Its title is “${document.title}”, not “${title}”.` };
    return title === document.title ? faults : [ownTitle, ...faults];
  };
  return (await pLimit(rowsAtOnce).map([...rows], faultsOf)).flat();
}
