/** What of a cell's answers their quotes do not say. Pure. */
import { checkClaim } from '../citations/checkClaim.ts';
import { contentStems } from '../citations/support.ts';
import type { Language } from '../language/language.ts';
import { isSurelyIn, languageOf } from '../language/languages.ts';
import { findNumbers, sameNumber } from '../language/numbers.ts';
import { sentenceRanges } from '../language/sentences.ts';
import type { Passage } from '../protocol/passage.ts';
import type { TableQuote } from '../protocol/table.ts';
import type { Doubt } from '../protocol/writtenAnswer.ts';
import { doubtSentence } from '../protocol/writtenWords.ts';
import type { DocumentFacts } from '../reasoning/prompts/table.ts';

export interface CellAsked {
  readonly question: string;
  readonly document: DocumentFacts;
  /** Those of the document that fit the question best. */
  readonly passages: readonly Passage[];
}

/** What two places say that disagree. */
export function conflictWords(quotes: readonly TableQuote[]): string {
  return quotes.map(({ answer = '' }) => answer).join(' / ');
}

/** What of the answers their quotes do not say, as sentences. @param answers one for each quote */
export function doubtsOf(answers: readonly string[], quotes: readonly TableQuote[], asked: CellAsked): string | undefined {
  const doubts = quotes.flatMap((quote, i) => {
    const doubt = doubtOf(answers[i] ?? '', quote, asked);
    return doubt === undefined ? [] : [quotes.length === 1 ? doubt : `${answers[i]}: ${doubt}`];
  });
  return doubts.length === 0 ? undefined : doubts.join(' ');
}

/** Numbers and dates of the answer that its quote lacks, names of one that is a sentence, and a quote that is about something else. */
function doubtOf(
  answer: string,
  { quote, text = quote }: TableQuote,
  { question, document, passages: read }: CellAsked,
): string | undefined {
  const asked = [question, ...document.fields.map(([, value]) => value)].join('\n');
  const passages = read.map((passage) => passage.text);
  const checked = checkClaim(answer, { quotes: [text], documents: [{ ...document, headings: [] }], asked, passages }, languageOf(answer));
  if (checked.why && shownDoubts.has(checked.why.kind)) return doubtSentence(checked);
  return isBesideQuestion({ question, answer, quote: text, passages }) ? isBeside : undefined;
}

const isBeside = 'The quote seems to be about something else: it has no word of the answer and hardly any of the question.';

const shownDoubts: ReadonlySet<Doubt['kind']> = new Set<Doubt['kind']>(['number', 'date', 'name']);

/** An answer with its true quote. */
interface QuotedClaim {
  readonly question: string;
  readonly answer: string;
  readonly quote: string;
  /** What was read of the document. */
  readonly passages: readonly string[];
}

/**
 * Below this share of what the document's best sentence has of the question, a quote without a word of the answer is doubted. Of 329 true
 * quotes of clinical trials it doubts 1 %, and 53 % of other sentences of the same articles; of 400 of XQuAD each in English, German,
 * Russian and Arabic none, and 85 to 90 %. Of sentences of the same paragraph it finds less than half.
 */
const leastShare = 0.15;

/**
 * Whether a quote seems to be about something else: it has no word and no number of the answer, and hardly a word of the question that is
 * not everywhere in the document. Judged by words alone, and only where question and document are surely in one language.
 */
function isBesideQuestion({ question, answer, quote, passages }: QuotedClaim): boolean {
  const language = languageOf(question);
  if (!isSurelyIn(language, question) || !isSurelyIn(language, passages.join('\n'))) return false;
  const said = new Set(contentStems(quote, language));
  if (contentStems(answer, language).some((stem) => said.has(stem)) || sharesNumber(answer, quote, language)) return false;
  const sentences = passages.flatMap((text) => stemsOfSentences(text, language));
  const asked = weightsOf(contentStems(question, language), sentences);
  const has = (stems: ReadonlySet<string>): number => asked.reduce((sum, { stem, weight }) => sum + (stems.has(stem) ? weight : 0), 0);
  return has(said) <= leastShare * sentences.reduce((best, stems) => Math.max(best, has(stems)), 0);
}

function sharesNumber(answer: string, quote: string, language: Language): boolean {
  const given = findNumbers(quote, language);
  return findNumbers(answer, language).some((one) => given.some((other) => sameNumber(other, one)));
}

function stemsOfSentences(text: string, language: Language): readonly ReadonlySet<string>[] {
  return sentenceRanges(text, language).map(({ start, end }) => new Set(contentStems(text.slice(start, end), language)));
}

/** A word that every sentence has says nothing of any. */
function weightsOf(
  stems: readonly string[],
  sentences: readonly ReadonlySet<string>[],
): readonly { readonly stem: string; readonly weight: number }[] {
  return stems.map((stem) => {
    const having = sentences.filter((one) => one.has(stem)).length;
    return { stem, weight: Math.max(0, Math.log((sentences.length + 1) / (having + 0.5))) };
  });
}
