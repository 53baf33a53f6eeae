/** Scripts, as far as a search treats them differently. */
import { isAscii } from '../digits.ts';

/** Scripts with a full-text rule or a detected language; every other letter is of the script `Other`. */
const scripts = {
  Latin: /\p{sc=Latin}/u,
  Cyrillic: /\p{sc=Cyrillic}/u,
  Greek: /\p{sc=Greek}/u,
  Arabic: /\p{sc=Arabic}/u,
  Hebrew: /\p{sc=Hebrew}/u,
  Devanagari: /\p{sc=Devanagari}/u,
  Kana: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  Han: /\p{sc=Han}/u,
  Hangul: /\p{sc=Hangul}/u,
  Thai: /\p{sc=Thai}/u,
  Lao: /\p{sc=Lao}/u,
  Khmer: /\p{sc=Khmer}/u,
  Myanmar: /\p{sc=Myanmar}/u,
  Armenian: /\p{sc=Armenian}/u,
  Georgian: /\p{sc=Georgian}/u,
  Bengali: /\p{sc=Bengali}/u,
  Gujarati: /\p{sc=Gujarati}/u,
  Gurmukhi: /\p{sc=Gurmukhi}/u,
  Kannada: /\p{sc=Kannada}/u,
  Malayalam: /\p{sc=Malayalam}/u,
  Tamil: /\p{sc=Tamil}/u,
  Telugu: /\p{sc=Telugu}/u,
  Sinhala: /\p{sc=Sinhala}/u,
  Ethiopic: /\p{sc=Ethiopic}/u,
} as const;

export type Script = keyof typeof scripts | 'Other';

const known = new Map<number, Script>();

/** The script of a letter or mark; of one that several scripts use, the first in the list. */
export function scriptOf(letter: string): Script {
  const point = letter.codePointAt(0) ?? 0;
  if (point < 0x250) return 'Latin';
  let script = known.get(point);
  if (script === undefined) {
    const found = Object.entries(scripts).find(([, pattern]) => pattern.test(String.fromCodePoint(point)));
    script = (found?.[0] ?? 'Other') as Script;
    known.set(point, script);
  }
  return script;
}

/**
 * The script that a text is in, judged by its letters; undefined for a text without letters. A text with some kana is Japanese, however
 * much Han it has.
 */
export function mainScript(text: string): Script | undefined {
  if (isAscii(text) || !beyondLatin.test(text)) return /[A-Za-z]|\p{L}/u.test(text) ? 'Latin' : undefined;
  const counts = new Map<Script, number>();
  let letters = 0;
  for (const [stretch] of text.matchAll(/[A-Za-z]+|\p{L}/gu)) {
    const script = scriptOf(stretch);
    counts.set(script, (counts.get(script) ?? 0) + stretch.length * (script === 'Latin' ? weightOfLatin : 1));
    letters += stretch.length;
  }
  if ((counts.get('Kana') ?? 0) > fewKana * letters) return 'Kana';
  return [...counts].reduce<readonly [Script, number] | undefined>((most, one) => (most && most[1] >= one[1] ? most : one), undefined)?.[0];
}

/** Letters that `scriptOf` has to look up. */
const beyondLatin = /(?![\0-\u024f])\p{L}/u;

/** Texts in any script have names in Latin, seldom the other way round. */
const weightOfLatin = 0.3;
/** Share of letters. Japanese has about half, Chinese hardly any. */
const fewKana = 0.1;
