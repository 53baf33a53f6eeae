/** Turns a run's evidence into citations and a digest, whose quotes are verbatim in the current source. */
import { present } from '../base/defined.ts';
import { eachOnce } from '../base/eachOnce.ts';
import { passageLanguage } from '../citations/passageLanguage.ts';
import { sentencesAround } from '../citations/quotable.ts';
import { isUnsupported } from '../citations/support.ts';
import type { TextRange } from '../citations/readText.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import type { Passage } from '../protocol/passage.ts';
import type { AnswerRange, Citation, DigestQuote, Trace, TraceNode } from '../protocol/trace.ts';
import { furtherSupport } from '../reasoning/supportingQuote.ts';
import { draftDigest, numberedQuotes, shownParts } from './draftDigest.ts';
import type { QuotedSource } from './quotedSource.ts';

export interface Cited {
  readonly citations: readonly Citation[];
  readonly digest: readonly DigestQuote[];
}

/**
 * One citation per passage that contains an answer, numbered in the order of the sub-questions, with the whole sentences around the words
 * that the reasoner named; and the digest. A quote that is no longer in its lines, because the document changed since it was indexed, is
 * left out.
 */
export async function citeEvidence(trace: Trace, source: QuotedSource): Promise<Cited> {
  const cited = citedWords(trace);
  const places = cited.map(({ passage, nodeId, words }) => ({ passageId: passage.id, id: nodeId, ...words }));
  const draft = draftDigest(trace, places);
  const [citations, quotes] = await Promise.all([
    Promise.all(
      cited.map(async ({ passage, nodeId, words }) => {
        const found = await source.find(passage, words);
        return found && { ...found, nodeId };
      }),
    ),
    Promise.all(
      draft.map(async ({ passage, words, ...one }) => {
        const found = await source.find(passage, words);
        return found && { ...one, ...found, ...shownParts({ ...one, ...found }, trace) };
      }),
    ),
  ]);
  const kept = eachOnce(present(citations), ({ path, quote }) => `${path}\n${quote}`).map((citation, i) => ({ n: i + 1, ...citation }));
  return { citations: kept, digest: numberedQuotes(present(quotes), kept) };
}

/**
 * Sentences of an answer that no citation supports: all of them without citations, otherwise those that share no word with any quote. A few
 * words without an end of sentence count as one sentence.
 */
export function unsupportedSentences(answer: string, citations: readonly Citation[]): readonly AnswerRange[] {
  const quotes = citations.map(({ quote, text = quote }) => text).join('\n');
  const language = languageOf(answer);
  return sentenceRanges(answer, language)
    .filter(({ start, end }) => citations.length === 0 || isUnsupported(answer.slice(start, end), quotes, language))
    .map(({ start, end }) => ({ start, end }));
}

interface CitedWords {
  readonly passage: Passage;
  readonly nodeId: string;
  readonly words: TextRange;
}

function citedWords(trace: Trace): readonly CitedWords[] {
  const cited: CitedWords[] = [];
  for (const node of trace.nodes) {
    for (const [i, passageId] of (node.cites ?? []).entries()) {
      const passage = trace.passages[passageId];
      if (!passage || cited.some((known) => known.passage.id === passageId && known.nodeId === node.id)) continue;
      const words = wordsToQuote(node, passage, i === 0);
      if (words) cited.push({ passage, nodeId: node.id, words });
    }
  }
  return cited;
}

/** The sentences around what the reasoner named; in further passages, a sentence with the same content. */
function wordsToQuote(node: TraceNode, passage: Passage, isFirst: boolean): TextRange | undefined {
  const { answer, evidenceQuote, resolvedText, text: asked } = node;
  const language = passageLanguage(passage);
  const named = isFirst && evidenceQuote ? evidenceQuote : answer ? furtherSupport(passage, answer, resolvedText ?? asked, language) : null;
  const start = named ? passage.text.indexOf(named) : -1;
  return named === null || start < 0 ? undefined : sentencesAround(passage, { start, end: start + named.length }, language);
}
