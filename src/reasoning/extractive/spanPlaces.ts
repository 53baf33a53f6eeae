import { assumedLanguage } from '../../language/assumed.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import type { Candidate } from './candidates.ts';
import { functionWords, stem } from './language.ts';
import type { ReadSentence, ReadText } from './readSentences.ts';

const { reading, articles } = assumedLanguage;
/** In words; beyond it, distance no longer matters. */
export const far = 20;

/** The words beside the candidate, and how far the question's words are. */
export function ofPlace(read: ReadText, sentence: ReadSentence, candidate: Candidate): readonly number[] {
  const { text, words } = sentence;
  const { start, end } = candidate;
  const [from, to] = wordRange(words, candidate);
  const previous = words[from - 1];
  const following = words[to];
  const before = previous?.fold ?? '';
  const beyond = articles.includes(before) ? (words[from - 2]?.fold ?? '') : before;
  const gapBefore = text.slice(previous?.end ?? 0, start);
  const gapAfter = text.slice(end, following?.start ?? text.length);
  const isNear = /^[\s"“‘'(]*$/u.test(gapBefore);
  const isCloseAfter = /^[\s"”’']*$/u.test(gapAfter);
  const yes = (is: boolean): number => (is ? 1 : 0);
  return [
    yes(isNear && reading.where.has(beyond)),
    yes(isNear && reading.agents.has(beyond)),
    yes(isNear && reading.prepositions.has(beyond)),
    yes(isNear && reading.copulas.has(beyond)),
    yes(isNear && beyond !== before),
    yes(/[,:;]/u.test(gapBefore)),
    yes(isNear && previous !== undefined && !reading.prepositions.has(before) && !reading.copulas.has(before) && beyond === before),
    yes(/^["”]?,/u.test(gapAfter)),
    yes(isCloseAfter && reading.copulas.has(following?.fold ?? '')),
    yes(isCloseAfter && reading.prepositions.has(following?.fold ?? '')),
    yes(isCloseAfter && following !== undefined && !reading.prepositions.has(following.fold) && !reading.copulas.has(following.fold)),
    yes(following === undefined || /[.!?]/u.test(gapAfter)),
    yes(/^['’]/u.test(text.slice(end, end + 1))),
    yes(isNear && reading.conjunctions.has(before)),
    yes(isCloseAfter && reading.conjunctions.has(following?.fold ?? '')),
    ...distances(read, sentence, { from, to, start, end }),
  ];
}

/** How the candidate is placed to the word that says the relation, and which other candidates are nearer to it. */
export function ofFocus(read: ReadText, sentence: ReadSentence, candidate: Candidate, rivals: readonly Candidate[]): readonly number[] {
  const { asked, passages, worths } = read;
  const { words, matches } = sentence;
  const [from, to] = wordRange(words, candidate);
  const at = asked.focus === null ? [] : [...matches.keys()].filter((i) => matches[i] === asked.focus && (i < from || i >= to));
  const left = Math.min(far, ...at.filter((i) => i < from).map((i) => from - i));
  const right = Math.min(far, ...at.filter((i) => i >= to).map((i) => i - to + 1));
  const gap = (one: Candidate): number => {
    const [first, after] = wordRange(words, one);
    return Math.min(far, ...at.map((i) => (i < first ? first - i : i >= after ? i - after + 1 : far)));
  };
  const others = rivals.filter((one) => one.end <= candidate.start || one.start >= candidate.end);
  const runOf = (indices: readonly number[]): number => {
    const seen = new Set<number>();
    for (const i of indices) {
      const term = matches[i] ?? -1;
      if (term >= 0) seen.add(term);
      else if (!functionWords.has(words[i]?.fold ?? '')) break;
    }
    return [...seen].reduce((sum, term) => sum + (worths[term] ?? 0), 0);
  };
  const nearest = Math.min(left, right);
  const between = nearest === far ? [] : left <= right ? words.slice(from - left + 1, from) : words.slice(to, to + right - 1);
  const life = lifeHalf(read, sentence.text, candidate);
  const isTitled = asked.focus !== null && passages[sentence.passage]?.titled.has(asked.focus) === true;
  return [
    runOf(Array.from({ length: from }, (_, i) => from - 1 - i)),
    runOf(Array.from({ length: words.length - to }, (_, i) => to + i)),
    Math.min(12, others.length),
    Math.min(6, life === 1 ? 0 : others.filter((one) => gap(one) < nearest).length),
    nearest === far ? 9 : Math.min(9, between.filter(({ fold }) => !functionWords.has(fold)).length),
    life ?? (at.length > 0 ? 1 : 0),
    life === 1 ? 1 : life === 0 ? far : left,
    life === null ? right : far,
    isTitled ? 1 : 0,
  ];
}

/** Whether a birth or a death is asked for. */
export function asksLife({ focus, terms }: AskedAnswer): boolean {
  return lifeAsked(focus === null ? undefined : terms[focus]?.stem) >= 0;
}

/** 0 for births, 1 for deaths, -1 for another relation. */
function lifeAsked(focus: string | undefined): number {
  return focus === undefined ? -1 : lives.findIndex((family) => family.has(focus));
}

/** 1 in the half of life dates that is asked for, 0 in the other half; null elsewhere. */
function lifeHalf({ asked }: ReadText, text: string, { start, end }: Candidate): number | null {
  const half = lifeAsked(asked.focus === null ? undefined : asked.terms[asked.focus]?.stem);
  if (half < 0) return null;
  for (const match of text.matchAll(/\(([^()]*\d[^()]*?)(?:\s?[–—−]\s?|\s-\s?|-\s)([^()]*\d[^()]*)\)/gu)) {
    const open = match.index + 1;
    const middle = open + (match[1]?.length ?? 0);
    if (start < open || end >= match.index + match[0].length) continue;
    return (half === 0) === end <= middle ? 1 : 0;
  }
  return null;
}

const lives = reading.life.map((word) => {
  const stems = reading.families.map((family) => family.map(stem));
  return new Set([stem(word), ...(stems.find((family) => family.includes(stem(word))) ?? [])]);
});

/** Index of the candidate's first word, and of the one after it. */
function wordRange(words: ReadSentence['words'], { start, end }: Candidate): readonly [number, number] {
  const first = words.findIndex((word) => word.end > start);
  const next = words.findIndex((word) => word.start >= end);
  return [first < 0 ? words.length : first, next < 0 ? words.length : next];
}

function distances(
  { asked, worths }: ReadText,
  { text, words, matches }: ReadSentence,
  span: { readonly from: number; readonly to: number; readonly start: number; readonly end: number },
): readonly number[] {
  const nearest = { plainLeft: far, plainRight: far, nameLeft: far, nameRight: far };
  const breaks = { plain: 9, name: 9 };
  const sums = { near: 0, around: 0, left: 0, right: 0 };
  const seen = new Set<number>();
  const order = [...matches.keys()].filter((i) => (i < span.from || i >= span.to) && (matches[i] ?? -1) >= 0);
  const gapOf = (i: number): number => (i < span.from ? span.from - i : i - span.to + 1);
  order.sort((a, b) => gapOf(a) - gapOf(b) || a - b);
  for (const i of order) {
    const term = matches[i] ?? -1;
    const gap = gapOf(i);
    const isLeft = i < span.from;
    const isName = asked.terms[term]?.isName === true;
    const kind = isName ? 'name' : 'plain';
    const side = isLeft ? (`${kind}Left` as const) : (`${kind}Right` as const);
    if (nearest[`${kind}Left`] === far && nearest[`${kind}Right`] === far) breaks[kind] = breaksIn(text, words, i, span);
    nearest[side] = Math.min(nearest[side], gap);
    if (seen.has(term)) continue;
    seen.add(term);
    const worth = worths[term] ?? 0;
    if (gap <= 4) sums.near += worth;
    if (gap <= 10) sums.around += worth;
    sums[isLeft ? 'left' : 'right'] += worth;
  }
  return [
    nearest.plainLeft,
    nearest.plainRight,
    nearest.nameLeft,
    nearest.nameRight,
    sums.near,
    sums.around,
    breaks.plain,
    breaks.name,
    sums.left,
    sums.right,
  ];
}

function breaksIn(
  text: string,
  words: ReadSentence['words'],
  i: number,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  const word = words[i];
  if (!word) return 0;
  const between = word.end <= start ? text.slice(word.end, start) : text.slice(end, word.start);
  return Math.min(8, (between.match(/[;:,()–—"“”]/gu) ?? []).length);
}
