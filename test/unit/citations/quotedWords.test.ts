import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesHash, linesOf } from '../../../src/citations/anchor.ts';
import type { CitedSource } from '../../../src/citations/checkCitations.ts';
import { allSyntaxes } from '../../../src/citations/syntaxes/allSyntaxes.ts';
import { writeAnswer } from '../../../src/citations/writeAnswer.ts';
import { readSourceText } from '../../../src/corpus/documentText.ts';
import { readDocument } from '../../../src/corpus/readDocument.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { digestOf } from '../../../src/trace/digest.ts';
import { fold } from '../../../src/trace/fold.ts';
import { findingsIn } from '../../support/findings.ts';
import { goldenPipelines, readGoldenRun } from '../../support/goldenRuns.ts';

const folder = join(import.meta.dirname, '../../../samples/docs');
const maxFileBytes = 1_000_000;

async function sourceOf(path: string): Promise<Extract<CitedSource, { text: string }>> {
  const { text } = await readSourceText(folder, path, { maxFileBytes });
  return { text, passages: (await readDocument(folder, { path }, { maxFileBytes })).passages };
}

test('every quote that Ariadne inserts is word for word in its document, in every language, and without marks of direction', async () => {
  const known = new Map<string, Extract<CitedSource, { text: string }>>();
  const sourceAt = (path: string): CitedSource => known.get(path) ?? { problem: 'not read' };
  let quoted = 0;
  for (const name of goldenPipelines()) {
    const trace: Trace = fold(readGoldenRun(name).events);
    const digest = digestOf(trace);
    for (const { path } of [...digest, ...trace.citations]) if (!known.has(path)) known.set(path, await sourceOf(path));
    const quotes = digest.map(({ lead, isCutBefore, isCutAfter, text, ...place }) => {
      const lines = linesOf(known.get(place.path)?.text ?? '').slice(place.startLine - 1, place.endLine);
      const citation = { ...place, linesHash: place.linesHash ?? linesHash(lines) };
      // As a document may have them.
      const marked = `\u202e${text ?? place.quote}\u2069\u200f`;
      return { lead, text: marked, isCutBefore: isCutBefore === true, isCutAfter: isCutAfter === true, citation };
    });
    for (const syntax of allSyntaxes) {
      const written = writeAnswer(trace, { syntax, before: '', pathOf: ({ path }) => path, quotes });
      assert.doesNotMatch(written, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      const findings = findingsIn(written, sourceAt, syntax).filter(({ cited }) => cited);
      assert.deepEqual(
        findings.filter(({ state }) => state !== 'current'),
        [],
        `${name} in ${syntax.id}`,
      );
      quoted += findings.length;
    }
  }
  assert.ok(quoted > 500, `only ${quoted} citations`);
});

test('a word that is another, left out or from other lines is not quoted, and parts around an ellipsis keep their order', () => {
  const text = 'The pump was not built in 1931.\nIt is of _cast_ iron, and heavy.';
  const hash = linesHash(linesOf(text));
  const stateOf = (words: string): string | undefined => {
    const written = `It says “${words}” [1](a.md#L1-L2 "ariadne:${hash}")`;
    return findingsIn(written, () => ({ text, passages: [] }))[0]?.state;
  };
  const states = ['The pump was not built', 'the pump … cast iron', 'The pump was built', 'cast iron … the pump', 'built in 193'].map(
    stateOf,
  );
  assert.deepEqual(states, ['current', 'current', 'unsupported', 'unsupported', 'unsupported']);
  assert.equal(stateOf('It ” is of steel'), 'unsupported', 'marks that do not match');
});
