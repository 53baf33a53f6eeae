import { abstention } from './english/abstention.ts';
import { answers } from './english/answers.ts';
import { countries } from './english/countries.ts';
import { dates } from './english/dates.ts';
import { loose } from './english/loose.ts';
import { names } from './english/names.ts';
import { numbers, units } from './english/numbers.ts';
import { periods } from './english/periods.ts';
import { questions } from './english/questions.ts';
import { reading } from './english/reading.ts';
import { requests } from './english/requests.ts';
import { sentences } from './english/sentences.ts';
import { singular, stem } from './english/stem.ts';
import * as words from './english/words.ts';
import type { Language } from './language.ts';

export const english: Language = {
  tag: 'en',
  ...words,
  caseEnding: /['’]s$/u,
  affixes: { prefixes: /(?!)/u, suffixes: /(?!)/u },
  stem,
  singular,
  sentences,
  numbers,
  loose,
  units,
  dates,
  periods,
  names,
  countries,
  questions,
  requests,
  reading,
  answers,
  abstention,
};
