/** Reads what a model writes out: Markdown in which every sentence names the words of the passages that carry it. */
import { assumedLanguage } from '../language/assumed.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges, type SentenceRange } from '../language/sentences.ts';
import { withOwnMarks } from './strayMarks.ts';

/** What a sentence says it rests on. */
interface NamedWords {
  /** 0-based number of the passage; may be none that was given. */
  readonly passage: number;
  /** Null when only the passage is named. */
  readonly words: string | null;
}

export interface DraftSentence {
  readonly text: string;
  readonly named: readonly NamedWords[];
  /** The model says that it knows this from elsewhere. */
  readonly isFromMemory: boolean;
  /** Introduces what follows and claims nothing: `The two differ in this:`. */
  readonly isLead: boolean;
}

export type DraftBlock =
  | { readonly kind: 'paragraph'; readonly sentences: readonly DraftSentence[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly DraftSentence[])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly { readonly name: string; readonly cells: readonly (readonly DraftSentence[])[] }[];
    };

export interface WrittenText {
  readonly blocks: readonly DraftBlock[];
  readonly conflicts: readonly (readonly DraftSentence[])[];
  readonly notStated: readonly string[];
}

/** Marks are `[2: "words"]`, `[2]`, `[2: "words"; 3: "words"]` and `[memory]`. Lines may begin with `CONFLICT:` or `NOT STATED:`. */
export function readWrittenText(reply: string): WrittenText {
  const { text: whole, marks } = withPlaceholders(withOwnMarks(reply));
  const text = withoutTags(withoutTags(whole.replace(unfinishedMark, '')));
  const sentences = (piece: string): readonly DraftSentence[] => sentencesIn(piece, marks);
  const blocks: DraftBlock[] = [];
  const conflicts: (readonly DraftSentence[])[] = [];
  const notStated: string[] = [];
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  let paragraph: string[] = [];
  let list: { readonly isOrdered: boolean; readonly items: (readonly DraftSentence[])[] } | undefined;
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', sentences: sentences(paragraph.join(' ')) });
    if (list !== undefined) blocks.push({ kind: 'list', ...list });
    [paragraph, list] = [[], undefined];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, label, labelled = ''] = /^(?:[-*+]\s+)?[*_]*(CONFLICT|NOT STATED)[*_]*\s*:[*_]*\s*(.*)$/i.exec(line) ?? [];
    const [, marker = '', item] = /^([-*+•]|\d{1,3}[.)])(?:\s+|(?=\ue000))(\S.*)$/u.exec(line) ?? [];
    if (label !== undefined) {
      close();
      // A label with nothing behind it says that there is nothing.
      if (isNothing(labelled) || assumedLanguage.abstention.nothingMissing.test(bare(labelled))) continue;
      if (/^c/i.test(label)) conflicts.push(sentences(labelled));
      else notStated.push(bare(labelled));
    } else if (line.includes('|') && isSeparator(lines[at + 1] ?? '')) {
      close();
      const end = lines.findIndex((other, i) => i > at + 1 && !other.includes('|'));
      const rows = lines.slice(at + 2, end < 0 ? lines.length : end).map(cellsOf);
      blocks.push(tableOf(cellsOf(line), rows, sentences));
      at = (end < 0 ? lines.length : end) - 1;
    } else if (item !== undefined) {
      const isOrdered = /\d/.test(marker);
      if (paragraph.length > 0 || list?.isOrdered !== isOrdered) close();
      list ??= { isOrdered, items: [] };
      const said = sentences(item);
      if (said.length > 0) list.items.push(said);
    } else if (line === '') {
      // Models put blank lines between items of one list.
      if (list === undefined) close();
    } else if (/^#{1,6}\s|^[-*_]{3,}$/.test(line)) close();
    else {
      if (list !== undefined) close();
      paragraph.push(line);
    }
  }
  close();
  return {
    blocks: withoutTalk(blocks).filter((block) => !isEmpty(block)),
    conflicts: conflicts.filter(({ length }) => length > 0),
    notStated,
  };
}

