/** Is this text really there? Looks words up in all documents of a folder: the reverse of a citation. */
import { almostQuote } from '../citations/almostQuote.ts';
import { findQuoteParts, QuotableText } from '../citations/findQuote.ts';
import { locate } from '../citations/locate.ts';
import { normalizedText, type TextRange } from '../citations/readText.ts';
import type { PassageIndex, Row } from '../indexing/interfaces.ts';
import { listedTitle, pagesOf, type Passage } from '../protocol/passage.ts';
import type { FoundPlace, VerifiedQuote } from '../protocol/agentTools.ts';

/** What of an index is read. */
export type QuotableIndex = Pick<PassageIndex, 'searchText' | 'pathOf' | 'rowsOf' | 'passages'>;

/** A search by words puts the passage that has them among the first; a text over several passages begins in one and ends in another. */
const passagesSearched = 40;
const documentsRead = 12;
/** A long text is searched by its beginning, its middle and its end, with so many characters each. */
const charsSearched = 300;
/** A text goes on in so many passages after the one that was found, and began in as many before it. */
const passagesAround = 8;

/**
 * @param text at most 20,000 characters; longer texts are no quotes
 * @returns `verbatim` with at most `most` places: equal after reading (white space, markup, kinds of quotation marks and dashes, case);
 * `differs` with the nearest place and the words that differ; else `not-found` with what comes nearest by its words. Deterministic.
 */
export async function verifyQuote(index: QuotableIndex, text: string, most: number, signal: AbortSignal): Promise<VerifiedQuote> {
  const rows = await likelyRows(index, text);
  const passages = await index.passages(rows);
  const alone = passages.map((passage) => ({ passages: [passage], starts: [0], text: readable(passage) }));
  const found = foundIn(alone, text, most);
  if (found) return found;
  const stretches = await stretchesOf(index, rows, signal);
  const over = foundIn(stretches, text, most);
  if (over) return over;
  for (const stretch of stretches) {
    signal.throwIfAborted();
    const almost = almostQuote(stretch.text.text, text);
    if (!almost) continue;
    const { place, said, has } = almost;
    return { found: 'differs', places: [placeIn(stretch, place.start, place.end)], differences: [{ said, has }] };
  }
  const [nearest] = passages;
  return { found: 'not-found', places: [], nearest: nearest && placeOfQuote([nearest], 0, nearest.text.length, nearest.text) };
}

/** Passages that may have the text, best first. */
async function likelyRows(index: QuotableIndex, text: string): Promise<readonly Row[]> {
  const middle = Math.max(0, (text.length - charsSearched) >> 1);
  const parts = new Set([text.slice(0, charsSearched), text.slice(middle, middle + charsSearched), text.slice(-charsSearched)]);
  const scores = new Map<Row, number>();
  for (const part of parts)
    for (const { row, score } of await index.searchText(part, passagesSearched)) scores.set(row, (scores.get(row) ?? 0) + score);
  return [...scores].sort(([a, s], [b, t]) => t - s || a - b).map(([row]) => row);
}

/** Passages of one document that follow each other. */
interface Stretch {
  readonly passages: readonly Passage[];
  /** Where each passage begins in `text`. */
  readonly starts: readonly number[];
  readonly text: QuotableText;
}

/** What is around the passages found, by document, the best one first. */
async function stretchesOf(index: QuotableIndex, found: readonly Row[], signal: AbortSignal): Promise<readonly Stretch[]> {
  const byPath = Map.groupBy(found, (row) => index.pathOf(row));
  const stretches: Stretch[] = [];
  for (const [path, ofDocument] of [...byPath].slice(0, documentsRead)) {
    signal.throwIfAborted();
    const { rows } = await index.rowsOf(path === undefined ? [] : [path]);
    const near = new Set<number>();
    for (const row of ofDocument) {
      const at = rows.indexOf(row);
      for (let i = Math.max(0, at - passagesAround); i <= Math.min(rows.length - 1, at + passagesAround); i++) near.add(i);
    }
    const groups: number[][] = [];
    for (const i of [...near].sort((a, b) => a - b)) {
      const last = groups.at(-1);
      if (last?.at(-1) === i - 1) last.push(i);
      else groups.push([i]);
    }
    for (const places of groups) {
      const read = await index.passages(places.map((i) => rows[i]!));
      stretches.push(joined(read.toSorted((a, b) => a.range.startOffset - b.range.startOffset)));
    }
  }
  return stretches;
}

function joined(passages: readonly Passage[]): Stretch {
  const starts: number[] = [];
  let text = '';
  for (const passage of passages) {
    starts.push(text.length);
    text += `${passage.text}\n`;
  }
  return { passages, starts, text: new QuotableText(text) };
}

/** Passages are the same objects as long as the index has them in memory. */
const readables = new WeakMap<Passage, QuotableText>();

function readable(passage: Passage): QuotableText {
  const text = readables.get(passage) ?? new QuotableText(passage.text);
  readables.set(passage, text);
  return text;
}

