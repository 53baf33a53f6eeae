/** A question about a text that the user has selected. Knows nothing of VS Code. */
import { assumedLanguage } from '../language/assumed.ts';
import { withContext } from '../base/questionContext.ts';
import { unquoted } from '../language/phrases.ts';
import { sentenceRanges } from '../language/sentences.ts';

/** Of the selected text: the more words a question carries, the less it finds, and what is long is in the documents anyway. */
const longestText = 1000;

/** On one line, at most a thousand characters, whole sentences where they fit; without quotes, which would ask for an exact phrase. */
export function textToAskAbout(selected: string): string {
  const text = unquoted(selected).replace(/\s+/gu, ' ').trim();
  if (text.length <= longestText) return text;
  const end = sentenceRanges(text, assumedLanguage).findLast((sentence) => sentence.end <= longestText)?.end;
  return `${end === undefined ? text.slice(0, longestText).replace(/\S*$/u, '').trim() : text.slice(0, end)} …`;
}

/** True for a text that is a question already: it is offered as it is. */
export function isQuestion(text: string): boolean {
  return /[?？؟]$/u.test(text);
}

export function questionAbout(text: string, typed: string): string {
  const question = typed.trim();
  return text === '' || question === '' || question === text ? question : withContext(question, text);
}
