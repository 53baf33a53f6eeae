/** Derives what the documents say, as quotes by sub-question and document, from the digest of an ended run. Pure. */
import { listedTitle } from '../../src/protocol/passage.ts';
import { placeWords } from '../../src/protocol/placeWords.ts';
import { quotesByQuestion } from '../../src/protocol/noAnswer.ts';
import type { FromPanel } from '../../src/protocol/panel.ts';
import type { DigestQuote, QuotedPlace, Trace } from '../../src/protocol/trace.ts';
import { askedWords, digestOfRun, newLead, partsOf } from '../../src/trace/digest.ts';
import { isWithoutChat } from '../../src/trace/otherMethod.ts';
import { segments, type Segment } from './evidenceView.ts';

export interface DigestView {
  readonly heading: string;
  /** How many quotes there are. */
  readonly count: number;
  /** Says what the quotes are to the answer, where that is not plain. */
  readonly about?: string;
  readonly groups: readonly DigestGroup[];
  /** Quotes that are shown on demand: the answer does not cite them, or they fill more than a screen. */
  readonly more: number;
}

interface DigestGroup {
  /** Identifies the node. */
  readonly id: string;
  /** What was asked; absent for a question that was not divided. */
  readonly heading?: string;
  /** The answer of a step; null when it found none, absent for the question as a whole. */
  readonly answer?: string | null;
  readonly documents: readonly DigestDocument[];
}

export interface DigestDocument {
  readonly path: string;
  readonly title: string;
  readonly quotes: readonly QuoteView[];
}

export interface QuoteView {
  readonly n: number;
  /** The heading above the quote; absent when it is that of the quote before, or the title. */
  readonly section?: string;
  readonly lead?: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
  /** Prose and code, in order. */
  readonly parts: readonly QuotePartView[];
  /** `line 12`, `lines 12–14` or `page 3`. */
  readonly place: string;
  /** What a screen reader calls the link: the place with its document. */
  readonly placeInFull: string;
  readonly open: FromPanel;
  readonly also: readonly AlsoView[];
  /** It is shown on demand. */
  readonly isFurther: boolean;
}

export interface QuotePartView {
  readonly isCode: boolean;
  /** In prose, words that were asked for are marked. */
  readonly text: readonly Segment[];
}

interface AlsoView {
  readonly place: string;
  readonly open: FromPanel;
}

/** @returns undefined when there is nothing to quote */
export function digestView(trace: Trace): DigestView | undefined {
  const { quotes: digest, further } = digestOfRun(trace);
  if (digest.length === 0) return undefined;
  const isFurther = ({ n }: DigestQuote): boolean => further.has(n);
  return {
    heading: 'From your documents',
    count: digest.length,
    ...aboutQuotes(trace),
    groups: quotesByQuestion(digest, trace).map(({ nodeId, heading, quotes }) => ({
      id: nodeId,
      ...(heading === undefined ? {} : { heading, ...answerOf(trace, nodeId) }),
      documents: documentsOf(quotes, trace, isFurther),
    })),
    more: further.size,
  };
}

function aboutQuotes({ answer, models }: Trace): Pick<DigestView, 'about'> {
  if (answer === null) {
    const what = isWithoutChat(models) ? 'Quotes, word for word; no model wrote an answer.' : 'The closest passages, word for word.';
    return { about: `${what} Check whether they answer the question.` };
  }
  return isWithoutChat(models) ? {} : { about: 'The answer is the model’s. These are quotes.' };
}

/** The label of the button that shows the other quotes. */
export function moreWords(more: number): string {
  return `Show ${more} more`;
}

function answerOf({ nodes }: Trace, id: string): Pick<DigestGroup, 'answer'> {
  const node = nodes.find((one) => one.id === id);
  return node?.kind !== 'sub_question' || node.answer === undefined ? {} : { answer: node.answer };
}

function documentsOf(quotes: readonly DigestQuote[], trace: Trace, isFurther: (quote: DigestQuote) => boolean): readonly DigestDocument[] {
  return stretchesOf(quotes).map((ofDocument) => {
    const path = ofDocument[0]?.path ?? '';
    const passage = trace.passages[ofDocument[0]?.passageId ?? ''];
    const sections = ofDocument.map(({ passageId }) => sectionOf(trace, passageId));
    return {
      path,
      title: (passage && listedTitle(passage)) || path,
      quotes: ofDocument.map((quote, i) => {
        const section = sections[i] === sections[i - 1] ? '' : (sections[i] ?? '');
        // Quotes that are shown on demand may not be there.
        const before = ofDocument.slice(0, i).findLast((one) => isFurther(quote) || !isFurther(one));
        return { ...quoteOf(quote, before, trace, isFurther(quote)), ...(section === '' ? {} : { section }) };
      }),
    };
  });
}

/** Quotes of one document that follow each other. A document may come twice. */
function stretchesOf(quotes: readonly DigestQuote[]): readonly (readonly DigestQuote[])[] {
  const stretches: DigestQuote[][] = [];
  for (const quote of quotes) {
    const last = stretches.at(-1);
    if (last?.[0]?.path === quote.path) last.push(quote);
    else stretches.push([quote]);
  }
  return stretches;
}

function sectionOf({ passages }: Trace, passageId: string): string {
  const { title = '', headings = [] } = passages[passageId] ?? {};
  const section = headings.at(-1) ?? '';
  return section === title ? '' : section;
}

function quoteOf(quote: DigestQuote, before: DigestQuote | undefined, { question }: Trace, isFurther: boolean): QuoteView {
  const { n, isCutBefore = false, isCutAfter = false, subQuestion, also } = quote;
  const place = placeWords(quote);
  const lead = newLead(quote, before);
  return {
    n,
    ...(lead === undefined ? {} : { lead }),
    isCutBefore,
    isCutAfter,
    parts: partsOf(quote).map(({ isCode, text }) => {
      const marks = isCode ? [] : askedWords(text, `${subQuestion} ${question}`);
      return { isCode, text: segments(text, { start: 0, end: text.length }, marks) };
    }),
    place,
    placeInFull: `${quote.path}, ${place}`,
    open: opening(quote),
    also: alsoOf(also, `${quote.path}, ${place}`),
    isFurther,
  };
}

/** A page of a PDF may have the words several times. */
function alsoOf(also: DigestQuote['also'], itself: string): readonly AlsoView[] {
  const views = new Map(
    also.map((one): [string, AlsoView] => [
      `${one.path}, ${placeWords(one)}`,
      { place: `${one.path}, ${placeWords(one)}`, open: openPlace(one) },
    ]),
  );
  views.delete(itself);
  return [...views.values()];
}

/** With the fingerprint of its lines, a quote is found again where it has moved. */
function opening(quote: DigestQuote): FromPanel {
  const { linesHash } = quote;
  return linesHash === undefined ? openPlace(quote) : { kind: 'open-citation', citation: { ...quote, linesHash } };
}

function openPlace({ path, documentHash, startOffset, endOffset }: QuotedPlace): FromPanel {
  return { kind: 'open-source', path, documentHash, startOffset, endOffset, beside: false };
}
