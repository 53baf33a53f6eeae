import { splitContext } from '../../base/questionContext.ts';

/** A name or a short phrase; a longer text cannot take the place of a pronoun. */
const nameLike = /^(?=.{1,80}$)[^.?!\n]+$/u;
const possessive = /\b(?:its|his|their|her(?= \p{L}))\b/iu;
const pronoun = /\b(?:it|he|she|they|him|them)\b/iu;
const demonstrative = /\b(?:this|that|these|those)\b/iu;

/**
 * A question as the rules of this reasoner can read it: without the text that it is about where it does not need it, with that text in the place of its
 * pronoun where the text is a name. Any other question stays as it was asked.
 */
export function standaloneQuestion(asked: string): string {
  const { question, context } = splitContext(asked);
  if (context === undefined) return asked;
  const pointer = [possessive, pronoun, demonstrative].find((kind) => kind.test(question));
  if (pointer === undefined) return question;
  if (pointer === demonstrative || !nameLike.test(context)) return asked;
  return question.replace(pointer, () => (pointer === possessive ? `${context}’s` : context));
}
