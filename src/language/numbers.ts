import { withAsciiDigits } from './digits.ts';
import { hanNumbers } from './hanNumbers.ts';
import { perLanguage, type Language } from './language.ts';

/** A number written in a text, in digits or words, with its unit. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** `value` in the base unit of `kind`. */
  readonly inBase: number;
  /** What its unit measures (`length`), or its currency's sign; undefined for a bare number. */
  readonly kind: string | undefined;
  readonly factor: number;
  /** What the last written digit is worth where a number is rounded by how it is written: 100,000 for `5.3 million`; else 0. */
  readonly step: number;
  /** Whether it says how many, or only which one: `3rd`, `third`; `Elizabeth II`, `F-16`. */
  readonly says: 'how many' | 'which one';
}

/** What a number says, wherever it is written. */
export type Quantity = Pick<NumberSpan, 'value' | 'inBase' | 'kind' | 'factor' | 'step'>;

/**
 * In text order: `1,250`, `-3.5 km`, `two hundred and six`, `5.3 million`, `$20`, `12 per cent`, `3rd`, `third`, and Roman numerals of
 * names.
 */
export function findNumbers(text: string, language: Language): NumberSpan[] {
  const { grammar, units } = numberGrammar(language);
  const plain = withAsciiDigits(text).replace(/[٫．]/g, '.').replace(/[٬，]/g, ',');
  const inDigits = [...plain.matchAll(grammar)].flatMap((match) => spanOf(match, language, units) ?? []);
  const spelledOut = language.numbers.isSpaceless
    ? hanNumbers(text).map((one): NumberSpan => ({ ...bare(one.value), ...one, says: 'how many' }))
    : [];
  const found = language.numbers.isSpaceless ? [...joined(inDigits), ...spelledOut] : inDigits;
  const roman = [...text.matchAll(ROMAN)].flatMap((match) => romanSpan(match) ?? []);
  return [...found, ...roman.filter(({ start, end }) => !found.some((other) => start < other.end && other.start < end))].sort(
    (a, b) => a.start - b.start,
  );
}

/** `3万5000` and `1万2千` are one number each. */
function joined(found: readonly NumberSpan[]): readonly NumberSpan[] {
  return found.reduce<NumberSpan[]>((all, span) => {
    const last = all.at(-1);
    if (last?.end !== span.start || last.kind !== undefined || span.value < 0 || span.value >= last.step) return [...all, span];
    const [value, inBase] = [last.value + span.value, last.value * span.factor + span.inBase];
    return [...all.slice(0, -1), { ...span, start: last.start, value, inBase }];
  }, []);
}

/** The first number of a text that says how many, or null. */
export function parseNumber(text: string, language: Language): NumberSpan | null {
  return findNumbers(text, language).find(({ says }) => says === 'how many') ?? null;
}

/**
 * Whether two written numbers are the same quantity: exactly in one unit, within rounding when a unit was converted or a scale word rounds.
 */
export function sameNumber(a: Quantity, b: Quantity): boolean {
  if (a.kind === undefined || b.kind === undefined) return isWithin(a.value, b.value, Math.max(a.step, b.step) / 2);
  if (a.kind !== b.kind) return false;
  const rounding = Math.max(a.step * a.factor, b.step * b.factor) / 2;
  return isWithin(a.inBase, b.inBase, Math.max(rounding, a.factor === b.factor ? 0 : 0.015 * Math.abs(a.inBase)));
}

function isWithin(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= Math.max(tolerance, 1e-9 * Math.max(Math.abs(a), Math.abs(b)));
}

interface UnitValue {
  readonly kind: string;
  readonly factor: number;
}

