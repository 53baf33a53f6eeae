/** Answers one cell of a table: one question about one document. */
import { isAriadneError } from '../base/errors.ts';
import { LineTable } from '../base/lines.ts';
import { linesHash, linesOf } from '../citations/anchor.ts';
import { findQuote } from '../citations/findQuote.ts';
import { sentencesAround } from '../citations/quotable.ts';
import { selectQuotes } from '../citations/selectQuotes.ts';
import { contentStems } from '../citations/support.ts';
import type { TextRange } from '../citations/readText.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import { plainWords } from '../language/words.ts';
import type { Passage } from '../protocol/passage.ts';
import type { TableCell, TableQuote } from '../protocol/table.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { cellRole, type CellOutput, type QuotedAnswer } from '../reasoning/roles/tableRoles.ts';
import { QuotedSource } from '../run/quotedSource.ts';
import { sourceLinesOf } from '../run/sourceLines.ts';
import type { Memo } from '../trace/recorder.ts';
import { conflictWords, doubtsOf, type CellAsked } from './doubts.ts';

export interface CellParts {
  readonly reasoner: Reasoner;
  /** The text of the document as it is now, see `SourceRange`. @throws AriadneError when it is gone or unreadable */
  readonly sourceText: () => Promise<string>;
  readonly signal: AbortSignal;
}

/**
 * Every quote is verbatim in the document as it is now.
 * @throws AriadneError of the reasoner; AbortError
 */
export async function answerCell(asked: CellAsked, parts: CellParts): Promise<TableCell> {
  const { passages } = asked;
  const cell = passages.length === 0 ? noText : await cellOf(asked, parts);
  return { ...cell, passages: passages.map(({ id }) => id) };
}

const noText: TableCell = { state: 'not-read', reason: 'The document has no text that can be read.' };

async function cellOf(asked: CellAsked, { reasoner, sourceText, signal }: CellParts): Promise<TableCell> {
  const { question, document, passages } = asked;
  const source = new DocumentSource(asked, sourceText);
  const ask = async (misquoted?: string): Promise<CellOutput> => {
    const input = { question, document, passages, misquoted };
    return (await reasoner.perform(cellRole, input, { node: 'cell', signal })).output;
  };
  const first = await ask();
  const missing = await source.missingFrom(first);
  // A model that made up its quote once gets a second chance. The rules would say the same again.
  const said = missing === undefined || !reasoner.can.sample ? first : await ask(missing);
  switch (said.verdict) {
    case 'unknown':
      return source.notRead();
    case 'not-stated':
      return { state: 'not-stated' };
    case 'unusable':
      return { state: 'failed', reason: unusable };
    case 'stated':
      return source.cellOf(said.answers);
  }
}

/**
 * Where nothing is sure, a few places to look at. On articles of which annotators chose the words that answer, one of so many overlaps
 * them in 38 %, a single one in 18 %.
 */
const mostClosest = 3;
const nothingClose = 'The passages read contain none of the words of the question.';
const unusable = 'The model did not reply in the format that was asked for. Run the table again, or choose another model.';
const notQuoted = 'The model’s quote is not in the document.';
const changed = 'The document has changed since it was indexed. Index the folder, then run the table again.';
const gone = 'The document is gone since it was indexed. Index the folder, then run the table again.';

/** The same place, or the same answer: then they do not disagree. */
function isSame(one: TableQuote, other: TableQuote): boolean {
  const [said, otherSaid] = [one, other].map(({ answer = '' }) => plainWords(answer).join(' '));
  return (one.quote === other.quote && one.startLine === other.startLine) || said === otherSaid;
}

/** Every call is made, and nothing is kept. */
const noMemo: Memo = { remember: (_of, _input, call) => call() };

/** The document of a cell, in which quotes are looked up. */
class DocumentSource {
  readonly #asked: CellAsked;
  readonly #sourceText: () => Promise<string>;
  readonly #quoted: QuotedSource;

