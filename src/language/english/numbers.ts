import type { NumberWords, Unit } from '../wordLists.ts';

const upToNineteen =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth';

export const numbers: NumberWords = {
  cardinals: new Map([
    ...upToNineteen.split(' ').map((word, i) => [word, i] as const),
    ...tens.split(' ').map((word, i) => [word, 10 * (i + 2)] as const),
  ]),
  ordinals: new Map(ordinals.split(' ').map((word, i) => [word, i + 1] as const)),
  scales: new Map(Object.entries({ dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 })),
  shortScales: new Map(Object.entries({ k: 1e3, mn: 1e6, mln: 1e6, bn: 1e9, tn: 1e12 })),
  ordinalEnding: '(?:st|nd|rd|th)',
  plural: 's?',
  and: 'and',
  one: 'an?',
  partitive: 'of',
  decimal: '.',
  grouping: ',\\u00a0\\u202f',
};

export const units: readonly Unit[] = (
  [
    ['length', 1, 'm', 'metre', 'meter'],
    ['length', 1000, 'km', 'kms', 'kilometre', 'kilometer'],
    ['length', 0.01, 'cm', 'centimetre', 'centimeter'],
    ['length', 0.001, 'mm', 'millimetre', 'millimeter'],
    ['length', 0.3048, 'ft', 'foot', 'feet'],
    ['length', 0.0254, 'inch', 'inches'],
    ['length', 0.9144, 'yd', 'yds', 'yard'],
    ['length', 1609.344, 'mi', 'mile'],
    ['length', 1852, 'nautical mile'],
    ['length', 1.8288, 'fathom'],
    ['area', 1, 'm2', 'm²', 'square metre', 'square meter'],
    ['area', 1e6, 'km2', 'km²', 'sq km', 'square kilometre', 'square kilometer'],
    ['area', 2.58999e6, 'sq mi', 'square mile'],
    ['area', 1e4, 'ha', 'hectare'],
    ['area', 4046.86, 'acre'],
    ['mass', 0.001, 'g', 'gram'],
    ['mass', 1, 'kg', 'kgs', 'kilogram', 'kilo'],
    ['mass', 1000, 'tonne', 'ton', 'metric ton'],
    // The currency says `£` or `pounds sterling` where it is not understood.
    ['mass', 0.45359, 'lb', 'lbs', 'pounds'],
    ['volume', 1, 'l', 'litre', 'liter'],
    ['volume', 0.001, 'ml', 'millilitre', 'milliliter'],
    ['time', 0.001, 'ms', 'millisecond'],
    ['time', 1, 's', 'sec', 'second'],
    ['time', 60, 'min', 'mins', 'minute'],
    ['time', 3600, 'h', 'hr', 'hrs', 'hour'],
    ['time', 86400, 'day'],
    ['time', 604800, 'week'],
    ['time', 2629800, 'month'],
    ['time', 31557600, 'yr', 'yrs', 'year'],
    ['power', 1, 'w', 'watt'],
    ['power', 1e3, 'kw', 'kilowatt'],
    ['power', 1e6, 'mw', 'megawatt'],
    ['power', 1e9, 'gw', 'gigawatt'],
    ['energy', 1e3, 'kwh'],
    ['energy', 1e6, 'mwh'],
    ['energy', 1e9, 'gwh'],
    ['bytes', 1, 'byte'],
    ['bytes', 1e6, 'mb', 'megabyte'],
    ['bytes', 1e9, 'gb', 'gigabyte'],
    ['frequency', 1, 'hz', 'hertz'],
    ['speed', 1 / 3.6, 'km/h', 'kph'],
    ['speed', 0.44704, 'mph'],
    ['temperature', 1, '°c', 'degree', 'degrees celsius'],
    ['share', 1, '%', 'percent', 'per cent'],
    ['$', 1, 'dollar', 'us dollar', 'usd'],
    ['€', 1, 'euro', 'eur'],
    ['£', 1, 'gbp', 'pounds sterling'],
    ['crowns', 1, 'crown'],
  ] as const
).map(([kind, factor, ...names]) => ({ kind, factor, names }));
