import type { Block } from '../document.ts';

/** Heading macros and their levels in the outline; `\part` and `\chapter` share the first. */
export const HEADING_LEVEL: ReadonlyMap<string, number> = new Map([
  ['part', 1],
  ['chapter', 1],
  ['section', 2],
  ['subsection', 3],
  ['subsubsection', 4],
  ['paragraph', 5],
  ['subparagraph', 6],
]);

/** Macros that produce no text, with the number of braced arguments to skip. */
export const DROPPED_MACROS: ReadonlyMap<string, number> = new Map([
  ...counted(
    0,
    'maketitle tableofcontents listoffigures listoftables newpage clearpage cleardoublepage noindent centering hline toprule midrule bottomrule appendix',
  ),
  ...counted(
    1,
    'label title author date thanks usepackage documentclass bibliography bibliographystyle includegraphics input include includeonly subfile subfileinclude vspace hspace cline cmidrule pagestyle ' +
      'thispagestyle nocite phantomsection hypersetup graphicspath index href begin end newtheorem addbibresource vskip hskip tikzset lstset',
  ),
  ...counted(
    2,
    'import subimport includefrom inputfrom subincludefrom subinputfrom newcommand renewcommand providecommand setlength addtolength setcounter addtocounter multicolumn DeclareMathOperator textcolor rule newenvironment',
  ),
  ...counted(3, 'addcontentsline'),
]);

/** Environments whose first arguments are layout, with the number of braced ones. */
export const ARGUMENT_COUNT: ReadonlyMap<string, number> = new Map([
  ...counted(0, 'figure figure* table table* itemize enumerate description center lstlisting abstract'),
  ...counted(1, 'tabular longtable tabulary minipage multicols thebibliography subfigure minted adjustbox threeparttable'),
  ...counted(2, 'tabular* tabularx xltabular wrapfigure wraptable'),
]);

export const DROPPED_ENVIRONMENTS: ReadonlySet<string> = new Set([
  'comment',
  'tikzpicture',
  'picture',
  'pgfpicture',
  'filecontents',
  'filecontents*',
  'CCSXML',
]);

/** Letters written as macros; white space after them belongs to the macro's name. */
export const LETTERS: ReadonlyMap<string, string> = pairs('ss ß ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i i j j dh ð DH Ð th þ TH Þ');

/** Symbols written as macros. A macro that is its own symbol (`\%`) is literally in the source. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...pairs(
    '% % & & # # $ $ _ _ { { } } textbackslash \\ ldots … dots … textellipsis … textendash – textemdash — LaTeX LaTeX TeX TeX copyright © S § P ¶ pounds £ ' +
      'textsterling £ euro € texteuro € EUR € textquoteright ’ textquoteleft ‘ textquotedblleft “ textquotedblright ” textdegree ° texttrademark ™ textregistered ® ' +
      'textbar | textless < textgreater > textasciitilde ~ textasciicircum ^ textunderscore _ textbullet • slash / guillemotleft « guillemotright »',
  ),
  [' ', ' '],
  ['\n', ' '],
  [',', ' '],
  [';', ' '],
  [':', ' '],
  ['quad', ' '],
  ['qquad', ' '],
]);

/** Marks that a macro puts on the letter after it, as combining characters. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ["'", '\u0301'],
  ['`', '\u0300'],
  ['^', '\u0302'],
  ['"', '\u0308'],
  ['~', '\u0303'],
  ['=', '\u0304'],
  ['.', '\u0307'],
  ['u', '\u0306'],
  ['v', '\u030c'],
  ['H', '\u030b'],
  ['c', '\u0327'],
  ['k', '\u0328'],
  ['r', '\u030a'],
  ['b', '\u0331'],
  ['d', '\u0323'],
]);

/** Characters that are written as a sequence of others. */
export const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['``', '“'],
  ["''", '”'],
  ['`', '‘'],
  ['--', '–'],
  ['---', '—'],
]);

/** The kind of text in an environment, if not paragraphs. */
export const BLOCK_KINDS: ReadonlyMap<string, Block['kind']> = new Map([
  ['itemize', 'listItem'],
  ['enumerate', 'listItem'],
  ['description', 'listItem'],
  ['thebibliography', 'listItem'],
  ['quote', 'quote'],
  ['quotation', 'quote'],
  ['verse', 'quote'],
]);

export function isAccent(macro: string): boolean {
  return ACCENTS.has(macro);
}

/** The letter with its accent as one character where Unicode has one. */
export function accented(macro: string, letter: string): string {
  return letter === '' ? '' : (letter + (ACCENTS.get(macro) ?? '')).normalize('NFC');
}

function counted(count: number, names: string): readonly (readonly [string, number])[] {
  return names.split(' ').map((name) => [name, count] as const);
}

function pairs(list: string): ReadonlyMap<string, string> {
  const words = list.split(' ');
  return new Map(Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i] ?? '', words[2 * i + 1] ?? ''] as const));
}
