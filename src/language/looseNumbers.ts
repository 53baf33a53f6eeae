import { perLanguage, type Language } from './language.ts';
import type { Quantity } from './numbers.ts';

/**
 * Quantities that a text gives as a part or a span: `two thirds` is also 66.7 %, `half an hour` and `two decades` are times. Empty in
 * languages whose words for them are not known.
 */
export function findLooseNumbers(text: string, language: Language): readonly Quantity[] {
  const grammar = grammarOf(language);
  if (language.loose.fractions.size === 0) return [];
  return [...text.matchAll(grammar)].flatMap(({ groups = {} }): readonly Quantity[] => {
    const { count, fraction, span, whole = span, unit } = groups;
    const times = valueOf(count, language) * (language.loose.fractions.get(fraction?.toLowerCase() ?? '') ?? 1);
    const seconds = language.loose.spans.get(whole?.toLowerCase() ?? '');
    const measured = unitOf(unit, language);
    if (seconds !== undefined) return [{ value: times * seconds, inBase: times * seconds, kind: 'time', factor: 1, step: 0 }];
    if (fraction === undefined) return [];
    const share = { value: 100 * times, inBase: 100 * times, kind: 'share', factor: 1, step: 1 };
    return measured ? [share, { value: times, inBase: times * measured.factor, ...measured, step: 0 }] : [share];
  });
}

const grammarOf = perLanguage(({ loose, numbers, units }) => {
  const anyOf = (words: Iterable<string>): string => `(?:${[...words].sort((a, b) => b.length - a.length).join('|') || '(?!)'})`;
  const fraction = anyOf(loose.fractions.keys());
  const span = anyOf(loose.spans.keys());
  const unit = anyOf(units.flatMap(({ names }) => names.filter((name) => /^\p{L}{3,}$/u.test(name))));
  const article = `(?:${numbers.one})`;
  return new RegExp(
    `(?<![\\p{L}\\d])(?:(?<count>\\d{1,3}|${anyOf(numbers.cardinals.keys())})[\\s-])?` +
      `(?:(?<fraction>${fraction})(?:[\\s-](?:${numbers.partitive}\\s)?(?:${article}\\s)?(?:(?<unit>${unit})${numbers.plural}|(?<span>${span})))?(?!\\p{L})|` +
      `(?<whole>${span})(?!\\p{L}))`,
    'giu',
  );
});

function valueOf(count: string | undefined, { numbers }: Language): number {
  if (count === undefined) return 1;
  return numbers.cardinals.get(count.toLowerCase()) ?? Number(count);
}

function unitOf(name: string | undefined, { units }: Language): { readonly kind: string; readonly factor: number } | undefined {
  const found = name === undefined ? undefined : units.find(({ names }) => names.includes(name.toLowerCase()));
  return found && { kind: found.kind, factor: found.factor };
}