const numberGrammar = perLanguage((language) => {
  const { numbers } = language;
  const units = new Map(language.units.flatMap(({ kind, factor, names }) => names.map((name) => [name, { kind, factor }] as const)));
  const anyOf = (...lists: readonly Iterable<string>[]): string => {
    const words = longestFirst(lists.flatMap((list) => [...list]));
    return words.length === 0 ? '(?!)' : `(?:${words.join('|')})`;
  };
  const word = anyOf(numbers.cardinals.keys(), numbers.scales.keys());
  const ordinal = anyOf(numbers.ordinals.keys());
  const scale = `(?:${anyOf(numbers.scales.keys(), numbers.shortScales.keys())}|(?<=\\p{Sc}\\s?\\d[\\d.,]{0,14}\\s?)[${[...scalesOfMoney.keys()].join('')}])`;
  const names = [...units.keys()];
  const isWord = (name: string): boolean => /\p{L}$/u.test(name);
  const words = names.filter(isWord);
  // Symbols have no plural: `has` is no hectares, `ms` no metres.
  const isSymbol = (name: string): boolean => name.length <= longestSymbol;
  const anyWord = `(?:${anyOf(words.filter((name) => !isSymbol(name)))}${numbers.plural}|${anyOf(words.filter(isSymbol))})`;
  const unit = `(?:${anyOf(names.filter((name) => !isWord(name)))}|${anyWord}(?![\\p{L}\\d]))`;
  // Versions and prices have a point in every language.
  const fraction = `(?:[${numbers.decimal}]\\d+${numbers.decimal === '.' ? '' : '|\\.\\d{1,2}(?!\\d)'})?`;
  const group = `[${numbers.grouping}]`;
  const money = `(?:\\p{Sc}|(?:${currencyCodes.join('|')})(?!\\p{L}))`;
  const measure = `(?:${unit}|${money})`;
  // Texts in English have numbers of other countries, too: where both signs occur, or groups of two, it is plain which one is which, and a
  // comma before one or two digits and a unit is a decimal one.
  const elsewhere = [
    '\\d{1,3}(?:\\.\\d{3})+,\\d{1,2}(?!\\d)',
    '\\d{1,3}(?:,\\d{3})+\\.\\d{1,2}(?!\\d)',
    '\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+,\\d{1,2}(?!\\d)',
    '\\d{1,2}(?:,\\d{2})+,\\d{3}(?!\\d)',
    `\\d{1,3},\\d{1,2}(?=[\\s-]?${measure})`,
    '(?<=\\p{Sc}\\s?)\\d{1,3},\\d{1,2}(?![\\d,])',
  ].join('|');
  const digits =
    `${elsewhere}|\\d{1,3}(?:${group}\\d{3})+${fraction}|${numbers.groupsByTwo ? `\\d{1,2}(?:${group}\\d{2})*${group}\\d{3}(?!\\d)${fraction}|` : ''}` +
    `\\d{1,3}(?: \\d{3})+(?!\\d)${fraction}|\\d+${fraction}`;
  const letter = numbers.isSpaceless ? 'A-Za-z' : '\\p{L}';
  const grammar = new RegExp(
    [
      `(?<![\\p{L}\\d.,])(?<nth>\\d+)${numbers.ordinalEnding}\\b`,
      `(?<currency>(?:US)?\\p{Sc}\\s?|(?<!\\p{L})(?:${currencyCodes.join('|')})\\s)?(?<![${letter}\\d.,])(?<sign>-(?=\\d)|−)?(?<digits>${digits})(?!${numbers.ordinalEnding}\\b|[${letter}]*\\d)` +
        `(?:[\\s-]?(?<scale>${scale})${numbers.plural}(?![${letter}]))?(?:[\\s-]?(?<unit>${unit})|\\s?(?<paid>${money}))?`,
      `(?<![\\p{L}-])(?<words>(?:(?:${numbers.one}\\s+(?=${anyOf(numbers.scales.keys())}))?${word}(?:(?:[\\s-]+|\\s+${numbers.and}\\s+)${word})*(?:[\\s-]+${ordinal})?|${ordinal}))` +
        `(?!\\p{L})(?!\\s+${numbers.partitive}\\b)(?:[\\s-](?<wordsUnit>${unit}))?`,
    ].join('|'),
    'giu',
  );
  return { grammar, units };
});

const longestSymbol = 2;

/** `$10m`, `£2B`; of anything else an `m` is a metre. */
const scalesOfMoney: ReadonlyMap<string, number> = new Map([
  ['m', 1e6],
  ['b', 1e9],
]);

/** What has a symbol's letters: `5G`, `3M`, `two SEC filings`, `in her 30s`, `the 737s`. */
function isOtherThanUnit(unit: string, written: string): boolean {
  return /^(?:[MGSH]|MS|HA|MI|HR|MIN|SEC)$/u.test(unit) || /(?<![.,]\d*)\ds$/u.test(written);
}

function longestFirst(words: Iterable<string>): readonly string[] {
  return [...words].sort((a, b) => b.length - a.length);
}

