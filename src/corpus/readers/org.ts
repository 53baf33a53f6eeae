import type { Block, TextReader } from '../document.ts';
import { pathTarget } from '../linkTargets.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import { SourceText } from '../sourceText.ts';
import { blanksBefore } from './blanks.ts';
import { BlockWriter } from './blockWriter.ts';
import { MarkupLines } from './markupLines.ts';
import { writeOrgText } from './orgInline.ts';
import { blockEnds } from './orgBlocks.ts';
import type { BlockEnds } from './orgBlocks.ts';
import { Stretches } from './stretches.ts';

/**
 * Org: headlines without keywords, priorities, cookies and tags; lists, tables, quotes and source blocks. Comments, planning lines,
 * property drawers and settings are left out. We parse it line by line: orga, which knows offsets, overflows the stack on files of 25 kB.
 */
export const orgReader: TextReader = {
  kind: 'text',
  name: 'org',
  version: 4,
  extensions: ['.org'],
  parse(text, path) {
    const outline = new Outline();
    const walk = new OrgWalk(outline, new SourceText(text), path);
    walk.run();
    return outline.finish(walk.title, path);
  },
};

class OrgWalk {
  readonly #source: SourceText;
  readonly #lines: MarkupLines;
  readonly #writer: BlockWriter;
  readonly #ends: BlockEnds;
  readonly #outline: Outline;
  readonly #metadata: MetadataWriter;
  readonly #path: string;
  readonly #titles: string[] = [];
  readonly #keywords = new Set(['TODO', 'DONE']);
  /** Open blocks, each with the line that ends it. */
  readonly #open: { readonly end: number; readonly isQuote: boolean }[] = [];
  /** Indentation of the list's outermost bullet; -1 outside of lists. */
  #listIndent = -1;
  #blankLines = 0;

  constructor(outline: Outline, source: SourceText, path: string) {
    this.#outline = outline;
    this.#metadata = new MetadataWriter(outline, source, path);
    this.#path = path;
    this.#source = source;
    this.#lines = new MarkupLines(source);
    const onTarget = (name: string, offset: number): void => outline.anchor({ kind: 'label', name, offset });
    this.#writer = new BlockWriter(outline, source, (stretches, writer) => writeOrgText(stretches, writer, { path, onTarget }));
    this.#ends = blockEnds(this.#lines);
    for (let line = 0; line < this.#lines.count; line++) {
      const [, words] = /^#\+(?:TODO|SEQ_TODO|TYP_TODO):[ \t]+([^]*)/i.exec(this.#lines.textOf(line)) ?? [];
      for (const word of words?.split(/[\s|]+/) ?? []) this.#keywords.add(word.endsWith(')') ? word.replace(/\([^]*/, '') : word);
    }
  }

  /** The value of `#+TITLE`, on one line or several. */
  get title(): string | undefined {
    return this.#titles.length > 0 ? this.#titles.join(' ') : undefined;
  }

