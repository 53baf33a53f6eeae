import type { LatexNode } from './latexParser.ts';

export interface Arguments {
  /** Contents of the braces, at most the requested number. */
  readonly groups: readonly (readonly LatexNode[])[];
  readonly places: readonly LatexNode[];
  /** The last bracketed argument. */
  readonly optional: readonly LatexNode[] | undefined;
  readonly next: number;
}

/**
 * Reads `*`, `[optional]` and up to `count` `{groups}` from `nodes[start]` on, across white space and comments but not across the end of a
 * paragraph.
 */
export function argumentsAt(nodes: readonly LatexNode[], start: number, count: number): Arguments {
  const groups: (readonly LatexNode[])[] = [];
  const places: LatexNode[] = [];
  let optional: readonly LatexNode[] | undefined;
  let next = start;
  for (let i = start; i < nodes.length; i++) {
    const node = nodes[i];
    if (node === undefined || node.type === 'parbreak') break;
    if (node.type === 'whitespace' || node.type === 'comment') continue;
    if (node.type === 'string' && node.content === '*' && next === start) next = i + 1;
    else if (node.type === 'string' && node.content === '[' && (count === 0 ? optional === undefined : groups.length < count)) {
      const close = nextWhere(nodes, i, (other) => isSameString(other, ']'));
      if (close === undefined) break;
      optional = nodes.slice(i + 1, close);
      i = close;
      next = close + 1;
    } else if (groups.length < count && node.type === 'group') {
      groups.push(node.content);
      places.push(node);
      next = i + 1;
    } else if (groups.length < count && node.type === 'macro' && i === start) {
      // `\newcommand\name{…}` has its first argument without braces.
      groups.push([node]);
      places.push(node);
      next = i + 1;
    } else break;
    if (groups.length === count && count > 0) break;
  }
  return { groups, places, optional, next };
}

/** The index after the body of `\\def\\name#1{…}`. */
export function afterDefinition(nodes: readonly LatexNode[], start: number): number {
  const body = nextWhere(nodes, start - 1, ({ type }) => type === 'group');
  return body === undefined ? start : body + 1;
}

/** The index after the word of `\\input word`, as TeX reads it. */
export function afterWord(nodes: readonly LatexNode[], start: number): number {
  let end = start;
  while (nodes[end]?.type === 'string' || nodes[end]?.type === 'macro') end++;
  return end;
}

/** Parts between separators; one empty part if there are no nodes. */
export function split(nodes: readonly LatexNode[], isSeparator: (node: LatexNode) => boolean): readonly (readonly LatexNode[])[] {
  const parts: LatexNode[][] = [[]];
  for (const node of nodes) {
    if (isSeparator(node)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** The nodes without surrounding white space and comments. */
export function trimmed(nodes: readonly LatexNode[]): readonly LatexNode[] {
  const isText = ({ type }: LatexNode): boolean => type !== 'whitespace' && type !== 'comment';
  return nodes.slice(nodes.findIndex(isText), nodes.findLastIndex(isText) + 1);
}

export function isSameString(node: LatexNode | undefined, content: string): boolean {
  return node?.type === 'string' && node.content === content;
}

/** The index of the next node of a kind that is near enough for an argument. */
function nextWhere(nodes: readonly LatexNode[], after: number, isWanted: (node: LatexNode) => boolean): number | undefined {
  const found = nodes.slice(after + 1, after + 1 + MAX_ARGUMENT_NODES).findIndex(isWanted);
  return found < 0 ? undefined : after + 1 + found;
}

const MAX_ARGUMENT_NODES = 400;
