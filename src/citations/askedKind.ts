/** Whether a question asks for a document, and not for what one says: "Which PEP introduced decorators?" */
import type { Language } from '../language/language.ts';
import type { Passage } from '../protocol/passage.ts';

/**
 * The word of a question that says what kind of document it asks for: one that the language has for documents (`Which page …`), or one
 * that the found documents have in their file names before a number, `PEP` for `pep-0484.rst`. With a number after it, it names one.
 */
export function askedKind(question: string, passages: readonly Passage[], language: Language): string | undefined {
  const kinds = new Set(passages.flatMap(({ path }) => seriesOf(path) ?? []));
  const { singlingWords, articles, documentWords } = language;
  const words = [...question.matchAll(/\p{L}+/gu)];
  return words.find(({ 0: word, index }, i) => {
    const before = words[i - 1]?.[0].toLowerCase() ?? '';
    const one = language.singular(word.toLowerCase());
    const isNumbered = /^[\s-]?\p{N}/u.test(question.slice(index + word.length));
    // "The page" may be any page; "the PEP" is one of many.
    const isKind = kinds.has(one) || (documentWords.has(one) && !articles.includes(before));
    return isKind && !isNumbered && singlingWords.has(before);
  })?.[0];
}

/** What a numbered file is one of. */
function seriesOf(path: string): string | undefined {
  const name = path.replace(/^.*\/|\.[^./]*$/g, '');
  return /^(\p{L}{2,12})[-_ ]?\p{N}+$/u.exec(name)?.[1]?.toLowerCase();
}