  run(): void {
    for (let line = 0; line < this.#lines.count;) {
      while ((this.#open.at(-1)?.end ?? Infinity) <= line) this.#open.pop();
      if (this.#lines.isBlank(line)) {
        if (++this.#blankLines >= 2) this.#leaveList();
        line++;
      } else {
        line = this.#block(line);
        this.#blankLines = 0;
      }
    }
    this.#writer.flushTerm();
  }

  /** @returns the line after the block. */
  #block(line: number): number {
    const text = this.#lines.textOf(line);
    const headline = HEADLINE.exec(text);
    if (headline !== null) return this.#headline(line, text, headline[0].length);
    const start = this.#lines.contentOf(line);
    const content = this.#source.text.slice(start, this.#lines.endOf(line)).trimEnd();
    return (
      this.#keyword(line, content, start) ??
      this.#drawer(line, content) ??
      this.#withoutText(line, content) ??
      this.#table(line, content) ??
      this.#fixedWidth(line, content) ??
      this.#listItem(line, content, start) ??
      this.#footnote(line, content, start) ??
      this.#paragraph(line, start)
    );
  }

  #headline(line: number, text: string, starsLength: number): number {
    this.#leaveList();
    this.#open.length = 0;
    let from = starsLength;
    const keyword = /^(\S+)(?:[ \t]+|$)/.exec(text.slice(from));
    if (keyword?.[1] !== undefined && this.#keywords.has(keyword[1])) from += keyword[0].length;
    from += /^\[#[A-Za-z0-9]{1,2}\][ \t]*/.exec(text.slice(from))?.[0].length ?? 0;
    const level = text.indexOf('*') === 0 ? (/^\*+/.exec(text)?.[0].length ?? 1) : 1;
    if (/^COMMENT(?:[ \t]|$)/.test(text.slice(from))) return this.#afterSubtree(line, level);
    const tags = /[ \t]:(?:[\p{L}\p{N}_@#%]+:)+[ \t]*$/u.exec(text.slice(from));
    const to = tags === null ? text.length : from + blanksBefore(text.slice(from), tags.index);
    const words = new Stretches(this.#source);
    const start = this.#lines.startOf(line);
    let at = from;
    for (const cookie of text.slice(from, to).matchAll(/\[(?:\d{0,5}%|\d{0,5}\/\d{0,5})\]/g)) {
      words.add(start + at, start + blanksBefore(text, from + cookie.index, at));
      at = from + cookie.index + cookie[0].length;
    }
    words.add(start + at, start + to);
    this.#writer.heading(level, words);
    return line + 1;
  }

  /** A headline marked as a comment hides what is below it. */
  #afterSubtree(line: number, level: number): number {
    let next = line + 1;
    for (; next < this.#lines.count; next++) {
      const stars = HEADLINE.exec(this.#lines.textOf(next))?.[0].trim().length;
      if (stars !== undefined && stars <= level) break;
    }
    return next;
  }

  /** `#+NAME: value` and `#+BEGIN_NAME`. */
  #keyword(line: number, content: string, start: number): number | undefined {
    const [whole, key = '', colon = ''] = /^#\+([\w-]{1,60})(?:\[[^\]]{0,200}\])?(:?)[ \t]*/.exec(content) ?? [];
    if (whole === undefined) return undefined;
    const name = key.toUpperCase();
    const value = content.slice(whole.length);
    if (name.startsWith('BEGIN')) return this.#begin(line, name.slice('BEGIN_'.length));
    if (name.startsWith('END') && colon === '') return line + 1;
    if (colon === '') return undefined;
    if (name === 'TITLE')
      this.#titles.push(...(value === '' ? [] : [this.#writer.read(this.#stretch(start + whole.length, value.length))?.text ?? '']));
    else if (name === 'CAPTION' || name === 'SUBTITLE') this.#writer.text(this.#kind(), this.#stretch(start + whole.length, value.length));
    else if (METADATA.has(name))
      this.#metadata.add({ start: start + 2, end: start + 2 + key.length }, [
        this.#writer.read(this.#stretch(start + whole.length, value.length)),
      ]);
    else if (NAMES.has(name) && value !== '') this.#outline.anchor({ kind: 'label', name: value.trim(), offset: start });
    else if (FILES.has(name)) this.#linkFile(value, start + whole.length);
    return line + 1;
  }

  /** The first word of the value, with or without quotes, is a file. */
  #linkFile(value: string, start: number): void {
    const [, quoted, plain = ''] = /^(?:"([^"]+)"|(\S+))/.exec(value) ?? [];
    const file = quoted ?? plain;
    const at = start + (quoted === undefined ? 0 : 1);
    if (file !== '') this.#outline.link({ ...pathTarget(file.replace(/::.*$/s, ''), this.#path), start: at, end: at + file.length });
  }

  /** Ids of the headline above, or of the document, and the document's other names. */
  #properties(first: number, end: number): void {
    for (let line = first; line < end; line++) {
      const [marker, name = '', value = ''] = /^:(\S{1,60}):[ \t]+(\S[^]*)$/.exec(this.#lines.trimmedOf(line)) ?? [];
      const offset = this.#lines.contentOf(line);
      if (marker === undefined) continue;
      const whole = this.#outline.isEmpty ? { headings: [] } : {};
      if (/^(?:CUSTOM_ID|ID)$/i.test(name)) this.#outline.anchor({ kind: 'label', name: value, offset, ...whole }, 'above');
      else if (/^ROAM_REFS$/i.test(name) && this.#outline.isEmpty)
        for (const key of value.match(/(?<=^|\s)@\S+/g) ?? [])
          this.#outline.anchor({ kind: 'citation', name: key.slice(1), offset, ...whole });
      else if (/^(?:ROAM_)?ALIAS(?:ES)?$/i.test(name) && this.#outline.isEmpty)
        for (const [, quoted, plain = ''] of value.matchAll(/"([^"]+)"|(\S+)/g)) this.#outline.alias(quoted ?? plain);
    }
  }

  /** A block without an end consists only of its first line. */
  #begin(line: number, name: string): number {
    const end = this.#ends.endOf(line);
    if (end === undefined || /^(?:COMMENT|EXPORT)$/.test(name)) return (end ?? line) + 1;
    this.#writer.flushTerm();
    if (/^(?:SRC|EXAMPLE)$/.test(name)) {
      const indent = this.#lines.leastIndent(line + 1, end);
      this.#writer.verbatim(
        'code',
        this.#lines.stretches(line + 1, end, (at) => {
          const start = this.#lines.afterIndent(at, indent);
          // Org escapes text that would be markup with a comma.
          return /^,+(?:\*|#\+)/.test(this.#source.text.slice(start, start + 10)) ? start + 1 : start;
        }),
      );
      return end + 1;
    }
    if (this.#open.length < MAX_DEPTH) this.#open.push({ end, isQuote: name === 'QUOTE' || name === 'VERSE' });
    return line + 1;
  }

  /** Drops property and log drawers; keeps the content of others. */
  #drawer(line: number, content: string): number | undefined {
    const [, name] = /^:([\p{L}\p{N}_-]{1,80}):$/u.exec(content) ?? [];
    if (name === undefined) return undefined;
    if (name.toUpperCase() === 'END') return line + 1;
    const end = this.#ends.endOf(line);
    if (end === undefined) return undefined;
    if (/^PROPERTIES$/i.test(name)) this.#properties(line + 1, end);
    return /^(?:PROPERTIES|LOGBOOK)$/i.test(name) ? end + 1 : line + 1;
  }

