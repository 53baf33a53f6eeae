/** Checks whether the citations of a document are still valid, and support what cites them. Pure: the cited documents are passed in. */
import { oneLine, shortened } from '../base/plainText.ts';
import type { RecentValues } from '../base/recentValues.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { CheckedCitation } from '../protocol/documentCheck.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import { placeWords } from '../protocol/placeWords.ts';
import { almostQuote } from './almostQuote.ts';
import { AnchorLines, linesHash, linesOf } from './anchor.ts';
import { blocksCiting, type Cited, type CitingBlock, citingBlocks, type Claim, claimsOf, piecesOf } from './citing.ts';
import { type Verdict, verdictOf } from './claimSupport.ts';
import type { KeyGroup } from './citedKeys.ts';
import { checkedKeys, type KeySource, keyVerdictOf, type SourceOfKey } from './keyChecks.ts';
import type { PassageText } from './locate.ts';
import { isQuotedFrom, quotesBefore } from './quotedWords.ts';
import type { TextRange } from './readText.ts';
import { isUnsupported } from './support.ts';
import { syntaxOf } from './syntaxes/allSyntaxes.ts';
import { markdownSyntax } from './syntaxes/markdown.ts';
import type { SentenceBlock, CitationSyntax, ParsedCitation } from './syntaxes/syntax.ts';

/** A cited document as it is now. */
export interface CitedDocument {
  readonly text: string;
  /** SHA-256 of the file. */
  readonly documentHash?: string;
  /** Relative to the folder, as far as it is in it. */
  readonly path?: string;
  readonly title?: string;
  readonly identity?: DocumentIdentity;
  /** The document as people read it, without markup: what is quoted from it is looked up. Absent where quotes are not checked. */
  readonly passages?: readonly PassageText[];
}

/** A cited document, or a sentence that says why there is none. */
export type CitedSource = CitedDocument | { readonly problem: string };

export interface CheckOptions {
  /** Resolves a citation's path, as written; the empty path is the document itself. */
  readonly sourceOf: (path: string) => CitedSource;
  readonly language: Language;
  /** Default: Markdown. */
  readonly syntax?: CitationSyntax;
  /** What the only citation of the text quotes, where that is known; by default the quotations directly before each. */
  readonly known?: readonly string[];
  /** Citations by keys, without those that are none; by default none. In text order. */
  readonly groups?: readonly KeyGroup[];
  readonly sourceOfKey?: SourceOfKey;
  /** Whether claims are checked, too; by default they are. */
  readonly withClaims?: boolean;
  /** Those of earlier checks. */
  readonly verdicts?: RecentValues<string, Verdict>;
}

