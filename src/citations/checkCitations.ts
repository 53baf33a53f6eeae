/** Whether the citations of a Markdown document still hold. Pure: the cited documents arrive as text. */
import { type SentenceRange, sentenceRanges } from '../base/sentences.ts';
import { linesOf, resolveAnchor } from './anchor.ts';
import { type Block, blocksOf, plainBlock, plainText } from './blocks.ts';
import { type ParsedCitation, parseCitations } from './links.ts';
import { isUnsupported, saysEnough } from './support.ts';

/** A cited document as it is now, or a sentence that says why there is no text of it. */
export type CitedSource = { readonly text: string } | { readonly problem: string };

export interface CitationFinding {
  /** Where the citation stands, or the claim that has none: as people count, from 1. */
  readonly line: number;
  readonly column: number;
  /**
   * `current`: the cited lines are as they were cited, where they were or elsewhere in the document; `changed`: they are not; `missing`: the document or the
   * lines are gone; `unsupported`: the lines are as they were, but they share nothing with the sentence they are cited for (see `isUnsupported`), or the claim
   * of an answer has no citation.
   */
  readonly state: 'current' | 'changed' | 'missing' | 'unsupported';
  /** What is to be known about it, for people; a current citation needs nothing said. */
  readonly reason?: string;
  /** What is cited; absent for a claim without a citation. */
  readonly cited?: Pick<ParsedCitation, 'label' | 'path' | 'startLine' | 'endLine' | 'id'>;
  /** Where the lines stand now, when that is elsewhere. */
  readonly movedTo?: { readonly startLine: number; readonly endLine: number };
}

/** The citations of a Markdown text that are not shown as code, in order. */
export function citationsIn(markdown: string): readonly ParsedCitation[] {
  return placed(markdown).flatMap(({ citations }) => citations);
}

/**
 * One finding per citation, and one per claim of an answer without any, in the order in which they stand in the text.
 * @param sourceOf what a citation's path, as it is written there, leads to; the empty path is the document itself
 */
export function checkCitations(markdown: string, sourceOf: (path: string) => CitedSource): readonly CitationFinding[] {
  const cited = placed(markdown);
  const findings = cited.flatMap(({ block, citations }) => {
    const claims = claimsOf(markdown, block, citations);
    return citations.map((citation, i) => {
      const { label, path, startLine, endLine, id, range } = citation;
      const cites = { label, path, startLine, endLine, id };
      return { at: range.start, ...judge(citation, sourceOf(path), claims[i] ?? ''), cited: cites };
    });
  });
  const bare = claimsWithoutCitation(markdown, cited).map((at) => {
    return { at, state: 'unsupported' as const, reason: 'this claim of an answer has no citation' };
  });
  const starts = lineStarts(markdown);
  return [...findings, ...bare].sort((a, b) => a.at - b.at).map(({ at, ...finding }) => ({ ...placeOf(at, starts), ...finding }));
}

interface CitingBlock {
  readonly block: Block;
  /** At least one. */
  readonly citations: readonly ParsedCitation[];
}

function placed(markdown: string): readonly CitingBlock[] {
  const shown = shownLiterally(markdown);
  const all = parseCitations(markdown).filter(({ range }) => !shown.some(({ start, end }) => start <= range.start && range.start < end));
  return blocksOf(markdown)
    .filter(({ kind }) => kind !== 'code')
    .map((block) => ({ block, citations: all.filter(({ range }) => block.start <= range.start && range.start < block.end) }))
    .filter(({ citations }) => citations.length > 0);
}

