/** Operations on unit vectors. A vector of zeros is similar to nothing. */
import type { Passage } from '../../src/protocol/passage.ts';

/** Inner product: the cosine of unit vectors. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths === 0 ? 0 : dot(a, b) / lengths;
}

/** The text of a passage that is embedded. */
export function embeddedText({ title, headings, text }: Passage): string {
  return [title, ...headings, text].join('\n');
}
