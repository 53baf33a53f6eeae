import type { Block, TextReader } from '../document.ts';
import { addressTarget } from '../linkTargets.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import type { LinkTarget } from '../references.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { afterDefinition, afterWord, argumentsAt, isSameString, split, trimmed } from './latexArguments.ts';
import { bodyOf, keysIn, labelsIn, LINKED_FILES, linkFiles, statementsIn } from './latexLinks.ts';
import { latexParts } from './latexParser.ts';
import type { LatexNode } from './latexParser.ts';
import {
  accented,
  ARGUMENT_COUNT,
  BLOCK_KINDS,
  DROPPED_ENVIRONMENTS,
  DROPPED_MACROS,
  HEADING_LEVEL,
  isAccent,
  LETTERS,
  LIGATURES,
  SYMBOLS,
} from './latexWords.ts';
import { addTable, withHeader } from './tableRows.ts';

/**
 * LaTeX: the body's prose with headings, lists, tables, quotes, captions and bibliography. Accents and ligatures become characters, math
 * stays unchanged, citations become `[key]`. Comments and the preamble are dropped, except for author and date. An included file is a
 * separate document, which the including one links to. Macros are not expanded.
 */
export const latexReader: TextReader = {
  kind: 'text',
  parse(latex, path) {
    const source = new SourceText(latex);
    const outline = new Outline();
    const { start, end } = bodyOf(latex);
    addMetadata(new MetadataWriter(outline, source, path), source, path);
    for (const nodes of latexParts(latex, start, end)) new LatexWalk(outline, source, path).run(nodes);
    return outline.finish(titleOf(latex), path);
  },
};

