/**
 * The language functions bound to English, the only language whose grammar this reasoner knows. The rules for decomposing questions and for
 * placing answers in sentences, in the files beside this one, are English too.
 */
import * as countries from '../../language/countries.ts';
import * as dates from '../../language/dates.ts';
import { english } from '../../language/english.ts';
import * as names from '../../language/names.ts';
import * as numbers from '../../language/numbers.ts';
import { sentenceRanges } from '../../language/sentences.ts';
import * as words from '../../language/words.ts';

export const { stem, functionWords } = english;
export const { smallWords } = english.names;

export const sentencesOf = (text: string, runs?: readonly number[]) => sentenceRanges(text, english, runs);
export const wordsOf = (text: string) => words.wordsOf(text, english);
export const foldText = (text: string) => words.foldText(text, english);
export const findNames = (text: string, options?: { readonly brackets?: boolean }) => names.findNames(text, english, options);
/** Dates with a year. */
export const findDates = (text: string) => dates.findDates(text, english).filter(dates.hasYear);
export const parseDate = (text: string) => dates.parseDate(text, english);
/** Numbers that say how many. */
export const findNumbers = (text: string) => numbers.findNumbers(text, english).filter(({ says }) => says === 'how many');
export const parseNumber = (text: string) => numbers.parseNumber(text, english);
export const findCountries = (text: string) => countries.findCountries(text, english);
export const isDemonym = (text: string) => countries.isDemonym(text, english);
export const countryOf = (text: string) => countries.countryOf(text, english);
