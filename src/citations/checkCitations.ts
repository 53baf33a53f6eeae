/** Checks whether the citations of a document are still valid. Pure: the cited documents are passed in as text. */
import { oneLine, shortened } from '../base/plainText.ts';
import { firstWhere } from '../base/binarySearch.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { AnchorLines, linesOf } from './anchor.ts';
import { type CitingBlock, citingBlocks, claimsOf, piecesOf } from './citing.ts';
import type { PassageText } from './locate.ts';
import { isQuotedFrom, quotesBefore } from './quotedWords.ts';
import { isUnsupported } from './support.ts';
import { markdownSyntax } from './syntaxes/markdown.ts';
import type { SentenceBlock, CitationSyntax, ParsedCitation } from './syntaxes/syntax.ts';

/** The current text of a cited document, or a sentence that says why it has none. */
export type CitedSource =
  | {
      readonly text: string;
      /** The document as people read it, without markup: what is quoted from it is looked up. Absent where quotes are not checked. */
      readonly passages?: readonly PassageText[];
    }
  | { readonly problem: string };

export interface CitationFinding {
  /** 1-based line of the citation, or of the claim without one. */
  readonly line: number;
  readonly column: number;
  /**
   * `current`: the document still has the cited lines, possibly elsewhere. `changed`: it has not. `missing`: the document or the lines are
   * gone. `unsupported`: the lines are unchanged but lack words that are quoted from them, or share nothing with the sentence that cites
   * them (see `isUnsupported`), or a claim of an answer has no citation.
   */
  readonly state: 'current' | 'changed' | 'missing' | 'unsupported';
  /** An explanation for the user; absent for a current citation. */
  readonly reason?: string;
  /** The cited place; absent for a claim without a citation. */
  readonly cited?: Pick<ParsedCitation, 'label' | 'path' | 'startLine' | 'endLine' | 'id'>;
  /** The lines' current position, if they have moved. */
  readonly movedTo?: { readonly startLine: number; readonly endLine: number };
}

/** The citations of a text in order, without those shown as code. */
export function citationsIn(text: string, syntax: CitationSyntax = markdownSyntax): readonly ParsedCitation[] {
  return citingBlocks(text, syntax).flatMap(({ citations }) => citations);
}

/** The paths of citations with words that are quoted from them. @param known as for `checkCitations` */
export function quotedPaths(text: string, syntax: CitationSyntax, known?: readonly string[]): readonly string[] {
  return citingBlocks(text, syntax).flatMap((block) => {
    const quotes = known ? [known] : quotesBefore(text, block, syntax);
    return block.citations.flatMap(({ path }, i) => (quotes[i]?.length ? [path] : []));
  });
}

/**
 * One finding per citation and per uncited claim of an answer, in text order.
 * @param sourceOf resolves a citation's path, as written; the empty path is the document itself
 * @param known what the only citation of the text quotes, where that is known; by default the quotations directly before each
 */
export function checkCitations(
  text: string,
  sourceOf: (path: string) => CitedSource,
  language: Language,
  syntax: CitationSyntax = markdownSyntax,
  known?: readonly string[],
): readonly CitationFinding[] {
  const cited = citingBlocks(text, syntax);
  const sources = new Map<string, CitedLines | { readonly problem: string }>();
  const sourceAt = (path: string): CitedLines | { readonly problem: string } => {
    const source = sources.get(path) ?? linesIn(sourceOf(path));
    sources.set(path, source);
    return source;
  };
  const findings = cited.flatMap((block) => {
    const claims = claimsOf(text, block, syntax, language);
    const quotes = known ? [known] : quotesBefore(text, block, syntax);
    return block.citations.map((citation, i) => {
      const { label, path, startLine, endLine, id, range } = citation;
      const cites = { label, path, startLine, endLine, id };
      return {
        at: range.start,
        ...judge(citation, sourceAt(path), { claim: claims[i] ?? '', quotes: quotes[i] ?? [] }, language),
        cited: cites,
      };
    });
  });
  const bare = claimsWithoutCitation(text, cited, syntax).map((at) => {
    return { at, state: 'unsupported' as const, reason: 'this claim of an answer has no citation' };
  });
  const starts = lineStarts(text);
  return [...findings, ...bare].sort((a, b) => a.at - b.at).map(({ at, ...finding }) => ({ ...placeOf(at, starts), ...finding }));
}

