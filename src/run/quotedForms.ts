/** The forms of an answer without a model: lists and tables of quotes. */
import { listedTitle } from '../protocol/passage.ts';
import type { Citation, DigestQuote, EvidenceConflict, Trace, WrittenAnswer } from '../protocol/trace.ts';
import type { AnswerForm, WrittenBlock, WrittenSentence } from '../protocol/writtenAnswer.ts';
import { requestedForm } from '../language/requests.ts';
import { capitalized } from '../language/words.ts';
import { comparedThings, withoutArticle } from '../reasoning/comparedThings.ts';
import { partsOf } from '../trace/digest.ts';
import { comparedQuotes, type Quoted } from './comparedQuotes.ts';

/** More are in the digest below. */
const mostItems = 12;
/** By the number of columns: one alone has room for more. */
const mostInCell = (columns: number): number => (columns > 1 ? 2 : 4);

/**
 * Undefined for prose, which quotes alone do not make, and without quotes found in their documents. For `auto` the question chooses.
 * @param conflicts between passages of the run, which are quoted, too
 */
export function quotedForm(
  asked: AnswerForm,
  question: string,
  digest: readonly DigestQuote[],
  passages: Trace['passages'],
  conflicts: readonly EvidenceConflict[] = [],
): WrittenAnswer | undefined {
  const wanted = asked === 'auto' ? requestedForm(question) : asked;
  const quotes = digest.flatMap((quote) => citationOf(quote) ?? []);
  if ((wanted !== 'list' && wanted !== 'table') || quotes.length === 0) return undefined;
  const writer = new QuoteWriter();
  const block = wanted === 'list' ? listOf(quotes, writer) : tableOf(quotes, question, passages, writer);
  // The digest says more than a table that compares nothing.
  if (asked === 'auto' && block.kind === 'table' && block.rows.length < 2) return undefined;
  return {
    blocks: [block],
    conflicts: conflicts.map((one) => writer.writeConflict(one)),
    sentences: writer.sentences,
    notStated: [],
    citations: writer.citations,
  };
}

/** Undefined where the lines were not looked at. */
function citationOf(quote: DigestQuote): Quoted | undefined {
  const {
    also: _also,
    parts: _parts,
    isFurther: _further,
    lead,
    subQuestion,
    isCutBefore,
    isCutAfter,
    startOffset: _start,
    endOffset: _end,
    linesHash,
    ...place
  } = quote;
  if (linesHash === undefined) return undefined;
  const said = partsOf(quote)
    .map(({ text }) => text.trim())
    .join(' … ');
  const words = `${isCutBefore ? '… ' : ''}${said}${isCutAfter ? ' …' : ''}`;
  return { citation: { ...place, linesHash }, text: lead === undefined ? words : `${lead} ${words}`, subQuestion };
}

/** Each quote is one sentence of the answer. */
class QuoteWriter {
  readonly sentences: WrittenSentence[] = [];
  readonly citations: Citation[] = [];

  write({ citation, text }: Quoted): number {
    if (!this.citations.some(({ n }) => n === citation.n)) this.citations.push(citation);
    return this.sentences.push({ text, citations: [citation.n], support: 'quoted' }) - 1;
  }

  /** @returns the position of the sentence that says it */
  writeConflict({ text, citations }: EvidenceConflict): number {
    this.citations.push(...citations.filter(({ n }) => !this.citations.some((one) => one.n === n)));
    return this.sentences.push({ text, citations: citations.map(({ n }) => n), support: 'quoted' }) - 1;
  }
}

function listOf(quotes: readonly Quoted[], writer: QuoteWriter): WrittenBlock {
  return { kind: 'list', isOrdered: false, items: quotes.slice(0, mostItems).map((quote) => [writer.write(quote)]) };
}

/** A row for each thing that the question compares. Otherwise a row for each document. */
function tableOf(all: readonly Quoted[], question: string, passages: Trace['passages'], writer: QuoteWriter): WrittenBlock {
  const writeCell = (quotes: readonly Quoted[], ofColumns: number): number[] =>
    // What the answer cites has the lowest numbers.
    quotes
      .toSorted((a, b) => a.citation.n - b.citation.n)
      .slice(0, mostInCell(ofColumns))
      .map((quote) => writer.write(quote));
  const asked = comparedThings(question);
  const cells = asked && comparedQuotes(asked, all, passages);
  if (asked && cells) {
    const { things, properties } = asked;
    return {
      kind: 'table',
      columns: ['', ...(properties.length === 0 ? [question] : properties.map(capitalized))],
      rows: things.map((thing, i) => ({
        name: withoutArticle(thing),
        cells: (cells[i] ?? []).map((quotes, _, row) => writeCell(quotes, row.length)),
      })),
    };
  }
  const documentOf = ({ citation: { passageId, path } }: Quoted): string => {
    const passage = passages[passageId];
    return passage ? listedTitle(passage) : path;
  };
  return {
    kind: 'table',
    columns: ['', question],
    rows: [...Map.groupBy(all, ({ citation }) => citation.path).values()].map((own) => ({
      name: own.map(documentOf)[0] ?? '',
      cells: [writeCell(own, 1)],
    })),
  };
}
