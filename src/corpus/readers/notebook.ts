import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { AriadneError } from '../../base/errors.ts';
import type { TextReader } from '../document.ts';
import { Outline } from '../outline.ts';
import { placeLink, runEndingAfter, SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { addMarkdown } from './markdown.ts';

/**
 * Jupyter notebooks: Markdown cells as Markdown, code cells and short text outputs as code. Places refer to the `.ipynb` file.
 */
export const notebookReader: TextReader = {
  kind: 'text',
  name: 'notebook',
  version: 7,
  extensions: ['.ipynb'],
  parse(json, path) {
    const source = new SourceText(json);
    const outline = new Outline();
    for (const cell of cellsOf(source)) addCell(outline, source, cell, path);
    return outline.finish(undefined, path);
  },
};

/** The text that people write in a notebook, cell by cell. */
export interface CellText {
  readonly text: string;
  /** The offset in the file of a character of the text, or of the next one that is verbatim in the file. */
  readonly offsetOf: (at: number) => number;
}

/** @throws AriadneError `not-a-notebook` */
export function markdownCells(json: string): readonly CellText[] {
  const source = new SourceText(json);
  return cellsOf(source).flatMap((cell): CellText[] => {
    const type = textValue(valueOf(cell, 'cell_type'));
    const text = type === 'markdown' ? joinedStrings(source, valueOf(cell, 'source')) : undefined;
    return text ? [{ text: text.text, offsetOf: (at) => offsetIn(text, at) }] : [];
  });
}

function offsetIn({ runs, sourceEnd }: JsonText, at: number): number {
  const i = runEndingAfter(runs, at);
  if (i >= runs.length) return sourceEnd;
  return (runs[i + 1] ?? 0) + Math.max(0, at - (runs[i] ?? 0));
}

function cellsOf(source: SourceText): readonly Node[] {
  const errors: ParseError[] = [];
  const root = parseTree(source.text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const line = source.lines.lineAt(error?.offset ?? 0) + 1;
    throw new AriadneError(
      'not-a-notebook',
      `The notebook is not valid JSON (line ${line}: ${error ? printParseErrorCode(error.error) : 'empty'}). Repair it or save it again.`,
    );
  }
  const cells = valueOf(root, 'cells');
  if (cells?.type !== 'array')
    throw new AriadneError(
      'not-a-notebook',
      'The file is JSON but not a Jupyter notebook (line 1: it has no cells). Save it again from Jupyter.',
    );
  return itemsOf(cells);
}

function addCell(outline: Outline, source: SourceText, cell: Node, path: string): void {
  const type = textValue(valueOf(cell, 'cell_type'));
  const text = joinedStrings(source, valueOf(cell, 'source'));
  if (text === undefined) return;
  if (type === 'markdown')
    addMarkdown(outline, text.text, {
      path,
      place: (piece, kind) => throughMap(piece, kind, text, source),
      offsetOf: (at) => offsetIn(text, at),
    });
  else outline.add(type === 'code' ? 'code' : 'paragraph', wholeOf(text, source));
  for (const output of itemsOf(valueOf(cell, 'outputs'))) addOutput(outline, source, output);
}

function addOutput(outline: Outline, source: SourceText, output: Node): void {
  const plain = valueOf(output, 'data');
  const text = joinedStrings(source, plain ? valueOf(plain, 'text/plain') : valueOf(output, 'text'));
  // Long outputs are data, and `<Figure size 640x480>` stands for an image.
  if (text === undefined || text.text.length > MAX_OUTPUT_CHARS || /^<[^<>\n]*>$/.test(text.text.trim())) return;
  outline.add('code', wholeOf(text, source));
}

const MAX_OUTPUT_CHARS = 1000;

/** Joined JSON strings, with a map into the file. */
interface JsonText {
  readonly text: string;
  readonly runs: readonly number[];
  readonly sourceStart: number;
  readonly sourceEnd: number;
}

function joinedStrings(source: SourceText, node: Node | undefined): JsonText | undefined {
  const strings = node?.type === 'array' ? itemsOf(node) : node ? [node] : [];
  if (strings.length === 0 || strings.some(({ type }) => type !== 'string')) return undefined;
  const runs: number[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (text: string, start?: number): void => {
    if (text === '') return;
    if (start !== undefined) runs.push(length, start, text.length, source.lines.lineAt(start));
    parts.push(text);
    length += text.length;
  };
  for (const string of strings) {
    const start = string.offset + 1;
    const raw = source.text.slice(start, string.offset + string.length - 1);
    let at = 0;
    for (const escape of raw.matchAll(/\\(?:u[\da-fA-F]{4}|.)/g)) {
      add(raw.slice(at, escape.index), start + at);
      add(unescaped(escape[0]));
      at = escape.index + escape[0].length;
    }
    add(raw.slice(at), start + at);
  }
  const text = parts.join('');
  const sourceStart = strings[0]?.offset ?? 0;
  const lastString = strings.at(-1);
  const sourceEnd = lastString ? lastString.offset + lastString.length : sourceStart;
  return { text, runs, sourceStart, sourceEnd };
}

function unescaped(escape: string): string {
  const parsed: unknown = JSON.parse(`"${escape}"`);
  return typeof parsed === 'string' ? parsed : '';
}

function wholeOf(cell: JsonText, source: SourceText): Piece | undefined {
  const writer = new TextWriter(source);
  writeMapped(writer, cell, 0, cell.text.length, (made) => made);
  return writer.finish();
}

/**
 * Converts a piece with places in a cell's text to one with places in the file. JSON escapes line breaks; those that only wrap prose become
 * spaces.
 */
function throughMap(piece: Piece, kind: 'prose' | 'code', cell: JsonText, source: SourceText): Piece {
  const writer = new TextWriter(source);
  const adapt = (made: string): string => (kind === 'prose' ? made.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space)) : made);
  let at = 0;
  for (let i = 0; i < piece.runs.length; i += 4) {
    const [textStart = 0, offset = 0, length = 0] = piece.runs.slice(i, i + 4);
    writer.make(piece.text.slice(at, textStart));
    writeMapped(writer, cell, offset, offset + length, adapt);
    at = textStart + length;
  }
  writer.make(piece.text.slice(at));
  const mapped = writer.finish() ?? { ...piece, runs: [], range: source.rangeOf(cell.sourceStart, cell.sourceEnd) };
  const place = { startOffset: cell.sourceStart };
  const links = piece.links?.map((link) => placeLink(link, cell.runs, place));
  return links === undefined ? mapped : { ...mapped, links };
}

function writeMapped(
  writer: TextWriter,
  { text, runs, sourceStart, sourceEnd }: JsonText,
  start: number,
  end: number,
  adapt: (made: string) => string,
): void {
  let at = start;
  for (let i = runEndingAfter(runs, start); i < runs.length && (runs[i] ?? 0) < end; i += 4) {
    const [textStart = 0, offset = 0, length = 0] = runs.slice(i, i + 4);
    const from = Math.max(textStart, start);
    const to = Math.min(textStart + length, end);
    writer.make(adapt(text.slice(at, from)), offset + from - textStart, offset + from - textStart);
    writer.copy(offset + from - textStart, offset + to - textStart);
    at = to;
  }
  if (at >= end) return;
  if (writer.isEmpty) writer.make(adapt(text.slice(at, end)), sourceStart, sourceEnd);
  else writer.make(adapt(text.slice(at, end)));
}

function valueOf(object: Node, key: string): Node | undefined {
  if (object.type !== 'object') return undefined;
  return object.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

function itemsOf(array: Node | undefined): readonly Node[] {
  return array?.type === 'array' ? (array.children ?? []) : [];
}

function textValue(node: Node | undefined): string {
  return node?.type === 'string' && typeof node.value === 'string' ? node.value : '';
}
