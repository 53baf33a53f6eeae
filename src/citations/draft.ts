/** An answer's structure for insertion into a document of any language. Pure. */
import { oneLine } from '../base/plainText.ts';
import { builtinModels } from '../protocol/runSpec.ts';
import { askedText, isInPlace, leftOpen, noAnswerSentence, stepNotFound } from '../protocol/noAnswer.ts';
import type { Citation, DigestQuote, Trace, TraceNode } from '../protocol/trace.ts';
import type { Unconfirmed } from '../protocol/unconfirmed.ts';
import type { AnswerPart, DraftPart } from './draftWritten.ts';
import { draftOfWritten, listOfConflicts } from './draftWritten.ts';
import { quoteParts } from './quoteParts.ts';

type TextBlock = Exclude<AnswerPart, { readonly kind: 'table' }>;

/** A quote of the digest, as people read it. */
export interface DraftQuote {
  /** What introduces it in its document, such as the words above a list. */
  readonly lead?: string;
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
  readonly citation: Citation;
}

/** @param hash fingerprint of its lines */
export function draftQuote({ lead, isCutBefore, isCutAfter, ...place }: DigestQuote, hash: string): DraftQuote {
  const { n, path, startLine, endLine, page, lastPage, quote, text = quote, documentHash, nodeId, passageId } = place;
  const where = { path, startLine, endLine, page, lastPage };
  const citation: Citation = { n, ...where, quote, text, documentHash, nodeId, passageId, linesHash: hash };
  return { lead, text, isCutBefore: isCutBefore === true, isCutAfter: isCutAfter === true, citation };
}

export function plainQuote(citation: Citation): DraftQuote {
  return { text: citation.text ?? citation.quote, isCutBefore: false, isCutAfter: false, citation };
}

/**
 * The answer with its citations, followed by the steps' answers if there were several steps, and by the quotes. Without an answer, only
 * those. An answer that was written out takes the place of what the steps say.
 */
export function answerDraft(trace: Trace, quotes: readonly DraftQuote[]): readonly AnswerPart[] {
  const answer = trace.answer?.trim() ?? '';
  const written = trace.written === undefined ? undefined : draftOfWritten(trace.written, trace.models.chat === builtinModels.chat);
  const isAnswered = answer !== '' && !trace.abstained;
  const missing = leftOpen(trace);
  const notFound = missing === undefined ? [] : [`Not found: ${oneLine(missing)}`];
  const unknown = trace.identity?.unknown.map((name) => `No document seems to be about “${oneLine(name)}”.`) ?? [];
  const open = [...notFound, ...unknown].map((part): AnswerPart => ({ kind: 'paragraph', parts: [part] }));
  const below = quoted('From the documents:', quotes);
  if (written && (isAnswered ? isInPlace(trace) : hasBlocks(trace))) return [...written, ...open, ...below];
  if (!isAnswered) return [...noAnswer(trace, quotes), ...open, ...(written ?? [])];
  const steps = stepsOf(trace);
  const own = citationsOfAnswer(trace, steps);
  const placed = new Set<Citation>();
  const blocks = blocksOfAnswer(answer, own, placed);
  const unplaced = own.filter((citation) => !placed.has(citation));
  const behind = (cited: readonly Citation[]): readonly DraftPart[] => [noteOf(trace.unconfirmed), ...cited.map((cites) => ({ cites }))];
  if (written) {
    const again = unplaced.filter(({ n }) => trace.written?.citations.some((one) => one.n === n));
    return [...withParts(blocks, behind(again.length > 0 ? again : unplaced)), ...written, ...open, ...below];
  }
  const disputed = listOfConflicts(trace.conflicts ?? []);
  const rest = [...open, ...disputed, ...below];
  const [only, ...others] = steps;
  // With a single step, its answer is the answer already.
  const isSaid = only !== undefined && others.length === 0 && fold(only.answer) === fold(answer);
  const list = steps.length === 0 || isSaid ? [] : [listOf(steps, trace)];
  return [...withParts(blocks, behind(unplaced)), ...list, ...rest];
}

/** Whether something is written out, which says more than quotes. */
export function hasBlocks({ written }: Trace): boolean {
  return written !== undefined && written.blocks.length > 0;
}

function noAnswer(trace: Trace, quotes: readonly DraftQuote[]): readonly AnswerPart[] {
  const missing = stepNotFound(trace);
  const found = missing === undefined ? '' : ` Not found: “${oneLine(askedText(missing))}”`;
  const sentence = `${noAnswerSentence(trace)}${found}`;
  const disputed = listOfConflicts(trace.conflicts ?? []);
  return [...quoted('From the documents:', quotes), ...disputed, { kind: 'paragraph', parts: [sentence] }];
}

/** The quotes as a list under an introduction; nothing without quotes. An ellipsis for what is missing is outside of a quote. */
function quoted(introduction: string, quotes: readonly DraftQuote[]): readonly AnswerPart[] {
  if (quotes.length === 0) return [];
  return [
    { kind: 'paragraph', parts: [introduction] },
    { kind: 'list', isOrdered: false, items: quotes.map(quotePartsOf) },
  ];
}

/** A quote with its citation. */
export function quotePartsOf({ lead, text, isCutBefore, isCutAfter, citation }: DraftQuote): readonly DraftPart[] {
  const parts = quoteParts(text);
  const prose = parts.filter(({ isCode }) => !isCode).map((part) => part.text);
  // Code in one line is wrong; the link leads to it.
  const said = prose.length === 0 ? text : prose.join(' … ');
  const isShort = prose.length > 0 && parts.at(-1)?.isCode === true;
  const words = `${isCutBefore ? '… ' : ''}“${oneLine(said)}”${isCutAfter || isShort ? ' …' : ''}`;
  return [lead === undefined ? words : `${oneLine(lead)} ${words}`, { cites: citation }];
}

