/** The citation key that is being typed. Pure. */
import type { CitationSyntax } from '../../citations/syntaxes/syntax.ts';

interface Opener {
  readonly mark: string;
  /** What the text before the mark ends with. */
  readonly after: RegExp;
}

const afterAt: Opener = { mark: '@', after: /(?:^|[\s[;(-])$|cite(?:\/\w{1,8})?:$/ };
const openers: Readonly<Record<string, Opener>> = {
  markdown: afterAt,
  org: afterAt,
  latex: { mark: '{', after: /\\[A-Za-z]{0,12}cite[A-Za-z]{0,12}\*?(?:\[[^\]]{0,100}\]){0,2}$/i },
  asciidoc: { mark: '[', after: /\bcite(?:np)?:$/ },
  restructuredtext: { mark: '`', after: /:cite(?::\w{1,12})?:$/ },
};

/** In characters: longer than a group of keys. */
const longestGroup = 400;

/**
 * The beginning of a key at the end of a text, which may be empty; undefined where none is typed.
 * @param before the line up to the cursor
 */
export function typedKey(before: string, { id }: Pick<CitationSyntax, 'id'>): string | undefined {
  const opener = openers[id];
  const line = before.slice(-longestGroup);
  const at = opener ? line.lastIndexOf(opener.mark) : -1;
  if (!opener || at < 0 || !opener.after.test(line.slice(0, at))) return undefined;
  const keys = line.slice(at + 1);
  // After an at sign comes one key, in braces a list of them.
  if (opener === afterAt) return /[\s\];,)]/.test(keys) ? undefined : keys;
  return /[\]}`]/.test(keys) ? undefined : keys.slice(keys.lastIndexOf(',') + 1).trimStart();
}
