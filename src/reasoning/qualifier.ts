/**
 * What tells a short answer apart from others of the same name: `Wisconsin` for a Brown County. The next question has it beside the answer,
 * so that it finds the right one; the answer itself stays short.
 */
import { questionKey } from '../base/questionKey.ts';
import { isAbstention } from './abstention.ts';

export interface Qualified {
  /** Absent when the answer needs none. */
  readonly qualifier?: string;
}

/** A longer one is a description, which would lead a search astray. */
const maxLength = 60;

/** @param said as a model wrote it: possibly in brackets, or after the answer */
export function qualifierIn(said: string | null | undefined, answer: string): Qualified {
  const after = (said ?? '').trim();
  const rest = after.toLowerCase().startsWith(answer.toLowerCase()) ? after.slice(answer.length) : after;
  const words = rest
    .replace(/\s+/g, ' ')
    .replace(/^[\s(,;:\u2013-]+/, '')
    .replace(/(?<![\s),.;:])[\s),.;:]+$/, '')
    .trim();
  if (words === '' || words.length > maxLength || isAbstention(words) || !canBeQualified(answer)) return {};
  return questionKey(` ${answer} `).includes(questionKey(words)) ? {} : { qualifier: words };
}

/** Yes, no, dates and numbers have no namesakes. */
function canBeQualified(answer: string): boolean {
  return /\p{L}/u.test(answer) && !/\d/.test(answer) && !/^(?:yes|no)$/i.test(answer);
}
