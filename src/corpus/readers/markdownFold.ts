import { foldStretch, foldText, isLetter, plainCharacters } from './fold.ts';
import type { Fold, FoldedText } from './fold.ts';

export function foldMarkdown(markdown: string): FoldedText {
  return foldText(markdown, foldsIn);
}

/**
 * Stretches without their first and last words, which may mean something together with what is before and after them. None in brackets, a link's
 * destination or after `<`, where blanks and names count: until it is closed or the paragraph ends.
 */
function foldsIn(markdown: string): readonly Fold[] {
  const folds: Fold[] = [];
  let brackets = 0;
  let parentheses = 0;
  let isInTag = false;
  for (let i = 0; i < markdown.length;) {
    const code = markdown.charCodeAt(i);
    if (isLetter(code) && brackets === 0 && parentheses === 0 && !isInTag) {
      i = foldStretch(markdown, i, isPlain, folds);
      continue;
    }
    i++;
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (isBlankFrom(markdown, i)) {
        brackets = parentheses = 0;
        isInTag = false;
      }
    } else if (code === LEFT_BRACKET) brackets++;
    else if (code === RIGHT_BRACKET) {
      if (brackets > 0) brackets--;
      if (markdown.charCodeAt(i) === LEFT_PARENTHESIS) parentheses++;
    } else if (code === LESS_THAN) isInTag = true;
    else if (code === GREATER_THAN) isInTag = false;
    else if (parentheses > 0 && code === LEFT_PARENTHESIS && markdown.charCodeAt(i - 2) !== RIGHT_BRACKET) parentheses++;
    else if (parentheses > 0 && code === RIGHT_PARENTHESIS) parentheses--;
    else if (code === BACKSLASH) i++;
  }
  return folds;
}

/** Nothing that can be markup inside a line. */
const isPlain = plainCharacters(/[A-Za-z0-9.,;:'"()?%$@/+=-]/);

function isBlankFrom(markdown: string, start: number): boolean {
  for (let i = start; i < markdown.length; i++) {
    const code = markdown.charCodeAt(i);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return true;
    if (code !== BLANK && code !== TAB) return false;
  }
  return true;
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const LEFT_PARENTHESIS = 40;
const RIGHT_PARENTHESIS = 41;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const LEFT_BRACKET = 91;
const BACKSLASH = 92;
const RIGHT_BRACKET = 93;
