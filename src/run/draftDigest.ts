/** Selects and lays out the quotes of a run's digest. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import { comparedRanges } from '../language/spaceless.ts';
import { wordsOf } from '../language/words.ts';
import { questionKey } from '../base/questionKey.ts';
import { RecentValues } from '../base/recentValues.ts';
import { askedText, isAbandoned } from '../protocol/noAnswer.ts';
import { pagesOf, type Passage } from '../protocol/passage.ts';
import type { Citation, DigestQuote, QuotedPlace, QuotePart, Trace, TraceNode } from '../protocol/trace.ts';
import { inOrderShown } from '../trace/digest.ts';
import { quotePlace, locate } from '../citations/locate.ts';
import { leadOf } from '../citations/quotable.ts';
import { quoteParts } from '../citations/quoteParts.ts';
import { selectQuotes, type AskedQuotes, type CitedRange, type NamedDocuments, type SelectedQuote } from '../citations/selectQuotes.ts';
import { contentStems, stemsOfWord } from '../citations/support.ts';
import type { TextRange } from '../citations/readText.ts';

/** A quote before its source has been looked at, with its place in the passage's text. */
export interface DraftDigestQuote extends Omit<DigestQuote, 'n'> {
  readonly passage: Passage;
  readonly words: TextRange;
}

/**
 * The quotes of a run, grouped by what was asked, in the order of the steps, then by document: first what is cited, then what the question
 * names, that of the most useful quote before others. Of each document the most useful quote comes first, the others in its order. Quotes
 * are as the passages have them, without markup.
 */
export function draftDigest(trace: Trace, cited: readonly CitedRange[]): readonly DraftDigestQuote[] {
  const asked = askedIn(trace);
  const selected = selectQuotes(asked, cited, assumedLanguage);
  const groups = Map.groupBy(asked, ({ shown }) => shown.nodeId);
  return [...groups.values()].flatMap((same) => {
    const quotes = same.flatMap(({ id, shown }) => selected.filter((one) => one.id === id).map((one) => ({ ...one, shown })));
    const isCited = ({ passage }: ShownQuote): boolean => cited.some(({ passageId }) => passageId === passage.id);
    const isAside = (path: string): boolean => same.every(({ sides }) => sides.length > 0 && !sides.some(({ paths }) => paths.has(path)));
    // Of several reports of one name, the one that fits the question best comes first.
    const named = trace.identity?.preferred.filter((path) => same.some(({ sides }) => sides.some(({ paths }) => paths.has(path)))) ?? [];
    const turnOf = ([path, own]: readonly [string, readonly ShownQuote[]]): number =>
      own.some(isCited) ? -1 : isAside(path) ? named.length : Math.max(0, named.indexOf(path));
    return [...Map.groupBy(quotes, ({ passage }) => passage.path)]
      .toSorted((a, b) => turnOf(a) - turnOf(b))
      .flatMap(([, own]) => [...own.slice(0, 1), ...inTextOrder(own.slice(1))].map(draftOf));
  });
}

/**
 * Quotes that are cited get the numbers of their citations, the others follow.
 * @param after the highest number before
 */
export function numberedQuotes(
  quotes: readonly Omit<DigestQuote, 'n'>[],
  citations: readonly Citation[],
  after = Math.max(0, ...citations.map(({ n }) => n)),
): readonly DigestQuote[] {
  let last = after;
  const used = new Set<number>();
  return quotes.map((quote) => {
    const known = citations.find((citation) => !used.has(citation.n) && isSamePlace(citation, quote));
    if (known) used.add(known.n);
    return { n: known?.n ?? ++last, ...quote };
  });
}

/** The digest of a run that was stopped or failed: it has no citations, and nobody has looked at the lines. */
export function digestOfUnfinished(trace: Trace): readonly DigestQuote[] {
  const cited = citedIn(trace);
  const { first, further } = inOrderShown(trace, draftDigest(trace, cited), ({ passage, words }) =>
    cited.some(({ passageId, start, end }) => passageId === passage.id && start < words.end && end > words.start),
  );
  const quotes = [...first, ...further.map((quote) => ({ ...quote, isFurther: true as const }))];
  return numberedQuotes(
    quotes.map(({ passage: _passage, words: _words, ...quote }) => ({ ...quote, ...shownParts(quote, trace) })),
    [],
  );
}

/** How a quote is laid out, and which of its words were asked for; nothing where it is prose that has none. */
export function shownParts({ quote, text = quote, subQuestion }: Omit<DigestQuote, 'n'>, trace: Trace): Pick<DigestQuote, 'parts'> {
  const question = asSearched(`${subQuestion} ${trace.question}`, trace);
  const parts = quoteParts(text).map((part): QuotePart => {
    if (part.isCode) return { isCode: true, text: part.text };
    const asked = [...askedWords(part.text, question)];
    return asked.length === 0 ? { text: part.text } : { text: part.text, asked };
  });
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.text === text && only.isCode === undefined && only.asked === undefined;
  return isPlain ? {} : { parts };
}

/** Of questions, each of which has many quotes. */
const recentStems = new RecentValues<string, ReadonlySet<string>>(100);

/** The words of a quote that were asked for, in order. */
export function askedWords(text: string, question: string): readonly TextRange[] {
  const asked = recentStems.get(question) ?? new Set(contentStems(question, languageOf(question)));
  recentStems.set(question, asked);
  const language = languageOf(text);
  const isAsked = ({ start, end }: TextRange): boolean => stemsOfWord(text.slice(start, end), language).some((stem) => asked.has(stem));
  return wordsOf(text, language).flatMap(({ start, end }) => joined(comparedRanges(text, { start, end }).filter(isAsked)));
}