  constructor(asked: CellAsked, sourceText: () => Promise<string>) {
    this.#asked = asked;
    this.#sourceText = sourceText;
    this.#quoted = new QuotedSource(
      sourceLinesOf(async () => ({ text: await sourceText() })),
      noMemo,
    );
  }

  /** The first quote that the document does not have; empty for an answer without one; undefined when all are there. */
  async missingFrom({ answers }: CellOutput): Promise<string | undefined> {
    for (const { quote } of answers) if (!this.#wordsOf(quote) && !(await this.#besidePassages(quote))) return quote;
    return undefined;
  }

  async cellOf(answers: readonly QuotedAnswer[]): Promise<TableCell> {
    const [first] = answers;
    if (!first) return { state: 'failed', reason: unusable };
    const found = await Promise.all(answers.map(({ quote }) => this.#find(quote)));
    const quotes = found.flatMap((one, i) => (typeof one === 'object' ? [{ answer: answers[i]?.answer ?? '', ...one }] : []));
    const [own] = quotes;
    if (!own) {
      if (found[0] === 'unsupported') return { state: 'unsupported', answer: first.answer, reason: notQuoted, said: first.quote };
      return { state: 'failed', reason: await this.#whyMissing() };
    }
    const disagreeing = quotes.filter((one, i) => i === 0 || !isSame(one, own));
    const each = disagreeing.map(({ answer = first.answer }) => answer);
    const said = doubtsOf(each, disagreeing, this.#asked);
    const doubt = said === undefined ? {} : { doubt: said };
    if (disagreeing.length > 1) return { state: 'conflict', answer: conflictWords(disagreeing), quotes: disagreeing, ...doubt };
    const { answer = first.answer, ...quote } = own;
    return { state: 'answered', answer, quotes: [quote], ...doubt };
  }

  /** With the sentences that share most with the question, best first, as long as they are still there. */
  async notRead(): Promise<TableCell> {
    const { question, passages } = this.#asked;
    const asked = new Set(contentStems(question, languageOf(question)));
    const shares = (words: string): boolean => contentStems(words, languageOf(words)).some((stem) => asked.has(stem));
    const closest = selectQuotes([{ id: 'cell', text: question, passages }], [], assumedLanguage).filter(({ passage, start, end }) =>
      shares(passage.text.slice(start, end)),
    );
    if (closest.length === 0) return { state: 'not-read', reason: nothingClose };
    const quotes: TableQuote[] = [];
    for (const { passage, start, end } of closest) {
      if (quotes.length === mostClosest) break;
      const quote = await this.#inSource(passage, { start, end });
      if (quote) quotes.push(quote);
    }
    return { state: 'not-read', ...(quotes.length === 0 ? {} : { quotes }) };
  }

  /** `changed` when the passage has the words and the document no longer does. */
  async #find(quote: string): Promise<TableQuote | 'unsupported' | 'changed'> {
    const words = this.#wordsOf(quote);
    if (!words) return (await this.#besidePassages(quote)) ?? 'unsupported';
    return (await this.#inSource(words.passage, sentencesAround(words.passage, words.range, assumedLanguage))) ?? 'changed';
  }

  #wordsOf(quote: string): { readonly passage: Passage; readonly range: TextRange } | undefined {
    for (const passage of this.#asked.passages) {
      const range = findQuote(passage.text, quote);
      if (range) return { passage, range };
    }
    return undefined;
  }

  async #inSource(passage: Passage, range: TextRange): Promise<TableQuote | undefined> {
    const found = await this.#quoted.find(passage, range);
    if (!found) return undefined;
    const { startLine, endLine, page, quote, text, passageId, linesHash: hash } = found;
    return {
      ...{ startLine, endLine, page, quote, text },
      ...{ passageId, linesHash: hash },
    };
  }

  /** Words of the document that are in none of the passages: a title, a heading, a passage that was not shown. */
  async #besidePassages(quote: string): Promise<TableQuote | undefined> {
    const source = await this.#read();
    const range = typeof source === 'string' ? findQuote(source, quote) : undefined;
    if (typeof source !== 'string' || !range) return undefined;
    const lines = new LineTable(source);
    const [startLine, endLine] = [lines.lineAt(range.start) + 1, lines.lineAt(range.end - 1) + 1];
    return {
      ...{ startLine, endLine, quote: linesOf(source.slice(range.start, range.end)).join('\n') },
      linesHash: linesHash(linesOf(source).slice(startLine - 1, endLine)),
    };
  }

  async #whyMissing(): Promise<string> {
    const source = await this.#read();
    if (typeof source === 'string') return changed;
    return source.code === 'file-missing' ? gone : source.message;
  }

  async #read(): Promise<string | { readonly code: string; readonly message: string }> {
    try {
      return await this.#sourceText();
    } catch (error) {
      if (isAriadneError(error)) return error;
      throw error;
    }
  }
}
