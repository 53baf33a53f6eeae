/** An answer found in a PDF is cited with the page of the quote, not of the passage that holds it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtinModels, defaultDiscovery } from '../../src/protocol/engine.ts';
import { openEngine } from '../support/engine.ts';
import { makePdf } from '../support/pdf.ts';
import { tempFolder } from '../support/tempFolder.ts';

function page(text: string) {
  return { texts: [{ x: 72, y: 700, text }] };
}

test('a quote on the third page of a short PDF is cited there', async (t) => {
  const folder = tempFolder(t, { 'marta.md': '# Marta Quell\n\nMarta Quell was born in Tarnholm.' });
  const pages = [
    'Page one has the weather of the coast.',
    'Page two has the fish that were sold.',
    'The Orfield gauge was built by Marta Quell in 1931.',
  ];
  writeFileSync(join(folder, 'annals.pdf'), makePdf(pages.map(page)));
  const { engine, ask } = await openEngine(folder, join(tempFolder(t), 'storage'));
  await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
  const { answer, citations } = await ask('Who built the Orfield gauge?');
  await engine.close();
  assert.deepEqual(
    { answer, cited: citations.map(({ path, page: number, quote }) => ({ path, page: number, quote })) },
    { answer: 'Marta Quell', cited: [{ path: 'annals.pdf', page: 3, quote: pages[2] }] },
  );
});