/** Without what a model says to the person around its answer, before and behind it: "Sure! Here is the answer:". */
function withoutTalk(blocks: readonly DraftBlock[]): readonly DraftBlock[] {
  const isTalk = ({ text, named }: DraftSentence): boolean => named.length === 0 && /^[^.?]{1,80}!$/.test(text);
  return blocks.map((block, i) => {
    if (block.kind !== 'paragraph' || blocks.length === 1 || (i > 0 && i < blocks.length - 1)) return block;
    const said = block.sentences.filter((sentence) => !isTalk(sentence));
    const isHeading = i === 0 && blocks[1]?.kind === 'paragraph' && said.every(({ isLead }) => isLead);
    return { ...block, sentences: isHeading ? [] : said };
  });
}

/** What a person sees of it while it is being written: no marks, not even one that is only begun, and no labels of lines. */
export function shownWriting(text: string): string {
  const shown = withPlaceholders(withOwnMarks(text)).text.replace(placeholders, '');
  const worded = shown.replace(/^CONFLICT:/gim, 'Documents disagree:').replace(/^NOT STATED:/gim, 'Not in the documents:');
  return worded.replace(unfinishedMark, '');
}

/** At the end of a reply that is still being written, or was cut. */
const unfinishedMark = /(?<!\s)\s*\[\s*(?:\d{1,3}\s*(?::[^\]]*)?|m[a-z]*)?$/i;

