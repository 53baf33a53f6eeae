/** The toolkit holds no word of English: with other data it reads another language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareDates, findDates, parseDate } from '../../../src/language/dates.ts';
import { english } from '../../../src/language/english.ts';
import type { Language } from '../../../src/language/language.ts';
import { findNames } from '../../../src/language/names.ts';
import { normalizeAnswer } from '../../../src/language/normalizeAnswer.ts';
import { findNumbers } from '../../../src/language/numbers.ts';
import { sentenceRanges } from '../../../src/language/sentences.ts';
import { contentWords } from '../../../src/language/words.ts';

/** As much of Danish as these tests need. */
const danish: Language = {
  ...english,
  tag: 'da',
  articles: ['en', 'et', 'den', 'det'],
  functionWords: new Set(['en', 'et', 'den', 'det', 'er', 'i', 'og']),
  sentences: { ...english.sentences, goingOn: new Set(['bl.a', 'kl']), mayEnd: new Set(['osv']), starters: new Set(['Den', 'Hun']) },
  numbers: {
    ...english.numbers,
    cardinals: new Map([['fem', 5]]),
    ordinals: new Map(),
    scales: new Map([['tusind', 1000]]),
    plural: '(?:er)?',
    and: 'og',
  },
  units: [{ kind: 'length', factor: 1609.344, names: ['mil', 'mile'] }],
  dates: {
    ...english.dates,
    months: english.dates.months.map((names, i) => (i === 4 ? ['maj'] : i === 9 ? ['oktober', 'okt'] : names)),
    forms: ['{day}\\.?\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}'],
    beforeChrist: 'f\\.Kr\\.',
    decadeEnding: "[’']?erne\\b",
  },
  names: { ...english.names, particles: '(?:på|von)', notNames: /^(?:Den|Hun)$/u, lead: /^(?:Den\s)+(?=\S)/u },
};

function pieces(text: string, spans: readonly { readonly start: number; readonly end: number }[]): readonly string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}

test('dates', () => {
  const text = 'Hun kom 12. maj 1921 og igen i oktober 1922, i 1930erne, og i 44 f.Kr. intet; May 1 1921';
  assert.deepEqual(pieces(text, findDates(text, danish)), ['12. maj 1921', 'oktober 1922', '1930erne', '44 f.Kr.', '1921']);
  const [may, october] = [parseDate('12. maj 1921', danish), parseDate('okt. 1921', danish)];
  assert.ok(may !== null && october !== null && (compareDates(may, october) ?? 0) < 0);
});

test('numbers and units', () => {
  const found = findNumbers('fem tusind og 3 miler, five', danish);
  assert.deepEqual(
    found.map(({ value, kind }) => [value, kind]),
    [
      [5000, undefined],
      [3, 'length'],
    ],
  );
});

test('sentences, words and names', () => {
  const text = 'Den kom kl. 12 og osv. hun gik. Hun boede i Ry på Sjælland.';
  assert.deepEqual(pieces(text, sentenceRanges(text, danish)), ['Den kom kl. 12 og osv. hun gik.', 'Hun boede i Ry på Sjælland.']);
  assert.deepEqual(contentWords('Den er i Odense', danish), ['odense']);
  assert.equal(normalizeAnswer('Den gamle by', danish), 'gamle by');
  assert.deepEqual(pieces('Hun så Slaget på Reden', findNames('Hun så Slaget på Reden', danish)), ['Slaget på Reden']);
});
