/**
 * Finds words in the texts of a page, however their layout divides them: ligatures, hyphens at the ends of lines, columns, spaces, quotation
 * marks, cells of a table. Pure.
 */
import { PageLetters, lettersOf, type FoundStretch, type Letters, type PlacedItem } from './pageLetters.ts';

export interface SoughtWords {
  readonly words: string;
  /** What the text has around them in the same line. */
  readonly before: string;
  readonly after: string;
}

/** Longer words are looked for by their beginning, which is where they are read. */
const mostLetters = 6_000;

/**
 * The stretches that have the words, in the order of the items; undefined when the items do not have all of them, none when they have them
 * in several places and it is not certain which is meant. Words without a letter or digit are nowhere. Takes time in proportion to the items, and to the pieces of the words
 * that are apart on the page, at most 40.
 */
export function findOnPage(items: readonly PlacedItem[], sought: SoughtWords): readonly FoundStretch[] | undefined {
  const words = lettersOf(sought.words).slice(0, mostLetters);
  if (words === '') return undefined;
  let isTied = false;
  for (const order of [items.keys(), inLines(items)]) {
    const page = new PageLetters(items, [...order]);
    const found = whole(page, words, sought) ?? inRows(page, sought) ?? inPieces(page, rowOf(sought)?.text ?? sought.words, sought);
    if (found && found.length > 0) return page.stretches(found);
    isTied ||= found !== undefined;
  }
  return isTied ? [] : undefined;
}

/** Rows of a table, with the heading above them, each in its line. */
function inRows(page: PageLetters, sought: SoughtWords): readonly Letters[] | undefined {
  const lines = sought.words.split('\n').filter((line) => lettersOf(line) !== '');
  if (lines.length === 1) return cells(page, sought);
  if (lines.length > mostRows || !lines.some((line) => line.includes(' | '))) return undefined;
  const found = lines.map((line, i) => {
    const one = { words: line, before: i === 0 ? sought.before : '\n', after: i === lines.length - 1 ? sought.after : '\n' };
    return cells(page, one) ?? whole(page, lettersOf(line), one);
  });
  if (!found.every((one) => one !== undefined)) return undefined;
  return found.some((one) => one.length === 0) ? [] : found.flat();
}

/** More are a whole table. */
const mostRows = 40;

/** The items by their lines from the top of the page, each line in the direction in which most of it is read. */
function inLines(items: readonly PlacedItem[]): Iterable<number> {
  const places = items.map(({ transform: [a = 1, b = 0, , , x = 0, y = 0], page, str }, index) => {
    const quarter = Math.round(Math.atan2(b, a) / (Math.PI / 2));
    const [cos = 1, sin = 0] = [Math.cos((quarter * Math.PI) / 2), Math.sin((quarter * Math.PI) / 2)];
    return {
      index,
      page,
      quarter,
      along: x * cos + y * sin,
      down: x * sin - y * cos,
      size: Math.hypot(a, b),
      isBack: RIGHT_TO_LEFT.test(str),
    };
  });
  places.sort((a, b) => a.page - b.page || a.quarter - b.quarter || a.down - b.down);
  const lines: (typeof places)[] = [];
  for (const place of places) {
    const [first] = lines.at(-1) ?? [];
    const isSame = first?.page === place.page && first.quarter === place.quarter && place.down - first.down < first.size * 0.4;
    if (isSame) lines.at(-1)?.push(place);
    else lines.push([place]);
  }
  return lines.flatMap((line) => {
    const isBack = line.filter((place) => place.isBack).length * 2 > line.length;
    return line.sort((a, b) => (isBack ? b.along - a.along : a.along - b.along)).map(({ index }) => index);
  });
}

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** All words together. Of several places, the one with the most of what is around the words; empty where that does not tell. */
function whole(page: PageLetters, words: string, { before, after }: SoughtWords): readonly Letters[] | undefined {
  const { start, isTied } = bestPlace(page, words, lettersOf(before.slice(-mostAround)), lettersOf(after.slice(0, mostAround)));
  if (start < 0) return undefined;
  return isTied ? [] : [{ start, end: start + words.length }];
}