  /** Skips comments, rules, planning and clock lines, and formulas. */
  #withoutText(line: number, content: string): number | undefined {
    const isUnseen =
      /^#(?:[ \t]|$)/.test(content) ||
      /^-{5,}$/.test(content) ||
      /^(?:(?:SCHEDULED|DEADLINE|CLOSED):[ \t]*(?:<[^<>]{1,80}>|\[[^[\]]{1,80}\])(?:--(?:<[^<>]{1,80}>))?[ \t]*)+$/.test(content) ||
      /^CLOCK:[ \t]*\[/.test(content) ||
      /^\+(?:[-=]+\+)+$/.test(content);
    return isUnseen ? line + 1 : undefined;
  }

  #table(line: number, content: string): number | undefined {
    if (!content.startsWith('|')) return undefined;
    const rows: Stretches[][] = [];
    let headerRows = 0;
    let isRuled = false;
    let end = line;
    for (; end < this.#lines.count && !this.#lines.isBlank(end); end++) {
      const start = this.#lines.contentOf(end);
      const text = this.#source.text.slice(start, this.#lines.endOf(end)).trimEnd();
      if (!text.startsWith('|')) break;
      if (/^\|-/.test(text)) {
        if (!isRuled && rows.length > 0) headerRows = rows.length;
        isRuled ||= rows.length > 0;
        continue;
      }
      const row = cellsOf(this.#source, text, start);
      // Rows that only set column groups and widths.
      if (row.every(({ text: cell }) => /^(?:\/|[<>]|<>|<[lrc]?\d*>|)$/.test(cell)) && row.some(({ text: cell }) => cell !== '')) continue;
      rows.push(row);
    }
    this.#writer.table(rows, rows.length > headerRows ? headerRows : 0);
    return end;
  }

  /** A fixed-width line: `: code`. */
  #fixedWidth(line: number, content: string): number | undefined {
    if (!FIXED_WIDTH.test(content)) return undefined;
    let end = line + 1;
    while (end < this.#lines.count && !this.#lines.isBlank(end) && FIXED_WIDTH.test(this.#lines.trimmedOf(end))) end++;
    const from = (at: number): number => {
      const start = this.#lines.contentOf(at) + 1;
      return start + (this.#source.text.charAt(start) === ' ' ? 1 : 0);
    };
    this.#writer.verbatim(
      'code',
      this.#lines.stretches(line, end, (at) => Math.min(from(at), this.#lines.endOf(at))),
    );
    return end;
  }

