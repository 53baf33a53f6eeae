import { test } from 'node:test';
import type { Root } from 'mdast';
import assert from 'node:assert/strict';
import { cardSize } from '../../src/trace/dag/cardSize.ts';
import { placeNodes } from '../../src/trace/dag/layout.ts';
import { endWithCitations, linkCitations } from '../../webview-ui/src/linkCitations.ts';
import { walk, type WalkKey } from '../../webview-ui/src/navigate.ts';
import { dagView } from '../../src/trace/dag/viewModel.ts';
import { added, started, traceOf } from './log.ts';

const ids = ['root', 'one', 'two', 'end'];
const edges = [
  { from: 'root', to: 'one' },
  { from: 'root', to: 'two' },
  { from: 'two', to: 'end' },
];
const places = placeNodes(
  ids.map((id) => ({ id, width: 200, height: 100 })),
  edges,
  new Map(),
);

const walks: readonly (readonly [from: string, key: WalkKey, to: string])[] = [
  ['root', 'ArrowRight', 'one'],
  ['one', 'ArrowDown', 'two'],
  ['two', 'ArrowUp', 'one'],
  ['two', 'ArrowRight', 'end'],
  ['end', 'ArrowLeft', 'two'],
  ['one', 'ArrowRight', 'one'],
  ['one', 'ArrowUp', 'root'],
  ['one', 'End', 'end'],
  ['one', 'Home', 'root'],
];
for (const [from, key, to] of walks) {
  test(`${key} leads from ${from} to ${to}`, () => {
    assert.equal(walk(from, key, ids, edges, places), to);
  });
}

test('from the end of a column the way leads to the next card in reading order and back', () => {
  const many = ['root', 'a', 'b', 'c', 'd', 'e', 'f'];
  const lines = many.slice(1).map((to) => ({ from: 'root', to }));
  const columns = placeNodes(
    many.map((id) => ({ id, width: 200, height: 100 })),
    lines,
    new Map(),
  );
  const steps: readonly (readonly [string, WalkKey])[] = [
    ['c', 'ArrowDown'],
    ['d', 'ArrowDown'],
    ['e', 'ArrowUp'],
    ['f', 'ArrowDown'],
    ['a', 'ArrowUp'],
  ];
  assert.deepEqual(
    steps.map(([from, key]) => walk(from, key, many, lines, columns)),
    ['d', 'e', 'd', 'f', 'root'],
  );
});

test('a card grows with its question, up to three lines', () => {
  const [root, step] = dagView(traceOf(started('q?'), added('root', 0, { kind: 'root' }), added('s1', 1))).cards;
  assert.ok(root && step);
  const questions = ['short', 'x'.repeat(40), 'word '.repeat(50), '电站由谁设计？', '电'.repeat(20)];
  const heights = questions.map((question) => cardSize({ ...step, question }).height);
  assert.deepEqual([...heights, cardSize(root).height], [104, 122, 140, 104, 122, 54]);
});

test('numbers in brackets become links when they are citations', () => {
  const text = (value: string) => ({ type: 'text' as const, value });
  const tree = { type: 'root' as const, children: [{ type: 'paragraph' as const, children: [text('a [1], b [2, 1], c [7]')] }] };
  linkCitations(tree, new Set([1, 2]));
  const link = (n: number) => ({ type: 'link', url: `#citation-${n}`, children: [text(`${n}`)] });
  assert.deepEqual(tree.children[0]?.children, [text('a '), link(1), text(', b '), link(2), link(1), text(', c '), text('[7]')]);
});

test('citations without a place are at the end of the last paragraph, or after it', () => {
  const paragraph = { type: 'paragraph' as const, children: [{ type: 'text' as const, value: 'a' }] };
  const ends = (...children: Root['children']): readonly string[] => {
    const tree: Root = { type: 'root', children };
    endWithCitations(tree, [1, 2]);
    return tree.children.map((child) => ('children' in child ? child.children.map(({ type }) => type).join(' ') : child.type));
  };
  assert.deepEqual(ends(paragraph), ['text link link']);
  assert.deepEqual(ends({ type: 'thematicBreak' }), ['thematicBreak', 'link link']);
});
