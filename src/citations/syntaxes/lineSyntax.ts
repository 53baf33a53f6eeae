/** Languages whose lines show what they are, as tables of what their lines and marks mean. */
import type { TextRange } from '../readText.ts';
import { labelIn, placeIn } from './places.ts';
import type { SentenceBlock, CitationSyntax, ParsedCitation } from './syntax.ts';

/** The kind of a line; a `markup` line is in no block. Blank lines are handled separately. */
export type LineKind = SentenceBlock['kind'] | 'markup';

/** Gives the kind of each line that is not blank, in order. */
export type LineKinds = (line: string, isAfterBlank: boolean) => LineKind;

/** How lines begin that are not text. */
export interface LineMarks {
  /** Matches the line that opens a listing; its first group is the mark that closes it. */
  readonly listing?: RegExp;
  readonly closes?: (line: string, mark: string) => boolean;
  readonly code?: RegExp;
  readonly markup?: RegExp;
  readonly heading?: RegExp;
  readonly item: RegExp;
}

export interface LineSyntax extends Pick<CitationSyntax, 'id' | 'escape' | 'cite' | 'table'> {
  /** A citation, with the groups `label`, `path` (encoded, and with its lines unless these are in `lines`), and `id` or `braced`. */
  readonly citation: RegExp;
  /** Of its label and path. */
  readonly unescape?: (text: string) => string;
  /** Inline code and comments. */
  readonly literal: RegExp;
  readonly lines: LineMarks | (() => LineKinds);
  /** What marks a list's item or heading at the start of a block. */
  readonly start: RegExp;
  /** Replaces marks in running text. */
  readonly plain: (text: string) => string;
  /** What precedes an item; by default a hyphen or number, with further lines indented. */
  readonly mark?: (isOrdered: boolean) => string;
}

export function lineSyntax({
  id,
  citation,
  unescape = (text) => text,
  literal,
  lines,
  start,
  plain,
  mark,
  ...own
}: LineSyntax): CitationSyntax {
  const kinds = typeof lines === 'function' ? lines : (): LineKinds => kindsIn(lines);
  return {
    ...own,
    id,
    hasReferences: true,
    parse: (text) =>
      [...text.matchAll(citation)].flatMap(({ 0: all, index, groups = {} }): ParsedCitation[] => {
        const { label = '', path = '', lines: fragment = '', id: quoted, braced = '' } = groups;
        const place = placeIn(unescape(path) + fragment);
        const range = { start: index, end: index + all.length };
        return place ? [{ range, label: labelIn(unescape(label)), ...place, id: quoted ?? braced }] : [];
      }),
    literals: (text) => rangesOf(text, literal),
    blocks: (text) => blocksByLine(text, kinds()),
    plain: (piece, isStart) => plain(isStart ? piece.replace(start, '') : piece),
    itemMark: mark === undefined ? /^\s*- / : /^\s*\* /,
    paragraph: (text) => text,
    list: (items, isOrdered) =>
      mark === undefined ? listItems(items, isOrdered) : items.map((item) => `${mark(isOrdered)} ${item}`).join('\n'),
  };
}

export function rangesOf(text: string, pattern: RegExp): readonly TextRange[] {
  return [...text.matchAll(pattern)].map(({ 0: all, index }) => ({ start: index, end: index + all.length }));
}

/** Items with hyphens or numbers, whose further lines are indented below the first. */
export function listItems(items: readonly string[], isOrdered: boolean): string {
  const indentation = `\n${' '.repeat(isOrdered ? 3 : 2)}`;
  return items.map((item, i) => `${isOrdered ? `${i + 1}.` : '-'} ${item.replaceAll('\n', indentation)}`).join('\n');
}

/** Kinds of the lines of one text. */
export function kindsIn({ listing, closes = (line, mark) => line.trim() === mark, code, markup, heading, item }: LineMarks): LineKinds {
  let open: string | undefined;
  return (line) => {
    if (open !== undefined) {
      if (closes(line, open)) open = undefined;
      return 'code';
    }
    open = listing?.exec(line)?.[1];
    if (open !== undefined || code?.test(line) === true) return 'code';
    if (markup?.test(line) === true) return 'markup';
    if (heading?.test(line) === true) return 'heading';
    return item.test(line) ? 'item' : 'text';
  };
}

/** The blocks of a text. */
export function blocksByLine(text: string, kindOf: LineKinds): readonly SentenceBlock[] {
  const blocks: { start: number; end: number; kind: SentenceBlock['kind']; isAfterBlank: boolean }[] = [];
  let isAfterBlank = true;
  let isOpen = false;
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (line === '') break;
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const kind = kindOf(line.replace(/(?<![\r\n])[\r\n]+$/, ''), isAfterBlank);
    const end = start + line.length;
    const last = blocks.at(-1);
    const goesOn =
      isOpen && last !== undefined && (kind === 'code' ? last.kind === 'code' : kind === 'text' && !isAfterBlank && mayGoOn(last.kind));
    if (kind !== 'markup' && goesOn) last.end = end;
    else if (kind !== 'markup') blocks.push({ start, end, kind, isAfterBlank });
    isOpen = kind !== 'markup';
    isAfterBlank = kind === 'markup';
  }
  return blocks;
}

function mayGoOn(kind: SentenceBlock['kind']): boolean {
  return kind === 'text' || kind === 'item';
}
