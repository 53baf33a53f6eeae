import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertExact } from './exactMaps.ts';

/** Blocks as `kind [headings] text`, after checking that every place is exact, with any line ending. */
function check(latex: string, expected: readonly string[]): void {
  for (const ending of ['\n', '\r\n', '\r']) {
    const { blocks } = assertExact('a.tex', latex.replace(/\n/g, ending)).parsed;
    assert.deepEqual(
      blocks.map(({ kind, headings, text }) => `${kind} [${headings.join(' > ')}] ${text.replace(/\r\n?/g, '\n')}`),
      expected,
    );
  }
}

test('what does not close is text, and takes nothing along', () => {
  check('An open {brace and \\begin{quote}more\n\n\\section{Next}\nIt costs $5 here.\n\nAnd $x$ there.', [
    'paragraph [] An open {brace and more',
    'paragraph [Next] It costs $5 here.',
    'paragraph [Next] And $x$ there.',
  ]);
  check('\\begin{itemize}\\item one {two\\end{itemize}\nthree} four \\end{quote}five $$six', [
    'listItem [] one {two',
    'paragraph [] three} four five $$six',
  ]);
  check('\\newenvironment{x}{\\begin{quote}}{\\end{quote}}\ntext', ['paragraph [] text']);
});

test('nothing is markup in verbatim text', () => {
  check(
    'See \\verb|{%$|, \\verb*+a b+ and \\lstinline[language=C]!x%y!.\n\\begin{Verbatim}[frame=single]\n  \\a{ % b\n\\end{Verbatim}\nEnd \\verb|open',
    ['paragraph [] See {%$, a b and x%y.', 'code [] \\a{ % b', 'paragraph [] End |open'],
  );
  check('\\begin{minted}[linenos]{python}\nx = {}\n\\end{minted}\n\\verbatiminput{file} and more\n\\begin{verbatim}\nopen', [
    'code [] x = {}',
    'paragraph [] file and more\nopen',
  ]);
});

test('comments take their line breaks along, but no paragraph', () => {
  check('one % c\ntwo%\nthree\n% c\nfour% c\n\nfive\n\n% c\n  % c\nsix', [
    'paragraph [] one twothree four',
    'paragraph [] five',
    'paragraph [] six',
  ]);
});

test('math is copied as it is, also with text and math in it', () => {
  check('For $a \\text{ if $b$ } c$ and \\(d\\) we get\n\\begin{align*}\n  e &= f \\\\ g\n\\end{align*}\nand $$h$$ and $i$$j$.', [
    'paragraph [] For $a \\text{ if $b$ } c$ and \\(d\\) we get\n\\begin{align*}\n  e &= f \\\\ g\n\\end{align*}\nand $$h$$ and $i$$j$.',
  ]);
});

test('each cell is read once, with what is in it as running text', () => {
  const inner = '\\begin{tabular}{c}x\\\\y & z\\end{tabular}';
  check(`\\begin{tabular}{ll}Name & Gates\\\\Orrin & ${inner}\\\\Quill & \\begin{itemize}\\item a\\item b\\end{itemize}\\end{tabular}`, [
    'tableRow [] Name: Orrin; Gates: x y z',
    'tableRow [] Name: Quill; Gates: a b',
  ]);
  const nested = `${'\\begin{tabular}{l}'.repeat(60)}word${'\\end{tabular}'.repeat(60)}`;
  check(nested, ['tableRow [] word']);
});

test('what is nested too deeply is still read', () => {
  const [block, ...others] = assertExact('a.tex', `${'{a '.repeat(20_000)}${'}'.repeat(20_000)}`).parsed.blocks;
  assert.deepEqual([block?.text, others], ['a '.repeat(20_000).trim(), []]);
  const environments = `${'\\begin{quote}a '.repeat(2000)}${'\\end{quote}'.repeat(2000)}`;
  assert.equal(assertExact('a.tex', environments).parsed.blocks.length, 2000);
});

const PARTS =
  "\\section{¦\\emph{¦{¦}¦\n¦\n\n¦\\item ¦\\item[¦\\begin{itemize}¦\\end{itemize}¦\\begin{quote}¦\\end{quote}¦$¦$$¦\\(¦\\)¦\\[¦\\]¦\\\\¦% c ¦``¦''¦--¦---¦~¦\\'¦\\c ¦\\\"{¦\\ss ¦\\cite{¦\\ref{¦" +
  '\\begin{tabular}{l}¦&¦\\end{tabular}¦\\footnote{¦\\verb|¦|¦[¦]¦*¦\\begin{verbatim}¦\\end{verbatim}¦\\input ¦\\begin{lstlisting}¦\\end{lstlisting}¦\\def\\¦\\newcommand{¦\\caption{¦ ¦\t¦' +
  '\\begin{align}¦\\end{align}¦\\end{document}¦\\begin{document}¦\\title{¦\\%¦\\¦word¦é¦👩‍🔬¦\u2028';

test('places are exact in any LaTeX', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS.split('¦'), '\r\n', '\r'), { maxLength: 50 }), (parts) => {
      assertExact('a.tex', parts.join(''));
    }),
    { numRuns: 500 },
  );
});

test('an included file leaves no trace in the text around it', () => {
  check('One \\input{a} two \\input a/b.tex three\n\\include{c}four.', ['paragraph [] One two three\nfour.']);
});

test('a long LaTeX file is cut for the parser without changing what it says', () => {
  const part =
    'Some \\emph{plain words that go on for a while} here.\n\n\\begin{verbatim}\n}{ a b c d e f g h i\n\n\\section{x}\n\\end{verbatim}\n\n\\verb|{| and \\c cedilla words that go on.\n\n';
  const { parsed } = assertExact('a.tex', part.repeat(200));
  const counts = new Map<string, number>();
  for (const { kind, text } of parsed.blocks) counts.set(`${kind} ${text}`, (counts.get(`${kind} ${text}`) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    'paragraph Some plain words that go on for a while here.': 200,
    'code }{ a b c d e f g h i\n\n\\section{x}': 200,
    'paragraph { and çedilla words that go on.': 200,
  });
});
