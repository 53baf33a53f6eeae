import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import type { Block } from '../../../src/corpus/document.ts';
import { assertExact, cut } from './exactMaps.ts';

/** Blocks as `kind headings: text`, after checking that every place is exact. */
function check(path: string, source: string, expected: { readonly title: string; readonly blocks: readonly string[] }): void {
  const { parsed } = assertExact(path, source);
  assert.deepEqual({ title: parsed.title, blocks: parsed.blocks.map(shown) }, expected);
}

function shown({ kind, headings, text }: Block): string {
  return `${kind} [${headings.join(' > ')}] ${text}`;
}

const MARKDOWN = `---
title: "My: doc"
---
# Chapter
Text *em* and \`code\` \\*esc\\* &copy; [link](http://x) ![alt](i.png)[^1].
soft wrap

> quote one
> two

- item
  wrapped
  - nested
- [x] done

| Name | Year |
|---|---|
| a \\| b | \`1931\` |
| | d |

\`\`\`js
code

  x
\`\`\`

[^1]: Foot note.

## Empty
`;

const MARKDOWN_BLOCKS = {
  title: 'My: doc',
  blocks: [
    'paragraph [Chapter] Text em and code *esc* © link alt.\nsoft wrap',
    'quote [Chapter] quote one\ntwo',
    'listItem [Chapter] item\nwrapped',
    'listItem [Chapter] nested',
    'listItem [Chapter] done',
    'tableRow [Chapter] Name: a | b; Year: 1931',
    'tableRow [Chapter] Year: d',
    'code [Chapter] code\n\n  x',
    'paragraph [Chapter] Foot note.',
    'paragraph [Chapter] Empty',
  ],
};

test('Markdown is read to blocks without its markup', () => check('a.md', MARKDOWN, MARKDOWN_BLOCKS));

test('line endings do not change what Markdown says', () => {
  for (const ending of ['\r\n', '\r']) {
    const { parsed } = assertExact('a.md', MARKDOWN.replace(/\n/g, ending));
    assert.deepEqual({ title: parsed.title, blocks: parsed.blocks.map((block) => shown(block).replace(/\r\n?/g, '\n')) }, MARKDOWN_BLOCKS);
  }
});

test('a Markdown paragraph without inline markup is one run', () => {
  const { parsed } = cut('a.md', 'One line,\nanother line.\n');
  assert.deepEqual(parsed.blocks[0]?.runs, [0, 0, 23, 0]);
});

test('the title is stated, or the leading heading, or the file name', () => {
  const titles = (
    [
      ['a.md', '---\ntitle: Stated\n---\n# Heading\n\ntext'],
      ['a.md', '# Heading\n\n# Other\n\ntext'],
      ['my-file_name.md', 'text\n\n# Later'],
      ['a.txt', 'A short line\n\nText.'],
      ['a-b.txt', 'A sentence ends here.\n\nText.'],
      ['a.html', '<title>Gates | Site</title><h1>Gates</h1><p>x'],
      ['a.tex', '\\title{On \\emph{tides}}\\begin{document}x\\end{document}'],
    ] as const
  ).map(([path, source]) => cut(path, source).parsed.title);
  assert.deepEqual(titles, ['Stated', 'Heading', 'my file name', 'A short line', 'a b', 'Gates', 'On tides']);
});

test('long Markdown is read like short Markdown', () => {
  const part = 'Some [text][Ref] with words[^n].\n\n- one\n- two\n\n```\n# no heading\n\ncode\n```\n\n';
  const { parsed } = assertExact('a.md', `${part.repeat(1500)}\n[ref]: http://x\n\n[^n]: Note.\n`);
  const counts = new Map<string, number>();
  for (const block of parsed.blocks) counts.set(shown(block), (counts.get(shown(block)) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    'paragraph [] Some text with words.': 1500,
    'listItem [] one': 1500,
    'listItem [] two': 1500,
    'code [] # no heading\n\ncode': 1500,
    'paragraph [] Note.': 1,
  });
});

test('plain text has paragraphs, items and underlined headings', () => {
  check('a.txt', 'The Gates\n=========\n\nFirst line\nsecond line.\n\nPart\n----\nText:\n- one\n  more\n2. two\n', {
    title: 'The Gates',
    blocks: ['paragraph [] First line\nsecond line.', 'paragraph [Part] Text:', 'listItem [Part] one\n  more', 'listItem [Part] two'],
  });
});