/** Places that have all of the text; where there are none, the first that has it but for what is left out (`…`), put in (`[…]`), a sign. */
function foundIn(stretches: readonly Stretch[], text: string, most: number): VerifiedQuote | undefined {
  const places: FoundPlace[] = [];
  let differing: VerifiedQuote | undefined;
  for (const stretch of stretches) {
    const source = stretch.text.text;
    const parts = findQuoteParts(stretch.text, text);
    const [first, last] = [parts?.[0], parts?.at(-1)];
    if (!parts || !first || !last) continue;
    const place = placeIn(stretch, first.start, last.end + restOfWord(text, source.slice(last.end, last.end + mostRest)));
    if (isWhole(text, place.text)) places.push(place);
    else
      differing ??= {
        found: 'differs',
        places: [place],
        differences: leftOutOf(source, parts, text) ?? [writtenOtherwise(text, place.text)],
      };
  }
  return places.length > 0 ? { found: 'verbatim', places: places.slice(0, most) } : differing;
}

/** Of a word that a quote ends in the middle of, behind a hyphen: `latin-` of `latin-1`. */
function restOfWord(text: string, source: string): number {
  return /[\p{L}\p{N}]-[^\p{L}\p{N}]*$/u.test(text.slice(-mostRest)) ? (/^-[\p{L}\p{N}]+/u.exec(source)?.[0].length ?? 0) : 0;
}

const mostRest = 40;

/** Marks of footnotes may be missing, but none may be another. */
function isWhole(text: string, source: string): boolean {
  const said = lettersOf(normalizedText(text).text);
  const isSaid = [false, true].some((withoutNotes) => said === lettersOf(normalizedText(source, withoutNotes).text));
  if (!isSaid) return false;
  const [ofText, ofSource] = [operatorsIn(text), operatorsIn(source)];
  return areAmong(ofText.within, ofSource.all) && areAmong(ofSource.within, ofText.all);
}

/** With the signs that make another number or name. */
function lettersOf(text: string): string {
  return text.replace(/(?!(?<=\d)[.,](?=\d)|-(?=-?\d)|[%‰$€£<>=±×÷+~#/&@§°])[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Signs that are markup beside a word, and none on their own: `+`, `+=`, `**`. Those that begin a line may be those of items. */
function operatorsIn(text: string): { readonly all: readonly string[]; readonly within: readonly string[] } {
  const found = [...text.matchAll(/(?<!\S)[^\p{L}\p{N}\s]+(?!\S)/gu)]
    .map(({ 0: sign, index }) => ({
      sign: sign.replace(/[^*+^~#=<>!/%&|@-]/g, ''),
      isWithin: /\S[^\S\n]{1,8}$/.test(text.slice(Math.max(0, index - 9), index)),
    }))
    .filter(({ sign }) => /[*+^~#]/.test(sign));
  return { all: found.map(({ sign }) => sign), within: found.filter(({ isWithin }) => isWithin).map(({ sign }) => sign) };
}

/** In their order. */
function areAmong(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === some[next]) next++;
  return next === some.length;
}

/** Undefined for a quote that leaves nothing out and puts nothing in. */
function leftOutOf(source: string, parts: readonly TextRange[], text: string): VerifiedQuote['differences'] {
  const marks = text.match(/\[[^\]]*\]|…|\.{3,}/g);
  const between = parts.slice(1).map(({ start }, i) => source.slice(parts[i]!.end, start).trim());
  const [note = ''] = /(?<=^\s?)\[[^\]]{1,10}\]/.exec(source.slice(parts.at(-1)!.end)) ?? [];
  return marks?.map((said, i) => ({ said, has: between[i] ?? (said.startsWith('[') ? note : '') }));
}

/** From the first to the last word that is another, with the words around them. */
function writtenOtherwise(said: string, has: string): { readonly said: string; readonly has: string } {
  const [ofSaid, ofHas] = [said, has].map((text) => text.trim().split(/\s+/)) as [string[], string[]];
  const most = Math.min(ofSaid.length, ofHas.length);
  let [first, last] = [0, 0];
  while (first < most && ofSaid[first] === ofHas[first]) first++;
  while (last < most - first && ofSaid.at(-1 - last) === ofHas.at(-1 - last)) last++;
  const around = (words: readonly string[]): string => words.slice(Math.max(0, first - 1), words.length - Math.max(0, last - 1)).join(' ');
  return { said: around(ofSaid), has: around(ofHas) };
}

function placeIn({ passages, starts, text }: Stretch, start: number, end: number): FoundPlace {
  const first = starts.findLastIndex((at) => at <= start);
  const last = starts.findLastIndex((at) => at < end);
  const touched = passages.slice(first, last + 1);
  return placeOfQuote(touched, start - (starts[first] ?? 0), end - (starts[last] ?? 0), text.text.slice(start, end));
}

/** @param start in the first passage; @param end in the last one */
export function placeOfQuote(passages: readonly Passage[], start: number, end: number, quote: string): FoundPlace {
  const first = passages[0]!;
  const last = passages.at(-1)!;
  const from = locate(first, start, first === last ? end : first.text.length);
  const to = first === last ? from : locate(last, 0, end);
  const startLine = from.startLine + 1;
  const endLine = Math.max(startLine, to.endLine);
  const pages = { ...pagesOf(first, from.startOffset, from.endOffset) };
  const { page, lastPage = page } = pagesOf(last, to.startOffset, to.endOffset);
  return {
    path: first.path,
    link: `${first.path}#L${startLine}-L${endLine}`,
    document: listedTitle(first),
    startLine,
    endLine,
    page: pages.page,
    lastPage: lastPage === pages.page ? undefined : (lastPage ?? page),
    text: quote.trim(),
  };
}
