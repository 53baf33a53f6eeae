/** AsciiDoc as Asciidoctor reads it, as tables for the reader of light markup. */
import { AriadneError } from '../../base/errors.ts';
import type { Block } from '../document.ts';
import { pathTarget } from '../linkTargets.ts';
import { AsciidocDocument, idIn } from './asciidocDocument.ts';
import { ASCIIDOC_TEXT } from './asciidocText.ts';
import { blanksBefore } from './blanks.ts';
import { blockEnds, lightMarkupReader } from './lightMarkup.ts';
import type { BlockRule, Line, MarkupWalk, Region } from './lightMarkup.ts';
import { separatedRows, spanTable } from './lightMarkupTables.ts';
import type { Stretches } from './stretches.ts';

type Walk = MarkupWalk<AsciidocDocument>;

const DELIMITER = /^(?:([-.=*_+~/])\1{3,}|--|`{3}[\w-]*|[|,:!]={3,})$/;
/** Conditions and includes, which may be anywhere. */
const PREPROCESSED = /^(?:ifn?def::[^[]*\[\]|(?:ifeval|endif|include)::[^[]*\[[^]*\])$/;
const INCLUDE = /^include::([^[]*)\[[^]*\]$/;
const COMMENT = /^\/\/(?!\/)/;
const ATTRIBUTE_ENTRY = /^:(!?[\p{L}\p{N}_][^:]{0,80}):(?:[ \t]+([^]*))?$/u;
/** Bullets, numbers, letters and callouts, with the box of a checklist item. */
const LIST_MARKER = /^[ \t]*(?:\*{1,6}|-|\.{1,6}|\d{1,9}\.|[A-Za-z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,3}|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)/;
const TERM = /^([ \t]*)(\S[^]*?)(?:::{1,3}|;;)(?:[ \t]+|$)/;
const VERBATIM_STYLE = /^(?:source|listing|literal|stem|latexmath|asciimath)$/;

/** A line of a kind, in the order in which Asciidoctor tries them. Comments, conditions and passed-through markup are left out. */
const BLOCKS: readonly BlockRule<AsciidocDocument>[] = [
  { line: /^(?:\/{4,}|\+{4,})$/, read: hidden },
  // Comments, page breaks and rules, and what attaches a block to an item.
  { line: /^\/\/(?!\/)|^(?:<<<|'{3,}|(?:-[ \t]?){3}|(?:\*[ \t]?){3}|\+)$/, read: (_, { line }) => line + 1 },
  { line: ATTRIBUTE_ENTRY, read: attributeEntry },
  { line: INCLUDE, read: include },
  { line: PREPROCESSED, read: (_, { line }) => line + 1 },
  {
    // A condition on a single line contains text.
    line: /^ifn?def::[^[]*\[([^]*)\]$/,
    read(walk, at, [whole, text = '']) {
      if (!ATTRIBUTE_ENTRY.test(text)) walk.writer.text(kindOf(walk, at), walk.part(at, whole.length - 1 - text.length, whole.length - 1));
      return at.line + 1;
    },
  },
  {
    // Attributes of the next block.
    line: /^\[([^]*)\]$/,
    read(walk, at, [whole, list = '']) {
      leaveListAfterBlank(walk, at);
      const name = idIn(whole);
      if (name !== undefined) walk.outline.anchor({ kind: 'label', name, offset: at.start });
      if (!whole.startsWith('[[')) walk.state.addAttributes(list, (from, to) => walk.part(at, 1 + from, 1 + to));
      return at.line + 1;
    },
  },
  {
    // The title of the next block.
    line: /^\.[^\s.]/,
    read(walk, at) {
      leaveListAfterBlank(walk, at);
      walk.writer.text(kindOf(walk, at), walk.part(at, 1));
      return at.line + 1;
    },
  },
  { line: /^[|,:!]={3,}$/, read: table },
  { line: DELIMITER, read: delimited },
  {
    line: /^(={1,6}|#{1,6})[ \t]+(?=\S)/,
    read(walk, at, [marker, mark = '']) {
      // The marker may also follow the heading.
      const end = at.text.length - mark.length;
      const isRepeated = at.text.endsWith(mark) && /[ \t]/.test(at.text.charAt(end - 1));
      heading(walk, at, mark.length, walk.part(at, marker.length, isRepeated ? blanksBefore(at.text, end) : at.text.length));
      return at.line + 1;
    },
  },
  { line: /^[\p{L}\p{N}_]/u, read: underlined },
  {
    line: /^(?=[^]*\]$)(image|video|audio|toc|chart|gist|plantuml|ditaa|graphviz|diagram|mermaid)::(?:[^\s[][^[]*)?\[(?:"([^"]*)"|([^,=\]]*)(?=[,\]]))?/,
    read(walk, at, [whole, name, quoted, plain = '']) {
      walk.state.take();
      const alt = quoted ?? plain;
      const from = whole.indexOf('[') + (quoted === undefined ? 1 : 2);
      if (name === 'image') walk.writer.text(kindOf(walk, at), walk.part(at, from, from + alt.length));
      return at.line + 1;
    },
  },
  {
    line: LIST_MARKER,
    read(walk, at, [marker]) {
      walk.state.take();
      walk.state.isInList = true;
      return textFrom(walk, at, marker.length);
    },
  },
  {
    line: TERM,
    read(walk, at, [whole, indent = '', words = '']) {
      walk.state.take();
      walk.state.isInList = true;
      walk.writer.term(walk.writer.read(walk.part(at, indent.length, indent.length + words.length)));
      if (whole.length < at.text.length) return textFrom(walk, at, whole.length);
      let next = at.line + 1;
      while (next < at.region.end && walk.isBlank(at.region, next)) next++;
      const below = walk.at(at.region, next);
      return next < at.region.end && !interrupts(walk, below)
        ? textFrom(walk, below, /^[ \t]*/.exec(below.text)?.[0].length ?? 0, true)
        : at.line + 1;
    },
  },
  {
    // An indented paragraph is code, unless it continues a list item.
    line: /^[ \t]/,
    read(walk, at) {
      if (walk.state.isInList && !isAfterBlank(walk, at)) return undefined;
      walk.state.isInList = false;
      const end = walk.runEnd(at.region, at.line, (next) => !interrupts(walk, next));
      walk.state.take();
      walk.code(at.line, end);
      return end;
    },
  },
];

export const asciidocReader = lightMarkupReader<AsciidocDocument>({
  open({ source, lines, outline }, path) {
    if (source.text.startsWith('-----BEGIN PGP '))
      throw new AriadneError('unreadable-document', `${path} is an OpenPGP message, key or signature, not AsciiDoc. Exclude it.`);
    const ends = blockEnds(lines, (text) =>
      DELIMITER.test(text) ? { name: text.startsWith('```') ? '```' : text, begins: true, ends: !/^```./.test(text) } : undefined,
    );
    return new AsciidocDocument(source.text.length, outline, ends, path);
  },
  header,
  blocks: BLOCKS,
  paragraph: (walk, at) => textFrom(walk, at, 0),
  text: ASCIIDOC_TEXT,
  firstRepeat: 2,
});