/** The ranges in order, those that touch or overlap as one. */
function joined(ranges: readonly TextRange[]): readonly TextRange[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of ranges) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

/** What was asked of the documents, with the node and the words that it is shown with. */
interface AskedIn extends AskedQuotes {
  readonly sides: readonly NamedDocuments[];
  readonly shown: Pick<DigestQuote, 'nodeId' | 'subQuestion'>;
}

type ShownQuote = SelectedQuote & Pick<AskedIn, 'shown'>;

/**
 * What was asked of the documents, the steps first, each with the passages found for it. Nodes that ask the same are one. A question with a
 * guess in it is nobody's: what is quoted for it is shown with the question as a whole.
 */
function askedIn(trace: Trace): readonly AskedIn[] {
  const nodes = trace.nodes.filter(({ status, evidence }) => evidence.length > 0 && !isAbandoned(status));
  const guessed = nodes.filter((node) => (node.guessed ?? []).length > 0);
  const wholes = nodes.filter((node) => !guessed.includes(node) && node.kind !== 'sub_question' && node.kind !== 'thought');
  const steps = nodes.filter((node) => !guessed.includes(node) && !wholes.includes(node));
  const textOf = (node: TraceNode): string => (wholes.includes(node) ? trace.question : askedText(node));
  const isWhole = (node: TraceNode): boolean => questionKey(textOf(node)) === questionKey(trace.question);
  const whole = { nodeId: ([...steps, ...wholes].find(isWhole) ?? trace.nodes[0])?.id ?? '', subQuestion: trace.question };
  return [...Map.groupBy([...steps, ...wholes, ...guessed], (node) => questionKey(textOf(node))).values()].flatMap((same) => {
    const [first] = same;
    const passages = passagesOf(same, trace);
    if (first === undefined || passages.length === 0) return [];
    const text = textOf(first);
    return [
      {
        id: first.id,
        text: asSearched(text, trace),
        passages,
        sides: sidesOf(trace, text),
        shown: guessed.includes(first) ? whole : { nodeId: first.id, subQuestion: text },
      },
    ];
  });
}

/** With words spelled as they were searched. */
function asSearched(text: string, { identity }: Trace): string {
  return (identity?.respelled ?? []).reduce((words, { written, meant }) => words.replaceAll(written, meant), text);
}

/** What of the documents that the run's question names a text names, too. Names that share a document are one. */
function sidesOf({ identity, anyDocument }: Trace, text: string): readonly NamedDocuments[] {
  const sides: NamedDocuments[] = [];
  for (const { words, documents } of anyDocument ? [] : (identity?.meant ?? [])) {
    if (!text.toLowerCase().includes(words.toLowerCase())) continue;
    const same = sides.filter(({ paths }) => documents.some((path) => paths.has(path)));
    const joined = {
      words: [...same.map((side) => side.words), words].join(' '),
      paths: new Set([...same.flatMap(({ paths }) => [...paths]), ...documents]),
    };
    sides.splice(0, sides.length, ...sides.filter((side) => !same.includes(side)), joined);
  }
  return sides;
}

/** By their best rank. What a model wrote is no evidence. */
function passagesOf(nodes: readonly TraceNode[], { passages }: Trace): readonly Passage[] {
  const ranks = new Map<string, number>();
  for (const { evidence } of nodes) {
    for (const { passageId, rank, source } of evidence)
      if (source !== 'generated') ranks.set(passageId, Math.min(rank, ranks.get(passageId) ?? rank));
  }
  return [...ranks].toSorted(([, a], [, b]) => a - b).flatMap(([id]) => passages[id] ?? []);
}

/** The words that the steps have named for their answers. */
function citedIn({ passages, nodes }: Trace): readonly CitedRange[] {
  return nodes.flatMap(({ id, answer, cites: [passageId = ''] = [], evidenceQuote }) => {
    const start = answer == null || !evidenceQuote ? -1 : (passages[passageId]?.text.indexOf(evidenceQuote) ?? -1);
    return start < 0 ? [] : [{ passageId, id, start, end: start + (evidenceQuote?.length ?? 0) }];
  });
}

function inTextOrder(quotes: readonly ShownQuote[]): readonly ShownQuote[] {
  return quotes.toSorted((a, b) => a.passage.range.startOffset - b.passage.range.startOffset || a.start - b.start);
}

function draftOf({ passage, start, end, isCutBefore, isCutAfter, isFurther, alike, shown }: ShownQuote): DraftDigestQuote {
  const lead = leadOf(passage, start, assumedLanguage);
  return {
    ...placeOf(passage, { start, end }),
    quote: passage.text.slice(start, end),
    ...shown,
    ...(lead === undefined ? {} : { lead }),
    ...(isCutBefore ? { isCutBefore } : {}),
    ...(isCutAfter ? { isCutAfter } : {}),
    ...(isFurther ? { isFurther } : {}),
    also: alike.map((one) => placeOf(one.passage, one)),
    passage,
    words: { start, end },
  };
}

function placeOf(passage: Passage, { start, end }: TextRange): QuotedPlace {
  const { path, id: passageId, documentHash } = passage;
  const range = quotePlace(passage, start, end)?.range ?? locate(passage, start, end);
  const { startLine, endLine, startOffset, endOffset } = range;
  const lines = { startLine: startLine + 1, endLine: Math.max(endLine, startLine + 1) };
  return { path, ...lines, ...pagesOf(passage, startOffset, endOffset), documentHash, passageId, startOffset, endOffset };
}

function isSamePlace(a: Citation, b: Omit<DigestQuote, 'n'>): boolean {
  const [text, other] = [a.text ?? a.quote, b.text ?? b.quote];
  return a.passageId === b.passageId && (text.includes(other) || other.includes(text));
}
