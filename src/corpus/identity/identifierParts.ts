import { findIdentifiers, identifierKey } from '../../language/identifiers.ts';
import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';

/** Longer lines are prose, which speaks of other works. */
const maxLineChars = 120;
/** A DOI and an arXiv id. A page with more of them cites others. */
const mostOwn = 2;

/**
 * The DOI and arXiv id that a document states as its own.
 * @param lines prominent ones, and where they are
 * @param hasPages of others, an identifier counts only where it is all of a line
 */
export function identifierParts(
  lines: readonly (readonly [from: IdentitySource, lines: readonly string[]])[],
  hasPages: boolean,
): readonly IdentityPart[] {
  const found = lines.flatMap(([from, own]) =>
    own
      .filter(({ length }) => length <= maxLineChars)
      .flatMap((line) => {
        const all = findIdentifiers(line);
        const isAlone = all.length === 1 && /^[\s[<(*]*(?:doi|arxiv|identifier)?[\s:*]*$/i.test(line.slice(0, all[0]?.start));
        return hasPages || isAlone ? all.map(({ id }): IdentityPart => ({ kind: 'identifier', value: id, from })) : [];
      }),
  );
  return new Set(found.map(({ value }) => identifierKey(value))).size > mostOwn ? [] : found;
}
