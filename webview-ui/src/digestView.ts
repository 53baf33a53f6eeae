/** Derives what the documents say, as quotes by sub-question and document, from the digest of an ended run. Pure. */
import { t } from '@vscode/l10n';
import { placeWords } from '../../src/protocol/placeWords.ts';
import { quotesByQuestion } from '../../src/protocol/noAnswer.ts';
import type { FromPanel } from '../../src/protocol/panel.ts';
import type { DigestQuote, QuotedPlace, Trace } from '../../src/protocol/trace.ts';
import { digestOfRun, newLead, partsOf, titleBesidePath } from '../../src/trace/digest.ts';
import { isWithoutChat } from '../../src/trace/otherMethod.ts';
import { segments, type TextSegment } from './evidenceView.ts';

export interface DigestView {
  readonly heading: string;
  /** The document that the quotes lead with, where they take the place of an answer. */
  readonly from?: { readonly name: string; readonly path?: string; readonly others: number };
  /** How many quotes there are. */
  readonly count: number;
  /** Says what the quotes are to the answer, where that is not plain. */
  readonly about?: string;
  readonly groups: readonly DigestGroup[];
  /** Shown on demand, below the others: the answer does not cite these quotes, or they fill more than a screen. */
  readonly further: readonly DigestGroup[];
}

export interface DigestGroup {
  /** Identifies the node. */
  readonly id: string;
  /** What was asked; absent for a question that was not divided. */
  readonly heading?: string;
  /** The answer of a step; null when it found none, absent for the question as a whole. */
  readonly answer?: string | null;
  readonly documents: readonly DigestDocument[];
}

interface DigestDocument {
  readonly path: string;
  /** Absent where the path says it. */
  readonly title?: string;
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
}

export interface QuotePartView {
  readonly isCode: boolean;
  /** In prose, words that were asked for are marked. */
  readonly text: readonly TextSegment[];
}

interface AlsoView {
  readonly place: string;
  readonly open: FromPanel;
}

/** @returns undefined when there is nothing to quote */
export function digestView(trace: Trace): DigestView | undefined {
  const { first, further } = digestOfRun(trace);
  const all = [...first, ...further];
  if (all.length === 0) return undefined;
  const groupsOf = (some: readonly DigestQuote[]): readonly DigestGroup[] =>
    quotesByQuestion(some, trace, all).map(({ nodeId, heading, quotes }) => ({
      id: nodeId,
      ...(heading === undefined ? {} : { heading, ...answerOf(trace, nodeId) }),
      documents: documentsOf(quotes, trace),
    }));
  return {
    heading: t('From your documents'),
    ...(trace.answer === null ? leadOf(first, trace) : {}),
    count: all.length,
    ...aboutQuotes(trace),
    groups: groupsOf(first),
    further: groupsOf(further),
  };
}

/** The numbers of the quotes in some groups, in order. */
export function numbersIn(groups: readonly DigestGroup[]): readonly number[] {
  return groups.flatMap(({ documents }) => documents.flatMap(({ quotes }) => quotes.map(({ n }) => n)));
}

function leadOf(quotes: readonly DigestQuote[], trace: Trace): Pick<DigestView, 'from'> {
  const [first] = quotes;
  if (first === undefined) return {};
  const title = titleBesidePath(first, trace);
  const others = new Set(quotes.map(({ path }) => path)).size - 1;
  return { from: title === undefined ? { name: first.path, others } : { name: title, path: first.path, others } };
}

function aboutQuotes({ answer, models }: Trace): Pick<DigestView, 'about'> {
  if (answer === null) return { about: t('Quotes, word for word.') };
  return isWithoutChat(models) ? {} : { about: t('The answer is the model’s. These are quotes.') };
}

function answerOf({ nodes }: Trace, id: string): Pick<DigestGroup, 'answer'> {
  const node = nodes.find((one) => one.id === id);
  return node?.kind !== 'sub_question' || node.answer === undefined ? {} : { answer: node.answer };
}

function documentsOf(quotes: readonly DigestQuote[], trace: Trace): readonly DigestDocument[] {
  return stretchesOf(quotes).map(([first, ...others]) => {
    const title = titleBesidePath(first, trace);
    const sectionOfQuote = ({ passageId }: DigestQuote): string => sectionOf(trace, passageId);
    return {
      path: first.path,
      ...(title === undefined ? {} : { title }),
      quotes: [first, ...others].map((quote, i, all) => {
        const before = all[i - 1];
        const section = sectionOfQuote(quote);
        const isNew = section !== '' && (before === undefined || section !== sectionOfQuote(before));
        return { ...quoteOf(quote, before), ...(isNew ? { section } : {}) };
      }),
    };
  });
}

/** Quotes of one document that follow each other. A document may come twice. */
function stretchesOf(quotes: readonly DigestQuote[]): readonly (readonly [DigestQuote, ...DigestQuote[]])[] {
  const stretches: [DigestQuote, ...DigestQuote[]][] = [];
  for (const quote of quotes) {
    const last = stretches.at(-1);
    if (last?.[0].path === quote.path) last.push(quote);
    else stretches.push([quote]);
  }
  return stretches;
}

function sectionOf({ passages }: Trace, passageId: string): string {
  const { title = '', headings = [] } = passages[passageId] ?? {};
  const section = headings.at(-1) ?? '';
  return section === title ? '' : section;
}

function quoteOf(quote: DigestQuote, before: DigestQuote | undefined): QuoteView {
  const { n, isCutBefore = false, isCutAfter = false, also } = quote;
  const place = placeWords(quote);
  const lead = newLead(quote, before);
  return {
    n,
    ...(lead === undefined ? {} : { lead }),
    isCutBefore,
    isCutAfter,
    parts: partsOf(quote).map(({ isCode = false, text, asked = [] }) => ({
      isCode,
      text: segments(text, { start: 0, end: text.length }, asked),
    })),
    place,
    placeInFull: `${quote.path}, ${place}`,
    open: opening(quote),
    also: alsoOf(also, `${quote.path}, ${place}`),
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

function openPlace({ path, documentHash, startOffset, endOffset, page }: QuotedPlace): FromPanel {
  return { kind: 'open-source', path, documentHash, startOffset, endOffset, ...(page === undefined ? {} : { page }), beside: false };
}
