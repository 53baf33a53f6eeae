import type { Entity } from './wantedAnswer.ts';
import type { Word } from '../../language/words.ts';
import { smallWords } from './language.ts';

/**
 * How surely a text names an entity, 0–1: the share of the name's words that occur in order and close together, reduced if the name
 * continues before or after (`Orrin Ness` is not `Orrin`, `Student of the Year 2` not `Student of the Year`). `words` are those of `text`.
 */
export function rateName(entity: Entity, text: string, words: readonly Word[]): number {
  let best = 0;
  for (let at = 0; at < words.length && best < 1; at += 1) {
    const opening = entity.words.indexOf(words[at]?.fold ?? '');
    if (opening < 0 || opening > MAX_MISSING) continue;
    best = Math.max(best, rateFrom(entity, text, words, at, opening));
  }
  return best;
}

/** At most this many of the name's first words, such as ranks and given names, may be missing. */
const MAX_MISSING = 3;
const MAX_GAP = 2;
const RANK =
  /^(?:king|queen|prince|princess|duke|duchess|count|countess|earl|lord|lady|sir|dame|baron|baroness|emperor|empress|sultan|pope|saint|st|dr|mr|mrs|ms|miss|professor|president|general|captain|colonel|major|lieutenant|archduke|archduchess|infanta|infante|landgrave|the|a|an|in|on|at|by|to|from|for|with|of|and|but|when|while|after|before|as|if|film|director|actor|actress|singer|composer|writer|author|engineer)$/u;

function rateFrom(entity: Entity, text: string, words: readonly Word[], at: number, opening: number): number {
  let found = weightOf(entity.words[opening] ?? '');
  let next = opening + 1;
  let last = at;
  let skipped = 0;
  for (let index = at + 1; index < words.length && next < entity.words.length && skipped <= MAX_GAP; index += 1) {
    const fold = words[index]?.fold ?? '';
    const position = entity.words.indexOf(fold, next);
    if (position >= 0 && position - next <= 1) {
      found += weightOf(fold);
      next = position + 1;
      last = index;
      skipped = 0;
    } else if (!smallWords.has(fold)) skipped += 1;
  }
  const all = entity.words.reduce((sum, word) => sum + weightOf(word), 0);
  const before =
    goesOn(text, words[at - 1], words[at]) && !RANK.test(words[at - 1]?.fold ?? '') && !entity.words.includes(words[at - 1]?.fold ?? '');
  const after = goesOn(text, words[last], words[last + 1]);
  return (found / all) * (before ? 0.75 : 1) * (after ? 0.7 : 1);
}

/** Whether two neighboring words belong to one name: only a space between them, both with a capital or a number. */
function goesOn(text: string, left: Word | undefined, right: Word | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return (
    /^[ \u00a0]$/u.test(text.slice(left.end, right.start)) &&
    /^\p{Lu}/u.test(text.slice(left.start, left.end)) &&
    /^[\p{Lu}\d]/u.test(text.slice(right.start, right.end)) &&
    !RANK.test(right.fold)
  );
}

function weightOf(word: string): number {
  return word.length < 2 || /^\d/u.test(word) ? 0.5 : 1;
}
