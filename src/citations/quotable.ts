/** What of a passage can be quoted: its sentences, whole where they are not too long. Pure. */
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import type { Passage } from '../protocol/passage.ts';
import { passageLanguage } from './passageLanguage.ts';
import type { TextRange } from './readText.ts';

export interface Quotable extends TextRange {
  /** Whether the sentence begins earlier, or goes on. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

type Text = Pick<Passage, 'text' | 'runs'>;

/**
 * The sentences of a passage in order, each longer one in parts of whole clauses, without lines that the reader made; as its language ends
 * them. Of a passage longer than any index has, the beginning.
 * @param language of a passage that does not show its own
 */
export function quotablesOf(passage: Text, language: Language): readonly Quotable[] {
  const known = quotables.get(passage);
  if (known?.language === language) return known.found;
  const { text, runs } = passage;
  const sentences = sentenceRanges(text.slice(0, LONGEST_PASSAGE), passageLanguage(passage, language), runs);
  const found = sentences.flatMap((sentence) => partsOf(text, sentence)).filter((part) => isVerbatim(runs, part));
  quotables.set(passage, { language, found });
  return found;
}

/** What a run finds is cited, quoted and compared, each by its sentences. */
const quotables = new WeakMap<Text, { readonly language: Language; readonly found: readonly Quotable[] }>();

/**
 * The same, where a sentence that introduces a list or code (`The gates are:`) has as much of it as one quote can take, and a sentence that
 * asks has the one after it, which may be the reply: alone they say nothing.
 */
export function quotableBlocksOf(passage: Text, language: Language): readonly Quotable[] {
  const blocks: Quotable[] = [];
  let items = 0;
  let isOpen = false;
  for (const part of quotablesOf(passage, language)) {
    const last = blocks.at(-1);
    const said = last && passage.text.slice(last.start, last.end);
    if (last && said !== undefined && asks(said) && isReply(passage.text, last, part)) {
      blocks[blocks.length - 1] = { ...last, end: part.end, isCutAfter: part.isCutAfter };
      isOpen = false;
      items = 0;
    } else if (last && said !== undefined && (isOpen || introduces(said)) && isItem(passage.text, last, part, items)) {
      blocks[blocks.length - 1] = { ...last, end: part.end, isCutAfter: part.isCutAfter };
      isOpen = true;
      // A unit below what introduces a table is no item.
      if (!isBracketed(passage.text.slice(part.start, part.end))) items++;
    } else {
      blocks.push(part);
      isOpen = false;
      items = 0;
    }
  }
  return blocks;
}

/** A question in a conversation, or in a list of questions and answers. */
function asks(text: string): boolean {
  return /[?？؟;;՞][”’"'」』)）]*$/.test(text);
}

function isReply(text: string, { start, end }: TextRange, next: TextRange): boolean {
  return next.end - start <= LONGEST_QUOTE && !/\n\s*\n/.test(text.slice(end, next.start));
}

/** A blank line ends a list, except before its first item. */
function isItem(text: string, { start, end }: TextRange, next: TextRange, items: number): boolean {
  const gap = text.slice(end, next.start);
  return next.end - start <= LONGEST_QUOTE && (items === 0 ? gap.includes('\n') : !/\n\s*\n/.test(gap));
}

/** The whole sentences around some words of a passage; around words in a sentence that is too long, its clauses. */
export function sentencesAround(passage: Text, { start, end }: TextRange, language: Language): Quotable {
  const touched = quotablesOf(passage, language).filter((one) => one.end > start && one.start < end);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return { start, end, isCutBefore: false, isCutAfter: false };
  return { start: first.start, end: last.end, isCutBefore: first.isCutBefore, isCutAfter: last.isCutAfter };
}

/**
 * What is above a quote in its passage and has to be read with it: the header or caption of a table, the sentence that introduces a list
 * (`The gates are:`), or the heading of a section so small that it shares the passage.
 */
export function leadOf({ text, runs }: Text, start: number, language: Language): string | undefined {
  const lead = tableHead(text, start, language) ?? listLead(text, start, language) ?? headingIn({ text, runs }, start);
  return lead === undefined || lead.length > LONGEST_LEAD ? undefined : lead;
}

/** The first row of the table above a row of it; the caption of a table whose rows name their columns. */
function tableHead(text: string, start: number, language: Language): string | undefined {
  const lines = text.slice(Math.max(0, start - LONGEST_LIST), start).split('\n');
  const end = text.indexOf('\n', start);
  const row = text.slice(start, end < 0 ? undefined : end);
  if (lines.pop()?.trim() !== '' || !isRow(row)) return undefined;
  if (/ \| [^|]*: /.test(row)) return captionAbove([...lines, row], language);
  const above = lines.slice(lines.findLastIndex((line) => !isRow(line)) + 1);
  return above.length === lines.length && start > LONGEST_LIST ? undefined : above[0]?.trim();
}

/** Units, and names of the rows that follow, are no captions. A sentence is one only where it introduces. */
function captionAbove(lines: readonly string[], language: Language): string | undefined {
  const isCaption = (line: string, i: number): boolean =>
    line.trim() !== '' &&
    !isRow(line) &&
    !isBracketed(line) &&
    lines[i + 1]?.startsWith(`${line.trim().replace(/[:：]$/, '')} › `) !== true;
  return introducing(lines.findLast(isCaption) ?? '', language);
}

/** Readers part the cells of a row so. */
export function isRow(line: string): boolean {
  return line.includes(' | ');
}

function isBracketed(line: string): boolean {
  return /^\s*\([^()]*\)\s*$/.test(line);
}

/** Items follow line by line, after a blank line or not. */
function listLead(text: string, start: number, language: Language): string | undefined {
  const [own = '', ...above] = text
    .slice(Math.max(0, start - LONGEST_LIST), start)
    .split('\n')
    .reverse();
  if (own.trim() !== '') return undefined;
  const at = above.findIndex((line) => line.trim() === '' || introduces(line));
  const line = above[at]?.trim() === '' ? (above[at + 1] ?? '') : (above[at] ?? '');
  return introducing(line, language);
}

/** The last sentence of a line that introduces what is below it. */
function introducing(line: string, language: Language): string | undefined {
  const sentence = introduces(line) ? sentenceRanges(line, languageOf(line, language)).at(-1) : undefined;
  return sentence && line.slice(sentence.start, sentence.end);
}

function introduces(line: string): boolean {
  return /[:：]\s*$/.test(line);
}

/** The last line above that the reader made from a heading. */
function headingIn({ text, runs }: Text, start: number): string | undefined {
  let found: string | undefined;
  for (let i = 0; i < runs.length && (runs[i] ?? 0) <= start; i += 4) {
    const end = i === 0 ? 0 : (runs[i - 4] ?? 0) + (runs[i - 2] ?? 0);
    // What the reader added to the end of a line is no heading.
    const from = end === 0 ? 0 : text.indexOf('\n', end - 1);
    if (from < 0) continue;
    found = /(?:^|\n)[^\S\n]*(\S[^\n]*)\n\s*$/.exec(text.slice(from, runs[i]))?.[1]?.trim() ?? found;
  }
  return found;
}

/** Whether any of a range is in the source. */
export function isVerbatim(runs: readonly number[], { start, end }: TextRange): boolean {
  for (let i = 0; i < runs.length; i += 4) {
    const [from = 0, , length = 0] = runs.slice(i, i + 3);
    if (from < end && from + length > start) return true;
  }
  return false;
}

/** In characters. The index cuts passages far below this; a log can come from anywhere. */
const LONGEST_PASSAGE = 20_000;
const LONGEST_LIST = 2000;
const LONGEST_LEAD = 160;
/** In characters: longer sentences are cut. Four lines of a panel of usual width. */
export const LONGEST_QUOTE = 360;

function partsOf(text: string, { start, end }: TextRange): readonly Quotable[] {
  const parts: Quotable[] = [];
  for (let at = start; at < end;) {
    const to = end - at <= LONGEST_QUOTE ? end : breakIn(text, at, at + LONGEST_QUOTE);
    const range = trimmed(text, at, to);
    if (range.end > range.start) parts.push({ ...range, isCutBefore: at > start, isCutAfter: to < end });
    at = to;
  }
  return parts;
}

/** Where clauses end, the clearest end first. */
const clauseEnds = [
  /(?<=[\p{Ll}\p{Lo}\p{M}\p{N})"”’])(?:[.!?]["'”’)\]]*(?=[\s\p{Lu}\p{Lo}])|(?![.!?])\p{Sentence_Terminal}[”’」』)）]*)/gu,
  /[;:]\s|[；：؛]\s?|[—–]/gu,
  /[,，、،]\s?/gu,
  /\s{2,}/gu,
  /\s/gu,
];

/** The last clear end of a clause in the second half of the range; in text without any, its end. */
function breakIn(text: string, start: number, end: number): number {
  const half = start + (end - start) / 2;
  for (const clauseEnd of clauseEnds) {
    const last = [...text.slice(start, end).matchAll(clauseEnd)].at(-1);
    const at = last === undefined ? -1 : start + last.index + last[0].length;
    if (at > half) return at;
  }
  // Never between the two halves of a character.
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end;
}

function trimmed(text: string, start: number, end: number): TextRange {
  const part = text.slice(start, end);
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length };
}
