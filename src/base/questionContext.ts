/** Joins a question and the text it is about into one text, which is asked, logged and shown. */

const mark = '\n\nThis is about: ';

/** The question comes first, because lists show the beginning. */
export function withContext(question: string, context: string): string {
  return `${question}${mark}${context}`;
}

/** The inverse of `withContext`; without a context, the question alone. */
export function splitContext(asked: string): { readonly question: string; readonly context?: string } {
  const at = asked.indexOf(mark);
  return at < 0 ? { question: asked } : { question: asked.slice(0, at), context: asked.slice(at + mark.length) };
}