/** Code within lines, and comments. */
function shownLiterally(markdown: string): readonly { readonly start: number; readonly end: number }[] {
  const found = markdown.matchAll(/<!--(?:[\s\S]*?-->|[\s\S]*$)|(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\1(?!`)/g);
  return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

type Judged = Pick<CitationFinding, 'state' | 'reason' | 'movedTo'>;

function judge(citation: ParsedCitation, source: CitedSource, claim: string): Judged {
  if ('problem' in source) return { state: 'missing', reason: source.problem };
  const { state, startLine, endLine } = resolveAnchor(source.text, citation.startLine, citation.endLine, citation.id);
  const lines = linesOf(source.text);
  if (state === 'missing') return { state, reason: `the document has only ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} now` };
  const text = lines.slice(startLine - 1, endLine).join('\n');
  const where = linesText(startLine, Math.min(endLine, lines.length));
  if (state === 'changed') return { state, reason: text.trim() === '' ? `${where} is empty now` : `${where} now: "${shorten(text)}"` };
  const moved = state === 'moved' ? { movedTo: { startLine, endLine } } : {};
  if (isUnsupported(claim, [citation.path, headingAbove(lines, startLine), text].join('\n'))) {
    return { state: 'unsupported', reason: `"${shorten(claim)}" has no word in common with ${where}`, ...moved };
  }
  return state === 'moved' ? { state: 'current', reason: `unchanged, but moved to ${where}`, ...moved } : { state: 'current' };
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

const shownChars = 80;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= shownChars ? line : `${line.slice(0, shownChars - 1).trimEnd()}…`;
}

function headingAbove(lines: readonly string[], line1: number): string {
  return lines.slice(0, line1 - 1).findLast((line) => /^ {0,3}#{1,6}\s/.test(line)) ?? '';
}

/** What each citation of a block is cited for, in order: the sentence that it stands in or directly behind; with those before it while that says too little. */
function claimsOf(markdown: string, { start, end }: Block, citations: readonly ParsedCitation[]): readonly string[] {
  const cuts = [...citations.map(({ range }) => range), { start: end, end }];
  const pieces = cuts.map((cut, i) => {
    const piece = markdown.slice(cuts[i - 1]?.end ?? start, cut.start);
    return i === 0 ? plainBlock(piece) : plainText(piece);
  });
  const text = pieces.join('');
  const sentences = sentenceRanges(text);
  let length = 0;
  return pieces.slice(0, -1).map((piece) => {
    length += piece.length;
    let at = length;
    while (at > 0 && text.charAt(at - 1).trim() === '') at--;
    const own = sentences.findIndex((sentence) => sentence.end >= at);
    return claimUpTo(text, sentences, own < 0 ? sentences.length - 1 : own);
  });
}

function claimUpTo(text: string, sentences: readonly SentenceRange[], last: number): string {
  const end = sentences[last]?.end ?? 0;
  for (let first = last; first >= 0; first--) {
    const claim = text.slice(sentences[first]?.start ?? 0, end);
    if (first === 0 || saysEnough(claim)) return claim.replace(/\s+(?=[.,;:!?])/g, '');
  }
  return '';
}

function withoutCitations(markdown: string): string {
  let text = markdown;
  for (const { range } of parseCitations(markdown).toReversed()) text = text.slice(0, range.start) + text.slice(range.end);
  return text;
}

/**
 * Where the claims begin that an answer rests on and that have no citation. An answer is known by the form "Insert Answer" gives it: a list in which every item
 * is a question and what follows from it, and at least one ends in a citation.
 */
function claimsWithoutCitation(markdown: string, cited: readonly CitingBlock[]): readonly number[] {
  const withCitation = new Set(cited.map(({ block }) => block.start));
  return listsOf(blocksOf(markdown)).flatMap((items) => {
    const isAnswer =
      items.some(({ start }) => withCitation.has(start)) &&
      items.every(({ start, end }) => /^- [^\n]*\?\s+\S/.test(withoutCitations(markdown.slice(start, end))));
    return isAnswer ? items.map(({ start }) => start).filter((start) => !withCitation.has(start)) : [];
  });
}

function listsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const lists: Block[][] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== 'item') continue;
    const list = lists.at(-1);
    if (list && !block.isAfterBlank && blocks[i - 1]?.kind === 'item') list.push(block);
    else lists.push([block]);
  }
  return lists;
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length)];
}

function placeOf(at: number, starts: readonly number[]): { readonly line: number; readonly column: number } {
  const line = starts.findLastIndex((start) => start <= at);
  return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
}
