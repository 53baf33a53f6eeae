import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckedCitation } from '../../../src/protocol/documentCheck.ts';
import { githubLines, type PlacedFinding, sarifOf } from '../../../src/cli/checkFormats.ts';

function finding(state: PlacedFinding['state'], support: CheckedCitation['support'], reason?: string): PlacedFinding {
  const check = {
    range: { start: 0, end: 4 },
    form: 'key',
    key: 'k',
    state: 'current',
    support,
    ...(reason === undefined ? {} : { reason }),
  } as const;
  return { file: 'a b/n.md', line: 3, column: 1, endLine: 3, endColumn: 5, state, check };
}

test('annotations escape what would end them, and say nothing of what is fine', () => {
  const lines = githubLines([
    finding('current', 'supported'),
    finding('unsupported', 'contradicted', '50%\nor more'),
    finding('unresolved', 'unchecked'),
  ]);
  assert.deepEqual(lines, [
    '::error file=a b/n.md,line=3,endLine=3,col=1,endColumn=5,title=The source says otherwise::The source says otherwise: 50%25%0Aor more.',
  ]);
});

test('a SARIF log has a rule for each result, with regions', () => {
  const all = [
    finding('missing', 'unchecked'),
    finding('changed', 'unchecked'),
    finding('unsupported', 'partly'),
    finding('unsupported', 'unsupported'),
  ];
  const log = sarifOf(all, '1.0.0') as {
    runs: [{ tool: { driver: { rules: { id: string; helpUri: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }];
  };
  const [{ tool, results }] = log.runs;
  assert.deepEqual(
    results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]?.id),
    results.map(({ ruleId }) => ruleId),
  );
  assert.deepEqual(
    results.map(({ ruleId }) => ruleId),
    ['source-gone', 'source-changed', 'claim-partly-supported', 'claim-unsupported'],
  );
  assert.match(JSON.stringify(results[0]), /"uri":"a%20b\/n\.md".*"startLine":3,"startColumn":1,"endLine":3,"endColumn":5/);
});