const mostAround = 200;
/** More places of the same words are not compared. */
const mostPlaces = 500;

interface BestPlace {
  /** -1 if nowhere. */
  readonly start: number;
  /** Whether another place is as good, although it is known what is around the words. */
  readonly isTied: boolean;
}

function bestPlace(page: PageLetters, words: string, before: string, after: string): BestPlace {
  let [start, most, isTied] = [-1, -1, false];
  for (let at = page.next(words, 0), n = 0; at >= 0 && n < mostPlaces; at = page.next(words, at + 1), n++) {
    const same = sameEnd(page.text.slice(Math.max(0, at - before.length), at), before) + sameStart(page.text, at + words.length, after);
    if (same > most) [start, most, isTied] = [at, same, false];
    else if (same === most) isTied = before + after !== '';
  }
  return { start, isTied };
}

function sameStart(text: string, from: number, wanted: string): number {
  let n = 0;
  while (n < wanted.length && text[from + n] === wanted[n]) n++;
  return n;
}

function sameEnd(text: string, wanted: string): number {
  let n = 0;
  while (n < wanted.length && n < text.length && text.at(-1 - n) === wanted.at(-1 - n)) n++;
  return n;
}

/** A row of a table, as text has it: `Heading › Label | Column: value | Column: value`. */
interface Row {
  readonly label: string;
  /** What its cells have. `isSought`: the words have it, too. */
  readonly cells: readonly { readonly value: string; readonly isSought: boolean; readonly isUnit: boolean }[];
  readonly isLabelSought: boolean;
  /** The words without the names of columns and the headings above. */
  readonly text: string;
}

/** Undefined for words that are not of a row. */
function rowOf({ words, before, after }: SoughtWords): Row | undefined {
  const line = (before.split('\n').at(-1) ?? '') + words + (after.split('\n')[0] ?? '');
  if (words.includes('\n') || !line.includes(' | ')) return undefined;
  const start = (before.split('\n').at(-1) ?? '').length;
  let at = 0;
  const parts = line.split(' | ').map((text) => {
    const isSought = at < start + words.length && at + text.length > start;
    at += text.length + 3;
    return { text, isSought };
  });
  const [first, ...others] = parts;
  if (!first) return undefined;
  const isCell = /: \S/.test(first.text) && !first.text.includes(' › ');
  const behind = (text: string, sign: string): string => text.slice(text.lastIndexOf(sign) + 1);
  const label = isCell ? '' : behind(first.text, '› ');
  const rest = isCell ? parts : others;
  // What is behind cells that have columns has none, such as the unit of all.
  const inColumns = rest.filter(({ text }) => text.includes(': '));
  const shown = (inColumns.length > 0 ? inColumns : rest).map(({ text, isSought }) => ({ text: behind(text, ': '), isSought }));
  const cells = shown
    .map(({ text, isSought }) => ({ value: lettersOf(text), isSought, isUnit: /^in \p{L}/iu.test(text) }))
    .filter(({ value }) => value !== '');
  const sought = [...(first.isSought ? [label] : []), ...shown.filter(({ isSought }) => isSought).map(({ text }) => text)];
  return { label: lettersOf(label), cells, isLabelSought: first.isSought, text: sought.join(' ') };
}

/** A row is read along, so its cells are not far from each other. In letters. */
const widestGap = 160;

function cells(page: PageLetters, sought: SoughtWords): readonly Letters[] | undefined {
  const row = rowOf(sought);
  // The unit of all is above them.
  return row && (closestCells(page, row) ?? closestCells(page, { ...row, cells: row.cells.filter(({ isUnit }) => !isUnit) }));
}

/** The label with the values after it, in their order: the place where they are closest together. */
function closestCells(page: PageLetters, { label, cells: all, isLabelSought }: Row): readonly Letters[] | undefined {
  const sequence = [...(label === '' ? [] : [{ value: label, isSought: isLabelSought }]), ...all];
  const [first, ...rest] = sequence;
  if (!first || sequence.length < 2) return undefined;
  let best: { readonly found: readonly Letters[]; readonly length: number } | undefined;
  for (let start = page.next(first.value, 0), n = 0; start >= 0 && n < mostPlaces; start = page.next(first.value, start + 1), n++) {
    let end = start + first.value.length;
    const found = first.isSought ? [{ start, end }] : [];
    const isWhole = rest.every(({ value, isSought }) => {
      const at = page.next(value, end);
      if (at < 0 || at - end > widestGap) return false;
      end = at + value.length;
      if (isSought) found.push({ start: at, end });
      return true;
    });
    if (isWhole && found.length > 0 && (!best || end - start < best.length)) best = { found, length: end - start };
  }
  return best?.found;
}

