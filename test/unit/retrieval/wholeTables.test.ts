import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeTables } from '../../../src/retrieval/wholeTables.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { cut } from '../corpus/exactMaps.ts';

test('a part of a table leads to the other parts, and to nothing else', async () => {
  const rows = (name: string): string =>
    Array.from({ length: 60 }, (_, i) => `| ${name} number ${i} of all those | ${i} | ${2 * i} |`).join('\n');
  const table = (name: string): string => `The ${name} are:\n\n| Name | 2021 | 2022 |\n|---|---|---|\n${rows(name)}\n`;
  const { passages } = cut('a.md', `# Some words\n\nText before.\n\n${table('rivers')}\n${table('lakes')}\nText after.`);
  const index = new MemoryIndex(passages);
  const parts = passages.filter(({ text }) => text.includes('lakes number'));
  assert(parts.length > 3);
  const middle = parts[1]!;
  assert.deepEqual(await wholeTables(index, middle, 50), parts);
  assert.deepEqual(await wholeTables(index, middle, 2), parts.slice(1, 3));
  assert(parts.slice(1).every(({ text }) => text.startsWith('The lakes are:\n')));
  const bare = { ...middle, tables: undefined };
  assert.deepEqual(await wholeTables(index, bare, 50), [bare]);
});
