/** What is quoted of real documents, of every format in the samples: whole sentences, exactly as the source has them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesOf } from '../../../src/citations/anchor.ts';
import { quoteIn, quotePlace } from '../../../src/citations/locate.ts';
import { LONGEST_QUOTE, quotablesOf } from '../../../src/citations/quotable.ts';
import { cutPassages } from '../../../src/corpus/cut.ts';
import { readerOf } from '../../../src/corpus/readers/allReaders.ts';
import { english } from '../../../src/language/english.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { root } from '../../support/cli.ts';

interface Document {
  readonly path: string;
  readonly source: string;
  readonly passages: readonly Passage[];
}

const folder = join(root, 'samples');

async function documents(): Promise<readonly Document[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = await Promise.all(files.map(({ parentPath, name }) => documentOf(join(parentPath, name))));
  return all.flatMap((one) => one ?? []);
}

async function documentOf(path: string): Promise<Document | undefined> {
  const reader = readerOf(path);
  const bytes = readFileSync(path);
  if (reader?.kind === 'extracting') {
    const parsed = await reader.extract(bytes, path, {});
    return { path, source: parsed.text, passages: cutPassages({ path, hash: '', parsed, language: english }) };
  }
  const source = bytes.toString();
  const parsed = reader?.parse(source, path);
  return parsed && { path, source, passages: cutPassages({ path, hash: '', parsed, language: english }) };
}

test('every quote of the samples is the text of its range in the source, and whole', async () => {
  const formats = new Map<string, number>();
  for (const { path, source, passages } of await documents()) {
    const lines = linesOf(source);
    for (const passage of passages) {
      for (const { start, end, isCutBefore, isCutAfter } of quotablesOf(passage, english)) {
        const place = quotePlace(passage, start, end);
        assert(place, `${path}: nothing of "${passage.text.slice(start, end)}" is in the source`);
        const { startLine, endLine, startOffset, endOffset } = place.range;
        const inSource = linesOf(source.slice(startOffset, endOffset)).join('\n');
        assert.equal(quoteIn(place, lines.slice(startLine, endLine)), inSource);
        assert.ok(
          isCutBefore || isWholeBefore(passage.text, start),
          `${path}: the beginning is missing: ${passage.text.slice(start, end)}`,
        );
        assert.ok(isCutAfter || isWholeAfter(passage.text, end), `${path}: the end is missing: ${passage.text.slice(start, end)}`);
        assert.ok(end - start <= LONGEST_QUOTE);
        const format = path.slice(path.lastIndexOf('.'));
        formats.set(format, (formats.get(format) ?? 0) + 1);
      }
    }
  }
  assert.ok(formats.size >= 4 && [...formats.values()].every((count) => count > 5), JSON.stringify([...formats]));
});

/** Before a whole sentence there is nothing, the end of another, or a line break. */
function isWholeBefore(text: string, start: number): boolean {
  return /(?:^|\n|[.!?:;)\]}"'”’…*_]|\d)\s*$/.test(text.slice(0, start));
}

function isWholeAfter(text: string, end: number): boolean {
  return /[.!?:;)\]}"'”’…*_]$/.test(text.slice(0, end)) || /^\s*(?:$|\n)/.test(text.slice(end));
}
