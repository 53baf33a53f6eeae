/** Whether two sentences of the index disagree, with their places. Pure. */
import { disagreement, statementIn, type Disagreement, type Statement } from '../../citations/disagreement.ts';
import { hasWords } from '../../citations/identity.ts';
import { locate } from '../../citations/locate.ts';
import type { TextRange } from '../../citations/readText.ts';
import { changeable } from '../../citations/sameButOne.ts';
import { haveSameTitle } from '../../citations/subject.ts';
import { assumedLanguage } from '../../language/assumed.ts';
import { findDates, isSameYear, relationOf } from '../../language/dates.ts';
import { languageOf } from '../../language/languages.ts';
import type { StatedPlace } from '../../protocol/disagreements.ts';
import { listedTitle, pageAt, type Passage } from '../../protocol/passage.ts';
import type { DisagreeingPair } from './group.ts';
import type { Verdicts } from './verdicts.ts';

/** A sentence that is ready to be compared. */
export interface Stated {
  readonly passage: Passage;
  readonly start: number;
  readonly end: number;
  readonly statement: Statement;
}

export function statedIn(passage: Passage, { start, end }: TextRange): Stated {
  return { passage, start, end, statement: statementIn({ passage, range: { start, end } }, languageOf(passage.text)) };
}

/** With so many words and two names or values, a sentence is no form that two documents fill in, each for another thing. */
const fewestOfLong = 14;

function isTelling({ statement: { worded, language } }: Stated): boolean {
  return worded.words.length >= fewestOfLong && changeable(worded, language).length >= 2;
}

function inDigits(words: Disagreement | undefined): Disagreement | undefined {
  return words?.every((value) => /\p{N}/u.test(value)) ? words : undefined;
}

/** Whether a value is what its document is about, or of the year that its document is of. */
function isOfDocument({ path, title, date }: StatedPlace, value: string): boolean {
  const [own] = date === undefined ? [] : findDates(date, assumedLanguage);
  const [said] = findDates(value, assumedLanguage);
  return (
    hasWords(`${title}\n${path.replace(/[_/-]+/gu, ' ')}`, value) ||
    (own !== undefined && said !== undefined && (isSameYear(own, said) || relationOf(said, own) !== 'conflict'))
  );
}

export function pairOf(one: Stated, other: Stated, areVersions: boolean, verdicts: Verdicts): DisagreeingPair | undefined {
  const isTitled = haveSameTitle(one.statement.subject, other.statement.subject);
  const isLong = [one, other].every((stated) => isTelling(stated) && (isTitled || areVersions || stated.statement.subject.isOwn));
  const isSureSame = areVersions && isTitled;
  const words =
    disagreement(one.statement, other.statement, undefined, isSureSame) ??
    // A document that is made from another one puts its own name in place of the other's.
    (isLong ? inDigits(disagreement(one.statement, other.statement, undefined, true)) : undefined);
  if (!words) return undefined;
  const places = [placeOf(one, words[0]), placeOf(other, words[1])] as const;
  if (places.every((place, i) => isOfDocument(place, words[i]!))) return undefined;
  return { places, verdict: verdicts.of(places[0].quote, places[1].quote) };
}

function placeOf({ passage, start, end }: Stated, words: string): StatedPlace {
  const quote = passage.text.slice(start, end);
  const { startLine, endLine, startOffset } = locate(passage, start, end);
  const at = Math.max(0, quote.indexOf(words));
  const date = passage.identity?.parts.find(({ kind }) => kind === 'date')?.value;
  const page = pageAt(passage, startOffset);
  return {
    path: passage.path,
    title: listedTitle(passage),
    ...(date === undefined ? {} : { date }),
    startLine: startLine + 1,
    endLine: Math.max(endLine, startLine + 1),
    ...(page === undefined ? {} : { page }),
    quote,
    start: at,
    end: at + words.length,
    passageId: passage.id,
  };
}
