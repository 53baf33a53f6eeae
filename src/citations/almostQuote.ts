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
 * The place of the text that has most words of a quote in their order, if only few differ: at most a fifth, and four. Undefined for fewer
 * than four words. Linear in the text; of a long quote the beginning.
 */
export function almostQuote(text: string, words: string): AlmostQuote | undefined {
  const quoted = wordsIn(normalizedText(words)).slice(0, mostWords);
  if (quoted.length < fewestWords) return undefined;
  const all = wordsIn(normalizedText(text));
  let steps: readonly Step[] = [];
  let edits = Infinity;
  for (const from of likeliestStarts(quoted, all)) {
    const near = all.slice(Math.max(0, from - slack), Math.max(0, from + quoted.length + slack));
    const aligned = alignment(quoted, near);
    const differing = aligned.filter(({ said, has }) => said?.word !== has?.word).length;
    if (differing < edits) [steps, edits] = [aligned, differing];
  }
  if (edits === 0 || edits > Math.min(mostEdits, quoted.length * mostShare)) return undefined;
  const placed = steps.flatMap(({ has }) => has ?? []);
  const [start, end] = [placed[0]?.start, placed.at(-1)?.end];
  if (start === undefined || end === undefined) return undefined;
  const [said, has] = differing(steps);
  return { place: { start, end }, said: spanned(words, said), has: spanned(text, has) };
}

const mostWords = 120;
const fewestWords = 4;
const mostEdits = 4;
const mostShare = 0.2;
/** In words. */
const slack = 4;

interface PlacedWord extends TextRange {
  readonly word: string;
}

function wordsIn({ text, starts, ends }: NormalizedText): readonly PlacedWord[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[.,'_-][\p{L}\p{M}\p{N}]+)*/gu)].map(({ 0: word, index }) => ({
    word,
    start: starts[index] ?? 0,
    end: ends[index + word.length - 1] ?? 0,
  }));
}

/** Where the quote would begin by most of its words, the likeliest place first. A word that is everywhere says nothing. */
function likeliestStarts(quoted: readonly PlacedWord[], all: readonly PlacedWord[]): readonly number[] {
  const sought = new Set(quoted.map(({ word }) => word));
  const places = new Map<string, number[]>();
  all.forEach(({ word }, at) => {
    if (!sought.has(word)) return;
    const known = places.get(word);
    if (known) known.push(at);
    else places.set(word, [at]);
  });
  const votes = new Map<number, number>();
  quoted.forEach(({ word }, i) => {
    const own = places.get(word) ?? [];
    if (own.length <= mostPlaces) for (const at of own) votes.set(at - i, (votes.get(at - i) ?? 0) + 1);
  });
  const sums = [...votes.keys()].map((start) => {
    let sum = 0;
    for (let i = -2; i <= 2; i++) sum += votes.get(start + i) ?? 0;
    return { start, sum };
  });
  return sums
    .sort((a, b) => b.sum - a.sum)
    .slice(0, mostStarts)
    .map(({ start }) => start);
}

const mostPlaces = 100;
/** Short quotes of common words seem to begin at several places. */
const mostStarts = 5;

interface Step {
  readonly said?: PlacedWord;
  readonly has?: PlacedWord;
}

/** The cheapest way from the quote to any stretch of the words, without what is before and behind it. */
function alignment(quoted: readonly PlacedWord[], near: readonly PlacedWord[]): readonly Step[] {
  const costs = [near.map(() => 0).concat(0)];
  for (const [i, { word }] of quoted.entries()) {
    const above = costs[i] ?? [];
    const row = [i + 1];
    near.forEach((other, j) => {
      const replaced = (above[j] ?? 0) + (word === other.word ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    });
    costs.push(row);
  }
  const last = costs.at(-1) ?? [];
  let j = last.lastIndexOf(Math.min(...last));
  let i = quoted.length;
  const steps: Step[] = [];
  while (i > 0) {
    const [said, has, cost] = [quoted[i - 1], near[j - 1], costs[i]?.[j] ?? 0];
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
  return steps.reverse();
}

/** From the first to the last difference; where one side has nothing there, with the words around it. */
function differing(steps: readonly Step[]): readonly [said: readonly PlacedWord[], has: readonly PlacedWord[]] {
  const differs = ({ said, has }: Step): boolean => said?.word !== has?.word;
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
