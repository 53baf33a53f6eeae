/** reStructuredText as docutils and Sphinx read it, as tables for the reader of light markup. */
import { TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { admonitionLabel, namesVersion } from './admonitions.ts';
import { headerFields } from './headerFields.ts';
import { lightMarkupReader } from './lightMarkup.ts';
import type { BlockRule, Line, MarkupWalk, Region } from './lightMarkup.ts';
import { gridTable, listTable, separatedRows, SIMPLE_BORDER, simpleTable } from './lightMarkupTables.ts';
import { OBJECTS, RstDocument, rstTarget } from './rstDocument.ts';
import { RST_TEXT } from './rstText.ts';
import type { Stretches } from './stretches.ts';

type Walk = MarkupWalk<RstDocument>;

/** Underlines and overlines are punctuation. */
const RULE = /^([!-/:-@[-`{-~])\1*$/;
const MIN_RULE_LENGTH = 4;
/** An initial (`J. Doe`) is not a number, so a list numbered with single capitals (`A.`) is read as paragraphs. */
const ENUMERATOR =
  /^(?:\((?:\d{1,9}|[A-Za-z]|[ivxlcdm]{1,10}|[IVXLCDM]{1,10}|#)\)|(?:\d{1,9}|[a-z]|[ivxlcdm]{1,10}|[IVXLCDM]{2,10}|#)[.)])(?:[ \t]+|$)/;

/** A line of a kind, in the order in which docutils tries them. Comments, targets and content for programs are left out. */
const BLOCKS: readonly BlockRule<RstDocument>[] = [
  { line: /^[ \t]/, read: quote },
  { line: /^/, read: section },
  {
    line: /^(\.\.[ \t]+)([A-Za-z](?:[\w.+:-]{0,60}\w)?)[ \t]?::(?:[ \t]+|$)/,
    read(walk, { region, line, start }, [marker, space = '', name = '']) {
      const end = walk.bodyEnd(region, line);
      directive(walk, region, { name: name.toLowerCase(), nameStart: start + space.length, argument: start + marker.length, line, end });
      return end;
    },
  },
  {
    line: /^(\.\.[ \t]+)\[([^\]]{1,80})\](?:[ \t]+|$)/,
    read(walk, { region, line, start }, [marker, space = '', label = '']) {
      const end = walk.bodyEnd(region, line);
      const at = start + space.length;
      if (!/^[#*\d]/.test(label)) walk.state.anchor('citation', label, at);
      // A footnote that numbers itself has no number in the text.
      walk.writer.term(/^[#*]/.test(label) ? undefined : walk.writer.copied(walk.stretch(at, at + label.length + 2)));
      walk.body(region, line, end, start + marker.length);
      return end;
    },
  },
  {
    // Targets, substitutions and comments.
    line: /^(?:\.\.|__)(?:[ \t]|$)/,
    read(walk, { region, line, start, text }) {
      if (text === '..' && walk.isBlank(region, line + 1)) return line + 1;
      const end = walk.bodyEnd(region, line);
      const target = end === line + 1 ? rstTarget(text) : undefined;
      if (target?.value === '') walk.state.anchor('label', target.name, start);
      return end;
    },
  },
  {
    line: /^\+-[-+]*\+$/,
    read(walk, at) {
      const table = gridTable(walk, at);
      walk.writer.table(table.rows, table.headerRows);
      return table.next;
    },
  },
  {
    line: SIMPLE_BORDER,
    read(walk, at) {
      if (at.region.end <= walk.state.openTableEnd) return undefined;
      const table = simpleTable(walk, at);
      if (table === undefined) walk.state.openTableEnd = at.region.end;
      else walk.writer.table(table.rows, table.headerRows);
      return table?.next;
    },
  },
  { line: /^[-*+•‣⁃](?:[ \t]+|$)/, read: bullet },
  {
    line: ENUMERATOR,
    read(walk, at, match) {
      // A paragraph that only begins like an item continues with the same indentation in the next line.
      const isItem = walk.isBlank(at.region, at.line + 1) || walk.lines.indentOf(at.line + 1) !== at.region.indent;
      return isItem || ENUMERATOR.test(walk.at(at.region, at.line + 1).text) ? bullet(walk, at, match) : undefined;
    },
  },
  { line: /^:((?![: \t])(?:[^:\\]|\\.|:(?![ \t]|$)){1,200}):(?:[ \t]+|$)/, read: field },
  {
    // A doctest.
    line: /^>>>(?: |$)/,
    read(walk, { region, line }) {
      const end = walk.runEnd(region, line, () => true);
      walk.writer.verbatim(
        'code',
        walk.lines.stretches(line, end, (at) => walk.at(region, at).start),
      );
      return end;
    },
  },
  {
    // Lines that begin with a bar keep their breaks.
    line: /^\|(?:[ \t]|$)/,
    read(walk, { region, line }) {
      walk.writer.flushTerm();
      const end = walk.runEnd(region, line, ({ text }) => /^(?:\|(?:[ \t]|$)|[ \t])/.test(text));
      const from = (at: number): number => {
        const { start, text } = walk.at(region, at);
        return start + (/^\|[ \t]*|^[ \t]+/.exec(text)?.[0].length ?? 0);
      };
      walk.writer.text(region.kind, walk.lines.stretches(line, end, from));
      return end;
    },
  },
];

export const rstReader = lightMarkupReader<RstDocument>({
  open: ({ outline, source, lines }, path) => new RstDocument(outline, source, lines, path),
  header(walk) {
    const header = headerFields(walk.lines);
    for (const { name, value } of header?.fields ?? []) walk.metadata.add(name, [walk.writer.read(value)]);
    return header?.next ?? 0;
  },
  blocks: BLOCKS,
  paragraph,
  text: RST_TEXT,
  title: ({ state, metadata }) => state.title ?? metadata.title,
});

function quote(walk: Walk, { region, line }: Line): number {
  const end = walk.indentedEnd(region, line);
  const kind = region.kind === 'listItem' ? 'listItem' : 'quote';
  walk.body({ ...region, kind }, line, end);
  return end;
}

/** Underlines, with or without overlines, in order of first use; and rules between paragraphs, which are no text. */
function section(walk: Walk, { region, line, text }: Line): number | undefined {
  if (region.depth > 0) return undefined;
  const heading = (style: string, at: number): void => {
    const { styles } = walk.state;
    if (!styles.includes(style)) styles.push(style);
    walk.writer.heading(styles.indexOf(style) + 1, walk.stretch(walk.lines.contentOf(at), walk.lines.endOf(at)));
  };
  const next = walk.at(region, line + 1).text;
  const isLong = text.length >= MIN_RULE_LENGTH;
  if (RULE.test(text)) {
    const isOverline = next !== '' && !RULE.test(next.trim()) && walk.at(region, line + 2).text === text;
    if (!isOverline) return isLong && next === '' ? line + 1 : undefined;
    if (!isLong && text.length < next.trim().length) return undefined;
    heading(text.slice(0, 1).repeat(2), line + 1);
    return line + 3;
  }
  if (!RULE.test(next) || (next.length < MIN_RULE_LENGTH && next.length < text.length)) return undefined;
  heading(next.charAt(0), line);
  return line + 2;
}

function bullet(walk: Walk, { region, line, start }: Line, [marker]: RegExpExecArray): number {
  walk.writer.flushTerm();
  const end = walk.bodyEnd(region, line);
  walk.item(region, line, end, start + marker.length, region.indent + marker.length);
  return end;
}

/** A field keeps its name. Above the text it is metadata. */
function field(walk: Walk, { region, line, start }: Line, [marker, name = '']: RegExpExecArray): number {
  walk.writer.flushTerm();
  const end = walk.bodyEnd(region, line);
  if (/^(?:orphan|tocdepth|nocomments|no-?search)$/.test(name)) return end;
  const from = start + marker.length;
  if (region.depth === 0 && !walk.outline.hasText) {
    const value = walk.lines.stretches(line, end, (at) => (at === line ? from : walk.lines.contentOf(at)));
    walk.metadata.add({ start: start + 1, end: start + 1 + name.length }, [walk.writer.read(value)]);
    return end;
  }
  walk.writer.term(walk.writer.read(walk.stretch(start + 1, start + 1 + name.length)));
  walk.item(region, line, end, from);
  return end;
}

/** A paragraph with the literal block that `::` announces, or a term with the definition indented directly below it. */
function paragraph(walk: Walk, { region, line }: Line): number {
  const end = walk.runEnd(region, line, ({ text }) => walk.isFlat(region) || !/^[ \t]/.test(text));
  const stretches = walk.lines.stretches(line, end, (at) => walk.at(region, at).start);
  const written = stretches.text.trimEnd();
  if (written.endsWith('::')) {
    walk.writer.text(region.kind, stretches.part(0, written.length - (/(?:^|\s)::$/.test(written.slice(-3)) ? 2 : 1)));
    return literalBlock(walk, region, end);
  }
  if (end > line + 1 || walk.isBlank(region, end)) {
    walk.writer.text(region.kind, stretches);
    return end;
  }
  walk.state.term(written, stretches.placeOf(0));
  walk.writer.term(walk.writer.read(stretches));
  const bodyEnd = walk.bodyEnd(region, line);
  walk.item(region, end, bodyEnd);
  return bodyEnd;
}

/** Indented, or with every line quoted by the same character. */
function literalBlock(walk: Walk, region: Region, line: number): number {
  let first = line;
  while (first < region.end && walk.isBlank(region, first)) first++;
  const mark = walk.at(region, first).text.charAt(0);
  let end = line;
  if (walk.isIndented(region, first)) end = walk.indentedEnd(region, first);
  else if (first > line && /[!-/:-@[-`{-~]/.test(mark)) end = walk.runEnd(region, first, ({ text }) => text.startsWith(mark));
  if (end > line) walk.code(first, end);
  return end;
}

interface Directive {
  readonly name: string;
  readonly nameStart: number;
  /** Offset where the argument begins. */
  readonly argument: number;
  readonly line: number;
  /** The line after the directive. */
  readonly end: number;
}

/**
 * What a directive contains. Unlisted directives contain running text, including their first argument.
 * - `dropped`: content for the program that makes the pages.
 * - `labeled`: running text labeled with the directive's name.
 * - `content`: the argument is not for readers.
 * - `signature`: the argument is code.
 */
const DIRECTIVES: Readonly<Record<string, string>> = {
  dropped:
    'raw toctree contents include literalinclude index highlight meta role default-role sectnum target-notes graphviz digraph graph inheritance-diagram uml ' +
    'plantuml mermaid currentmodule module tabularcolumns bibliography sectionauthor codeauthor date program',
  code: 'code code-block sourcecode parsed-literal doctest testcode testoutput testsetup testcleanup prompt console ipython productionlist math jupyter-execute plot',
  labeled:
    'note warning tip hint important caution danger error attention seealso todo versionadded versionchanged versionremoved deprecated',
  content: 'class rst-class cssclass container only ifconfig compound grid hlist tab-set tabs glossary list-group',
  quote: 'epigraph highlights pull-quote',
  figure: 'image figure',
  title: 'title',
  'csv-table': 'csv-table',
  'list-table': 'list-table',
};
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries(DIRECTIVES).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

/** @param argument its first line; `class` may document a Python class or style what follows */
function kindOf(name: string, argument: string): string {
  if (name === 'class' && /^[\w.]*[A-Z(]/.test(argument)) return 'signature';
  const isObject = name.includes(':') || OBJECTS.has(name);
  return KINDS.get(name) ?? (name.startsWith('auto') ? 'dropped' : isObject ? 'signature' : 'text');
}

function directive(walk: Walk, region: Region, { name, nameStart, argument, line, end }: Directive): void {
  const { lines, source, state, writer } = walk;
  const signature = source.text.slice(argument, lines.endOf(line)).trim();
  const kind = kindOf(name, signature);
  const version = kind === 'labeled' && namesVersion(name) ? (/^\S+/.exec(signature)?.[0] ?? '') : '';
  const optionsFrom = argumentEnd(walk, line, end, kind === 'signature');
  const content = optionsEnd(walk, optionsFrom, end);
  const option = (wanted: string): Stretches | undefined => optionOf(walk, wanted, optionsFrom, content);
  if (kind === 'dropped') return state.linkPages(name, argument, line, content, end);
  if (kind === 'title') {
    state.title ??= signature;
    return;
  }
  state.enter(name, argument, line, end);
  if (kind === 'labeled') writer.term(labelOf(walk, name, nameStart, argument, version));
  if (kind === 'signature')
    writer.verbatim(
      region.kind,
      lines.stretches(line, optionsFrom, (at) => (at === line ? argument : lines.contentOf(at))),
    );
  const isShown = /^(?:text|labeled|quote|csv-table|list-table)$/.test(kind) || name === 'math';
  const inner: Region = kind === 'quote' ? { ...region, kind: 'quote' } : region;
  const isRunning = isShown && content === optionsFrom && kind !== 'code' && !kind.endsWith('-table');
  if (isShown && !isRunning && signature !== '') walk.body(inner, line, optionsFrom, argument + version.length);
  const caption = kind === 'code' ? option('caption') : kind === 'figure' ? option('alt') : undefined;
  if (caption !== undefined) writer.text(region.kind, caption);
  const headerRows = countOf(option('header-rows'));
  if (kind === 'code') walk.code(content, end);
  else if (kind === 'csv-table')
    csvTable(walk, content, end, { header: option('header'), delimiter: option('delim')?.text.trim(), headerRows });
  else if (kind === 'list-table') writer.table(listTable(walk, content, end), headerRows);
  else if (isRunning) walk.body(inner, line, end, argument + version.length);
  else walk.body(inner, content, end);
  state.leave(name);
}

/** What the page shows before the text of a note: `Note`, `Added in version 3.8`. */
function labelOf({ source }: Walk, name: string, nameStart: number, argument: number, version: string): Piece | undefined {
  const writer = new TextWriter(source);
  writer.make(admonitionLabel(name), nameStart, nameStart + name.length);
  if (version !== '') writer.space();
  writer.copy(argument, argument + version.length);
  return writer.finish();
}

function csvTable(
  { lines, writer }: Walk,
  first: number,
  end: number,
  {
    header,
    delimiter = ',',
    headerRows,
  }: { readonly header: Stretches | undefined; readonly delimiter: string | undefined; readonly headerRows: number },
): void {
  const mark = /^(?:tab|\\t)$/.test(delimiter) ? '\t' : delimiter.charAt(0) || ',';
  const names = header === undefined ? [] : separatedRows(header, mark).slice(0, 1);
  writer.table([...names, ...separatedRows(lines.dedented(first, end), mark)], names.length + headerRows);
}

const OPTION = /^:([\w -]{1,60}):(?:[ \t]+|$)/;

/** The line after a directive's argument, which takes several lines above options, or where each is a signature. */
function argumentEnd({ lines }: Walk, line: number, end: number, isSignature: boolean): number {
  let next = line + 1;
  while (next < end && !lines.isBlank(next) && !OPTION.test(lines.trimmedOf(next))) next++;
  return isSignature || (next < end && !lines.isBlank(next)) ? next : line + 1;
}

/** The line after a directive's options, the `:name: value` lines directly below its argument. */
function optionsEnd({ lines }: Walk, first: number, end: number): number {
  let line = first;
  for (let isOption = false; line < end && !lines.isBlank(line); line++) {
    isOption = OPTION.test(lines.trimmedOf(line)) || (isOption && lines.indentOf(line) > lines.indentOf(first));
    if (!isOption) return line;
  }
  return line;
}

function optionOf({ lines }: Walk, name: string, first: number, end: number): Stretches | undefined {
  for (let line = first; line < end; line++) {
    const marker = OPTION.exec(lines.trimmedOf(line));
    if (marker?.[1] !== name) continue;
    let last = line + 1;
    while (last < end && !OPTION.test(lines.trimmedOf(last))) last++;
    return lines.stretches(line, last, (at) => lines.contentOf(at) + (at === line ? marker[0].length : 0));
  }
  return undefined;
}

function countOf(option: Stretches | undefined): number {
  return Math.max(0, Math.trunc(Number(option?.text ?? 0)) || 0);
}