const mostPieces = 40;
/** In letters. A shorter piece is only taken where it goes on soon after the one before. */
const shortestPiece = 12;
const soon = 400;
/** Of all letters, how many at most may be missing on the page, as where it draws a sign that the text has. Digits may not. */
const mostMissing = 0.05;

/** Words that something is between on the page: a note at its foot, a column's edge, a heading at the top of the next page. */
function inPieces(page: PageLetters, text: string, { before }: SoughtWords): readonly Letters[] | undefined {
  const { letters, begins } = wordsOf(text);
  const found: Letters[] = [];
  let [at, cursor, missing] = [0, -1, 0];
  while (at < letters.length) {
    const piece = nextPiece(page, letters, at, cursor, lettersOf(before.slice(-mostAround)));
    if (piece === 'anywhere') return [];
    if (piece) {
      if (found.length === mostPieces) return undefined;
      found.push(piece);
      at += piece.end - piece.start;
      cursor = piece.end;
      continue;
    }
    const begin = begins.indexOf(true, at + 1);
    const next = begin < 0 ? letters.length : begin;
    missing += next - at;
    if (missing > letters.length * mostMissing || /\p{N}/u.test(letters.slice(at, next))) return undefined;
    at = next;
  }
  return found;
}

/** The letters of a text, and at which of them words begin. */
function wordsOf(text: string): { readonly letters: string; readonly begins: readonly boolean[] } {
  const begins: boolean[] = [];
  let letters = '';
  for (const word of text.slice(0, mostLetters).split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const read = lettersOf(word);
    for (let i = 0; i < read.length; i++) begins.push(i === 0);
    letters += read;
  }
  return { letters, begins };
}

/** The longest piece of the letters from `at` on: soon after the cursor, or anywhere if it is long enough to be no chance. */
function nextPiece(page: PageLetters, letters: string, at: number, cursor: number, before: string): Letters | 'anywhere' | undefined {
  const rest = letters.slice(at);
  const isNear = (start: number): boolean => start - cursor <= soon;
  const near = cursor < 0 ? undefined : longest(page, rest, (piece) => page.nextEdge(piece, cursor), isNear);
  const length = near ? near.end - near.start : 0;
  const context = at === 0 ? before : letters.slice(Math.max(0, at - mostAround), at);
  const anywhere = longest(page, rest, (piece) => page.nextEdge(piece, 0));
  const most = anywhere ? anywhere.end - anywhere.start : 0;
  const isChance = most < Math.min(shortestPiece, letters.length) || (length > 0 && most < 3 * length);
  if (anywhere && !isChance) {
    const { start, isTied } = bestPlace(page, rest.slice(0, most), context, '');
    if (isTied) return near ?? 'anywhere';
    return start < 0 ? anywhere : { start, end: start + most };
  }
  return near && (length >= Math.min(4, rest.length) || near.start - cursor <= 12) ? near : undefined;
}

/** The most letters that begin at a place which `find` gives, up to the end of a word on the page. */
function longest(
  { text, isEdge }: Pick<PageLetters, 'text' | 'isEdge'>,
  letters: string,
  find: (piece: string) => number,
  isWanted: (start: number) => boolean = () => true,
): Letters | undefined {
  let [least, most, start] = [0, Math.min(letters.length, text.length), -1];
  while (least < most) {
    const length = (least + most + 1) >> 1;
    const found = find(letters.slice(0, length));
    if (found >= 0 && isWanted(found)) [least, start] = [length, found];
    else most = length - 1;
  }
  while (least > 0 && !isEdge(start + least)) least--;
  return least === 0 ? undefined : { start, end: start + least };
}
