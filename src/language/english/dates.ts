import type { DateWords } from '../wordLists.ts';

export const dates: DateWords = {
  months:
    'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec'
      .split('|')
      .map((names) => names.split(' ')),
  forms: [
    '{day}\\s+(?:of\\s+)?{month}(?:,?\\s+(?:of\\s+)?{year})?',
    '{month}\\s+(?:the\\s+)?{day}(?:(?:\\s*,\\s*|\\s+){year})?',
    '{month},?\\s+(?:of\\s+)?{year}',
  ],
  ordinalEnding: '(?:st|nd|rd|th)',
  beforeChrist: '(?:BCE?\\b|bce?\\b|B\\.C\\.(?:E\\.)?|b\\.c\\.(?:e\\.)?)',
  afterChrist: '(?:AD|CE|ad|ce)\\b',
  decadeEnding: "['’]?s\\b",
  century: '[\\s-]+[Cc]entury\\b',
  counted: ['people', 'inhabitants', 'years'],
  slashed: ['day-first', 'month-first'],
};
