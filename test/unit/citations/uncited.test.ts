import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownSyntax } from '../../../src/citations/syntaxes/markdown.ts';
import { uncitedClaims } from '../../../src/citations/uncited.ts';

/** The claims of a text in which `[@key]` cites. */
function claimsIn(text: string): readonly string[] {
  const cited = [...text.matchAll(/\[@\w+\]/g)].map(({ 0: all, index }) => ({ range: { start: index, end: index + all.length } }));
  return uncitedClaims(text, cited, [], markdownSyntax).map(({ words }) => words);
}

test('only sentences that state a fact and cite nothing are claims', () => {
  const claim = 'The light of Skell Head was lit in 1871 by Tobias Quenby.';
  assert.deepEqual(claimsIn(`# Heading\n\nSome words. ${claim}\n\n- ${claim}\n`), [claim, claim]);
  const others = [
    `# ${claim}`,
    `    ${claim}`,
    '`The light of Skell Head was lit in 1871 by Tobias Quenby.`',
    'The light of Skell Head was lit in 1871 by Tobias Quenby [@quenby].',
    'The light of Skell Head was lit in 1871 by Tobias Quenby. [@quenby]',
    'Was the light of Skell Head lit in 1871 by Tobias Quenby?',
    'In this section we describe how the light was lit in 1871.',
    'We lit the light of Skell Head in 1871 with Tobias Quenby.',
    'The light of Skell Head should have been lit in 1871 by Tobias Quenby.',
    'Tobias Quenby may have lit the light of Skell Head in 1871.',
    'Table 3 shows the lights of Skell Head since 1871.',
    'He lit the light of Skell Head in the year of 1871.',
    'The lamp of the old tower was lit by its keeper.',
    'Please see the light of Skell Head, lit in 1871.',
    'Das Licht von Skell Head wurde im Jahr 1871 von Tobias Quenby entzündet.',
  ];
  for (const text of others) assert.deepEqual(claimsIn(text), [], text);
});
