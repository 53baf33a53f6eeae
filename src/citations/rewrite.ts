/** Changes citations in a text: their lines, the words they quote, or removes them. Pure. */
import type { TextRange } from './readText.ts';
import type { CitationSyntax, ParsedCitation } from './syntaxes/syntax.ts';

/** What replaces a range of a text. */
export interface Replacement extends TextRange {
  readonly text: string;
}

/** 1-based, inclusive, with the fingerprint of the lines. */
export type CitedLines = Pick<ParsedCitation, 'startLine' | 'endLine' | 'id'>;

/**
 * Has a citation, and all others of the same lines, lead to other lines of its document.
 * @param at offset of the citation
 * @returns in text order; undefined where the way in which it is written cannot be changed so
 */
export function withLines(text: string, syntax: CitationSyntax, at: number, to: CitedLines): readonly Replacement[] | undefined {
  const all = syntax.parse(text);
  const meant = all.find(({ range }) => range.start === at);
  if (!meant) return undefined;
  const isSame = (one: ParsedCitation): boolean =>
    one.path === meant.path && one.startLine === meant.startLine && one.endLine === meant.endLine && one.id === meant.id;
  const same = all.filter(isSame);
  const ranges = new Map(same.flatMap(({ range, definition = range }) => [range, definition]).map((range) => [range.start, range]));
  const changes = [...ranges.values()].flatMap(({ start, end }) => {
    const written = text.slice(start, end);
    const now = relined(written, meant, to);
    return now === written ? [] : [{ start, end, text: now }];
  });
  const ordered = changes.toSorted((a, b) => a.start - b.start).filter(({ start }, i, sorted) => start >= (sorted[i - 1]?.end ?? 0));
  // What it says now is read again: a form that this does not know stays as it is.
  const after = syntax.parse(replaced(text, ordered));
  const isRight = ({ path, ...one }: ParsedCitation): boolean =>
    path === meant.path && one.startLine === to.startLine && one.endLine === to.endLine && one.id === to.id;
  const changed = after.filter((_, i) => all[i] && isSame(all[i]));
  return ordered.length > 0 && after.length === all.length && changed.every(isRight) ? ordered : undefined;
}

/** `#L12-L18`, `::12`, `line 12`, `lines 12–18`, and the fingerprint. */
function relined(written: string, { startLine, endLine, id }: CitedLines, to: CitedLines): string {
  const last = endLine > startLine ? String.raw`(\s*(?:-L?|--|–)\s*)${endLine}` : '()';
  const lines = new RegExp(String.raw`(#L|::|\blines?[\s~]+)${startLine}(?:${last})(?![\d-])`, 'g');
  const byLines = written.replace(lines, (_all, mark: string, dash: string) => {
    if (mark === '::') return `::${to.startLine}`;
    const isWord = /^line/.test(mark);
    const between = dash === '' ? (isWord ? '–' : '-L') : dash;
    const name = isWord ? mark.replace(/^lines?/, to.endLine > to.startLine ? 'lines' : 'line') : mark;
    return to.endLine > to.startLine ? `${name}${to.startLine}${between}${to.endLine}` : `${name}${to.startLine}`;
  });
  const first = endLine > startLine ? byLines.replace(new RegExp(String.raw`::${startLine}(?!\d)`, 'g'), `::${to.startLine}`) : byLines;
  return first.replaceAll(`ariadne:${id}`, `ariadne:${to.id}`);
}

/** @param changes in text order, without overlaps */
export function replaced(text: string, changes: readonly Replacement[]): string {
  let at = 0;
  const parts = changes.flatMap(({ start, end, text: now }) => {
    const part = [text.slice(at, start), now];
    at = end;
    return part;
  });
  return [...parts, text.slice(at)].join('');
}

/** The range of a citation to delete, with the space before it. */
export function withoutCitation(text: string, { start, end }: TextRange): Replacement {
  let from = start;
  while (from > 0 && /[ \t]/.test(text.charAt(from - 1))) from--;
  const isAlone = from === 0 || /[\r\n]/.test(text.charAt(from - 1));
  return { start: isAlone ? start : from, end, text: '' };
}

/** The words in quotation marks that end directly before an offset, without the marks; undefined without any. */
export function quotationBefore(text: string, at: number): TextRange | undefined {
  const before = text.slice(Math.max(0, at - longestQuotation), at).trimEnd();
  const from = Math.max(0, at - longestQuotation);
  for (const [open, close] of marks) {
    if (!before.endsWith(close)) continue;
    const end = before.length - close.length;
    const start = before.lastIndexOf(open, end - 1);
    if (start >= 0) return { start: from + start + open.length, end: from + end };
  }
  return undefined;
}

const marks = [
  ['“', '”'],
  ['„', '“'],
  ['``', "''"],
  ['«', '»'],
  ['「', '」'],
  ['"', '"'],
] as const;

/** In characters. */
const longestQuotation = 5_000;
