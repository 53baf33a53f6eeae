/** Finds citations in a text and the claims they support. Pure. */
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { type SentenceRange, sentenceRanges } from '../language/sentences.ts';
import { saysEnough } from './support.ts';
import type { SentenceBlock, CitationSyntax, ParsedCitation } from './syntaxes/syntax.ts';
import type { TextRange } from './readText.ts';

export interface CitingBlock {
  readonly block: SentenceBlock;
  /** At least one. */
  readonly citations: readonly ParsedCitation[];
}

/** Blocks with citations, in order, without citations shown as code. */
export function citingBlocks(text: string, syntax: CitationSyntax): readonly CitingBlock[] {
  const all = syntax.parse(text);
  if (all.length === 0) return [];
  const meant = outside(all, syntax.literals(text));
  const cited: CitingBlock[] = [];
  let next = 0;
  for (const block of syntax.blocks(text)) {
    while (next < meant.length && startOf(meant[next]) < block.start) next++;
    const first = next;
    while (next < meant.length && startOf(meant[next]) < block.end) next++;
    if (next > first && block.kind !== 'code') cited.push({ block, citations: meant.slice(first, next) });
  }
  return cited;
}

function startOf(citation: ParsedCitation | undefined): number {
  return citation?.range.start ?? Infinity;
}

/** The citations that are not inside a literal. Both lists are in order. */
function outside(citations: readonly ParsedCitation[], literals: readonly TextRange[]): readonly ParsedCitation[] {
  let next = 0;
  return citations.filter(({ range: { start } }) => {
    while (next < literals.length && (literals[next]?.end ?? 0) <= start) next++;
    return !(next < literals.length && (literals[next]?.start ?? 0) <= start);
  });
}

/**
 * The claim of each citation of a block, in order: the sentence that contains or directly precedes it, with earlier sentences while the
 * claim has too few words.
 */
export function claimsOf(text: string, citing: CitingBlock, syntax: CitationSyntax, language: Language): readonly string[] {
  const pieces = piecesOf(text, citing).map((piece, i) => syntax.plain(piece, i === 0));
  const plain = pieces.join('');
  const own = languageOf(plain, language);
  const sentences = sentenceRanges(plain, own);
  const claims = new Map<number, string>();
  let length = 0;
  let wordsEnd = 0;
  let at = 0;
  return pieces.slice(0, -1).map((piece) => {
    if (piece.trim() !== '') wordsEnd = length + piece.trimEnd().length;
    length += piece.length;
    while (at < sentences.length - 1 && (sentences[at]?.end ?? 0) < wordsEnd) at++;
    const claim = claims.get(at) ?? claimUpTo(plain, sentences, at, own);
    claims.set(at, claim);
    return claim;
  });
}

/** The text before, between and after the citations of a block. */
export function piecesOf(text: string, { block: { start, end }, citations }: CitingBlock): readonly string[] {
  const cuts = [...citations.map(({ range }) => range), { start: end, end }];
  return cuts.map((cut, i) => text.slice(cuts[i - 1]?.end ?? start, cut.start));
}

function claimUpTo(text: string, sentences: readonly SentenceRange[], last: number, language: Language): string {
  const end = sentences[last]?.end ?? 0;
  const earliest = Math.max(0, last - MAX_SENTENCES + 1);
  for (let first = last; first >= earliest; first--) {
    const claim = text.slice(sentences[first]?.start ?? 0, end);
    if (first === earliest || saysEnough(claim, language)) return claim.replace(/(?<!\s)\s+(?=[.,;:!?])/g, '');
  }
  return '';
}

/** Two sentences nearly always suffice. In a text where they never do, all of it would be read again for each of its citations. */
const MAX_SENTENCES = 10;
