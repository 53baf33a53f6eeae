/** What LaTeX and BibTeX link to, what can be linked to in them, and the metadata of LaTeX. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './exactMaps.ts';
import { anchorsIn, linksIn } from './linksCheck.ts';

const PAPER = `\\documentclass{article}
\\title{On Tides}
% \\author{Nobody}
\\author{Jane \\'Ecole\\thanks{x} \\and Ida Roe}
\\date{May 2020}
\\begin{document}
\\maketitle
\\section{Set up}\\label{sec:setup}
\\subsection{Use \\label{sec:use}}
See \\ref{sec:setup}, \\cref{eq:one, fig:a}, \\citep[p.~3]{doe99,roe00} and \\autoref{sec:use}.
\\href{https://x.org/a\\%20b}{The \\emph{site}}, \\hyperref[fig:a]{that figure}, \\url{https://y.org/z}.
\\begin{equation}\\label{eq:one} x = 1 \\end{equation}
\\begin{figure}\\caption{A}\\label{fig:a}\\end{figure}
\\input{parts/one}
\\bibliography{refs,more.bib}
\\begin{thebibliography}{9}
\\bibitem[D]{doe99} Jane Doe.
\\end{thebibliography}
\\end{document}
`;

test('references, citations, addresses and files of LaTeX are links', () => {
  for (const ending of ['\n', '\r\n'])
    assert.deepEqual(linksIn('d/x.tex', PAPER.replace(/\n/g, ending)), [
      'sec:setup -> label sec:setup',
      'eq:one -> label eq:one',
      'fig:a -> label fig:a',
      'doe99 -> citation doe99',
      'roe00 -> citation roe00',
      'sec:use -> label sec:use',
      'The \\emph{site -> url https://x.org/a%20b',
      'that figure -> label fig:a',
      'https://y.org/z -> url https://y.org/z',
      'parts/one -> path d/parts/one.tex',
      'refs -> path d/refs.bib',
      'more.bib -> path d/more.bib',
    ]);
});

test('labels and bibliography entries of LaTeX can be linked to', () => {
  assert.deepEqual(
    anchorsIn('x.tex', PAPER).map((line) => line.replace(/\] .*/s, ']')),
    [
      'heading Set up [Set up]',
      'label sec:setup [Set up]',
      'heading Use [Set up > Use]',
      'label sec:use [Set up > Use]',
      'label eq:one [Set up > Use]',
      'label fig:a [-]',
      'citation doe99 [-]',
    ],
  );
});

test('author and date of LaTeX are metadata', () => {
  const { parsed } = assertExact('x.tex', PAPER);
  assert.equal(parsed.title, 'On Tides');
  assert.deepEqual(
    parsed.blocks.slice(0, 2).map(({ kind, text }) => `${kind} ${text}`),
    ['field author: Jane École, Ida Roe', 'field date: May 2020'],
  );
});

test('many references and marks without an end are read in one go', () => {
  assert.equal(linksIn('x.tex', 'See \\ref{a} and \\cite{b} 𝒳.\n'.repeat(5000)).length, 10_000);
  assert.equal(linksIn('x.tex', `\\cite{${'a,'.repeat(10_000)}}`).length, 10_000);
  assert.deepEqual(linksIn('x.tex', '\\href{a}{\\cite{'.repeat(2000)), []);
});

const BIBLIOGRAPHY = `@string{j = "J"}
@article{doe99,
  title = {On {Tides} 𝒳},
  doi = {https://doi.org/10.1000/ab_c},
  crossref = {all99},
}
@misc{roe00, title = "Two", eprint = {2001.01234}, archivePrefix = "arXiv", url = {https://x.org/a_b}}
@proceedings{all99, title = {All}
`;

test('entries of BibTeX can be cited by key, DOI and arXiv id, and link to their addresses', () => {
  for (const ending of ['\n', '\r\n']) {
    const source = BIBLIOGRAPHY.replace(/\n/g, ending);
    assert.deepEqual(linksIn('r.bib', source), [
      'https://doi.org/10.1000/ab_c -> url https://doi.org/10.1000/ab_c',
      'all99 -> citation all99',
      '2001.01234 -> url https://arxiv.org/abs/2001.01234',
      'https://x.org/a_b -> url https://x.org/a_b',
    ]);
    assert.deepEqual(
      anchorsIn('r.bib', source).map((line) => line.replace(/\] .*/s, ']')),
      [
        'citation doe99 [On Tides 𝒳]',
        'heading On Tides 𝒳 [On Tides 𝒳]',
        'citation 10.1000/ab_c [On Tides 𝒳]',
        'citation roe00 [Two]',
        'heading Two [Two]',
        'citation 2001.01234 [Two]',
        'citation all99 [All]',
        'heading All [All]',
      ],
    );
  }
  assert.equal(linksIn('r.bib', '@a{b, crossref = {c}, title = {T}}\n'.repeat(3000)).length, 3000);
});
