import type { MetadataWriter } from '../metadata.ts';
import { TextWriter } from '../sourceText.ts';
import type { MarkupLines } from './markupLines.ts';
import type { Stretches } from './stretches.ts';

/** A field of a header in the manner of e-mails, `Name: value`, with the lines that continue it. */
export interface HeaderField {
  readonly name: { readonly start: number; readonly end: number };
  readonly value: Stretches;
}

/**
 * The header at the top of a text, as PEPs and Pelican's pages have it: at least two fields, one of them the title, up to a blank line.
 * @returns undefined when the text begins otherwise; `next` is the line after the header
 */
export function headerFields(lines: MarkupLines): { readonly fields: readonly HeaderField[]; readonly next: number } | undefined {
  const fields: HeaderField[] = [];
  let line = 0;
  let hasTitle = false;
  while (line < lines.count && !lines.isBlank(line)) {
    const start = lines.startOf(line);
    const [marker = '', mark = '', name] = FIELD.exec(lines.textOf(line)) ?? [];
    if (name === undefined) return undefined;
    let end = line + 1;
    while (end < lines.count && lines.indentOf(end) > 0) end++;
    const from = start + mark.length;
    const first = line;
    const value = lines.stretches(first, end, (at) => (at === first ? start + marker.length : lines.contentOf(at)));
    fields.push({ name: { start: from, end: from + name.length }, value });
    hasTitle ||= name.toLowerCase() === 'title' && lines.source.text.slice(start + marker.length, lines.endOf(first)).trim() !== '';
    line = end;
  }
  return hasTitle && fields.length > 1 ? { fields, next: line } : undefined;
}

/**
 * Adds the fields of such a header, verbatim.
 * @returns the line after the header; 0 when there is none
 */
export function addHeaderFields(metadata: MetadataWriter, lines: MarkupLines): number {
  const header = headerFields(lines);
  for (const { name, value } of header?.fields ?? []) {
    const writer = new TextWriter(lines.source);
    value.copyAll(writer);
    metadata.add(name, [writer.finish()]);
  }
  return header?.next ?? 0;
}

const FIELD = /^(\ufeff?)([A-Za-z][\w-]{0,40}):(?:[ \t]+|$)/;
