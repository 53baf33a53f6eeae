/** What people and models write is read in time that grows with its length, whatever is repeated in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownSyntax } from '../../../src/citations/syntaxes/markdown.ts';
import { carryNames } from '../../../src/reasoning/carryNames.ts';
import { comparedThings } from '../../../src/reasoning/comparedThings.ts';
import { comparisonPlan } from '../../../src/reasoning/extractive/comparison.ts';
import { standaloneQuestion } from '../../../src/reasoning/extractive/standaloneQuestion.ts';
import { qualifierIn } from '../../../src/reasoning/qualifier.ts';
import { cellRole } from '../../../src/reasoning/roles/tableRoles.ts';
import { readWrittenText, shownWriting } from '../../../src/reasoning/writtenText.ts';
import { growthOf } from '../../support/growth.ts';

const smallCharacters = 4_000;
const units = [
  ...[' ', '\n', 'a', 'A', '1', '0', '.', ', ', '“', '"', '(', '|', '?', '- ', '`', '```\n', ': ', '; ', '\\', '*', 'a.', 'aB6', 'a_b'],
  ...[
    '[',
    '[1',
    '[1: ',
    '[1: "',
    '[1: "a"; ',
    '[1 ',
    '【',
    '【1 ',
    '【1†',
    '(Passage 1, ',
    '<sup>1',
    '\n[1] ',
    '\nSources:\n[1] a',
    '[\\',
    '[a](b ',
  ],
];
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a written answer': readWrittenText,
  'a written answer on its way': shownWriting,
  'a cell in prose': (text) => cellRole.fallback({ question: 'Who?', passages: [] } as never, text),
  'a qualifier': (text) => qualifierIn(text, 'a'),
  'a follow-up': (text) => carryNames({ question: text, earlier: [{ question: text, answer: text }] }),
  'a comparison': (text) => [comparisonPlan(text), comparedThings(text)],
  'a question': standaloneQuestion,
  'a citation': (text) => markdownSyntax.parse(text),
  'marked text': (text) => markdownSyntax.plain(text, true),
};

for (const [name, read] of Object.entries(readers)) {
  test(`${name} is read in linear time`, async () => {
    const grown: string[] = [];
    for (const unit of units) {
      for (const end of ['', ' x!']) {
        const growth = await growthOf(smallCharacters, (length) => void read(unit.repeat(length / unit.length) + end));
        if (growth !== undefined) grown.push(`${JSON.stringify(unit + end)}: ${growth}`);
      }
    }
    assert.deepEqual(grown, []);
  });
}
