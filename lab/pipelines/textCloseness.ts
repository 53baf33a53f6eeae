import { plainWords } from '../../src/language/words.ts';
import type { RunContext } from '../../src/pipelines/pipeline.ts';
import { dot } from './vectorMath.ts';

/**
 * The similarity of each text to the query: cosines of their vectors or, without vectors, of their sets of words, with the flag
 * `lexical_similarity`.
 */
export async function closeness(ctx: RunContext, node: string, query: string, texts: readonly string[]): Promise<readonly number[]> {
  if (texts.length === 0) return [];
  const [q, ...d] = (await ctx.vectors.embed([query, ...texts], { node, signal: ctx.signal })) ?? [];
  if (q) return d.map((one) => dot(q, one));
  ctx.trace.flag('lexical_similarity');
  const asked = new Set(plainWords(query));
  return texts.map((text) => sharedShare(asked, new Set(plainWords(text))));
}

function sharedShare(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : shared / Math.sqrt(some.size * others.size);
}
