import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { boundsOf, inRows, placeNodes, type LayoutEdge, type LayoutNode, type Places } from '../../src/trace/dag/layout.ts';

const size = { width: 200, height: 100 };
const node = (id: string): LayoutNode => ({ id, ...size });

/** The places after cards were added one group after the other; an edge is written `a>b`. */
function grow(...steps: readonly string[]): Places {
  let places: Places = new Map();
  const ids: string[] = [];
  const edges: LayoutEdge[] = [];
  for (const step of steps) {
    for (const word of step.split(' ')) {
      const [from = '', to] = word.split('>');
      if (to === undefined) ids.push(from);
      else edges.push({ from, to });
    }
    places = placeNodes(ids.map(node), edges, places);
  }
  return places;
}

test('a chain is in one row, whether it grew or came as a whole', () => {
  const whole = grow('a b c a>b b>c');
  assert.deepEqual(Object.fromEntries(whole), { a: { x: 0, y: 0 }, b: { x: 234, y: 0 }, c: { x: 468, y: 0 } });
  assert.deepEqual(grow('a', 'b a>b', 'c b>c'), whole);
});

test('cards that follow the same card are from top to bottom in their order', () => {
  const places = grow('root one two three root>one root>two root>three');
  const ys = ['one', 'two', 'three'].map((id) => places.get(id)?.y ?? Number.NaN);
  assert.deepEqual(
    ys,
    ys.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(ys).size, 3);
});

test('more cards than fit below each other are in columns, as a whole or grown, and what follows them is to the right', () => {
  const ids = Array.from({ length: 50 }, (_, i) => `n${i}`);
  const cards = ids.map((id) => `${id} root>${id}`);
  const whole = grow(`root ${cards.join(' ')} end ${ids.map((id) => `${id}>end`).join(' ')}`);
  for (const places of [whole, grow('root', ...cards)]) {
    const columns = Map.groupBy(ids, (id) => places.get(id)?.x);
    assert.deepEqual(
      [...columns.values()].map((column) => column.length),
      [...Array.from({ length: 12 }, () => 4), 2],
    );
  }
  assert.ok((whole.get('end')?.x ?? 0) > Math.max(...ids.map((id) => whole.get(id)?.x ?? 0)));
});

test('parts of one card are above the parts of the card below it, and no card waits to the right for the end', () => {
  const places = grow('root a b c end root>a root>b root>c c1 c2 c>c1 c>c2 b1 b2 b>b1 b>b2 a>end b1>end b2>end c1>end c2>end');
  const x = (id: string): number => places.get(id)?.x ?? Number.NaN;
  assert.deepEqual([x('a'), x('b'), x('b1')], [x('c'), x('c'), x('c2')]);
  assert.deepEqual(
    ['b1', 'b2', 'c1', 'c2'].toSorted((one, other) => (places.get(one)?.y ?? 0) - (places.get(other)?.y ?? 0)),
    ['b1', 'b2', 'c1', 'c2'],
  );
});

test('a card that gets a step before it moves to the right of that step', () => {
  assert.deepEqual(grow('root', 'one root>one', 'two root>two', 'one>two').get('two'), { x: 468, y: 0 });
});

test('layers that do not fit are in further rows, each from the left, in order and as wide as allowed', () => {
  const chain = grow('a b c d e a>b b>c c>d d>e');
  const nodes = [...'abcde'].map(node);
  assert.equal(inRows(nodes, chain, 2000), chain);
  const rows = inRows(nodes, chain, 450);
  assert.deepEqual(
    nodes.map(({ id }) => [rows.get(id)?.row, rows.get(id)?.x]),
    [
      [0, 0],
      [0, 234],
      [1, 0],
      [1, 234],
      [2, 0],
    ],
  );
  assert.deepEqual(
    [...inRows(nodes, chain, 0).values()].map(({ row }) => row),
    [0, 1, 2, 3, 4],
    'a layer is never split',
  );
});

test('whatever is in rows: no two cards overlap, and no row is wider than allowed unless one layer is', () => {
  fc.assert(
    fc.property(growth(), fc.integer({ min: 1, max: 900 }), (steps, width) => {
      const nodes = steps.flatMap((added) => added.nodes);
      const placed = placeNodes(
        nodes,
        steps.flatMap((added) => added.edges),
        new Map(),
      );
      const places = inRows(nodes, placed, width);
      for (const a of nodes) for (const b of nodes) if (a.id < b.id) assert.ok(!overlap(a, b, places), `${a.id} and ${b.id} stand apart`);
      for (const row of Map.groupBy(nodes, ({ id }) => places.get(id)?.row ?? 0).values())
        assert.ok(boundsOf(row, places).width <= width || new Set(row.map(({ id }) => places.get(id)?.x)).size === 1);
    }),
    { numRuns: 60 },
  );
});

test('the box around no cards is empty', () => {
  assert.deepEqual(boundsOf([], new Map()), { x: 0, y: 0, width: 0, height: 0 });
});

test('whatever grows: no two cards overlap, edges point right, places are kept, and the same steps give the same places', () => {
  fc.assert(
    fc.property(growth(), (steps) => {
      let places: Places = new Map();
      let nodes: readonly LayoutNode[] = [];
      let edges: readonly LayoutEdge[] = [];
      for (const added of steps) {
        nodes = [...nodes, ...added.nodes];
        edges = [...edges, ...added.edges];
        const next = placeNodes(nodes, edges, places);
        assert.deepEqual(placeNodes(nodes, edges, places), next);
        for (const [id, place] of places) assert.deepEqual(next.get(id), place, `${id} keeps its place`);
        places = next;
      }
      for (const edge of edges) assert.ok(right(edge.from, nodes, places) < left(edge.to, places), `${edge.from} is left of ${edge.to}`);
      for (const a of nodes) for (const b of nodes) if (a.id < b.id) assert.ok(!overlap(a, b, places), `${a.id} and ${b.id} stand apart`);
    }),
    { numRuns: 60 },
  );
});

interface Added {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

/** Groups of new cards, each with edges from earlier cards only: what a run does that plans no step before another. */
function growth(): fc.Arbitrary<readonly Added[]> {
  const card = fc.record({ height: fc.integer({ min: 50, max: 160 }), from: fc.array(fc.nat(20), { maxLength: 3 }) });
  return fc.array(fc.array(card, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }).map((groups) => {
    let count = 0;
    return groups.map((group) => {
      const added: { nodes: LayoutNode[]; edges: LayoutEdge[] } = { nodes: [], edges: [] };
      for (const { height, from } of group) {
        const id = `n${count}`;
        added.nodes.push({ id, width: 200, height });
        for (const earlier of new Set(from.map((n) => n % Math.max(1, count))))
          if (count > 0) added.edges.push({ from: `n${earlier}`, to: id });
        count++;
      }
      return added;
    });
  });
}

function left(id: string, places: Places): number {
  return places.get(id)?.x ?? Number.NaN;
}

function right(id: string, nodes: readonly LayoutNode[], places: Places): number {
  return left(id, places) + (nodes.find((candidate) => candidate.id === id)?.width ?? Number.NaN);
}

function overlap(a: LayoutNode, b: LayoutNode, places: Places): boolean {
  const [p, q] = [places.get(a.id), places.get(b.id)];
  if (!p || !q) return true;
  return p.x < q.x + b.width && q.x < p.x + a.width && p.y < q.y + b.height && q.y < p.y + a.height;
}
