/** How a passage is offered while a question is typed. Pure. */
import { oneLine, shortened } from '../base/plainText.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import { termsOf } from '../language/terms/terms.ts';
import { listedTitle, pagesOf, type FoundPassage, type Passage } from '../protocol/passage.ts';
import { placeWords } from '../protocol/placeWords.ts';

/** More than a line of a wide panel has. */
const mostCharacters = 240;

/** From the sentence with the most words of the question. */
export function shownWhileTyping(passage: Passage, question: string): FoundPassage {
  const { path, text, documentHash, range } = passage;
  const { startOffset, endOffset, startLine, endLine } = range;
  const language = languageOf(text);
  const asked = new Set(termsOf(question, language.tag));
  let best = { start: 0, words: 0 };
  for (const { start, end } of sentenceRanges(text, language)) {
    const words = new Set(termsOf(text.slice(start, end), language.tag).filter((term) => asked.has(term))).size;
    if (words > best.words) best = { start, words };
  }
  const place = placeWords({
    startLine: startLine + 1,
    endLine: Math.max(endLine, startLine + 1),
    ...pagesOf(passage, startOffset, endOffset),
  });
  const shown = shortened(oneLine(text.slice(best.start, best.start + 2 * mostCharacters)), mostCharacters);
  return { path, title: listedTitle(passage), place, text: shown, startOffset, endOffset, documentHash };
}
