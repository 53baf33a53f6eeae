import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { CitationCheck } from '../../../src/citations/checkCitations.ts';
import { linesHash, linesOf } from '../../../src/citations/anchor.ts';
import { formatCitationAt } from '../../../src/citations/syntaxes/markdown.ts';
import { DocumentChecks } from '../../../src/check/documentChecks.ts';
import { tempFolder, writeFile } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;
const source = 'The light of Skell Head\nwas lit in 1871\nby Tobias Quenby, who kept it for thirty years.\n';

function cite(startLine: number, endLine = startLine): string {
  const hash = linesHash(linesOf(source).slice(startLine - 1, endLine));
  return formatCitationAt({ n: 1, startLine, endLine, linesHash: hash }, 'docs/skell.md');
}

/** Checks a note in a folder of documents. */
function checksIn(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = tempFolder(t, files);
  const checks = new DocumentChecks({ folder, reader: join(import.meta.dirname, '../../../src/corpus/readWorker.ts') });
  t.after(() => checks.close());
  return { folder, check: (text: string, name = 'note.md') => checks.check(join(folder, name), text, { signal }) };
}

function told({ state, support, why, isQuoteWrong }: CitationCheck): string {
  return [state, support, ...(why ? [why.kind] : []), ...(isQuoteWrong ? ['quote'] : [])].join(' ');
}

test('a link says whether its lines are as they were, and whether they say what the sentence says', async (t) => {
  const { folder, check } = checksIn(t, { 'docs/skell.md': source });
  const cases: readonly (readonly [claim: string, expected: string])[] = [
    [`The light of Skell Head was lit in 1871 ${cite(1, 2)}.`, 'current supported'],
    [`The light of Skell Head was lit in 1872 ${cite(1, 2)}.`, 'current contradicted date'],
    [`The light of Skell Head was not lit in 1871 ${cite(1, 2)}.`, 'current contradicted negation'],
    [`The light was kept by Marta Orfield for thirty years ${cite(3)}.`, 'current partly name'],
    [`It was kept for forty years by Tobias Quenby ${cite(3)}.`, 'current contradicted number'],
    [`It says “was lit in 1871” ${cite(2)}.`, 'current unchecked'],
    [`It says “was lit in 1817” ${cite(2)}.`, 'current unsupported quote'],
    [`Bananas are eaten by monkeys ${cite(1, 3)}.`, 'current unsupported'],
  ];
  for (const [text, expected] of cases) assert.deepEqual((await check(text)).map(told), [expected], text);
  const [one] = await check(`Intro.\n\nThe light of Skell Head was lit in 1872 ${cite(1, 2)}.`);
  assert.deepEqual(one?.claim, { start: 8, end: 8 + `The light of Skell Head was lit in 1872 ${cite(1, 2)}.`.length });
  assert.deepEqual([one?.evidence?.path, one?.evidence?.startLine, one?.evidence?.endLine], ['docs/skell.md', 1, 2]);
  assert.equal((await check(`It says “was lit in the year of 1871” ${cite(2)}.`))[0]?.sourceWords, undefined);
  writeFile(folder, 'docs/skell.md', `New.\n${source}`);
  assert.deepEqual((await check(`The light of Skell Head was lit in 1871 ${cite(1, 2)}.`)).map(told), ['moved supported']);
});

test('what two citations of a sentence say together counts, and nothing is said of a sentence of which one is gone', async (t) => {
  const { check } = checksIn(t, { 'docs/skell.md': source });
  const text = `Tobias Quenby, who kept it for thirty years, lit the light of Skell Head in 1871 ${cite(1, 2)} ${cite(3)}.`;
  for (const { support } of await check(text)) assert.notEqual(support, 'contradicted');
  const gone = await check(`The light was lit in 1872 ${cite(1, 2)} [2](docs/no.md#L1 "ariadne:0")`);
  assert.deepEqual(gone.map(told), ['current unchecked', 'missing unchecked']);
});
