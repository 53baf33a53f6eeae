/** Where a text almost has the words that a model quotes, and what it has in place of those that differ. Pure. */
import { normalizedText, type NormalizedText, type TextRange } from './readText.ts';

export interface AlmostQuote {
  /** Of the text. */
  readonly place: TextRange;
  /** The words of the quote from the first to the last that differs, and those of the text in their place. */
  readonly said: string;
  readonly has: string;
}

/**
 * The place of the text that has most words of a quote in their order, if only few differ: at most a fifth, and four; or two thirds, if it
 * has all of them, in another order. Where no word differs, the signs count: `-5 %`. Undefined for fewer than four words. Linear in the
 * text; of a long quote the beginning.
 */
export function almostQuote(text: string, words: string): AlmostQuote | undefined {
  const [source, quote] = [normalizedText(text), normalizedText(words)];
  const inWords = closest(wordsIn(quote, word), wordsIn(source, word));
  const steps = inWords?.some(differs) === false ? closest(signed(quote), wordsIn(source, wordOrSign)) : inWords;
  if (!steps?.some(differs)) return undefined;
  const placed = steps.flatMap(({ has }) => has ?? []);
  const [start, end] = [placed[0]?.start, placed.at(-1)?.end];
  if (start === undefined || end === undefined) return undefined;
  const [said, has] = differing(steps);
  return { place: { start, end }, said: spanned(words, said), has: spanned(text, has) };
}

/** The words of the quote beside those of the text where they differ least; undefined where they differ too much. */
function closest(allQuoted: readonly PlacedWord[], all: readonly PlacedWord[]): readonly Step[] | undefined {
  const quoted = allQuoted.slice(0, mostWords);
  if (quoted.length < fewestWords) return undefined;
  const { steps, from, to } = alignment(quoted, all);
  const hasMoved = hasAll(all.slice(Math.max(0, from - slack), to + slack), quoted);
  const most = hasMoved ? quoted.length * mostMoved : Math.min(mostEdits, quoted.length * mostShare);
  return steps.filter(differs).length > most ? undefined : steps;
}

/** In whatever order. `Ohtani’s` has `Ohtani`. */
function hasAll(near: readonly PlacedWord[], quoted: readonly PlacedWord[]): boolean {
  const partsOf = (words: readonly PlacedWord[]): readonly string[] => words.flatMap(({ word }) => word.split(/[.,'_]/));
  const left = Map.groupBy(partsOf(near), (part) => part);
  return partsOf(quoted).every((part) => left.get(part)?.pop() !== undefined);
}

const mostWords = 120;
const fewestWords = 4;
const mostEdits = 4;
const mostShare = 0.2;
const mostMoved = 2 / 3;
/** In words. */
const slack = 4;

interface PlacedWord extends TextRange {
  readonly word: string;
}

const word = /[\p{L}\p{M}\p{N}]+(?:[.,'_][\p{L}\p{M}\p{N}]+)*/gu;
const wordOrSign = new RegExp(String.raw`${word.source}|\S`, 'gu');

function wordsIn({ text, starts, ends }: NormalizedText, pattern: RegExp): readonly PlacedWord[] {
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    word,
    start: starts[index] ?? 0,
    end: ends[index + word.length - 1] ?? 0,
  }));
}

/** Punctuation at the end of a quote is the model's, and so are its quotation marks. */
function signed(quote: NormalizedText): readonly PlacedWord[] {
  const all = wordsIn(quote, wordOrSign);
  return all.slice(
    all.findIndex(({ word }) => !/^['"(]$/.test(word)),
    all.findLastIndex(({ word }) => !/^['"().,;:!?-]$/.test(word)) + 1,
  );
}

interface Step {
  readonly said?: PlacedWord;
  readonly has?: PlacedWord;
}

/** The cheapest way from the quote to any stretch of the words, and where that is: the first of those that cost the same. */
function alignment(
  quoted: readonly PlacedWord[],
  all: readonly PlacedWord[],
): { readonly steps: readonly Step[]; readonly from: number; readonly to: number } {
  let last = new Uint8Array(all.length + 1);
  const costs = [last];
  for (const [i, { word }] of quoted.entries()) {
    const row = new Uint8Array(all.length + 1);
    row[0] = i + 1;
    for (const [j, other] of all.entries()) row[j + 1] = Math.min(last[j]! + (word === other.word ? 0 : 1), last[j + 1]! + 1, row[j]! + 1);
    costs.push((last = row));
  }
  let to = last.indexOf(last.reduce((least, cost) => Math.min(least, cost)));
  // One word for another comes before one that is left out.
  while (last[to + 1] === last[to]) to++;
  let [i, j] = [quoted.length, to];
  const steps: Step[] = [];
  while (i > 0) {
    const [said, has, cost] = [quoted[i - 1], all[j - 1], costs[i]?.[j] ?? 0];
    const isSame = said !== undefined && said.word === has?.word;
    // Of ways that cost the same, a word that is left out comes before one that is another: “one” for “no one”.
    if (!isSame && has && cost === (costs[i]?.[j - 1] ?? 0) + 1) {
      steps.push({ has });
      j--;
    } else if (has && cost === (costs[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1)) {
      steps.push({ said, has });
      [i, j] = [i - 1, j - 1];
    } else {
      steps.push({ said });
      i--;
    }
  }
  return { steps: steps.reverse(), from: j, to };
}

function differs({ said, has }: Step): boolean {
  return said?.word !== has?.word;
}

/** From the first to the last difference; where one side has nothing there, with the words around it. */
function differing(steps: readonly Step[]): readonly [said: readonly PlacedWord[], has: readonly PlacedWord[]] {
  const [first, last] = [steps.findIndex(differs), steps.findLastIndex(differs)];
  const sides = (from: number, to: number): readonly [PlacedWord[], PlacedWord[]] => {
    const some = steps.slice(Math.max(0, from), to + 1);
    return [some.flatMap(({ said }) => said ?? []), some.flatMap(({ has }) => has ?? [])];
  };
  const [said, has] = sides(first, last);
  return said.length > 0 && has.length > 0 ? [said, has] : sides(first - 1, last + 1);
}

function spanned(text: string, words: readonly PlacedWord[]): string {
  return text.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0).replace(/\s+/g, ' ');
}
