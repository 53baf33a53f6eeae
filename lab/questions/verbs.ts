/** Forms of verbs: questions with `did` need the base, descriptions the past. */
import { rules } from './english.ts';

const baseOfPast = new Map([...rules.past].map(([base, past]) => [past, base]));

/**
 * The base form of a verb in the past.
 * @param isWord whether the documents have a word: `hired` is of `hire`, for `hir` is none
 * @returns undefined when that is unsure
 */
export function baseOf(past: string, isWord: (word: string) => boolean): string | undefined {
  const known = baseOfPast.get(past);
  if (known !== undefined) return known;
  if (!past.endsWith('ed')) return undefined;
  if (/^[dlt]ied$/u.test(past)) return `${past.slice(0, -3)}ie`;
  if (past.endsWith('ied')) return `${past.slice(0, -3)}y`;
  const stem = past.slice(0, -2);
  const doubled = /([bdgmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : undefined;
  const found = [doubled, `${stem}e`, stem].filter((form) => form !== undefined && (rules.verbs.has(form) || isWord(form)));
  return found.length === 1 ? found[0] : undefined;
}

/** The past form for a participle: `was written by` gives `wrote`. */
export function pastOf(participle: string): string | undefined {
  if (participle.endsWith('ed') && !rules.notParticiples.test(participle)) return participle;
  if (rules.pasts.has(participle)) return participle;
  return rules.past.get(rules.participles.get(participle) ?? '');
}

export function isParticiple(word: string): boolean {
  return rules.participles.has(word) || (/^\p{Ll}{2,}ed$/u.test(word) && !rules.notParticiples.test(word));
}
