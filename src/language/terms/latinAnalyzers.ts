/** The languages that are written with Latin letters and have rules besides those of their script. */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { englishTerm } from '../english/searchTerms.ts';
import { type Analyzer, type TextChange, language, type Rules } from './analyzer.ts';
import { accentFolded } from './folding.ts';
import { beginning, endingOfNoun } from './parts.ts';

const latin = (tag: string, stem?: TextChange, more?: Partial<Rules>): Analyzer =>
  language(tag, 'Latin', { stem, fold: accentFolded, ...more });

const turkishLower: TextChange = (word) => word.toLocaleLowerCase('tr');

/**
 * English terms are those that LanceDB made for it, which all results so far rest on. Of inflecting languages the beginning of each stem is
 * a term too, for forms that a stemmer misses.
 */
export const latinAnalyzers: readonly Analyzer[] = [
  { tag: 'en', script: 'Latin', term: englishTerm, parts: [], hasCompounds: false },
  latin('de', german, { parts: [beginning, endingOfNoun], hasCompounds: true }),
  latin('fr', french),
  latin('es', spanish),
  latin('it', italian),
  latin('pt', portuguese),
  latin('nl', dutch),
  latin('sv', swedish),
  latin('da', danish),
  latin('no', norwegian),
  latin('fi', finnish),
  latin('hu', hungarian),
  latin('ro', romanian),
  latin('ga', irish),
  latin('lt', lithuanian),
  latin('tr', turkish, { lower: turkishLower }),
  latin('az', undefined, { lower: turkishLower }),
  // Its words differ by tones alone.
  language('vi', 'Latin'),
];
