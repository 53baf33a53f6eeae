/** Scripts, as far as a search treats them differently. */
import { isAscii } from '../digits.ts';

/**
 * Scripts with a full-text rule or a detected language, each with the language that most texts in it are in, for scripts of one language
 * and where the detector cannot tell. Every other letter is of the script `Other`.
 */
const languages = {
  Latin: 'en',
  Cyrillic: 'ru',
  Greek: 'el',
  Arabic: 'ar',
  Hebrew: 'he',
  Devanagari: 'hi',
  Kana: 'ja',
  Han: 'zh',
  Hangul: 'ko',
  Thai: 'th',
  Lao: 'lo',
  Khmer: 'km',
  Myanmar: 'my',
  Armenian: 'hy',
  Georgian: 'ka',
  Bengali: 'bn',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Kannada: 'kn',
  Malayalam: 'ml',
  Tamil: 'ta',
  Telugu: 'te',
  Sinhala: 'si',
  Ethiopic: 'am',
} as const;

export type Script = keyof typeof languages | 'Other';

export const usualLanguage: Partial<Record<Script, string>> = languages;

const patterns = (Object.keys(languages) as Script[]).map((script) => {
  const names = script === 'Kana' ? ['Hiragana', 'Katakana'] : [script];
  return [script, new RegExp(`[${names.map((name) => `\\p{sc=${name}}`).join('')}]`, 'u')] as const;
});

const known = new Map<number, Script>();

/** The script of a letter or mark; of one that several scripts use, the first in the list. */
export function scriptOf(letter: string): Script {
  const point = letter.codePointAt(0) ?? 0;
  if (point < 0x250) return 'Latin';
  let script = known.get(point);
  if (script === undefined) {
    script = patterns.find(([, pattern]) => pattern.test(String.fromCodePoint(point)))?.[0] ?? 'Other';
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
