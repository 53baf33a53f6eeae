import type { Reader, ReadSpan } from '../models/models.ts';
import type { Passage } from '../protocol/passage.ts';
import type { ReadInput, ReadOutput } from './roles/readRoles.ts';
import { english } from '../language/english.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { foldText } from '../language/words.ts';

export interface ReaderModel {
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

/** A span is an answer if the model finds it at least as likely as that the passages have none. */
const leastScore = 0.5;

/**
 * Answers a single-hop question with the words that the model marks, or abstains. Passages whose best words are the same support each
 * other's answer.
 */
export async function readWithModel(model: ReaderModel, { question, passages }: ReadInput): Promise<ReadOutput> {
  const quotes = (await quotesOf(model, question, passages)).filter(({ score }) => score >= leastScore);
  const [best] = quotes;
  if (!best) return { answer: null, citations: [], quote: null };
  const same = quotes.filter(({ answer }) => foldText(answer, english) === foldText(best.answer, english));
  return { answer: best.answer, citations: [...new Set(same.map(({ passage }) => passage))], quote: best.sentence, confidence: best.score };
}

export interface Quote {
  readonly answer: string;
  /** Position of its passage. */
  readonly passage: number;
  readonly sentence: string;
  readonly score: number;
}

/** What the reader marks, best first, however unsure it is. */
export async function quotesOf({ reader, signal }: ReaderModel, question: string, passages: readonly Passage[]): Promise<readonly Quote[]> {
  const texts = passages.map(withTitle);
  const spans = await reader.read(
    question,
    texts.map(({ text }) => text),
    { signal },
  );
  return spans.flatMap((span) => quoteOf(span, passages, texts));
}

/** A passage from the middle of a document often does not say what it is about. */
function withTitle({ title, text }: Passage): { readonly text: string; readonly shift: number } {
  const before = title === '' || text.startsWith(title) ? '' : `${title}\n`;
  return { text: before + text, shift: before.length };
}

/** The span in the passage's own text; none for words of the title, which cannot be quoted from there. */
function quoteOf(
  { passage, start, end, score }: ReadSpan,
  passages: readonly Passage[],
  texts: readonly { readonly shift: number }[],
): readonly Quote[] {
  const [of, shift] = [passages[passage], texts[passage]?.shift ?? 0];
  if (!of || start < shift) return [];
  const answer = of.text.slice(start - shift, end - shift);
  if (foldText(answer, english) === '') return [];
  const ranges = sentenceRanges(of.text, english, of.runs);
  const from = ranges.findLast((range) => range.start <= start - shift)?.start ?? start - shift;
  const to = ranges.find((range) => range.end >= end - shift)?.end ?? end - shift;
  return [{ answer: answer.replaceAll(/\s+/gu, ' ').trim(), passage, sentence: of.text.slice(from, to), score }];
}
