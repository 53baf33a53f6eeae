import { countMark } from './answerWords.ts';

/** A number as it was written, and what it comes to in the base unit of its kind. */
export interface WrittenNumber {
  readonly value: number;
  /** `value` in the base unit of `kind`. */
  readonly inBase: number;
  /** What its unit measures, or its currency; undefined for a bare number. */
  readonly kind: string | undefined;
  readonly factor: number;
  /** What the last written digit is worth where a number is rounded by its form: 100,000 for `5.3 million`; else 0. */
  readonly step: number;
}

/** Takes the numbers out of a text, leaving `countMark` in their places: `1,250`, `-3.5 km`, `two hundred and six`, `5.3 million`, `$20`, `12 per cent`, `3rd`, `third`, and Roman numerals of names. */
export function takeNumbers(text: string): { readonly numbers: readonly WrittenNumber[]; readonly rest: string } {
  const numbers: WrittenNumber[] = [];
  const take = (value: number, step: number, unitName: string | undefined, currency: string | undefined): string => {
    const unit = unitName === undefined ? undefined : unitOf(unitName);
    const factor = unit?.factor ?? 1;
    numbers.push({ value, inBase: value * factor, kind: unit?.kind ?? currency, factor, step });
    return ` ${countMark} `;
  };
  const afterDigits = text.replace(DIGITS, (...[, currency, sign, digits, scale, unit]: Groups) => {
    const written = digits ?? '';
    const decimals = /\.(\d+)$/.exec(written)?.[1]?.length ?? 0;
    const times = SCALES.get(scale?.toLowerCase() ?? '') ?? 1;
    const value = Number(written.replace(/[,\s\u00a0\u202f]/gu, '')) * times * (sign === undefined || sign === '' ? 1 : -1);
    return take(value, times > 1 ? times / 10 ** decimals : 0, unit, currency?.trim().slice(-1));
  });
  const afterOrdinals = afterDigits.replace(/\b(\d+)(?:st|nd|rd|th)\b/giu, (_all: string, digits: string) =>
    take(Number(digits), 0, undefined, undefined),
  );
  const afterWords = afterOrdinals.replace(WORDS, (all: string, words: string, unit?: string) => {
    const value = valueOfWords(words);
    return value === undefined ? all : take(value, 0, unit, undefined);
  });
  const rest = afterWords.replace(ROMAN, (all: string, roman: string) => {
    const value = valueOfRoman(roman);
    return value === undefined ? all : take(value, 0, undefined, undefined);
  });
  return { numbers, rest };
}

type Groups = readonly (string | undefined)[];

/** Whether two written numbers are the same quantity: exactly in one unit, within rounding when a unit was converted or a scale word rounds. */
export function sameNumber(a: WrittenNumber, b: WrittenNumber): boolean {
  if (a.kind === undefined || b.kind === undefined) return isWithin(a.value, b.value, Math.max(a.step, b.step) / 2);
  if (a.kind !== b.kind) return false;
  const rounding = Math.max(a.step * a.factor, b.step * b.factor) / 2;
  return isWithin(a.inBase, b.inBase, Math.max(rounding, a.factor === b.factor ? 0 : 0.015 * Math.abs(a.inBase)));
}

