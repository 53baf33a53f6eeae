import type { Nodes, Root } from 'mdast';

/** Not what they are in: HTML ignores what has its own direction. */
const blocks: ReadonlySet<Nodes['type']> = new Set(['paragraph', 'heading', 'listItem', 'tableCell']);

/** Lets every block of a text run in the direction of its first word. */
export function autoDirection(tree: Root): void {
  const visit = (node: Nodes): void => {
    if (blocks.has(node.type)) node.data = { ...node.data, hProperties: { ...node.data?.hProperties, dir: 'auto' } };
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
}
