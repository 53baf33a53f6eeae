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

/** What is typed at the end of a line. */
export interface Typed {
  readonly kind: 'key' | 'link';
  /** The beginning of a key, or words of a title; may be empty. */
  readonly words: string;
}

/**
 * A key or the target of a link at the end of a text; undefined where none is typed.
 * @param before the line up to the cursor
 */
export function typedAt(before: string, { id }: Pick<CitationSyntax, 'id'>): Typed | undefined {
  const line = before.slice(-longestGroup);
  const link = id === 'markdown' ? /\]\(([^()[\]<>#"]{0,200})$/.exec(line) : null;
  if (link) return /^[a-z]+:|^\.{0,2}\//i.test(link[1] ?? '') ? undefined : { kind: 'link', words: link[1] ?? '' };
  const words = typedKey(line, id);
  return words === undefined ? undefined : { kind: 'key', words };
}

function typedKey(line: string, id: string): string | undefined {
  const opener = openers[id];
  const at = opener ? line.lastIndexOf(opener.mark) : -1;
  if (!opener || at < 0 || !opener.after.test(line.slice(0, at))) return undefined;
  const keys = line.slice(at + 1);
  if (opener !== afterAt) return /[\]}`]/.test(keys) ? undefined : keys.slice(keys.lastIndexOf(',') + 1).trimStart();
  // After an at sign comes one key. In brackets its title may be typed, which has spaces.
  const isInBrackets = /\[[^\]]*$/.test(line.slice(0, at));
  return (isInBrackets ? /^\s|[\];,)]/ : /[\s\];,)]/).test(keys) ? undefined : keys;
}