export interface CitationCheck extends CheckedCitation, Pick<Verdict, 'pair'> {
  /** As it is written; absent for a claim without a citation. */
  readonly cited?: ParsedCitation;
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

/** A citation of either form. */
interface Item extends Cited {
  readonly link?: ParsedCitation;
  readonly group?: KeyGroup;
}

/** One check per citation and per uncited claim of an answer, in text order. */
export function checkCitations(text: string, options: CheckOptions): readonly CitationCheck[] {
  const { syntax = markdownSyntax, language, known, sourceOf } = options;
  const sources = new Map<string, CitedLines | { readonly problem: string }>();
  const sourceAt = (path: string): CitedLines | { readonly problem: string } => {
    const source = sources.get(path) ?? linesIn(sourceOf(path));
    sources.set(path, source);
    return source;
  };
  const links = syntax.parse(text);
  const checks = blocksCiting(text, syntax, itemsOf(links, options.groups ?? [])).flatMap((citing) => {
    const claims = claimsOf(text, citing, syntax, language);
    const quotes = known ? [known] : quotesBefore(text, citing, syntax);
    const found = citing.citations.map(({ link, group, range }, i): FoundItem => ({
      ...{ range, claim: claims[i], quotes: quotes[i] ?? [] },
      ...(link ? { link, place: placeOf(link, sourceAt(link.path)) } : {}),
      keys: group?.keys.map((key) => ({ key, source: options.sourceOfKey?.(key) ?? nothing })) ?? [],
    }));
    const verdicts = verdictsOf(found, options);
    return found.flatMap((item): readonly CitationCheck[] => {
      const { claim, link, keys } = item;
      const placed = claim && { claim: { start: claim.start, end: claim.end } };
      const judged = verdicts.get(claim);
      const ofKeys = checkedKeys(keys, judged?.ofKeys).map((check) => ({ ...check, ...placed }));
      if (!link) return ofKeys;
      const { range, label } = link;
      const own = checked(item.place, { claim, quotes: item.quotes, verdict: judged?.whole }, link.path, options);
      return [{ range, form: 'link', cited: link, ...(label === '' ? {} : { key: label }), ...placed, ...own }, ...ofKeys];
    });
  });
  const bare = claimsWithoutCitation(text, citingBlocks(text, syntax), syntax).map((range): CitationCheck => {
    return {
      range,
      claim: range,
      form: 'none',
      state: 'current',
      support: 'unsupported',
      reason: 'this claim of an answer has no citation',
    };
  });
  return [...checks, ...bare].sort((a, b) => a.range.start - b.range.start);
}

const nothing: KeySource = { state: 'missing', problem: 'nothing defines it' };

/** In text order. What a link has is its own. */
function itemsOf(links: readonly ParsedCitation[], groups: readonly KeyGroup[]): readonly Item[] {
  const taken = links.flatMap(({ range, definition }) => (definition ? [range, definition] : [range])).sort((a, b) => a.start - b.start);
  let next = 0;
  const free = groups.filter(({ range }) => {
    while ((taken[next]?.end ?? Infinity) <= range.start) next++;
    return (taken[next]?.start ?? Infinity) >= range.end;
  });
  const items: readonly Item[] = [
    ...links.map((link) => ({ range: link.range, link })),
    ...free.map((group) => ({ range: group.range, group, isTextual: group.isTextual, ...(group.shown && { shown: group.shown }) })),
  ];
  return items.toSorted((a, b) => a.range.start - b.range.start);
}

/** Split once, even if a document is cited many times. */
interface CitedLines extends CitedDocument {
  readonly lines: readonly string[];
  readonly anchors: AnchorLines;
}

function linesIn(source: CitedSource): CitedLines | { readonly problem: string } {
  return 'problem' in source ? source : { ...source, lines: linesOf(source.text), anchors: new AnchorLines(source.text) };
}

/** Where the lines of a citation are now. */
interface Place {
  readonly found: Pick<CheckedCitation, 'state' | 'reason' | 'source' | 'movedTo'>;
  /** Absent where there are none, or others. */
  readonly lines?: QuotedPlace;
}

interface QuotedPlace {
  readonly source: CitedLines;
  readonly startLine: number;
  readonly endLine: number;
  /** As they are written. */
  readonly text: string;
  /** Without markup. */
  readonly words: string;
}

function placeOf(citation: ParsedCitation, source: CitedLines | { readonly problem: string }): Place {
  if ('problem' in source) return { found: { state: 'missing', reason: source.problem } };
  const { lines, anchors, path = citation.path, title = path } = source;
  const { state, startLine, endLine } = anchors.resolve(citation.startLine, citation.endLine, citation.id);
  const at = { path, title, startLine, endLine, ...(source.documentHash === undefined ? {} : { hash: source.documentHash }) };
  if (state === 'missing')
    return {
      found: {
        state,
        source: at,
        reason: lines.length === 1 ? 'the document has only one line now' : `the document has only ${lines.length} lines now`,
      },
    };
  const text = lines.slice(startLine - 1, endLine).join('\n');
  const where = placeWords({ startLine, endLine: Math.min(endLine, lines.length) });
  if (state === 'changed')
    return { found: { state, source: at, reason: text.trim() === '' ? `${where} is empty now` : `${where} now: "${shorten(text)}"` } };
  const moved = { state: 'moved', reason: `unchanged, but moved to ${where}`, movedTo: { startLine, endLine } } as const;
  const words = syntaxOf(path)?.plain(text, true) ?? text;
  return {
    found: { ...(state === 'moved' ? moved : { state: 'current' }), source: at },
    lines: { source, startLine, endLine, text, words },
  };
}

interface FoundItem extends Pick<Item, 'link' | 'range'> {
  readonly claim: Claim | undefined;
  /** Directly before it. */
  readonly quotes: readonly string[];
  readonly place?: Place;
  readonly keys: Parameters<typeof checkedKeys>[0];
}

interface ClaimVerdicts {
  /** Of all that is cited. */
  readonly whole: Verdict;
  readonly ofKeys: ReturnType<typeof keyVerdictOf> | undefined;
}

/** Of each claim beside all that is cited for it. */
function verdictsOf(
  found: readonly FoundItem[],
  { language, withClaims = true, verdicts: known }: CheckOptions,
): ReadonlyMap<Claim | undefined, ClaimVerdicts> {
  const verdicts = new Map<Claim | undefined, ClaimVerdicts>();
  if (!withClaims) return verdicts;
  for (const [claim, cited] of Map.groupBy(found, (item) => item.claim)) {
    if (!claim) continue;
    const lines = cited.flatMap(({ place }) => place?.lines ?? []).slice(0, mostTogether);
    const keys = cited.flatMap((item) => item.keys);
    const own = languageOf(claim.words, language);
    const ofKeys = keys.length === 0 ? undefined : keyVerdictOf(claim, keys, known, own);
    // What is gone may have said it.
    const isWhole = cited.every(({ link, place }) => !link || place?.lines) && keys.every(({ source }) => 'documents' in source);
    const all = [...(ofKeys ? [ofKeys] : []), ...(lines.length === 0 ? [] : [linesVerdict(claim, cited, lines, known, own)])];
    const best = all.toSorted((a, b) => certainty.indexOf(a.support) - certainty.indexOf(b.support))[0] ?? unchecked;
    const premise = all.flatMap(({ pair }) => pair?.premise ?? []).join('\n');
    const together = best.pair ? { ...best, pair: { ...best.pair, premise } } : best;
    const whole = isWhole || best.support === 'supported' ? together : unchecked;
    verdicts.set(claim, { whole, ofKeys: ofKeys && { ...whole, evidence: ofKeys.evidence } });
  }
  return verdicts;
}

/** Of two verdicts from different sources, the first is that of both. */
const certainty: readonly Verdict['support'][] = ['supported', 'unchecked', 'partly', 'unsupported', 'contradicted'];
const unchecked: Verdict = { support: 'unchecked' };

function linesVerdict(
  claim: Claim,
  cited: readonly FoundItem[],
  lines: readonly QuotedPlace[],
  known: CheckOptions['verdicts'],
  language: Language,
): Verdict {
  // What is quoted is looked up word for word.
  const words = cited.flatMap(({ quotes }) => quotes).reduce((left, quote) => left.replace(`“${quote}”`, ' '), claim.words);
  const key = JSON.stringify([words, claim.before, lines.map((line) => [line.source.path, line.source.title, line.words])]);
  const where = lines.length === 1 ? whereOf(lines[0]) : 'what it cites';
  const verdict = known?.get(key) ?? verdictOf({ ...claim, words }, supportingOf(lines), where, language);
  known?.set(key, verdict);
  return verdict;
}

/** Of one claim. More are no sentence of prose. */
const mostTogether = 16;

function supportingOf(places: readonly QuotedPlace[]): Parameters<typeof verdictOf>[1] {
  return {
    quotes: places.map(({ words }) => words),
    documents: places.map(({ source: { path = '', title = '', identity }, startLine, source }) => {
      return { path, title, identity, headings: [headingAbove(source.lines, startLine)] };
    }),
    around: places.map(({ source: { lines }, startLine, endLine }) =>
      lines.slice(Math.max(0, startLine - linesAround), endLine + linesAround).join('\n'),
    ),
  };
}

/** What they speak of may be named so many lines above them. */
const linesAround = 12;

interface Cites {
  readonly claim: Claim | undefined;
  readonly quotes: readonly string[];
  readonly verdict: Verdict | undefined;
}

function checked(
  place: Place | undefined,
  { claim, quotes, verdict = { support: 'unchecked' } }: Cites,
  written: string,
  { language, verdicts: known }: CheckOptions,
): Omit<CitationCheck, 'range' | 'form'> {
  if (!place?.lines) return { ...(place?.found ?? { state: 'missing' }), support: 'unchecked' };
  const { found, lines } = place;
  const { source, startLine, endLine, text } = lines;
  const own = source.lines.slice(startLine - 1, endLine);
  const evidence = { path: source.path ?? written, startLine, endLine, quote: own.join('\n'), linesHash: linesHash(own) };
  const { passages } = source;
  const made = passages && quotes.find((words) => !isQuotedFrom(words, { text, passages, startLine, endLine }));
  const where = whereOf(lines);
  const areSeveral = startLine < Math.min(endLine, source.lines.length);
  const lacks = (words: string): string =>
    areSeveral ? `${where} do not have “${shorten(words)}”` : `${where} does not have “${shorten(words)}”`;
  if (made !== undefined) {
    const has = almostQuote(lines.words, made)?.has;
    return {
      ...found,
      evidence,
      support: 'unsupported',
      isQuoteWrong: true,
      reason: lacks(made),
      ...(has === undefined ? {} : { sourceWords: has }),
    };
  }
  const { words = '' } = claim ?? {};
  const given = [written, headingAbove(source.lines, startLine), text].join('\n');
  const key = JSON.stringify(['in common', words, given]);
  const common = known?.get(key) ?? { support: isUnsupported(words, given, languageOf(words, language)) ? 'unsupported' : 'unchecked' };
  known?.set(key, common);
  if (common.support === 'unsupported') {
    return { ...found, evidence, support: 'unsupported', reason: `"${shorten(words)}" has no word in common with ${where}` };
  }
  return { ...found, evidence, ...verdict };
}

function whereOf(place: QuotedPlace | undefined): string {
  return place ? placeWords({ startLine: place.startLine, endLine: Math.min(place.endLine, place.source.lines.length) }) : '';
}

function shorten(text: string): string {
  return shortened(oneLine(text), 80);
}

function headingAbove(lines: readonly string[], line1: number): string {
  return lines.slice(0, line1 - 1).findLast((line) => /^ {0,3}#{1,6}\s/.test(line)) ?? '';
}

/**
 * An answer's uncited claims. An answer is recognized by the layout that "Insert Answer" gives it: a list in which every
 * item is a question followed by text, and at least one ends in a citation.
 */
function claimsWithoutCitation(text: string, cited: readonly CitingBlock[], syntax: CitationSyntax): readonly TextRange[] {
  const withCitation = new Map(cited.map((citing) => [citing.block.start, citing.citations]));
  const isClaim = (block: SentenceBlock): boolean => {
    const words = piecesOf(text, { block, citations: withCitation.get(block.start) ?? [] }).join('');
    return syntax.itemMark.test(text.slice(block.start, block.end)) && /^[^\n]*\?\s+\S/.test(syntax.plain(words, true));
  };
  return listsOf(syntax.blocks(text)).flatMap((items) => {
    const isAnswer = items.some(({ start }) => withCitation.has(start)) && items.every(isClaim);
    return isAnswer ? items.filter(({ start }) => !withCitation.has(start)).map(({ start, end }) => ({ start, end })) : [];
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