/** Tags that lay out what is between them, and breaks and spaces by name; those in code are what a sentence is about. */
const htmlMarkup = /<(p|b|i|em|strong|u|li|span|sup|sub|div|h[1-6])>([^<>]{0,2000})<\/\1>|(?<!`)<br\s?\/?>|&nbsp;/giu;

/** One level of them. */
function withoutTags(text: string): string {
  return text.replace(htmlMarkup, (_, _tag: string | undefined, inside: string | undefined) => inside ?? ' ');
}

type Mark = readonly NamedWords[] | 'memory';

const placeholders = / ?\ue000\d+\ue001/gu;
/** Digits of any script, and a sign: only words make a mark of what is no number of a passage. */
const someNumber = String.raw`(?:passage\s+)?[-\u2212]?\p{Nd}+`;
const part = String.raw`(?:${someNumber}(?=\s*:\s*["“”„«‘'])|(?:passage\s+)?\d{1,3})\s*(?::\s*(?:["“”„«‘'](?:(?!\n\n).){0,600}?["”“»’'])?)?`;
const mark = new RegExp(String.raw`\s?\[\s*(?:memory|${part}(?:\s*[;,]\s*${part})*)\s*\](?!\()`, 'gisu');
const onePart =
  /([-\u2212]?\p{Nd}+)\s*(?::\s*(?:["“”„«‘'](.{0,600}?)["”“»’'](?=\s*(?:[\];,]\s*(?:passage\s+)?[-\u2212]?\p{Nd}+\s*[:\];,]|\]))|$)?)?/gisu;

/** `[1: "words" and "other words"]` */
const betweenQuotes = /["”»]\s*(?:[;,]|and|\.{3}|…)\s*["“«]/u;
const noPassage = -1;

/** Each mark becomes a character that no text has, with its number, so that what it quotes is no Markdown. */
function withPlaceholders(reply: string): { readonly text: string; readonly marks: readonly Mark[] } {
  const marks: Mark[] = [];
  const text = reply.replace(/[\ue000\ue001]/gu, '').replace(mark, (found) => {
    const inner = found.trim();
    marks.push(/^\[\s*memory/i.test(inner) ? 'memory' : namedIn(inner));
    return `\ue000${marks.length - 1}\ue001`;
  });
  return { text, marks };
}

function namedIn(inner: string): readonly NamedWords[] {
  return [...inner.matchAll(onePart)].flatMap(([, number = '', words]) => {
    const passage = /^\d{1,3}$/.test(number) ? Number(number) - 1 : noPassage;
    const quotes = (words ?? '').split(betweenQuotes).map((one) => one.trim());
    return quotes.map((one) => ({ passage, words: one === '' ? null : one }));
  });
}

/** A mark belongs to the sentence that it is in or follows. */
function sentencesIn(piece: string, marks: readonly Mark[]): readonly DraftSentence[] {
  let text = '';
  let end = 0;
  const placed: { readonly at: number; readonly mark: Mark }[] = [];
  for (const { 0: placeholder, index } of piece.matchAll(/ ?\ue000(\d+)\ue001/gu)) {
    text += piece.slice(end, index);
    placed.push({ at: text.length, mark: marks[Number(/\d+/.exec(placeholder)?.[0])] ?? [] });
    end = index + placeholder.length;
  }
  text = (text + piece.slice(end)).replace(/\*\*|__/g, '  ');
  const ranges = withWholeQuotations(sentenceRanges(text, languageOf(text)), text, placed);
  const found: DraftSentence[] = [];
  let next = 0;
  ranges.forEach((range, i) => {
    const own: Mark[] = [];
    const until = ranges[i + 1]?.start ?? text.length;
    for (let one = placed[next]; one && one.at <= until; one = placed[++next]) own.push(one.mark);
    const said = bare(text.slice(range.start, range.end));
    const named = own.flatMap((one) => (one === 'memory' ? [] : one));
    const isFromMemory = own.includes('memory');
    const before = found.at(-1);
    if (saysSomething(said)) found.push({ text: said, named, isFromMemory, isLead: own.length === 0 && /[:：]$/.test(said) });
    // Dots or a bullet between a sentence and its mark.
    else if (before && own.length > 0)
      found[found.length - 1] = {
        ...before,
        named: [...before.named, ...named],
        isFromMemory: before.isFromMemory || isFromMemory,
        isLead: false,
      };
  });
  return found;
}

/** Sentences that a quotation without marks goes over are one: `In “What is it? And why?” it says so.` */
function withWholeQuotations(
  sentences: readonly SentenceRange[],
  text: string,
  placed: readonly { readonly at: number }[],
): readonly SentenceRange[] {
  const whole: SentenceRange[] = [];
  const quotations = [...text.matchAll(quotation)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
  let [next, mark] = [0, 0];
  for (const { start, end } of sentences) {
    while ((quotations[next]?.end ?? Infinity) <= start) next++;
    const around = quotations[next];
    while ((placed[mark]?.at ?? Infinity) <= (around?.start ?? 0)) mark++;
    const before = whole.at(-1);
    if (before && around && around.start < start && (placed[mark]?.at ?? Infinity) >= around.end)
      whole[whole.length - 1] = { start: before.start, end };
    else whole.push({ start, end });
  }
  return whole;
}

const quotation = /(?<![^\s([])["“„«][^"“”„«»]{1,300}["“”»]/gu;

/** A mark, a bullet, a number of a line, a rule or a fence is no sentence. */
function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}\p{So}]/u.test(text) && !/^\d{1,3}[.)]$/.test(text);
}

function bare(text: string): string {
  return text
    .replace(placeholders, '')
    .replace(/\*\*|__/g, '')
    .replace(/^(?:>\s?)+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isSeparator(line: string): boolean {
  return /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/.test(line) && line.includes('|');
}

function cellsOf(line: string): readonly string[] {
  const inner = line.replace(/^\||\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** Rows get as many cells as there are columns. */
function tableOf(
  [corner = '', ...columns]: readonly string[],
  rows: readonly (readonly string[])[],
  sentences: (piece: string) => readonly DraftSentence[],
): DraftBlock {
  return {
    kind: 'table',
    columns: [corner, ...columns].map(bare),
    rows: rows.map(([name = '', ...cells]) => ({
      name: bare(name),
      cells: columns.map((_, i) => (isNothing(cells[i] ?? '') ? [] : sentences(cells[i] ?? ''))),
    })),
  };
}

/** A cell for which the documents say nothing. */
function isNothing(cell: string): boolean {
  return /^[\s\p{Pd}?/.]*$|^n\/?a$|^not stated\.?$/iu.test(bare(cell));
}

function isEmpty(block: DraftBlock): boolean {
  if (block.kind === 'paragraph') return block.sentences.length === 0;
  return block.kind === 'list' ? block.items.length === 0 : block.rows.length === 0;
}