function titleOf(latex: string): string | undefined {
  const at = /^(?:[^%\\\r\n\u2028\u2029]|\\.)*?\\title\s*[{[]/m.exec(latex);
  return at === null ? undefined : textOfArgument(latex, latex.lastIndexOf('\\title', at.index + at[0].length));
}

/** Adds the authors and the date that the document states. */
function addMetadata(metadata: MetadataWriter, source: SourceText, path: string): void {
  for (const { start, end } of statementsIn(source.text)) {
    const [nodes = []] = latexParts(source.text, start - 1, Math.min(source.text.length, start + ARGUMENT_CHARS));
    const authors = split(argumentsAt(nodes, 1, 1).groups[0] ?? [], (node) => node.type === 'macro' && node.content === 'and');
    metadata.add(
      { start, end },
      authors.map((author) => new LatexWalk(new Outline(), source, path).read(author)),
    );
  }
}

/** The text of the first braced argument of the macro at `offset`. */
function textOfArgument(latex: string, offset: number): string {
  const probe = latex.slice(offset, offset + ARGUMENT_CHARS);
  const [nodes = []] = latexParts(probe, 0, probe.length);
  const [group] = argumentsAt(nodes, 1, 1).groups;
  return (group && new LatexWalk(new Outline(), new SourceText(probe), '').read(group)?.text) ?? '';
}

const ARGUMENT_CHARS = 2000;

/** Writes `[start, end)` of a bibliography as running text. A percent sign begins no comment there. */
export function writeLatex(writer: TextWriter, source: SourceText, start: number, end: number): void {
  const walk = new LatexWalk(new Outline(), source, '', writer);
  for (const nodes of latexParts(source.text, start, end, false)) walk.write(nodes);
}

class LatexWalk {
  readonly #outline: Outline;
  readonly #source: SourceText;
  #writer: TextWriter;
  #kind: Block['kind'] = 'paragraph';
  /** In a table cell, content that is a block elsewhere becomes running text. */
  #isInCell = false;
  #isInHeading = false;
  readonly #path: string;

  constructor(outline: Outline, source: SourceText, path: string, writer = new TextWriter(source)) {
    this.#path = path;
    this.#outline = outline;
    this.#source = source;
    this.#writer = writer;
  }

  run(nodes: readonly LatexNode[]): void {
    this.#walk(nodes);
    this.#flush();
  }

  /** Writes running text. */
  write(nodes: readonly LatexNode[]): void {
    this.#isInCell = true;
    this.#walk(nodes);
  }

  read(nodes: readonly LatexNode[]): Piece | undefined {
    this.#walk(nodes);
    return this.#take().finish();
  }

  #walk(nodes: readonly LatexNode[]): void {
    for (let i = 0; i < nodes.length;) {
      const node = nodes[i];
      if (node === undefined) return;
      i =
        node.type === 'macro'
          ? this.#macro(node.content, nodes, i)
          : node.type === 'string'
            ? this.#string(node.content, nodes, i)
            : this.#node(node, i);
    }
  }

  #node(node: Exclude<LatexNode, { readonly type: 'macro' | 'string' }>, i: number): number {
    const { start, end } = node;
    switch (node.type) {
      case 'whitespace':
        if (!this.#writer.endsWithSpace) this.#whiteSpace(start, end);
        break;
      case 'parbreak':
        this.#flush();
        break;
      case 'comment':
        if (node.isSpace) this.#writer.space();
        break;
      case 'group':
        this.#walk(node.content);
        break;
      case 'math':
        if (node.isDisplay) this.#writer.space();
        this.#writer.copy(start, end);
        for (const { key, offset } of labelsIn(this.#source.text, start, end)) this.#anchor('label', key, offset);
        break;
      case 'verbatim':
        if (node.env === undefined) this.#writer.copy(node.contentStart, node.contentEnd);
        else if (!DROPPED_ENVIRONMENTS.has(node.env)) this.#code(node.contentStart, node.contentEnd);
        break;
      case 'environment':
        this.#environment(node.env, node.content);
        break;
      case 'nothing':
        break;
    }
    return i + 1;
  }

  /** Without the indentation of the next line. */
  #whiteSpace(start: number, end: number): void {
    const text = this.#source.text.slice(start, end);
    const at = text.search(/[\r\n]/);
    if (at < 0) this.#writer.copy(start, end);
    else this.#writer.copy(start + at, start + at + (text.startsWith('\r\n', at) ? 2 : 1));
  }

  /** @returns the index after the nodes that were read; this applies to all methods below */
  #string(content: string, nodes: readonly LatexNode[], i: number): number {
    const { start, end } = placeOf(nodes[i]);
    if (content === '~') {
      this.#writer.make(' ', start, end);
      return i + 1;
    }
    let length = 1;
    while (length < LONGEST_LIGATURE && isSameString(nodes[i + length], content)) length++;
    while (length > 1 && !LIGATURES.has(content.repeat(length))) length--;
    const ligature = LIGATURES.get(content.repeat(length));
    if (ligature === undefined) this.#writer.copy(start, end);
    else this.#writer.make(ligature, start, placeOf(nodes[i + length - 1]).end);
    return i + length;
  }

  #macro(name: string, nodes: readonly LatexNode[], i: number): number {
    const { start, end } = placeOf(nodes[i]);
    const level = HEADING_LEVEL.get(name);
    if (level !== undefined) return this.#heading(level, nodes, i);
    if (isAccent(name)) return this.#accent(name, nodes, i, start);
    const letter = LETTERS.get(name);
    if (letter !== undefined) {
      this.#writer.make(letter, start, end);
      return nodes[i + 1]?.type === 'whitespace' ? i + 2 : i + 1;
    }
    const symbol = SYMBOLS.get(name);
    if (symbol !== undefined) {
      if (symbol === name) this.#writer.copy(end - 1, end);
      else this.#writer.make(symbol, start, end);
      return i + 1;
    }
    if (name === 'input' && nodes[i + 1]?.type === 'whitespace' && nodes[i + 2]?.type === 'string') return afterWord(nodes, i + 2);
    if (name === 'label') return this.#named('label', nodes, i);
    if (name === 'href' || name === 'hyperref') return this.#link(name, nodes, i);
    const dropped = DROPPED_MACROS.get(name);
    if (dropped !== undefined) return this.#dropped(name, dropped, nodes, i);
    if (name.includes('cite')) return this.#key('citation', nodes, i);
    if (name.endsWith('ref')) return this.#key('label', nodes, i);
    return this.#structure(name, nodes, i);
  }

  #structure(name: string, nodes: readonly LatexNode[], i: number): number {
    switch (name) {
      case 'par':
        this.#flush();
        return i + 1;
      case '\\':
      case 'newline':
        this.#writer.make('\n');
        return argumentsAt(nodes, i + 1, 0).next;
      case 'item': {
        this.#flush();
        const { optional, next } = argumentsAt(nodes, i + 1, 0);
        if (optional === undefined) return i + 1;
        this.#walk(optional);
        this.#writer.space();
        return next;
      }
      case 'bibitem':
        this.#flush();
        return this.#named('citation', nodes, i);
      case 'caption': {
        this.#flush();
        const next = this.#argument(nodes, i);
        this.#flush();
        return next;
      }
      case 'footnote': {
        this.#writer.make(' (');
        const next = this.#argument(nodes, i);
        this.#writer.make(')');
        return next;
      }
      case 'def':
        return afterDefinition(nodes, i + 1);
      default:
        return i + 1;
    }
  }

  #heading(level: number, nodes: readonly LatexNode[], i: number): number {
    this.#flush();
    this.#isInHeading = true;
    const next = this.#argument(nodes, i);
    this.#isInHeading = false;
    if (this.#isInCell) this.#flush();
    else this.#outline.heading(level, this.#take().finish());
    return next;
  }

  #accent(name: string, nodes: readonly LatexNode[], i: number, start: number): number {
    const at = nodes[i + 1]?.type === 'whitespace' && /^[A-Za-z]$/.test(name) ? i + 2 : i + 1;
    const node = nodes[at];
    const target = node?.type === 'group' ? node.content[0] : node;
    const { end } = placeOf(node);
    if (target?.type === 'macro') {
      this.#writer.make(accented(name, LETTERS.get(target.content) ?? ''), start, end);
      return at + 1;
    }
    if (target?.type !== 'string') return i + 1;
    const [base = ''] = target.content;
    const place = placeOf(target);
    this.#writer.make(accented(name, base), start, place.start + base.length);
    this.#writer.copy(place.start + base.length, place.end);
    if (node?.type === 'group') this.#walk(node.content.slice(1));
    return at + 1;
  }

  /** A citation in brackets, or a reference, of one or several keys. */
  #key(kind: 'citation' | 'label', nodes: readonly LatexNode[], i: number): number {
    const { places, next } = argumentsAt(nodes, i + 1, 1);
    const { start, end } = placeOf(places[0]);
    if (end - start <= 2) return next;
    if (kind === 'citation') this.#writer.make('[');
    let at = start + 1;
    for (const { key, offset } of keysIn(this.#source.text, at, end - 1)) {
      this.#writer.copy(at, offset);
      const from = this.#writer.length;
      this.#writer.copy(offset, (at = offset + key.length));
      this.#writer.link({ kind, target: key }, from);
    }
    this.#writer.copy(at, end - 1);
    if (kind === 'citation') this.#writer.make(']');
    return next;
  }

  /** `\href{address}{text}` and `\hyperref[label]{text}`. */
  #link(name: string, nodes: readonly LatexNode[], i: number): number {
    const { groups, places, optional, next } = argumentsAt(nodes, i + 1, name === 'href' ? 2 : 1);
    const { text } = this.#source;
    const { start, end } = placeOf(places[0]);
    const label = text.slice(placeOf(optional?.[0]).start, placeOf(optional?.at(-1)).end).trim();
    const address = addressTarget(text.slice(start + 1, Math.max(start + 1, end - 1)).replace(/\\(?=[%#&_~])/g, ''), this.#path);
    const target: LinkTarget | undefined = name === 'href' ? address : label === '' ? undefined : { kind: 'label', target: label };
    const from = this.#writer.length;
    this.#walk(groups[name === 'href' ? 1 : 0] ?? []);
    if (this.#writer.length > from) this.#writer.link(target, from);
    return next;
  }

  /** The key in the argument names this place. */
  #named(kind: 'citation' | 'label', nodes: readonly LatexNode[], i: number): number {
    const { places, next } = argumentsAt(nodes, i + 1, 1);
    const { start, end } = placeOf(places[0]);
    this.#anchor(kind, this.#source.text.slice(start + 1, Math.max(start + 1, end - 1)).trim(), start);
    return next;
  }

  #anchor(kind: 'citation' | 'label', name: string, offset: number): void {
    if (name !== '') this.#outline.anchor({ kind, name, offset }, this.#isInHeading ? 'next' : 'above');
  }

  #dropped(name: string, count: number, nodes: readonly LatexNode[], i: number): number {
    const { places, next } = argumentsAt(nodes, i + 1, count);
    const { start, end } = placeOf(places[0]);
    if (LINKED_FILES.has(name)) linkFiles(this.#outline, this.#source.text, { name, start: start + 1, end: end - 1 }, this.#path);
    return next;
  }

  #argument(nodes: readonly LatexNode[], i: number): number {
    const { groups, next } = argumentsAt(nodes, i + 1, 1);
    this.#walk(groups[0] ?? []);
    return next;
  }

  #environment(name: string, content: readonly LatexNode[]): void {
    if (DROPPED_ENVIRONMENTS.has(name)) return;
    const count = ARGUMENT_COUNT.get(name);
    const body = count === undefined ? content : content.slice(argumentsAt(content, 0, count).next);
    this.#flush();
    if (/^(?:tabular|longtable|tabulary|xltabular)/.test(name)) return this.#table(body);
    const outer = this.#kind;
    this.#kind = BLOCK_KINDS.get(name) ?? outer;
    this.#walk(body);
    this.#flush();
    this.#kind = outer;
  }

  #code(start: number, end: number): void {
    this.#flush();
    if (this.#isInCell) return this.#writer.copy(start, end);
    const writer = new TextWriter(this.#source);
    writer.copy(start, end);
    this.#outline.add('code', writer.finish());
  }

  /** The first row names the columns, and every other row repeats the names. A table in a cell is running text. */
  #table(nodes: readonly LatexNode[]): void {
    const cells = split(nodes, isRowEnd).map((row) => split(row, (node) => isSameString(node, '&')));
    if (this.#isInCell) {
      for (const cell of cells.flat()) {
        this.#walk(trimmed(cell));
        this.#flush();
      }
      return;
    }
    this.#isInCell = true;
    const rows = cells.map((row) => row.map((cell) => this.#cell(cell)));
    this.#isInCell = false;
    const isFilled = (row: readonly (Piece | undefined)[]): boolean => row.some((cell) => cell !== undefined);
    const filled = rows.filter(isFilled);
    addTable(this.#outline, this.#source, withHeader(filled, filled.length > 1 ? 1 : 0));
  }

  #cell(cell: readonly LatexNode[]): Piece | undefined {
    const outer = this.#take();
    this.#walk(trimmed(cell));
    const piece = this.#take().finish();
    this.#writer = outer;
    return piece;
  }

  #flush(): void {
    if (this.#isInCell) this.#writer.space();
    else this.#outline.add(this.#kind, this.#take().finish());
  }

  #take(): TextWriter {
    const writer = this.#writer;
    this.#writer = new TextWriter(this.#source);
    return writer;
  }
}

const LONGEST_LIGATURE = 3;

function placeOf(node: LatexNode | undefined): { readonly start: number; readonly end: number } {
  return node ?? { start: 0, end: 0 };
}

function isRowEnd(node: LatexNode): boolean {
  return node.type === 'macro' && (node.content === '\\' || node.content === 'tabularnewline');
}
