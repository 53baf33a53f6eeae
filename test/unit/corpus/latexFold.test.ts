import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldLatex } from '../../../src/corpus/readers/latexFold.ts';
import { assertExact } from './exactMaps.ts';

test('plain words are folded, the names of macros and what follows them are not', () => {
  assert.deepEqual(
    foldLatex('Plain words that go on and on \\emph cedilla words that go on and on -- \\c cedilla').text,
    'Plain \ue000 on \\emph cedilla \ue000 on -- \\c cedilla',
  );
});

const PLAIN = ['some plain words that go on for a while', 'a line (with) marks; and 12. numbers, é words of which 中文 is one', 'x'];
// prettier-ignore
const MARKUP = [
  '\\section{', '\\emph{', '{', '}', '\n', '\n\n', '\\item ', '\\begin{itemize}', '\\end{itemize}', '$', '\\\\', '% c ', '``', "''", '--', '~', "\\'", '\\c ', '\\ss ',
  '\\cite{', '\\begin{tabular}{l}', '&', '\\end{tabular}', '\\footnote{', '\\verb|', '|', '\\[', '\\]', '[', ']', '\\begin{verbatim}', '\\end{verbatim}', '\\input ',
  '\\begin{lstlisting}', '\\end{lstlisting}', '\\def\\', '\\newcommand{', '\\caption{', ' ', '  ', '\t', '\r\n',
];

test('folding changes nothing of what LaTeX says', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PLAIN), fc.constantFrom(...MARKUP)), { maxLength: 40 }), (parts) => {
      const source = parts.join('');
      // A text in which the character that stands for a stretch occurs is not folded.
      assert.deepEqual(said(`x,y\n\n${source}`), said(`x\ue000y\n\n${source}`));
    }),
    { numRuns: 400 },
  );
});

function said(latex: string): readonly (readonly string[])[] {
  return assertExact('a.tex', latex).parsed.blocks.map(({ kind, text }) => [kind, text.replace(/^x[\ue000,]y/, 'x y')]);
}
