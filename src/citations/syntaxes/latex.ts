/**
 * LaTeX citations: a footnote, which LaTeX numbers, with an unprinted label for the id:
 * `\footnote{\label{ariadne:<id>}\texttt{docs/report.md}, lines
 * 12--18.}`. Another citation of the same place refers to it: `\textsuperscript{\ref{ariadne:<id>}}`. In a table, where LaTeX loses
 * footnotes, all are such references, and the footnotes follow the table.
 */
import { pageWords } from '../../protocol/placeWords.ts';
import { blocksByLine, kindsIn, rangesOf, type LineKinds } from './lineSyntax.ts';
import { type Place, placeOf, readablePath } from './places.ts';
import type { CitationSyntax, ParsedCitation } from './syntax.ts';

export const latexSyntax: CitationSyntax = {
  id: 'latex',
  hasReferences: false,
  parse,
  literals: (text) => rangesOf(text, /(?<!\\)%[^\r\n]*|\\verb\*?([^\sA-Za-z*])[^\r\n]{0,300}?\1/g),
  blocks: (text) => blocksByLine(text, kinds()),
  plain: (piece) =>
    piece
      .replace(/(?<!\\)%[^\r\n]*/g, '')
      .replace(/(?<!\\)&|\\\\\s*$/g, ' ')
      .replace(/\\(?:item|textsuperscript|ref|label|cite)\b\*?(?:\[[^\][]*\])?(?:\{[^{}]*\})?/g, '')
      .replace(/\\textbackslash\b(?:\{\})?/g, '\\')
      .replace(/\\[A-Za-z]+\*?(?:\{\})?/g, '')
      .replace(/(?<!\\)[{}]/g, '')
      .replace(/(?<!\\)~/g, ' ')
      .replace(/``|''/g, '"')
      .replace(/\\([^A-Za-z])/g, '$1'),
  escape: (text) =>
    text
      .replace(/[\\{}$&#%_^~<>|`]|-(?=-)/g, (character) => commands[character] ?? `\\${character}`)
      // The default font encoding lacks this character, and some languages make it active.
      .replace(/(?<=^|[\s([])"/gm, '``')
      .replaceAll('"', "''"),
  cite({ path, startLine, endLine, page, lastPage, name, isKnown, follows }) {
    const comma = follows ? '\\textsuperscript{,}' : '';
    if (isKnown) return `${comma}\\textsuperscript{\\ref{ariadne:${name}}}`;
    const lines = endLine > startLine ? `lines ${startLine}--${endLine}` : `line ${startLine}`;
    // Lines of a document with pages are those of its text, which no reader can count.
    const pages = pageWords({ page, lastPage });
    const place = pages === undefined ? lines : `${pages.replace('–', '--')} (${lines} of its text)`;
    return `${comma}\\footnote{\\label{ariadne:${name}}\\texttt{${latexSyntax.escape(readablePath(path, /"/g))}}, ${place}.}`;
  },
  itemMark: /^\s*\\item\b/,
  paragraph: (lines) => lines,
  list(items, isOrdered) {
    const environment = isOrdered ? 'enumerate' : 'itemize';
    return [`\\begin{${environment}}`, ...items.map((item) => `  \\item ${item.replace(/^\[/, '{[}')}`), `\\end{${environment}}`].join(
      '\n',
    );
  },
  table(columns, rows) {
    const notes: string[] = [];
    const row = (cells: readonly string[]): string => `  ${cells.map((cell) => withoutNotes(cell, notes)).join(' & ')} \\\\`;
    // As wide as a line in all, with the space beside each column.
    const width = `\\dimexpr ${Math.floor(1000 / columns.length) / 1000}\\linewidth-2\\tabcolsep\\relax`;
    return [
      '\\noindent',
      `\\begin{tabular}{${columns.map(() => `p{${width}}`).join('')}}`,
      '  \\hline',
      row(columns),
      '  \\hline',
      ...rows.map(row),
      '  \\hline',
      '\\end{tabular}',
      ...notes,
    ].join('\n');
  },
};

/**
 * A cell whose footnotes are references to those that it adds to the notes. A bracket or star that begins a row would belong to the end of
 * the one before.
 */
function withoutNotes(cell: string, notes: string[]): string {
  let text = '';
  let at = 0;
  for (const { 0: begin, 1: name = '', index } of cell.matchAll(footnoteStart)) {
    const length = bodyLength(cell.slice(index + begin.length));
    if (length < 0) continue;
    const end = index + begin.length + length + 1;
    notes.push(`\\stepcounter{footnote}\\footnotetext${cell.slice(index + '\\footnote'.length, end)}`);
    text += `${cell.slice(at, index)}\\textsuperscript{\\ref{ariadne:${name}}}`;
    at = end;
  }
  return (text + cell.slice(at)).replace(/^[[*]/, '{$&}').replace(/(?<!\s)\s*\n\s*/g, ' ');
}

const footnoteStart = /\\footnote\s*(?:\[\d+\]\s*)?\{\s*\\label\{ariadne:([^{}\s]+)\}/g;

/** Characters that a backslash alone does not escape. */
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '`': '\\`{}',
  '-': '-{}',
};

/** The footnotes in order, and the references to them. */
function parse(text: string): readonly ParsedCitation[] {
  if (!text.includes('ariadne:')) return [];
  const places = new Map<string, Place & Pick<ParsedCitation, 'definition'>>();
  const found: ParsedCitation[] = [];
  for (const { 0: begin, 1: kind = '', 2: name = '', index } of text.matchAll(
    /\\footnote(text)?\s*(?:\[\d+\]\s*)?\{\s*\\label\{ariadne:([^{}\s]+)\}/g,
  )) {
    const bodyStart = index + begin.length;
    const length = bodyLength(text.slice(bodyStart, bodyStart + longestBody));
    const place = length < 0 ? undefined : placeInBody(text.slice(bodyStart, bodyStart + length));
    if (!place) continue;
    const range = { start: index, end: bodyStart + length + 1 };
    const isDefinition = kind !== '' && text.includes(`\\ref{ariadne:${name}}`);
    if (!places.has(name)) places.set(name, { ...place, ...(isDefinition ? { definition: range } : {}) });
    if (!isDefinition) found.push({ range, label: '', ...place, id: idOf(name), name });
  }
  for (const { 0: all, 1: name = '', index } of text.matchAll(/\\textsuperscript\{\s*\\ref\{ariadne:([^{}\s]+)\}\s*\}/g)) {
    const place = places.get(name);
    if (place) found.push({ range: { start: index, end: index + all.length }, label: '', ...place, id: idOf(name), name });
  }
  return found.toSorted((a, b) => a.range.start - b.range.start);
}

/** The id without the number that a second place with the same lines has. */
function idOf(name: string): string {
  return name.replace(/:\d+$/, '');
}

/** Length limit in characters, far above a path and the text that people add to it. */
const longestBody = 5_000;

/** The length up to the brace that closes the footnote; -1 if there is none. */
function bodyLength(body: string): number {
  let depth = 1;
  for (let i = 0; i < body.length; i++) {
    const character = body[i];
    if (character === '\\') i++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return i;
  }
  return -1;
}

function placeInBody(body: string): Place | undefined {
  const begin = /\\texttt\{/.exec(body);
  if (!begin) return undefined;
  const rest = body.slice(begin.index + begin[0].length);
  const length = bodyLength(rest);
  const lines = /\blines?[\s~]+(\d{1,9})(?:\s*(?:--?|\u2013)\s*(\d{1,9}))?/.exec(rest.slice(length));
  return length < 0 || !lines ? undefined : placeOf(unescaped(rest.slice(0, length)), lines[1], lines[2]);
}

function unescaped(path: string): string {
  return path.replace(/\\text[a-z]+\{\}|\\`\{\}|-\{\}|\\([^A-Za-z])/g, (command, character?: string) => {
    return characters.get(command) ?? character ?? command;
  });
}

const characters: ReadonlyMap<string, string> = new Map(Object.entries(commands).map(([character, command]) => [command, character]));

function kinds(): LineKinds {
  const kindOf = kindsIn({
    listing: /^\s*\\begin\{((?:verbatim|lstlisting|minted|comment)\*?)\}/,
    closes: (line, mark) => line.trimStart().startsWith(`\\end{${mark}}`),
    markup: /^\s*(?:\\(?:begin|end)\{|%|\\[hv]line\s*$|\\noindent\s*$|\\stepcounter\b)/,
    heading: /^\s*\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph|title)\b/,
    item: /^\s*\\item\b/,
  });
  let isTable = false;
  return (line, isAfterBlank) => {
    const kind = kindOf(line, isAfterBlank);
    const [, way] = /^\s*\\(begin|end)\{(?:tabular[xy*]?|longtable)\}/.exec(line) ?? [];
    if (way !== undefined && kind === 'markup') isTable = way === 'begin';
    return isTable && kind !== 'markup' && kind !== 'code' ? 'item' : kind;
  };
}