function isWithin(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= Math.max(tolerance, 1e-9 * Math.max(Math.abs(a), Math.abs(b)));
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const SCALES: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

interface Unit {
  readonly kind: string;
  readonly factor: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['length', 1, 'm', 'metre', 'meter'],
      ['length', 1000, 'km', 'kilometre', 'kilometer'],
      ['length', 0.01, 'cm', 'centimetre', 'centimeter'],
      ['length', 0.001, 'mm', 'millimetre', 'millimeter'],
      ['length', 0.3048, 'ft', 'foot', 'feet'],
      ['length', 0.0254, 'inch', 'inches'],
      ['length', 0.9144, 'yd', 'yard'],
      ['length', 1609.344, 'mi', 'mile'],
      ['area', 1, 'm2', 'm²', 'square metre', 'square meter'],
      ['area', 1e6, 'km2', 'km²', 'sq km', 'square kilometre', 'square kilometer'],
      ['area', 2.58999e6, 'sq mi', 'square mile'],
      ['area', 1e4, 'ha', 'hectare'],
      ['area', 4046.86, 'acre'],
      ['mass', 0.001, 'g', 'gram'],
      ['mass', 1, 'kg', 'kilogram', 'kilo'],
      ['mass', 1000, 'tonne', 'metric ton'],
      ['mass', 0.45359, 'lb', 'lbs', 'pounds'],
      ['volume', 1, 'l', 'litre', 'liter'],
      ['volume', 0.001, 'ml', 'millilitre', 'milliliter'],
      ['time', 1, 's', 'sec', 'second'],
      ['time', 60, 'min', 'mins', 'minute'],
      ['time', 3600, 'h', 'hr', 'hour'],
      ['time', 86400, 'day'],
      ['time', 604800, 'week'],
      ['time', 2629800, 'month'],
      ['time', 31557600, 'yr', 'year'],
      ['power', 1, 'w', 'watt'],
      ['power', 1e3, 'kw', 'kilowatt'],
      ['power', 1e6, 'mw', 'megawatt'],
      ['power', 1e9, 'gw', 'gigawatt'],
      ['bytes', 1e6, 'mb', 'megabyte'],
      ['bytes', 1e9, 'gb', 'gigabyte'],
      ['speed', 1 / 3.6, 'km/h', 'kph'],
      ['speed', 0.44704, 'mph'],
      ['temperature', 1, '°c', 'degrees celsius'],
      ['share', 1, '%', 'percent', 'per cent'],
      ['$', 1, 'dollar', 'us dollar', 'usd'],
      ['€', 1, 'euro', 'eur'],
      ['£', 1, 'gbp', 'pounds sterling'],
    ] as const
  ).flatMap(([kind, factor, ...names]) => names.map((name): [string, Unit] => [name, { kind, factor }])),
);

function unitOf(name: string): Unit | undefined {
  const lower = name.toLowerCase();
  return UNITS.get(lower) ?? UNITS.get(lower.replace(/s$/, ''));
}

const UNIT = [...UNITS.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => (/[a-z]$/u.test(name) ? `${name}s?(?![\\p{L}\\d])` : name))
  .join('|');
const DIGITS = new RegExp(
  `((?:US)?[$£€]\\s?)?(?<![\\p{L}\\d.,])(-(?=\\d)|−)?(\\d{1,3}(?:[,\\u00a0\\u202f]\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?: \\d{3})+(?!\\d)|\\d+(?:\\.\\d+)?)(?!(?:st|nd|rd|th)\\b|\\p{L}*\\d)` +
    `(?:[\\s-]?(${[...SCALES.keys()].join('|')})s?(?![\\p{L}]))?(?:[\\s-]?(${UNIT}))?`,
  'giu',
);
const NUMBER_WORD = [...SMALL, ...TENS, ...ORDINALS, ...[...SCALES.keys()].filter((name) => name !== 'k')].join('|');
const WORDS = new RegExp(
  `(?<![\\p{L}-])((?:an?\\s+(?=dozen|hundred|thousand|million|billion))?(?:${NUMBER_WORD})(?:(?:[\\s-]+|\\s+and\\s+)(?:${NUMBER_WORD}))*)(?!\\p{L})(?!\\s+of\\b)(?:[\\s-](${UNIT}))?`,
  'giu',
);
/** After a name, so that "I" the pronoun stays a word: `Elizabeth II`, `World War II`, `Part I`. */
const ROMAN = /(?<=\p{Lu}[\p{L}.]*\s)([IVX]{1,5})(?![\p{L}.])/gu;

function valueOfWords(words: string): number | undefined {
  let total = 0;
  let current = 0;
  let isNumber = false;
  for (const word of words.toLowerCase().split(/[\s-]+/u)) {
    const scale = SCALES.get(word);
    const small = Math.max(SMALL.indexOf(word), ORDINALS.indexOf(word) + 1 || -1);
    const ten = TENS.indexOf(word);
    if (scale !== undefined) {
      current = Math.max(1, current) * scale;
      if (scale >= 1000) {
        total += current;
        current = 0;
      }
    } else if (ten >= 0) current += 10 * (ten + 2);
    else if (small >= 0) current += small;
    else continue;
    isNumber = true;
  }
  return isNumber ? total + current : undefined;
}

function valueOfRoman(roman: string): number | undefined {
  if (!/^X{0,3}(?:IX|IV|V?I{0,3})$/u.test(roman)) return undefined;
  const digits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
  const values = [...roman].map((letter) => digits[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}
