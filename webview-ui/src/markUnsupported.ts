/** Marks the sentences of an answer that no citation supports. */
import type { PhrasingContent, Root, Text } from 'mdast';
import type { AnswerRange } from '../../src/protocol/trace.ts';
import { t } from '@vscode/l10n';

interface Parent {
  children: Root['children'][number][];
}

/**
 * Changes the tree. Must run before anything that adds nodes without positions. A text node that differs from its source is marked as a
 * whole.
 */
export function markUnsupported(tree: Root, ranges: readonly AnswerRange[]): void {
  if (ranges.length > 0) visit(tree, ranges);
}

function visit(parent: Parent, ranges: readonly AnswerRange[]): void {
  parent.children = parent.children.flatMap((child): Root['children'][number][] => {
    if (child.type === 'text') return marked(child, ranges);
    if ('children' in child) visit(child, ranges);
    return [child];
  });
}

function marked(node: Text, ranges: readonly AnswerRange[]): PhrasingContent[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [node];
  const here = ranges.filter((range) => range.start < end && start < range.end);
  if (here.length === 0) return [node];
  if (end - start !== node.value.length) return [mark(node.value)];
  const parts: PhrasingContent[] = [];
  let at = 0;
  const push = (to: number, isMarked: boolean): void => {
    const value = node.value.slice(at, to);
    if (value !== '') parts.push(isMarked ? mark(value) : { type: 'text', value });
    at = Math.max(at, to);
  };
  for (const range of here.toSorted((a, b) => a.start - b.start)) {
    push(Math.max(0, range.start - start), false);
    push(Math.min(node.value.length, range.end - start), true);
  }
  push(node.value.length, false);
  return parts;
}

function mark(value: string): PhrasingContent {
  const hProperties = { className: ['unsupported'], title: t('No citation supports this sentence') };
  return { type: 'emphasis', children: [{ type: 'text', value }], data: { hName: 'span', hProperties } };
}
