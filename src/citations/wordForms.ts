/** The words of a text that carry content, so that forms of one word meet. Pure. */
import { perLanguage, type Language } from '../language/language.ts';
import { comparedRanges } from '../language/spaceless.ts';
import { wordsOf } from '../language/words.ts';
import { contentStems } from './support.ts';
import type { TextRange } from './readText.ts';

export interface ContentWord extends TextRange {
  /** Two are forms of one word, or of one family, if they share one. */
  readonly keys: readonly string[];
}

/** In text order. In scripts that put no spaces between words, every two neighboring characters are one. */
export function contentWordsOf(text: string, language: Language): readonly ContentWord[] {
  return wordsOf(text, language).flatMap((word) => {
    const parts = comparedRanges(text, word);
    const base = parts.length === 1 ? language.stem(basesOf(language).get(word.fold) ?? word.fold) : undefined;
    return parts.flatMap(({ start, end }): readonly ContentWord[] => {
      const [stem] = contentStems(text.slice(start, end), language);
      if (stem === undefined) return [];
      return [{ start, end, keys: [stem, ...(base === undefined ? [] : [base, ...(familiesOf(language).get(base) ?? [])])] }];
    });
  });
}

/** All keys of a text. */
export function contentKeys(text: string, language: Language): ReadonlySet<string> {
  return new Set(contentWordsOf(text, language).flatMap(({ keys }) => keys));
}

/** Irregular verbs by their past forms. */
const basesOf = perLanguage(
  ({ questions: { past, participles } }) => new Map([...[...past].map(([base, inflected]) => [inflected, base] as const), ...participles]),
);

/** Words of one meaning, by their stems. */
const familiesOf = perLanguage((language) => {
  const names = new Map<string, string[]>();
  for (const [i, family] of language.reading.families.entries()) {
    for (const word of family) {
      const stem = language.stem(word);
      names.set(stem, [...(names.get(stem) ?? []), `family ${i}`]);
    }
  }
  return names;
});