type Judged = Pick<CitationFinding, 'state' | 'reason' | 'movedTo'>;

/** Split once, even if a document is cited many times. */
interface CitedLines {
  readonly lines: readonly string[];
  readonly anchors: AnchorLines;
  readonly passages: readonly PassageText[] | undefined;
}

interface Cites {
  readonly claim: string;
  readonly quotes: readonly string[];
}

function linesIn(source: CitedSource): CitedLines | { readonly problem: string } {
  return 'problem' in source ? source : { lines: linesOf(source.text), anchors: new AnchorLines(source.text), passages: source.passages };
}

function judge(citation: ParsedCitation, source: CitedLines | { readonly problem: string }, cites: Cites, language: Language): Judged {
  if ('problem' in source) return { state: 'missing', reason: source.problem };
  const { claim, quotes } = cites;
  const { lines, anchors, passages } = source;
  const { state, startLine, endLine } = anchors.resolve(citation.startLine, citation.endLine, citation.id);
  if (state === 'missing') return { state, reason: `the document has only ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} now` };
  const text = lines.slice(startLine - 1, endLine).join('\n');
  const where = linesText(startLine, Math.min(endLine, lines.length));
  if (state === 'changed') return { state, reason: text.trim() === '' ? `${where} is empty now` : `${where} now: "${shorten(text)}"` };
  const moved = state === 'moved' ? { movedTo: { startLine, endLine } } : {};
  const made = passages && quotes.find((words) => !isQuotedFrom(words, { text, passages, startLine, endLine }));
  if (made !== undefined)
    return { state: 'unsupported', reason: `${where} ${where.startsWith('lines') ? 'do' : 'does'} not have “${shorten(made)}”`, ...moved };
  if (isUnsupported(claim, [citation.path, headingAbove(lines, startLine), text].join('\n'), languageOf(claim, language))) {
    return { state: 'unsupported', reason: `"${shorten(claim)}" has no word in common with ${where}`, ...moved };
  }
  return state === 'moved' ? { state: 'current', reason: `unchanged, but moved to ${where}`, ...moved } : { state: 'current' };
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

function shorten(text: string): string {
  return shortened(oneLine(text), 80);
}

function headingAbove(lines: readonly string[], line1: number): string {
  return lines.slice(0, line1 - 1).findLast((line) => /^ {0,3}#{1,6}\s/.test(line)) ?? '';
}

/**
 * Start offsets of an answer's uncited claims. An answer is recognized by the layout that "Insert Answer" gives it: a list in which every
 * item is a question followed by text, and at least one ends in a citation.
 */
function claimsWithoutCitation(text: string, cited: readonly CitingBlock[], syntax: CitationSyntax): readonly number[] {
  const withCitation = new Map(cited.map((citing) => [citing.block.start, citing.citations]));
  const isClaim = (block: SentenceBlock): boolean => {
    const words = piecesOf(text, { block, citations: withCitation.get(block.start) ?? [] }).join('');
    return syntax.itemMark.test(text.slice(block.start, block.end)) && /^[^\n]*\?\s+\S/.test(syntax.plain(words, true));
  };
  return listsOf(syntax.blocks(text)).flatMap((items) => {
    const isAnswer = items.some(({ start }) => withCitation.has(start)) && items.every(isClaim);
    return isAnswer ? items.map(({ start }) => start).filter((start) => !withCitation.has(start)) : [];
  });
}

function listsOf(blocks: readonly SentenceBlock[]): readonly (readonly SentenceBlock[])[] {
  const lists: SentenceBlock[][] = [];
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
  const line = Math.max(0, firstWhere(starts.length, (i) => starts[i]! > at) - 1);
  return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
}
