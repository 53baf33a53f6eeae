/** Turns `[1]` in an answer's text into links that the panel draws as citation chips. */
import type { Link, PhrasingContent, Root, Text } from 'mdast';

interface Parent {
  children: Root['children'][number][];
}

/** Changes the tree. Numbers without a citation stay text, and so do numbers in code. */
export function linkCitations(tree: Root, numbers: ReadonlySet<number>): void {
  visit(tree, numbers);
}

/** Puts citations without a place in the text at its end, where they follow the direction of its last words. */
export function endWithCitations(tree: Root, numbers: readonly number[]): void {
  if (numbers.length === 0) return;
  const links = numbers.map(citationLink);
  const last = tree.children.at(-1);
  if (last?.type === 'paragraph') last.children.push(...links);
  else tree.children.push({ type: 'paragraph', children: links });
}

function visit(parent: Parent, numbers: ReadonlySet<number>): void {
  parent.children = parent.children.flatMap((child): Root['children'][number][] => {
    if (child.type === 'text') return split(child, numbers);
    if ('children' in child && child.type !== 'link') visit(child, numbers);
    return [child];
  });
}

function split(node: Text, numbers: ReadonlySet<number>): PhrasingContent[] {
  const parts = node.value.split(/\[(\d+(?:\s*,\s*\d+)*)\]/);
  return parts.flatMap((part, i): PhrasingContent[] => {
    if (i % 2 === 0) return part === '' ? [] : [{ type: 'text', value: part }];
    const cited = part.split(',').map(Number);
    return cited.every((n) => numbers.has(n)) ? cited.map(citationLink) : [{ type: 'text', value: `[${part}]` }];
  });
}

function citationLink(n: number): Link {
  return { type: 'link', url: `#citation-${n}`, children: [{ type: 'text', value: `${n}` }] };
}
