/** From a run's evidence to citations: quotes that stand word for word in today's source. */
import { linesHash } from '../citations/anchor.ts';
import { verbatimQuote } from '../citations/locate.ts';
import { sentenceRanges } from '../base/sentences.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Citation, Trace, TraceNode } from '../protocol/trace.ts';
import type { Memo } from '../trace/recorder.ts';

/** Lines of a document as they are now, both ends included, 1-based; null when the document is gone or shorter. */
export type SourceLines = (path: string, startLine: number, endLine: number) => Promise<readonly string[] | null>;

/**
 * One citation per passage that carries an answer, numbered in the order of the sub-questions. A quote that does not stand in its lines any more
 * (the document changed since it was indexed) is not cited.
 */
export async function cite(trace: Trace, sourceLines: SourceLines, memo: Memo): Promise<readonly Citation[]> {
  const citations: Citation[] = [];
  for (const node of trace.nodes) {
    for (const [i, docId] of (node.cites ?? []).entries()) {
      const passage = trace.passages[docId];
      if (!passage || citations.some((known) => known.docId === docId && known.nodeId === node.id)) continue;
      const found = quoteOf(node, passage, i === 0);
      if (!found) continue;
      const { quote, range } = found;
      const at = { path: passage.path, startLine: range.startLine + 1, endLine: Math.max(range.endLine, range.startLine + 1) };
      if (citations.some((known) => known.path === at.path && known.quote === quote)) continue;
      const lines = await memo.remember('source-lines', at, () => sourceLines(at.path, at.startLine, at.endLine));
      if (!lines || !lines.join('\n').includes(quote.replaceAll('\r\n', '\n'))) continue;
      citations.push({ n: citations.length + 1, ...at, quote, documentHash: passage.documentHash, nodeId: node.id, docId, linesHash: linesHash(lines) });
    }
  }
  return citations;
}

/** The words to quote: those the reasoner named, else the part of the passage around the answer. */
function quoteOf(node: TraceNode, passage: Passage, isFirst: boolean): ReturnType<typeof verbatimQuote> | undefined {
  const { text } = passage;
  const named = isFirst && node.evidenceQuote ? text.indexOf(node.evidenceQuote) : -1;
  const answerAt = node.answer ? text.toLowerCase().indexOf(node.answer.toLowerCase()) : -1;
  const answer = node.answer && answerAt >= 0 ? { start: answerAt, end: answerAt + node.answer.length } : undefined;
  if (named >= 0 && node.evidenceQuote) {
    const end = named + node.evidenceQuote.length;
    const inside = answer && answer.start >= named && answer.end <= end ? answer : undefined;
    return verbatimQuote(passage, named, end, inside);
  }
  if (!answer) return undefined;
  const sentence = sentenceAround(passage, answer.start);
  return verbatimQuote(passage, sentence.start, sentence.end, answer);
}

function sentenceAround({ text, runs }: Passage, at: number): { readonly start: number; readonly end: number } {
  return sentenceRanges(text, runs).find(({ start, end }) => start <= at && at < end) ?? { start: 0, end: text.length };
}