test('HTML is read without navigation, scripts and what is hidden', () => {
  const html = `<!doctype html><title>T &amp; U</title><body><nav>menu</nav><header>site</header><main><h1>Gates</h1>
<p>It was <b>cast</b> at&nbsp;Lorri&shy;mouth, caf&eacute;.<br>New line</p stray></x>tail
<ul><li>One <a href=x>link</a><li>Two</ul>
<table><tr><th>Name<th>Year<tr><td>Orrin &lt;1&gt;<td>1931<tr><td colspan=2>Wide</table>
<p hidden>no</p><pre>code
  here</pre><script>1</script></main><footer>f</footer>`;
  const blocks = [
    'paragraph [Gates] It was cast at\u00a0Lorri\u00admouth, café.\nNew line',
    'paragraph [Gates] tail',
    'listItem [Gates] One link',
    'listItem [Gates] Two',
    'tableRow [Gates] Name: Orrin <1>; Year: 1931',
    'tableRow [Gates] Name: Wide',
    'code [Gates] code\n  here',
  ];
  check('a.html', html, { title: 'T & U', blocks });
  assertExact('a.html', html.replace(/\n/g, '\r\n'));
});

test('notebooks map to the characters of their JSON', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Tide "study"\n', '\n', 'Prose that\n', 'wraps with **bold** café \\o/.'] },
    {
      cell_type: 'code',
      source: 'x = "a"\nprint(x)',
      outputs: [{ output_type: 'stream', text: ['a\n'] }, { data: { 'text/plain': ['<Figure>'] } }],
    },
    { cell_type: 'markdown', source: '## Next\nText' },
  ];
  const expected = {
    title: 'Tide "study"',
    blocks: ['paragraph [] Prose that wraps with bold café \\o/.', 'code [] x = "a"\nprint(x)', 'code [] a', 'paragraph [Next] Text'],
  };
  check('a.ipynb', JSON.stringify({ nbformat: 4, cells }, null, 1), expected);
  check('a.ipynb', JSON.stringify({ nbformat: 4, cells }).replace('é', '\\u00e9'), expected);
});

test('what is not a notebook is said with its line', () => {
  const messages = ['{"cells": [\n1,,]}', '{"a": 1}'].map((source) => {
    try {
      cut('a.ipynb', source);
      return 'read';
    } catch (error) {
      return error instanceof AriadneError ? `${error.code} ${/line \d+/.exec(error.message)?.[0] ?? ''}` : String(error);
    }
  });
  assert.deepEqual(messages, ['not-a-notebook line 2', 'not-a-notebook line 1']);
});

test('LaTeX is read to prose with characters for accents and ligatures', () => {
  const latex = String.raw`\documentclass{article}
\title{Gates}
\begin{document}
\section{One}\label{s}
Mr.~Jos\'ephine in K\"oln stra\ss e paid 5\% % comment
for ${'``'}it'' --- see~\cite{a,b} and $x^2$ {\bf bold}\footnote{Note.}.

\begin{itemize}
\item First \textbf{bold}
\item Second
\end{itemize}
\begin{tabular}{l|r}
Name & Year \\ \hline
Orrin \& Co & 1931 \\
\end{tabular}
\begin{verbatim}
a  {b
\end{verbatim}
\begin{thebibliography}{9}
\bibitem{a} A. Author. \emph{Book}.
\end{thebibliography}
\end{document}
`;
  const blocks = [
    'paragraph [One] Mr. Joséphine in Köln straße paid 5% for “it” — see [a,b] and $x^2$ bold (Note.).',
    'listItem [One] First bold',
    'listItem [One] Second',
    'tableRow [One] Name: Orrin & Co; Year: 1931',
    'code [One] a  {b',
    'listItem [One] A. Author. Book.',
  ];
  const { parsed } = assertExact('a.tex', latex);
  assert.deepEqual(
    parsed.blocks.map((block) => shown(block).replace(/\s+/g, ' ')),
    blocks.map((block) => block.replace(/\s+/g, ' ')),
  );
  assert.equal(parsed.title, 'Gates');
});
