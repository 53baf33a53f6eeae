import { splitContext } from '../../base/questionContext.ts';

/** A name or a short phrase; a longer text cannot replace a pronoun. */
const nameLike = /^(?=.{1,80}$)[^.?!\n]+$/u;
const possessive = /\b(?:its|his|their|her(?= \p{L}))\b/iu;
const pronoun = /\b(?:it|he|she|they|him|them)\b/iu;
const demonstrative = /\b(?:this|that|these|those)\b/iu;

/**
 * A question that this reasoner can read: without its context if it does not need it, or with the context in place of a pronoun
 * if the context is a name. Other questions are unchanged.
 */
export function standaloneQuestion(asked: string): string {
  const { question, context } = splitContext(asked);
  if (context === undefined) return asked;
  const pointer = [possessive, pronoun, demonstrative].find((kind) => kind.test(question));
  if (pointer === undefined) return question;
  if (pointer === demonstrative || !nameLike.test(context)) return asked;
  return question.replace(pointer, () => (pointer === possessive ? `${context}’s` : context));
}
