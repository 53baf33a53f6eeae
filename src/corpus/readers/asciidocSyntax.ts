import { Abbreviations } from './abbreviations.ts';

/** What the lines above a block say about it. Places are offsets in the source. */
export interface AttributeList {
  readonly style?: string;
  /** The word that readers see beside the block, such as NOTE or TIP. */
  readonly label?: Place;
  /** The author and source of a quote. */
  readonly attribution?: Place;
  readonly options?: string;
  readonly columnCount?: number;
  readonly format?: string;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * @param text the text between the brackets
 * @param start offset of that text in the source
 */
export function attributeList(text: string, start: number): AttributeList {
  const [first = ''] = text.split(',', 1);
  const style = /^[ \t]*([\w-]*)/.exec(first)?.[1] ?? '';
  const labelStart = start + first.indexOf(style);
  const isQuote = style === 'quote' || style === 'verse';
  const columns = /\bcols[ \t]*=[ \t]*(?:"([^"]*)"|([^,\s]*))/.exec(text);
  const format = /\bformat[ \t]*=[ \t]*"?(\w+)/.exec(text)?.[1];
  const options = [...text.matchAll(/(?:%|\b(?:options|opts)[ \t]*=[ \t]*"?)([\w,%]+)/g)].map((match) => match[1] ?? '').join(',');
  return {
    ...(style !== '' ? { style } : {}),
    ...(/^(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING)$/.test(style) ? { label: { start: labelStart, end: labelStart + style.length } } : {}),
    ...(isQuote && first.length < text.length ? { attribution: trimmed(text, first.length + 1, start) } : {}),
    ...(options !== '' ? { options } : {}),
    ...(columns !== null ? { columnCount: columnCount(columns[1] ?? columns[2] ?? '') } : {}),
    format,
  };
}

function trimmed(text: string, from: number, start: number): Place {
  const rest = text.slice(from);
  const lead = rest.length - rest.trimStart().length;
  return { start: start + from + lead, end: start + from + Math.max(lead, rest.trimEnd().length) };
}

/** The number of columns that `cols` declares, such as `1,2a`, `3*` or `1,2*`. */
function columnCount(cols: string): number {
  const count = cols.split(/[,;]/).reduce((sum, column) => sum + Math.min(Number(/^[ \t]*(\d{1,4})\*/.exec(column)?.[1] ?? 1), 1000), 0);
  return Math.max(1, count);
}

export function isDelimiter(text: string): boolean {
  return /^(?:([-.=*_+~])\1{3,}|--|`{3}[\w-]*|[|,:!]={3,})$/.test(text);
}

/** Bullets, numbers, letters and callouts, with the box of a checklist item. */
export const LIST_MARKER =
  /^[ \t]*(?:\*{1,6}|-|\.{1,6}|\d{1,9}\.|[A-Za-z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,3}|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)/;

/** Character names that AsciiDoc defines for characters that would otherwise be markup. */
export function predefinedAttributes(sourceLength: number): Abbreviations {
  const attributes = new Abbreviations(sourceLength);
  const words =
    'amp & lt < gt > plus + startsb [ endsb ] vbar | caret ^ tilde ~ backslash \\ backtick ` apos \' quot " lsquo ‘ rsquo ’ ldquo “ rdquo ” deg ° ' +
    'asterisk * two-colons :: two-semicolons ;; cpp C++ pp ++ brvbar ¦ nbsp \u00a0';
  const pairs = words.split(' ');
  for (let i = 0; i + 1 < pairs.length; i += 2) attributes.define(pairs[i] ?? '', pairs[i + 1] ?? '');
  for (const name of ['empty', 'blank', 'zwsp', 'wj', 'shy']) attributes.define(name, '');
  attributes.define('sp', ' ');
  return attributes;
}

/** Whether a line is a condition or an include, which may be anywhere. A condition on a single line contains text. */
export function isPreprocessed(text: string): boolean {
  return /^(?:ifn?def::[^[]*\[\]|(?:ifeval|endif|include)::[^[]*\[[^]*\])[ \t]*$/.test(text);
}

export function isVerbatimStyle(style: string | undefined): boolean {
  return (
    style === 'source' || style === 'listing' || style === 'literal' || style === 'stem' || style === 'latexmath' || style === 'asciimath'
  );
}