/** Answered sub-questions in planned order, without those replaced by a later plan. */
function stepsOf(trace: Trace): TraceNode[] {
  return trace.nodes
    .filter((node) => node.kind === 'sub_question' && node.status !== 'superseded' && node.status !== 'rejected' && Boolean(node.answer))
    .sort((a, b) => a.order - b.order);
}

function listOf(steps: readonly TraceNode[], { citations }: Trace): AnswerPart {
  const items = steps.map((node) => {
    const question = oneLine(node.resolvedText ?? node.text);
    const own = citations.filter((citation) => citation.nodeId === node.id).map((cites) => ({ cites }));
    return [`${question} ${oneLine(node.answer ?? '')}${noteOf(node.unconfirmed)}`, ...own];
  });
  return { kind: 'list', isOrdered: false, items };
}

/** The citations in the answer; if there are none, those of the steps with the same answer; if those have none either, all. */
function citationsOfAnswer({ answer, citations }: Trace, steps: readonly TraceNode[]): readonly Citation[] {
  const stepIds = new Set(steps.map((node) => node.id));
  const own = citations.filter((citation) => !stepIds.has(citation.nodeId));
  if (own.length > 0) return own;
  const same = new Set(steps.filter((node) => fold(node.answer) === fold(answer)).map((node) => node.id));
  const equal = citations.filter((citation) => same.has(citation.nodeId));
  // Citations that the text refers to are kept.
  const named = citations.filter(({ n }) => marks(answer ?? '').some(({ numbers }) => numbers.includes(n)));
  const chosen = equal.length > 0 || steps.length > 0 ? equal : citations;
  return citations.filter((citation) => chosen.includes(citation) || named.includes(citation));
}

/** Tells readers of the document, who know nothing of runs, when nothing confirms that the documents say this. */
function noteOf(unconfirmed: Unconfirmed | undefined): string {
  return unconfirmed === undefined ? '' : ` (${notes[unconfirmed] ?? notVerified})`;
}

const notVerified = 'not verified';

const notes: Partial<Record<Unconfirmed, string>> = {
  'from-memory': 'from the model’s memory, not from the documents',
  'partly-from-memory': 'partly from the model’s memory, not from the documents',
  'not-supported': 'not supported by the documents',
  uncited: 'without a source',
  'cut-short': 'preliminary',
};

/** Words of an inserted answer without such notes, which say nothing of its subject. */
export function withoutNotes(words: string): string {
  return [notVerified, ...Object.values(notes)].reduce((left, note) => left.replaceAll(` (${note})`, ''), words);
}

/**
 * Paragraphs and lists, with citations where the text has their numbers.
 * @param placed collects the citations that are used
 */
function blocksOfAnswer(answer: string, citations: readonly Citation[], placed: Set<Citation>): readonly TextBlock[] {
  const parts = (text: string): readonly DraftPart[] => withCitations(text, citations, placed);
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  const close = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: parts(lines.join('\n')) });
    lines = [];
  };
  let items: (readonly DraftPart[])[] | undefined;
  for (const line of answer.split(/\r\n|\r|\n/).map((one) => one.trim())) {
    const [, marker = '', item] = /^([-*+•]|\d{1,3}[.)])\s+(\S.*)$/.exec(line) ?? [];
    if (item === undefined) items = undefined;
    else {
      close();
      if (items) items.push(parts(item));
      else blocks.push({ kind: 'list', isOrdered: /\d/.test(marker), items: (items = [parts(item)]) });
      continue;
    }
    if (line === '') close();
    else lines.push(line);
  }
  close();
  return blocks;
}

function withCitations(text: string, citations: readonly Citation[], placed: Set<Citation>): readonly DraftPart[] {
  const parts: DraftPart[] = [];
  let at = 0;
  for (const { start, end, numbers } of marks(text)) {
    const cited = numbers.map((n) => citations.find((citation) => citation.n === n));
    // A number without a citation was made up by the model.
    if (!cited.every((citation) => citation !== undefined)) continue;
    parts.push(text.slice(at, start).trimEnd(), ...cited.map((cites) => ({ cites })));
    for (const citation of cited) placed.add(citation);
    at = end;
  }
  return [...parts, text.slice(at)].filter((part) => part !== '');
}

/** Citation marks in a text: `[1]`, `[2, 3]`. */
function marks(text: string): readonly { readonly start: number; readonly end: number; readonly numbers: readonly number[] }[] {
  return [...text.matchAll(/\[(\d{1,4}(?:,\s?\d{1,4}){0,20})\](?!\()/g)].map(({ 0: all, 1: list = '', index }) => {
    return { start: index, end: index + all.length, numbers: list.split(',').map(Number) };
  });
}

/** Adds parts after the last words of an answer. */
function withParts(blocks: readonly TextBlock[], behind: readonly DraftPart[]): readonly TextBlock[] {
  const last = blocks.at(-1);
  const parts = behind.filter((part) => part !== '');
  if (last === undefined || parts.length === 0) return blocks;
  const before = blocks.slice(0, -1);
  if (last.kind === 'paragraph') return [...before, { ...last, parts: [...last.parts, ...parts] }];
  return [...before, { ...last, items: [...last.items.slice(0, -1), [...(last.items.at(-1) ?? []), ...parts]] }];
}

function fold(text: string | null | undefined): string {
  return (text ?? '').trim().toLowerCase();
}
