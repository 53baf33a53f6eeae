/** Finds citations in a text and the claims they support. Pure. */
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { type SentenceRange, sentenceRanges } from '../language/sentences.ts';
import { saysEnough } from './support.ts';
import type { SentenceBlock, CitationSyntax, ParsedCitation } from './syntaxes/syntax.ts';
import type { TextRange } from './readText.ts';

/** A citation in a text, of whatever form. */
export interface Cited {
  /** Of the whole citation: 0-based UTF-16 offsets, end-exclusive. */
  readonly range: TextRange;
  /** Whether it is a word of its sentence: `@key shows that`. */
  readonly isTextual?: boolean;
  /** What of it is words of its sentence, such as those of a link. */
  readonly shown?: TextRange;
}

export interface CitingBlock<C extends Cited = ParsedCitation> {
  readonly block: SentenceBlock;
  /** At least one. */
  readonly citations: readonly C[];
}

/** Blocks with citations by links, in order, without citations shown as code. */
export function citingBlocks(text: string, syntax: CitationSyntax): readonly CitingBlock[] {
  return blocksCiting(text, syntax, syntax.parse(text));
}

/** The same for given citations, which are in text order. */
export function blocksCiting<C extends Cited>(text: string, syntax: CitationSyntax, all: readonly C[]): readonly CitingBlock<C>[] {
  if (all.length === 0) return [];
  const meant = outside(all, syntax.literals(text));
  const cited: CitingBlock<C>[] = [];
  let next = 0;
  for (const block of syntax.blocks(text)) {
    while (next < meant.length && startOf(meant[next]) < block.start) next++;
    const first = next;
    while (next < meant.length && startOf(meant[next]) < block.end) next++;
    if (next > first && block.kind !== 'code') cited.push({ block, citations: meant.slice(first, next) });
  }
  return cited;
}

function startOf(citation: Cited | undefined): number {
  return citation?.range.start ?? Infinity;
}

/** The citations that are not inside a literal. Both lists are in order. */
function outside<C extends Cited>(citations: readonly C[], literals: readonly TextRange[]): readonly C[] {
  let next = 0;
  return citations.filter(({ range: { start } }) => {
    while (next < literals.length && (literals[next]?.end ?? 0) <= start) next++;
    return !(next < literals.length && (literals[next]?.start ?? 0) <= start);
  });
}

/** What a citation is to support. */
export interface Claim extends TextRange {
  /** As a reader sees it, without its citations. */
  readonly words: string;
  /** What its block says before it, the last part of that. */
  readonly before: string;
}

/**
 * The claim of each citation of a block, in order: the sentence that contains or directly precedes it, with earlier sentences while the
 * claim has too few words. Citations of one sentence have the same claim.
 */
export function claimsOf(text: string, citing: CitingBlock<Cited>, syntax: CitationSyntax, language: Language): readonly Claim[] {
  const { block, citations } = citing;
  const words = masked(text, citing);
  const own = languageOf(words, language);
  const sentences = sentenceRanges(words, own);
  const claims = new Map<number, Claim>();
  let wordsEnd = 0;
  let from = block.start;
  let at = 0;
  return citations.map(({ range, isTextual = false }) => {
    const before = text.slice(from, range.start).trimEnd();
    if (before !== '') wordsEnd = from - block.start + before.length;
    from = range.end;
    const reached = isTextual ? range.start - block.start + 1 : wordsEnd;
    while (at < sentences.length - 1 && (sentences[at]?.end ?? 0) < reached) at++;
    const claim = claims.get(at) ?? claimUpTo(words, sentences, at, { block, syntax, language: own });
    claims.set(at, claim);
    return claim;
  });
}

/** The text before, between and after the citations of a block. */
export function piecesOf(text: string, { block: { start, end }, citations }: CitingBlock<Cited>): readonly string[] {
  const cuts = [...citations.map(({ range }) => range), { start: end, end }];
  return cuts.map((cut, i) => text.slice(cuts[i - 1]?.end ?? start, cut.start));
}

/**
 * The block with spaces in place of its citations, so that offsets stay the same. A citation ends the sentence if words before it end
 * without a full stop and words follow.
 */
export function masked(text: string, { block, citations }: CitingBlock<Cited>): string {
  const parts: string[] = [];
  let at = block.start;
  for (const { range, isTextual, shown = { start: range.end, end: range.end } } of citations) {
    const words = text.slice(at, range.start);
    const isOpen = isTextual === undefined && /[^\s\p{Sentence_Terminal}]\s*$/u.test(words);
    const goesOn = /^[\s]+(?:\p{Lu}|\p{Lo}|\d)/u.test(text.slice(range.end, Math.min(range.end + 20, block.end)));
    parts.push(words, isOpen && goesOn ? '.' : isTextual === true ? NAME : ' ');
    parts.push(' '.repeat(shown.start - range.start - 1), text.slice(shown.start, shown.end), ' '.repeat(range.end - shown.end));
    at = range.end;
  }
  return [...parts, text.slice(at, block.end)].join('');
}

/** In place of a citation that is a word: a letter outside of every script that the text may be in. */
const NAME = '\u{2c00}';

/** `@key shows that …` says only what follows. */
const reporting = new RegExp(`${NAME}\\s{1,20}(?:\\p{L}{1,20}\\s{1,20}){1,3}(?:that|dass|que)\\s`, 'gu');

interface InBlock {
  readonly block: SentenceBlock;
  readonly syntax: CitationSyntax;
  readonly language: Language;
}

function claimUpTo(text: string, sentences: readonly SentenceRange[], last: number, { block, syntax, language }: InBlock): Claim {
  const end = sentences[last]?.end ?? 0;
  const earliest = Math.max(0, last - MAX_SENTENCES + 1);
  const plain = (from: number, to: number): string =>
    syntax
      .plain(text.slice(from, to), from === 0 || text.slice(0, from).trim() === '')
      .replace(reporting, '')
      .replaceAll(NAME, '')
      .replace(/(?<!\s)\s+(?=[.,;:!?])/g, '')
      .replace(/(?<!\s)\s{2,}/g, ' ')
      .trim();
  for (let first = last; first >= earliest; first--) {
    const start = sentences[first]?.start ?? 0;
    const words = plain(start, end);
    if (first !== earliest && !saysEnough(words, language)) continue;
    return { start: block.start + start, end: block.start + end, words, before: plain(Math.max(0, start - MOST_BEFORE), start) };
  }
  return { start: block.start, end: block.end, words: '', before: '' };
}

/** Two sentences nearly always suffice. In a text where they never do, all of it would be read again for each of its citations. */
const MAX_SENTENCES = 10;
/** In characters. */
const MOST_BEFORE = 600;
