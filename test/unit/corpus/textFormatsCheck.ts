import assert from 'node:assert/strict';
import type { Block } from '../../../src/corpus/document.ts';
import { assertExact } from './exactMaps.ts';

/** Title and blocks as `kind [headings] text`, after checking that every place is exact, with any line ending. */
export function check(path: string, source: string, expected: { readonly title: string; readonly blocks: readonly string[] }): void {
  for (const ending of ['\n', '\r\n', '\r']) {
    const { parsed } = assertExact(path, source.replace(/\n/g, ending));
    assert.deepEqual({ title: parsed.title, blocks: parsed.blocks.map(shown) }, expected);
  }
}

function shown({ kind, headings, text }: Block): string {
  return `${kind} [${headings.join(' > ')}] ${text.replace(/\r\n?/g, '\n')}`;
}
