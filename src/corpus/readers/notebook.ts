import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { AriadneError } from '../../base/errors.ts';
import type { TextReader } from '../document.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { addMarkdown } from './markdown.ts';
import { Stretches } from './stretches.ts';

/**
 * Jupyter notebooks: Markdown cells as Markdown, code cells and short text outputs as code. Places refer to the `.ipynb` file.
 */
export const notebookReader: TextReader = {
  kind: 'text',
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
  /** The offset in the file of a character of the text. */
  readonly offsetOf: (at: number) => number;
}

/** @throws AriadneError `not-a-notebook` */
export function markdownCells(json: string): readonly CellText[] {
  const source = new SourceText(json);
  return cellsOf(source).flatMap((cell): CellText[] => {
    const type = textValue(valueOf(cell, 'cell_type'));
    const text = type === 'markdown' ? joinedStrings(source, valueOf(cell, 'source')) : undefined;
    return text ? [{ text: text.text, offsetOf: (at) => text.placeOf(at) }] : [];
  });
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
      offsetOf: (at) => text.placeOf(at),
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

/** The text of JSON strings. */
function joinedStrings(source: SourceText, node: Node | undefined): Stretches | undefined {
  const strings = node?.type === 'array' ? itemsOf(node) : node ? [node] : [];
  if (strings.length === 0 || strings.some(({ type }) => type !== 'string')) return undefined;
  const joined = new Stretches(source);
  for (const string of strings) {
    const start = string.offset + 1;
    const end = string.offset + string.length - 1;
    let at = start;
    for (const { 0: escape, index } of source.text.slice(start, end).matchAll(/\\(?:u[\da-fA-F]{4}|.)/g)) {
      joined.add(at, start + index);
      at = start + index + escape.length;
      joined.addMade(unescaped(escape), start + index, at);
    }
    joined.add(at, end);
  }
  return joined;
}

function unescaped(escape: string): string {
  const parsed: unknown = JSON.parse(`"${escape}"`);
  return typeof parsed === 'string' ? parsed : '';
}

function wholeOf(text: Stretches, source: SourceText): Piece | undefined {
  const writer = new TextWriter(source);
  text.copyAll(writer);
  return writer.finish();
}

/**
 * Converts a piece with places in a cell's text to one with places in the file. JSON escapes line breaks; those that only wrap prose become
 * spaces.
 */
function throughMap(piece: Piece, kind: 'prose' | 'code', cell: Stretches, source: SourceText): Piece {
  const writer = new TextWriter(source);
  const make = (made: string): void => writer.make(made, cell.placeOf(piece.range.startOffset), cell.endOf(piece.range.endOffset));
  let at = 0;
  for (let i = 0; i < piece.runs.length; i += 4) {
    const [textStart = 0, offset = 0, length = 0] = piece.runs.slice(i, i + 4);
    make(piece.text.slice(at, textStart));
    at = textStart + length;
    for (const { 0: part, index } of piece.text.slice(textStart, at).matchAll(/\r\n|[\r\n]|[^\r\n]+/g)) {
      const from = offset + index;
      if (kind === 'prose' && /^[\r\n]/.test(part)) cell.make(writer, ' ', from, from + part.length);
      else cell.copy(writer, from, from + part.length);
    }
  }
  make(piece.text.slice(at));
  const links = piece.links?.map((link) => {
    const start = cell.placeOf(link.start);
    return { ...link, start, end: Math.max(start, cell.endOf(link.end)) };
  });
  return { ...(writer.finish() ?? piece), ...(links ? { links } : {}) };
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
