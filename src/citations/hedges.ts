/** What is said directly before a number or date, so that it need not be exact. Pure. */
import { perLanguage, type Language } from '../language/language.ts';

const kinds = ['about', 'below', 'above', 'before', 'after'] as const;
export type Hedge = (typeof kinds)[number];

const patterns = perLanguage(({ loose }) =>
  kinds.map((kind) => ({ kind, pattern: new RegExp(`(?<!\\p{L})(?:${loose[kind]})\\s*$`, 'iu') })),
);

/** With the offset where its words begin: `almost` is both about a number and below it. */
export function hedgesBefore(text: string, at: number, language: Language): ReadonlyMap<Hedge, number> {
  const from = Math.max(0, at - 30);
  const before = text.slice(from, at);
  const found = patterns(language).map(({ kind, pattern }) => [kind, before.search(pattern)] as const);
  return new Map(found.flatMap(([kind, start]) => (start < 0 ? [] : [[kind, from + start]])));
}
