/** Questions about PDFs. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { openEngine } from '../support/engine.ts';
import { makePdf } from '../support/pdf.ts';
import { tempFolder } from '../support/tempFolder.ts';

function page(text: string) {
  return { texts: [{ x: 72, y: 700, text }] };
}

const pages = [
  'Page one has the weather of the coast.',
  'Page two has the fish that were sold.',
  'The Orfield gauge was built by Marta Quell in 1931.',
];
const question = 'Who built the Orfield gauge?';
const { signal } = new AbortController();

async function openIndexed(t: TestContext) {
  const folder = tempFolder(t, { 'marta.md': '# Marta Quell\n\nMarta Quell was born in Tarnholm.' });
  writeFileSync(join(folder, 'annals.pdf'), makePdf(pages.map(page)));
  const storage = join(tempFolder(t), 'storage');
  const opened = await openEngine(folder, storage);
  await opened.engine.index(defaultDiscovery, builtinModels, { signal });
  return { folder, storage, ...opened };
}

test('a quote on the third page of a short PDF is cited there', async (t) => {
  const { engine, ask } = await openIndexed(t);
  const { answer, citations } = await ask(question);
  await engine.close();
  assert.deepEqual(
    { answer, cited: citations.map(({ path, page: number, quote }) => ({ path, page: number, quote })) },
    { answer: 'Marta Quell', cited: [{ path: 'annals.pdf', page: 3, quote: pages[2] }] },
  );
});

test('files that are saved while a question is answered are indexed, and it is answered', async (t) => {
  const { folder, storage, engine, ask } = await openIndexed(t);
  const kept = () => readdirSync(join(storage, 'texts')).length;
  const asked = { isOver: false };
  const saving = async (): Promise<readonly string[]> => {
    const outcomes: string[] = [];
    for (let i = 0; !asked.isOver; i++) {
      writeFileSync(join(folder, 'more.pdf'), makePdf([page(`Printed ${i} times.`)]));
      outcomes.push((await engine.update(['more.pdf'], defaultDiscovery, builtinModels, signal)).outcome);
    }
    return outcomes;
  };
  const answering = ask(question).finally(() => (asked.isOver = true));
  const [{ status, answer }, outcomes] = await Promise.all([answering, saving()]);
  assert.deepEqual({ status, answer, outcomes: [...new Set(outcomes)] }, { status: 'ok', answer: 'Marta Quell', outcomes: ['updated'] });
  // One text for each PDF as it is now.
  assert.equal(kept(), 2);
  rmSync(join(folder, 'more.pdf'));
  await engine.update(['more.pdf'], defaultDiscovery, builtinModels, signal);
  assert.equal(kept(), 1);
  await engine.close();
});
