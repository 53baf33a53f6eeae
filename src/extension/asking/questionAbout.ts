/** Makes a question about a text that the user has selected. Does not use VS Code. */
import { languageOf } from '../../language/languages.ts';
import { withContext } from '../../base/questionContext.ts';
import { unquoted } from '../../language/phrases.ts';
import { sentenceRanges } from '../../language/sentences.ts';

/** Limit for the selected text: the more words a question has, the less it finds, and a long text is in the documents anyway. */
const longestText = 1000;

/**
 * The selected text on one line, at most a thousand characters, in whole sentences where possible, and without quotes, which would search
 * for an exact phrase.
 */
export function textToAskAbout(selected: string): string {
  const text = unquoted(selected).replace(/\s+/gu, ' ').trim();
  if (text.length <= longestText) return text;
  const end = sentenceRanges(text, languageOf(text)).findLast((sentence) => sentence.end <= longestText)?.end;
  return `${
    end === undefined
      ? text
          .slice(0, longestText)
          .replace(/(?<!\S)\S*$/u, '')
          .trim()
      : text.slice(0, end)
  } …`;
}

/** True for a text that is already a question and is offered unchanged. */
export function isQuestion(text: string): boolean {
  return /[?？؟;՞]$/u.test(text);
}

export function questionAbout(text: string, typed: string): string {
  const question = typed.trim();
  return text === '' || question === '' || question === text ? question : withContext(question, text);
}
