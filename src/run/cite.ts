/** Turns a run's evidence into citations whose quotes are verbatim in the current source. */
import { assumedLanguage } from '../language/assumed.ts';
import { linesHash } from '../citations/anchor.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { verbatimQuote } from '../citations/locate.ts';
import { isUnsupported } from '../citations/support.ts';
import { pageAt, type Passage } from '../protocol/passage.ts';
import type { AnswerRange, Citation, Trace, TraceNode } from '../protocol/trace.ts';
import { furtherSupport } from '../reasoning/supportingQuote.ts';
import type { Memo } from '../trace/recorder.ts';

/** Lines of a document as it is now, 1-based and inclusive; null when the document is gone or shorter. */
export type SourceLines = (path: string, startLine: number, endLine: number) => Promise<readonly string[] | null>;

/**
 * One citation per passage that contains an answer, numbered in the order of the sub-questions. A quote that is no longer in its lines,
 * because the document changed since it was indexed, is not cited.
 */
export async function cite(trace: Trace, sourceLines: SourceLines, memo: Memo): Promise<readonly Citation[]> {
  const quotes = quotesOf(trace);
  const found = await Promise.all(
    quotes.map(({ at }) => memo.remember('source-lines', at, () => sourceLines(at.path, at.startLine, at.endLine))),
  );
  return quotes
    .flatMap(({ at, page, quote, passage, nodeId }, i) => {
      const lines = found[i];
      if (!lines?.join('\n').includes(quote.replaceAll('\r\n', '\n'))) return [];
      const { id: passageId, documentHash } = passage;
      return [{ ...at, ...(page === undefined ? {} : { page }), quote, documentHash, nodeId, passageId, linesHash: linesHash(lines) }];
    })
    .map((citation, i) => ({ n: i + 1, ...citation }));
}

interface Quote {
  readonly at: Pick<Citation, 'path' | 'startLine' | 'endLine'>;
  readonly page: number | undefined;
  readonly quote: string;
  readonly passage: Passage;
  readonly nodeId: string;
}

/** Quotes from the documents as indexed; the same words of a document once. */
function quotesOf(trace: Trace): readonly Quote[] {
  const quotes: Quote[] = [];
  for (const node of trace.nodes) {
    for (const [i, passageId] of (node.cites ?? []).entries()) {
      const passage = trace.passages[passageId];
      if (!passage || quotes.some((known) => known.passage.id === passageId && known.nodeId === node.id)) continue;
      const found = quoteOf(node, passage, i === 0);
      if (!found || found.quote === '') continue;
      const { quote, range } = found;
      if (quotes.some((known) => known.at.path === passage.path && known.quote === quote)) continue;
      const at = { path: passage.path, startLine: range.startLine + 1, endLine: Math.max(range.endLine, range.startLine + 1) };
      quotes.push({ at, page: pageAt(passage, range.startOffset), quote, passage, nodeId: node.id });
    }
  }
  return quotes;
}

/**
 * Sentences of an answer that no citation supports: all of them without citations, otherwise those that share no word with any quote. A few
 * words without an end of sentence count as one sentence.
 */
export function unsupportedSentences(answer: string, citations: readonly Citation[]): readonly AnswerRange[] {
  const quotes = citations.map(({ quote }) => quote).join('\n');
  return sentenceRanges(answer, assumedLanguage)
    .filter(({ start, end }) => citations.length === 0 || isUnsupported(answer.slice(start, end), quotes, assumedLanguage))
    .map(({ start, end }) => ({ start, end }));
}

/** The words to quote: those the reasoner named; in further passages, a sentence with the same content. */
function quoteOf(node: TraceNode, passage: Passage, isFirst: boolean): ReturnType<typeof verbatimQuote> | undefined {
  const { answer, evidenceQuote, resolvedText, text: asked } = node;
  const words =
    isFirst && evidenceQuote ? evidenceQuote : answer ? furtherSupport(passage, answer, resolvedText ?? asked, assumedLanguage) : null;
  const start = words === null ? -1 : passage.text.indexOf(words);
  if (words === null || start < 0) return undefined;
  const answerAt = answer ? words.toLowerCase().indexOf(answer.toLowerCase()) : -1;
  const said = answer && answerAt >= 0 ? { start: start + answerAt, end: start + answerAt + answer.length } : undefined;
  return verbatimQuote(passage, start, start + words.length, said);
}
