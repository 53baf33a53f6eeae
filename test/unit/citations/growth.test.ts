/** Checking the citations of a hostile text takes time that grows with its length, not with the square of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAnchor } from '../../../src/citations/anchor.ts';
import { declaredBibliographies, definitionsIn, keyGroups } from '../../../src/citations/citedKeys.ts';
import { allSyntaxes } from '../../../src/citations/syntaxes/allSyntaxes.ts';
import { findingsIn } from '../../support/findings.ts';
import { growthOf } from '../../support/growth.ts';

const smallCharacters = 10_000;

for (const syntax of allSyntaxes)
  test(`hostile citations in ${syntax.id} are checked in linear time`, async () => {
    const cited = { n: 1, path: 'a', startLine: 1, endLine: 1, id: 'x', name: 'x', isKnown: false, follows: false };
    const citation = syntax.cite(cited);
    const shapes: Readonly<Record<string, (length: number) => string>> = {
      alone: () => '',
      'before a letter': () => ' x. ',
      'before blanks': (length) => `${' '.repeat(Math.sqrt(length))}x\n`,
      'in one sentence': () => ' the word',
    };
    const grown: string[] = [];
    for (const [name, between] of Object.entries(shapes)) {
      const textOf = (length: number): string => {
        const piece = citation + between(length);
        const text = `${piece.repeat(length / piece.length)}\n\n${syntax.below?.([cited]) ?? ''}`;
        return syntax.finish?.(text) ?? text;
      };
      const growth = await growthOf(smallCharacters, (length) => void findingsIn(textOf(length), () => ({ text: 'The line.\n' }), syntax));
      if (growth !== undefined) grown.push(`${name}: ${growth}`);
    }
    assert.deepEqual(grown, []);
  });

test('half of a document is looked for in linear time', async () => {
  assert.equal(
    await growthOf(smallCharacters, (length) => void resolveAnchor('a\n'.repeat(length / 2), length / 8, length / 4, 'x')),
    undefined,
  );
});

test('hostile keys, footnotes and lists of references are found in linear time', async () => {
  const shapes = [
    '[@a; ',
    '[@',
    '@a:',
    '@{',
    '[^1',
    '[^1]: @a\n',
    '\\cite{a,',
    '\\cite[',
    '\\parencites[1]{a}',
    '[cite:@a;',
    'cite:a,',
    '<<a',
    '[a]_',
    ':cite:`a,',
    '[1, 2–',
    '# References\n[1] ',
    '[[[a]]] ',
    '\\bibitem{a} ',
    '[fn:1] ',
    '[a](https://doi.org/10.1000/a',
    '10.1000/a).',
    'arxiv:2005.11401 ',
  ];
  const grown: string[] = [];
  for (const syntax of ['markdown', 'latex', 'org', 'asciidoc', 'restructuredtext', 'plaintext']) {
    for (const shape of shapes) {
      const growth = await growthOf(smallCharacters, (length) => {
        const text = shape.repeat(length / shape.length);
        keyGroups(text, syntax, definitionsIn(text, syntax));
        declaredBibliographies(text, syntax);
      });
      if (growth !== undefined) grown.push(`${syntax}, ${shape}: ${growth}`);
    }
  }
  assert.deepEqual(grown, []);
});
