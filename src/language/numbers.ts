/** A quantity written in a text. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** The unit as written and folded to its family's base: `{ unit: 'm', value: 1200 }` for `1.2 km`; null for a bare number. */
  readonly unit: string | null;
}

/** Quantities in text order: `6.4 MW`, `48,200`, `12 per cent`, `eight`, `1.2 million`. Signs, currency before the number and units after it are taken in. */
export function findNumbers(text: string): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const { digits, word, scale, unit } = match.groups ?? {};
    const known = unit === undefined ? undefined : (UNITS.get(unit.toLowerCase()) ?? UNITS.get(unit));
    const base = digits === undefined ? wordValue(word ?? '') : Number(digits.replaceAll(',', ''));
    if (!Number.isFinite(base)) continue;
    const scaled = base * (scale === undefined ? 1 : (SCALES.get(scale.toLowerCase()) ?? 1));
    const currency = /^[$£€]/u.exec(match[0])?.[0] ?? null;
    spans.push({
      start: match.index,
      end: match.index + match[0].trimEnd().length,
      value: scaled * (known?.factor ?? 1),
      unit: known?.base ?? currency,
    });
  }
  return spans;
}

/** The first quantity of a text, or null. */
export function parseNumber(text: string): NumberSpan | null {
  return findNumbers(text)[0] ?? null;
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

interface Unit {
  readonly base: string;
  readonly factor: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['m', 1, 'm', 'metre', 'metres', 'meter', 'meters'],
      ['m', 1000, 'km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
      ['m', 0.01, 'cm', 'centimetres', 'centimeters'],
      ['m', 0.001, 'mm', 'millimetres', 'millimeters'],
      ['m', 0.3048, 'ft', 'foot', 'feet'],
      ['m', 0.9144, 'yd', 'yard', 'yards'],
      ['m', 1609.344, 'mi', 'mile', 'miles'],
      ['m', 1852, 'nautical miles', 'nautical mile'],
      ['m', 1.8288, 'fathom', 'fathoms'],
      ['m2', 1e6, 'km²', 'km2', 'square kilometres', 'square kilometers'],
      ['m2', 2.58999e6, 'square miles'],
      ['m2', 1e4, 'ha', 'hectares'],
      ['m2', 4046.86, 'acre', 'acres'],
      ['W', 1, 'w', 'watts', 'watt'],
      ['W', 1e3, 'kw', 'kilowatts', 'kilowatt'],
      ['W', 1e6, 'MW', 'megawatts', 'megawatt'],
      ['W', 1e9, 'GW', 'gigawatts', 'gigawatt'],
      ['Wh', 1e3, 'kwh'],
      ['Wh', 1e6, 'MWh'],
      ['Wh', 1e9, 'GWh'],
      ['kg', 1, 'kg', 'kilograms'],
      ['kg', 1000, 'tonne', 'tonnes', 'ton', 'tons'],
      ['%', 1, '%', 'percent', 'per cent'],
      ['s', 1, 'second', 'seconds'],
      ['s', 60, 'minute', 'minutes'],
      ['s', 3600, 'hour', 'hours'],
      ['s', 86400, 'day', 'days'],
      ['s', 604800, 'week', 'weeks'],
      ['s', 2629800, 'month', 'months'],
      ['s', 31557600, 'year', 'years'],
      ['degC', 1, '°C', 'degrees'],
      ['bytes', 1, 'bytes'],
      ['Hz', 1, 'hz', 'hertz'],
      ['crowns', 1, 'crown', 'crowns'],
      ['$', 1, 'dollar', 'dollars'],
      ['£', 1, 'pound', 'pounds'],
      ['€', 1, 'euro', 'euros'],
    ] as const
  ).flatMap(([base, factor, ...names]) => names.map((name): [string, Unit] => [name, { base, factor }])),
);

const UNIT_PATTERN = [...UNITS.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => `${name.replaceAll('.', '\\.')}${/[a-z]$/iu.test(name) ? '(?![\\p{L}\\d])' : ''}`)
  .join('|');
const NUMBER_WORD = `(?:${TENS.join('|')})(?:-(?:${SMALL.slice(1, 10).join('|')}))?|${[...SMALL].reverse().join('|')}`;
const NUMBER = new RegExp(
  `(?:[$£€]\\s?|(?<![\\p{L}\\d.,–-]))(?:(?<digits>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?![\\p{L}\\d]*\\d|st\\b|nd\\b|rd\\b|th\\b)|(?<word>(?:${NUMBER_WORD})(?![\\p{L}])))` +
    `(?:\\s(?<scale>hundred|thousand|million|billion|trillion)s?(?![\\p{L}]))?(?:[\\s-]?(?<unit>${UNIT_PATTERN}))?`,
  'giu',
);

function wordValue(word: string): number {
  const [tens = '', ones] = word.toLowerCase().split('-');
  const ten = TENS.indexOf(tens);
  if (ten >= 0) return (ten + 2) * 10 + (ones === undefined ? 0 : SMALL.indexOf(ones));
  const small = SMALL.indexOf(tens);
  return small < 0 ? Number.NaN : small;
}