  #listItem(line: number, content: string, start: number): number | undefined {
    const marker = this.#bullet(line, content);
    if (marker === undefined) return undefined;
    const indent = this.#lines.indentOf(line);
    if (this.#listIndent < 0 || indent < this.#listIndent) this.#listIndent = indent;
    this.#writer.flushTerm();
    const mark = /[ \t]::(?:[ \t]+|$)/.exec(content.slice(marker));
    if (mark === null) return this.#paragraph(line, start + marker);
    this.#writer.term(this.#writer.read(this.#stretch(start + marker, mark.index)));
    return this.#paragraph(line, start + marker + mark.index + mark[0].length);
  }

  /** The length of the bullet with counter and checkbox. A star is a bullet only if it is indented. */
  #bullet(line: number, content: string): number | undefined {
    const marker = BULLET.exec(content)?.[0];
    return marker === undefined || (marker.startsWith('*') && this.#lines.indentOf(line) === 0) ? undefined : marker.length;
  }

  #footnote(line: number, content: string, start: number): number | undefined {
    const marker = this.#lines.indentOf(line) === 0 ? /^\[fn:[\w-]{1,80}\][ \t]*/.exec(content)?.[0] : undefined;
    if (marker === undefined) return undefined;
    this.#leaveList();
    return this.#paragraph(line, start + marker.length);
  }

  /** @param start offset where its first line begins, after a marker */
  #paragraph(line: number, start: number): number {
    const isBehindMarker = start > this.#lines.contentOf(line);
    if (!isBehindMarker && this.#lines.indentOf(line) <= this.#listIndent) this.#leaveList();
    let end = line + 1;
    while (end < this.#lines.count && !this.#interrupts(end)) end++;
    this.#writer.text(
      this.#kind(),
      this.#lines.stretches(line, end, (at) => (at === line ? start : this.#lines.contentOf(at))),
    );
    return end;
  }

  #interrupts(line: number): boolean {
    if (this.#lines.isBlank(line) || (this.#open.at(-1)?.end ?? Infinity) <= line) return true;
    if (this.#listIndent >= 0 && this.#lines.indentOf(line) <= this.#listIndent) return true;
    const text = this.#lines.textOf(line);
    const content = text.trim();
    return (
      HEADLINE.test(text) ||
      /^(?:#\+|#(?:[ \t]|$)|\||-{5,}$|CLOCK:[ \t]*\[|:[\p{L}\p{N}_-]{1,80}:$)/u.test(content) ||
      FIXED_WIDTH.test(content) ||
      /^\[fn:[\w-]{1,80}\]/.test(text) ||
      this.#bullet(line, content) !== undefined
    );
  }

  #leaveList(): void {
    this.#listIndent = -1;
    this.#writer.flushTerm();
  }

  #kind(): Block['kind'] {
    return this.#open.some(({ isQuote }) => isQuote) ? 'quote' : this.#listIndent >= 0 ? 'listItem' : 'paragraph';
  }

  #stretch(start: number, length: number): Stretches {
    return new Stretches(this.#source).add(start, start + length);
  }
}

const MAX_DEPTH = 50;
const HEADLINE = /^\*+[ \t]+/;
const BULLET = /^(?:[-+*]|(?:\d{1,9}|[A-Za-z])[.)])(?:[ \t]+(?:\[@[\dA-Za-z]{1,9}\](?:[ \t]+|$))?(?:\[[ Xx-]\](?:[ \t]+|$))?|$)/;
const FIXED_WIDTH = /^:(?:[ \t]|$)/;
/** Settings that say something about the document. */
const METADATA: ReadonlySet<string> = new Set('AUTHOR DATE DESCRIPTION KEYWORDS EMAIL FILETAGS ALIASES STATUS VERSION CREATED'.split(' '));
const NAMES: ReadonlySet<string> = new Set(['NAME', 'LABEL', 'TBLNAME']);
const FILES: ReadonlySet<string> = new Set(['INCLUDE', 'SETUPFILE', 'BIBLIOGRAPHY']);

function cellsOf(source: SourceText, text: string, start: number): Stretches[] {
  const cells: Stretches[] = [];
  let at = 1;
  for (const cell of text.slice(1).split('|')) {
    const lead = cell.length - cell.trimStart().length;
    if (cell.trim() !== '' || at + cell.length < text.length) {
      cells.push(new Stretches(source).add(start + at + lead, start + at + cell.trimEnd().length));
    }
    at += cell.length + 1;
  }
  return cells;
}
