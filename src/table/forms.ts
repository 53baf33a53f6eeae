/** Writes a table as Markdown and as CSV, with the citations that `ariadne check` checks. Pure. */
import { posix } from 'node:path';
import { escapeMarkdown } from '../base/escapeMarkdown.ts';
import { oneLine, plainLine } from '../base/plainText.ts';
import { formatCitationAt } from '../citations/syntaxes/markdown.ts';
import { encodePath, fragmentOf, readablePath } from '../citations/syntaxes/places.ts';
import { headingOf, shownCell, stateWordsOf, type TableCell, type TableQuote, type TableRecord, type TableRow } from '../protocol/table.ts';

/** One row for each document. Quotes are numbered through the table. */
export function markdownTable(record: TableRecord): string {
  const { folder, questions, rows } = record;
  let n = 0;
  const cite = ({ path }: TableRow, quote: TableQuote): string =>
    `“${inCell(quote.text ?? quote.quote)}” ${formatCitationAt({ ...quote, n: ++n }, posix.join(folder, path))}`;
  const lines = rows.map((row) => {
    const document = `[${inCell(row.title || row.path)}](${encodePath(posix.join(folder, row.path))})`;
    return [
      document,
      ...row.cells.map((cell) =>
        withAge(
          shownCell(cell),
          markdownCell(shownCell(cell), (quote) => cite(row, quote)),
        ),
      ),
    ];
  });
  const head = [
    ['Document', ...questions.map((question) => inCell(headingOf(record, question)))],
    ['Document', ...questions].map(() => '---'),
  ];
  return `${[...head, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function markdownCell(cell: TableCell, cite: (quote: TableQuote) => string): string {
  const { state, answer = '', doubt, reason = '', quotes = [], byHand } = cell;
  const words = stateWordsOf(cell).toLowerCase();
  if (byHand) return `${inCell(answer)} (*${byHandWords}*)`;
  const cited = quotes.map(cite);
  switch (state) {
    case 'answered':
      return [doubt === undefined ? inCell(answer) : `${inCell(answer)} (*${inCell(doubt)}*)`, ...cited].join(': ');
    case 'conflict':
      return `**conflict:** ${quotes.map((quote, i) => `${inCell(quote.answer ?? '')}: ${cited[i]}`).join(' · ')}`;
    case 'not-stated':
      return `*${words}*`;
    case 'not-read':
      return [reason === '' ? `*${words}*` : `*${words}:* ${inCell(reason)}`, ...cited.map((one) => `closest: ${one}`)].join('; ');
    case 'unsupported':
      return `${inCell(answer)} (*${words}*)`;
    case 'failed':
      return `**failed:** ${inCell(reason)}`;
    case 'open':
      return reason === '' ? `*${words}*` : `*${words}:* ${inCell(reason)}`;
  }
}

/** An answer by hand is not cited: nothing says that the quotes found before bear it out. */
const byHandWords = 'by hand';

function withAge({ isStale }: TableCell, text: string): string {
  return isStale ? `${text} (*out of date*)` : text;
}

function inCell(text: string): string {
  return escapeMarkdown(oneLine(text));
}

/** Between several quotes of one cell, and between their sources. */
export const quoteSeparator = ' ¦ ';

/**
 * Four columns for each question: answer, state, quote and source. RFC 4180, with a byte order mark, without which spreadsheets misread
 * letters beyond ASCII.
 */
export function csvTable(record: TableRecord): string {
  const { folder, questions, rows } = record;
  const head = [
    'document',
    'title',
    ...questions.flatMap((question, i) => [headingOf(record, question), ...[`state`, `quote`, `source`].map((name) => `${name} ${i + 1}`)]),
  ];
  const lines = rows.map((row) => [
    row.path,
    row.title,
    ...row.cells.map(shownCell).flatMap(({ answer = '', doubt, reason, quotes: found = [], isStale, byHand, ...cell }) => {
      const quotes = byHand ? [] : found;
      return [
        answer,
        [byHand ? byHandWords : stateWordsOf(cell).toLowerCase(), reason, doubt, isStale ? 'out of date' : undefined]
          .filter((part) => part !== undefined)
          .join('; '),
        quotes.map(({ quote, text = quote }) => oneLine(text)).join(quoteSeparator),
        quotes.map((quote) => csvSource(posix.join(folder, row.path), quote)).join(quoteSeparator),
      ];
    }),
  ]);
  return `\ufeff${[head, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

function csvSource(path: string, quote: TableQuote): string {
  // With an apostrophe before it, the path would be of no file.
  const safe = isFormula(path) ? `./${path}` : path;
  return `${readablePath(safe, /[¦"]/g)}${fragmentOf(quote)} ariadne:${quote.linesHash}`;
}

/**
 * A cell that begins like a formula gets an apostrophe, so that no spreadsheet calculates it. Numbers stay numbers. Some spreadsheets split
 * at other signs than commas, even within quotation marks: before a formula such a sign is written in full width, which `findQuote` takes
 * for the same.
 */
function csvCell(text: string): string {
  const flat = plainLine(text).replaceAll(splitBeforeFormula, (sign) => fullWidth(sign));
  const safe = isFormula(flat) && !/^[+-]?\d[\d.,]*%?$/.test(flat) ? `'${flat}` : flat;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** What is not seen: white space, control and format characters, fillers, selectors of variants. */
const unseen = String.raw`[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** Signs that begin a formula, in any width. */
const formulaSign = '[=+\\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a-\u207c\u208a-\u208c]';
const formula = new RegExp(`^${unseen}${formulaSign}`, 'u');
const splitBeforeFormula = new RegExp(String.raw`[,;|](?=["']*${unseen}${formulaSign})`, 'gu');

function isFormula(text: string): boolean {
  return formula.test(text);
}

function fullWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}