function spanOf(match: RegExpExecArray, { numbers }: Language, units: ReadonlyMap<string, UnitValue>): NumberSpan | undefined {
  const { nth, currency, sign: minus, digits, scale, unit, words, wordsUnit, paid } = match.groups ?? {};
  // The grammar ignores case; codes are capitals.
  const lead = isNoCode(currency) ? (currency?.length ?? 0) : 0;
  const measure = unit ?? wordsUnit;
  const isOther = measure !== undefined && isOtherThanUnit(measure, match[0]);
  const trail = isNoCode(paid) || isOther ? (/(?:[\s-]|(?<!\p{L}))\p{L}+$/u.exec(match[0])?.[0].length ?? 0) : 0;
  const place = { start: match.index + lead, end: match.index + match[0].length - trail };
  if (nth !== undefined) return { ...place, ...bare(Number(nth)), says: 'which one' };
  const unitName = isOther ? undefined : measure?.toLowerCase();
  const measured =
    unitName === undefined ? undefined : (units.get(unitName) ?? units.get(unitName.replace(new RegExp(`${numbers.plural}$`, 'u'), '')));
  const { kind, factor } = measured ?? { kind: currencyOf(currency ?? paid), factor: 1 };
  if (words !== undefined) {
    const { value, isOrdinal } = valueOfWords(words, numbers);
    return { ...place, value, inBase: value * factor, kind, factor, step: 0, says: isOrdinal ? 'which one' : 'how many' };
  }
  const written = digits ?? '';
  const [, sign = '', last = ''] = /([.,])(\d+)$/u.exec(written) ?? [];
  // A sign that occurs twice groups digits.
  const isDecimal = last.length < 3 || (sign === numbers.decimal && written.indexOf(sign) === written.lastIndexOf(sign));
  const decimals = isDecimal ? last.length : 0;
  const whole = written.slice(0, written.length - (decimals === 0 ? 0 : decimals + 1)).replace(/\D/gu, '');
  const scaled = scale?.toLowerCase() ?? '';
  const times = numbers.scales.get(scaled) ?? numbers.shortScales.get(scaled) ?? scalesOfMoney.get(scaled) ?? 1;
  const value = Number(decimals === 0 ? whole : `${whole}.${last}`) * times * (minus === undefined ? 1 : -1);
  const says = /\p{L}[-–]$/u.test(match.input.slice(Math.max(0, match.index - 2), match.index)) ? 'which one' : 'how many';
  return { ...place, value, inBase: value * factor, kind, factor, step: times > 1 ? times / 10 ** decimals : 0, says };
}

/** Those that are traded most (Triennial Survey of the BIS, 2022), and some more, without those that are words or names. */
export const currencyCodes = (
  'USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED HUF CLP SAR MYR RUB RON ' +
  'EGP VND UAH PKR BDT NGN KES IRR'
).split(' ');

function isNoCode(written = ''): boolean {
  return written !== written.toUpperCase();
}

/** The sign of a currency, for its code too; dollars of several countries have the same. */
function currencyOf(written: string | undefined): string | undefined {
  const name = written?.trim();
  if (name === undefined || isNoCode(name)) return undefined;
  if (/\p{Sc}$/u.test(name)) return name.slice(-1);
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: name, currencyDisplay: 'narrowSymbol' }).formatToParts(1);
  return parts.find(({ type }) => type === 'currency')?.value;
}

function bare(value: number): Quantity {
  return { value, inBase: value, kind: undefined, factor: 1, step: 0 };
}

function valueOfWords(
  words: string,
  { cardinals, ordinals, scales }: Language['numbers'],
): { readonly value: number; readonly isOrdinal: boolean } {
  let total = 0;
  let current = 0;
  let isOrdinal = false;
  for (const word of words.toLowerCase().split(/[\s-]+/u)) {
    const scale = scales.get(word);
    if (scale === undefined) current += cardinals.get(word) ?? ordinals.get(word) ?? 0;
    else {
      current = Math.max(1, current) * scale;
      if (scale >= 1000) {
        total += current;
        current = 0;
      }
    }
    isOrdinal = ordinals.has(word);
  }
  return { value: total + current, isOrdinal };
}

/** After a name, so that "I" the pronoun stays a word: `Elizabeth II`, `World War II`, `Part I`. */
const ROMAN = /(?<=\p{Lu}[\p{L}.]*\s)([IVX]{1,5})(?![\p{L}.])/gu;

function romanSpan({ 0: roman, index }: RegExpExecArray): NumberSpan | undefined {
  if (!/^X{0,3}(?:IX|IV|V?I{0,3})$/u.test(roman)) return undefined;
  const digits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
  const values = [...roman].map((letter) => digits[letter] ?? 0);
  const value = values.reduce((sum, digit, i) => sum + (digit < (values[i + 1] ?? 0) ? -digit : digit), 0);
  return { start: index, end: index + roman.length, ...bare(value), says: 'which one' };
}