/** The author and revision lines right below a document's title, and the attributes below them, are metadata. */
function header(walk: Walk): number {
  const { lines, metadata, state } = walk;
  const whole: Region = { first: 0, end: lines.count, indent: 0, kind: 'paragraph', depth: 0 };
  const skipped = (at: Line): number | undefined => {
    const entry = ATTRIBUTE_ENTRY.exec(at.text);
    if (entry !== null) return attributeEntry(walk, at, entry);
    const included = INCLUDE.exec(at.text);
    if (included !== null) return include(walk, at, included);
    return COMMENT.test(at.text) || PREPROCESSED.test(at.text) ? at.line + 1 : undefined;
  };
  let line = 0;
  while (line < lines.count) {
    const next = lines.isBlank(line) ? line + 1 : skipped(walk.at(whole, line));
    if (next === undefined) break;
    line = next;
  }
  const title = walk.at(whole, line);
  const [marker] = /^[=#][ \t]+(?=\S)/.exec(title.text) ?? [];
  if (marker !== undefined) {
    heading(walk, title, 1, walk.part(title, marker.length));
    const names = ['author', 'revision'];
    for (line++; line < lines.count && !lines.isBlank(line);) {
      const at = walk.at(whole, line);
      const next = skipped(at);
      const name = next === undefined ? names.shift() : undefined;
      if (next === undefined && name === undefined) break;
      if (name !== undefined) metadata.add(name, [walk.writer.copied(walk.part(at, 0))]);
      line = next ?? line + 1;
    }
  }
  state.isInHeader = false;
  return line;
}

/** An included file is a separate document that this one links to. */
function include({ outline, state }: Walk, { line, start }: Line, [, file = '']: RegExpExecArray): number {
  const target = state.resolved(file);
  const from = start + 'include::'.length;
  if (target !== '' && !target.includes('://')) outline.link({ ...pathTarget(target, state.path), start: from, end: from + file.length });
  return line + 1;
}

function attributeEntry(walk: Walk, { region, line, start, text }: Line, [, name = '', value = '']: RegExpExecArray): number {
  const { lines, metadata, state } = walk;
  const parts = [value];
  let next = line + 1;
  while (parts.at(-1)?.endsWith(' \\') === true && next < region.end) parts.push(lines.trimmedOf(next++));
  const key = state.define(name, parts.map((part) => part.replace(/(?<= )\\$/, '')).join(''));
  if (state.isInHeader && METADATA.has(key))
    metadata.add({ start: start + 1, end: start + 1 + name.length }, [
      walk.writer.copied(walk.stretch(start + text.length - value.length, lines.endOf(next - 1))),
    ]);
  return next;
}

/** Attributes that say something about the document; others set how it is shown. */
const METADATA: ReadonlySet<string> = new Set(
  'author authors email revnumber revdate revremark description keywords copyright organization orgname date version status title'.split(
    ' ',
  ),
);

/** Comments and passed-through markup; formulas are text. A block that never ends is only its first line. */
function hidden(walk: Walk, { line, text }: Line): number | undefined {
  const { ends, next } = walk.state;
  if (text.startsWith('+') && /^(?:stem|latexmath|asciimath)$/.test(next.style ?? '')) return undefined;
  walk.state.take();
  return (ends.get(line) ?? line) + 1;
}

/** The end of a block between delimiters, and the line after it. Without an end it extends to that of the region. */
function endOf(walk: Walk, { region, line }: Line): { readonly end: number; readonly next: number } {
  const end = walk.state.ends.get(line) ?? region.end;
  return end < region.end ? { end, next: end + 1 } : { end: region.end, next: region.end };
}

/** Code, or a block that contains others: an example, a sidebar, a quote. */
function delimited(walk: Walk, at: Line): number {
  const { region, line, text } = at;
  const { state, writer } = walk;
  const { end, next } = endOf(walk, at);
  leaveListAfterBlank(walk, at);
  const { style = '', label, attribution } = state.take();
  if (/^(?:-{4}|\.{4}|\+{4}|`{3})/.test(text) || (text === '--' && VERBATIM_STYLE.test(style))) {
    walk.code(line + 1, end, (of, start) => (PREPROCESSED.test(walk.lines.trimmedOf(of)) ? undefined : start));
    return next;
  }
  if (label !== undefined) writer.term(writer.copied(label));
  const isQuote = text.startsWith('_') || style === 'quote' || style === 'verse';
  const { isInList } = state;
  const kind = isQuote ? 'quote' : kindOf(walk, at);
  state.isInList = false;
  walk.blocks({ ...region, first: line + 1, end, kind, depth: region.depth + 1 });
  state.isInList = isInList;
  if (isQuote && attribution !== undefined) writer.text('quote', attribution);
  return next;
}

function table(walk: Walk, at: Line): number {
  const { line, text } = at;
  leaveListAfterBlank(walk, at);
  const { options = '', columnCount, format = '' } = walk.state.take();
  const { end, next } = endOf(walk, at);
  const isSeparated = !text.startsWith('|') || /^[cdt]sv$/.test(format);
  const delimiter = text.startsWith(':') || format === 'dsv' ? ':' : format === 'tsv' ? '\t' : ',';
  const { lines } = walk;
  const { rows, headerRows } = isSeparated
    ? {
        rows: separatedRows(
          lines.stretches(line + 1, end, (at) => lines.startOf(at)),
          delimiter,
        ),
        headerRows: line + 2 < end && !lines.isBlank(line + 1) && lines.isBlank(line + 2) ? 1 : 0,
      }
    : spanTable(walk, line + 1, end, columnCount);
  const isHeader = /\bheader\b/.test(options) || (headerRows > 0 && !/\bnoheader\b/.test(options));
  walk.writer.table(rows, isHeader ? 1 : 0);
  return next;
}

/** A heading underlined in the old style. */
function underlined(walk: Walk, at: Line): number | undefined {
  if (at.region.depth > 0) return undefined;
  const [rule, below] = [walk.at(at.region, at.line + 1).text, walk.at(at.region, at.line + 2).text];
  const level = /^([-=~^+])\1{2,}$/.test(rule) ? '=-~^+'.indexOf(rule.charAt(0)) + 1 : 0;
  if (level === 0 || Math.abs([...at.text].length - rule.length) > 1 || DELIMITER.test(below)) return undefined;
  heading(walk, at, level, walk.part(at, 0));
  return at.line + 2;
}

/** Inside other blocks, and where an attribute says so, a heading is a line of text. */
function heading(walk: Walk, at: Line, level: number, words: Stretches): void {
  const { style = '' } = walk.state.take();
  walk.state.isInList = false;
  if (at.region.depth > 0 || /^(?:discrete|float)$/.test(style)) walk.writer.text(at.region.kind, words);
  else walk.writer.heading(level, words);
}

/** Reads a paragraph or the text of an item, whose first line begins `marker` characters after its start. */
function textFrom(walk: Walk, at: Line, marker: number, isBelowTerm = false): number {
  const { region, line, start } = at;
  const { lines, state, writer } = walk;
  const isItem = state.isInList && (marker > 0 || isBelowTerm);
  if (!isItem) leaveListAfterBlank(walk, at);
  const { style = '', label, attribution } = state.take();
  if (label !== undefined) writer.term(writer.copied(label));
  const end = walk.runEnd(region, line, (next) => !interrupts(walk, next));
  const text = lines.stretches(line, end, (of) => {
    if (of === line) return start + marker;
    const { text: words } = walk.at(region, of);
    return COMMENT.test(words) || PREPROCESSED.test(words) ? undefined : lines.contentOf(of);
  });
  const isQuote = style === 'quote' || style === 'verse';
  if (VERBATIM_STYLE.test(style) && !isItem) writer.verbatim('code', text);
  else writer.text(isQuote ? 'quote' : kindOf(walk, at), text);
  if (isQuote && attribution !== undefined) writer.text('quote', attribution);
  return end;
}

/** True when the line ends the paragraph above it. */
function interrupts(walk: Walk, { text }: Line): boolean {
  if (DELIMITER.test(text) || text === '+' || (text.startsWith('[') && text.endsWith(']'))) return true;
  return walk.state.isInList && (LIST_MARKER.test(text) || TERM.test(text));
}

function isAfterBlank({ lines }: Walk, { line }: Line): boolean {
  return line > 0 && lines.isBlank(line - 1);
}

/** Text that is not attached to an item ends the list. */
function leaveListAfterBlank(walk: Walk, at: Line): void {
  if (isAfterBlank(walk, at)) walk.state.isInList = false;
}

function kindOf(walk: Walk, { region }: Line): Block['kind'] {
  return region.kind !== 'quote' && walk.state.isInList ? 'listItem' : region.kind;
}
