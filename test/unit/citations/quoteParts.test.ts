import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteParts } from '../../../src/citations/quoteParts.ts';

function parts(text: string): readonly string[] {
  return quoteParts(text).map((part) => `${part.isCode ? 'code' : 'text'} ${part.text}`);
}

test('wrapped prose flows, items and paragraphs keep their lines', () => {
  assert.deepEqual(parts('The gates are shut when\nthe tide turns.'), ['text The gates are shut when the tide turns.']);
  assert.deepEqual(
    parts(
      'The gates are:\n\nQuillan Gate, which is the older one of the two and\nis still shut.\r\nOrrin Gate\nTom: a; B: c\nTom: d; B: e',
    ),
    ['text The gates are:\nQuillan Gate, which is the older one of the two and is still shut.\nOrrin Gate\nTom: a; B: c\nTom: d; B: e'],
  );
  const rows = 'North › Width | In 1911: 4 | 1912: 5 | in meters\nNorth › Depth, at low water | In 1911: 6 | 1912: 7 | in meters';
  assert.deepEqual(parts(rows), [`text ${rows}`]);
  assert.deepEqual(parts('for example, the pumps (see below)\nif it rains, which it does:'), [
    'text for example, the pumps (see below) if it rains, which it does:',
  ]);
});

test('fields keep their lines from the first on, and items that go on in lower case where the next word had room', () => {
  const header = 'Number: OB-7\nKeeper: Ada Holm\nStatus: Closed';
  assert.deepEqual(parts(header), [`text ${header}`]);
  const items = 'inner gates and their pumps\nouter gates\nlamps (but for the red one on the northern pier)\nbells';
  assert.deepEqual(parts(`The keeper cleans the following things\nevery week:\n\n${items}`), [
    `text The keeper cleans the following things every week:\n${items}`,
  ]);
});

test('code keeps lines and indentation, also over blank lines', () => {
  assert.deepEqual(parts('Add an index:\n\n[[tool.uv.index]]\nname = "a"\n\ndefault = true\n\nThen lock.'), [
    'text Add an index:',
    'code [[tool.uv.index]]\nname = "a"\n\ndefault = true',
    'text Then lock.',
  ]);
  assert.deepEqual(parts('$ uv sync\n  --locked'), ['code $ uv sync\n  --locked']);
  assert.deepEqual(parts('def f(x):\n\treturn x'), ['code def f(x):\n    return x']);
  assert.deepEqual(parts('>>> import json\n>>> created = None'), ['code >>> import json\n>>> created = None']);
  assert.deepEqual(parts('RUN --mount=type=cache \\\n    uv sync'), ['code RUN --mount=type=cache \\\n    uv sync']);
});

test('nothing is lost', () => {
  for (const text of ['', ' \n ', 'a', 'x = 1', 'a\n\n\n\nb', '中文。\n中文。'])
    assert.equal(
      parts(text)
        .join('')
        .replace(/code |text |\s/g, ''),
      text.replace(/\s/g, ''),
    );
});
