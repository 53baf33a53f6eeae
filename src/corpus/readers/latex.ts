import { parseMinimal } from '@unified-latex/unified-latex-util-parse';
import type { Block, TextReader } from '../document.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { FoldedText } from './fold.ts';
import { afterDefinition, afterWord, argumentsAt, isSameString, split, trimmed } from './latexArguments.ts';
import type { LatexNode } from './latexArguments.ts';
import { bodyOf, chunksOf } from './latexChunks.ts';
import { foldLatex } from './latexFold.ts';
import { rootOf } from './latexRoot.ts';
import {
  accented,
  ARGUMENT_COUNT,
  BLOCK_KINDS,
  CODE_ENVIRONMENTS,
  DROPPED_ENVIRONMENTS,
  DROPPED_MACROS,
  HEADING_LEVEL,
  isAccent,
  LETTERS,
  LIGATURES,
  SYMBOLS,
} from './latexWords.ts';

/**
 * LaTeX: the body's prose with headings, lists, tables, quotes, captions and bibliography. Accents and ligatures become characters, math stays as it is
 * written, citations become `[key]`; comments, labels and the preamble are dropped. An included file is a document of its own, with the
 * title of the one that includes it and under the headings of the place where it is included. Macros are not expanded.
 */
export const latexReader: TextReader = {
  kind: 'text',
  name: 'latex',
  version: 2,
  extensions: ['.tex', '.ltx', '.latex'],
  parse(latex, path, context) {
    const source = new SourceText(latex);
    const root = rootOf(path, latex, context, textOfArgument);
    const outline = new Outline(root?.headings);
    for (const chunk of chunksOf(latex, bodyOf(latex))) {
      const folded = foldLatex(latex.slice(chunk.start, chunk.end));
      new LatexWalk(outline, source, chunk.start, folded).run(parseMinimal(folded.text).content);
    }
    return outline.finish(titleOf(latex) ?? (root && titleOf(root.text)), path);
  },
};

function titleOf(latex: string): string | undefined {
  const at = /^(?:[^%\n\\]|\\.)*?\\title\s*[{[]/m.exec(latex);
  return at === null ? undefined : textOfArgument(latex, latex.lastIndexOf('\\title', at.index + at[0].length));
}

/** The text of the first braced argument of the macro at `offset`. */
function textOfArgument(latex: string, offset: number): string {
  const probe = latex.slice(offset, offset + ARGUMENT_CHARS);
  const folded = foldLatex(probe);
  const nodes = parseMinimal(folded.text).content;
  const [group] = argumentsAt(nodes, 1, 1).groups;
  return (group && new LatexWalk(new Outline(), new SourceText(probe), 0, folded).textOf(group)) ?? '';
}

const ARGUMENT_CHARS = 2000;

class LatexWalk {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #base: number;
  readonly #folded: FoldedText;
  #writer: TextWriter;
  #kind: Block['kind'] = 'paragraph';

  /** @param base offset of the parsed text in the source. */
  constructor(outline: Outline, source: SourceText, base: number, folded: FoldedText) {
    this.#outline = outline;
    this.#source = source;
    this.#base = base;
    this.#folded = folded;
    this.#writer = new TextWriter(source);
  }

  run(nodes: readonly LatexNode[]): void {
    this.#walk(nodes);
    this.#flush();
  }

  textOf(nodes: readonly LatexNode[]): string | undefined {
    this.#walk(nodes);
    return this.#take().finish()?.text;
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
    const { start, end } = this.#placeOf(node);
    switch (node.type) {
      case 'whitespace':
        if (!this.#writer.endsWithSpace) this.#writer.copy(start, end);
        break;
      case 'parbreak':
        this.#flush();
        break;
      case 'comment':
        if (node.leadingWhitespace === true || node.sameline !== true) this.#writer.space();
        break;
      case 'root':
      case 'group':
        this.#walk(node.content);
        break;
      case 'inlinemath':
        this.#writer.copy(start, end);
        break;
      case 'displaymath':
      case 'mathenv':
        this.#writer.space();
        this.#writer.copy(start, end);
        break;
      case 'verb':
        this.#writer.copy(end - 1 - this.#unfolded(node, node.content).length, end - 1);
        break;
      case 'verbatim':
        if (!DROPPED_ENVIRONMENTS.has(node.env)) this.#code(this.#unfolded(node, node.content), start, end);
        break;
      case 'environment':
        this.#environment(node, node.env, node.content, start, end);
        break;
    }
    return i + 1;
  }

  /** @returns the index after what was read, here and below. */
  #string(content: string, nodes: readonly LatexNode[], i: number): number {
    const { start, end } = this.#placeOf(nodes[i]);
    const whole = this.#unfolded(nodes[i], content);
    if (end - start !== whole.length) {
      this.#writer.make(whole);
      return i + 1;
    }
    if (content === '~') {
      this.#writer.make(' ', start, end);
      return i + 1;
    }
    let length = 1;
    while (nodes[i + length]?.type === 'string' && isSameString(nodes[i + length], content)) length++;
    const ligature = LIGATURES.get(content.repeat(Math.min(length, 3))) ?? LIGATURES.get(content.repeat(Math.min(length, 2)));
    const ligatureLength = LIGATURES.has(content.repeat(Math.min(length, 3))) ? Math.min(length, 3) : Math.min(length, 2);
    if (ligature === undefined) {
      this.#writer.copy(start, end);
      return i + 1;
    }
    this.#writer.make(ligature, start, this.#placeOf(nodes[i + ligatureLength - 1]).end);
    return i + ligatureLength;
  }

  #macro(name: string, nodes: readonly LatexNode[], i: number): number {
    const { start, end } = this.#placeOf(nodes[i]);
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
    const dropped = DROPPED_MACROS.get(name);
    if (dropped !== undefined) return argumentsAt(nodes, i + 1, dropped).next;
    if (/^[A-Za-z]*cite[A-Za-z]*$/.test(name)) return this.#key(nodes, i, '[', ']');
    if (name !== 'href' && /^[A-Za-z]*ref$/.test(name)) return this.#key(nodes, i, '', '');
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
      case 'item':
        this.#flush();
        return this.#itemLabel(nodes, i);
      case 'bibitem':
        this.#flush();
        return argumentsAt(nodes, i + 1, 1).next;
      case 'caption':
        return this.#caption(nodes, i);
      case 'footnote':
        return this.#footnote(nodes, i);
      case 'def':
        return afterDefinition(nodes, i + 1);
      default:
        return i + 1;
    }
  }

  #heading(level: number, nodes: readonly LatexNode[], i: number): number {
    this.#flush();
    const { groups, next } = argumentsAt(nodes, i + 1, 1);
    this.#walk(groups[0] ?? []);
    this.#outline.heading(level, this.#take().finish());
    return next;
  }

  #accent(name: string, nodes: readonly LatexNode[], i: number, start: number): number {
    const at = nodes[i + 1]?.type === 'whitespace' && /^[A-Za-z]$/.test(name) ? i + 2 : i + 1;
    const node = nodes[at];
    const target = node?.type === 'group' ? node.content[0] : node;
    const { end } = this.#placeOf(node);
    if (target?.type === 'macro') {
      this.#writer.make(accented(name, LETTERS.get(target.content) ?? ''), start, end);
      return at + 1;
    }
    if (target?.type !== 'string') return i + 1;
    const [base = ''] = target.content;
    const place = this.#placeOf(target);
    this.#writer.make(accented(name, base), start, place.start + base.length);
    this.#writer.copy(place.start + base.length, place.end);
    if (node?.type === 'group') this.#walk(node.content.slice(1));
    return at + 1;
  }

  #key(nodes: readonly LatexNode[], i: number, before: string, after: string): number {
    const { places, next } = argumentsAt(nodes, i + 1, 1);
    const key = this.#placeOf(places[0]);
    if (key.end - key.start > 2) {
      this.#writer.make(before);
      this.#writer.copy(key.start + 1, key.end - 1);
      this.#writer.make(after);
    }
    return next;
  }

  #itemLabel(nodes: readonly LatexNode[], i: number): number {
    const { optional, next } = argumentsAt(nodes, i + 1, 0);
    if (optional === undefined) return i + 1;
    this.#walk(optional);
    this.#writer.space();
    return next;
  }

  #caption(nodes: readonly LatexNode[], i: number): number {
    this.#flush();
    const { groups, next } = argumentsAt(nodes, i + 1, 1);
    this.#walk(groups[0] ?? []);
    this.#flush();
    return next;
  }

  #footnote(nodes: readonly LatexNode[], i: number): number {
    const { groups, next } = argumentsAt(nodes, i + 1, 1);
    this.#writer.make(' (');
    this.#walk(groups[0] ?? []);
    this.#writer.make(')');
    return next;
  }

  #environment(node: LatexNode, name: string, content: readonly LatexNode[], start: number, end: number): void {
    if (DROPPED_ENVIRONMENTS.has(name)) return;
    const count = ARGUMENT_COUNT.get(name);
    const body = count === undefined ? content : content.slice(argumentsAt(content, 0, count).next);
    if (CODE_ENVIRONMENTS.has(name)) {
      const code = body.findLast(({ type }) => type === 'string');
      // The parser tells no place of a listing's code; it is the last of its environment.
      if (code?.type === 'string') this.#code(this.#folded.unfoldedUpTo(code.content, node.position?.end.offset ?? 0), start, end);
      return;
    }
    this.#flush();
    if (/^(?:tabular|longtable|tabulary|xltabular)/.test(name)) return this.#table(body);
    const outer = this.#kind;
    this.#kind = BLOCK_KINDS.get(name) ?? outer;
    this.#walk(body);
    this.#flush();
    this.#kind = outer;
  }

  #code(content: string, start: number, end: number): void {
    this.#flush();
    const at = this.#source.text.indexOf(content, start);
    const writer = new TextWriter(this.#source);
    if (at >= 0 && at + content.length <= end) writer.copy(at, at + content.length);
    else writer.make(content, start, end);
    this.#outline.add('code', writer.finish());
  }

  /** The first row names the columns; every other row repeats the names. */
  #table(nodes: readonly LatexNode[]): void {
    const rows = split(nodes, (node) => node.type === 'macro' && (node.content === '\\' || node.content === 'tabularnewline')).map((row) =>
      split(row, (node) => node.type === 'string' && node.content === '&'),
    );
    const texts = rows.map((cells) => cells.map((cell) => this.#cellText(cell)));
    const header = texts.findIndex((cells) => cells.some((text) => text !== ''));
    const hasBody = texts.slice(header + 1).some((cells) => cells.some((text) => text !== ''));
    rows.forEach((cells, row) => {
      if (row < header || (row === header && hasBody)) return;
      cells.forEach((cell, column) => {
        if (texts[row]?.[column] === '') return;
        const name = row === header ? '' : (texts[header]?.[column] ?? '');
        if (!this.#writer.isEmpty) this.#writer.make('; ');
        if (name !== '') this.#writer.make(`${name}: `);
        this.#walk(trimmed(cell));
      });
      this.#outline.add('tableRow', this.#take().finish());
    });
  }

  #cellText(cell: readonly LatexNode[]): string {
    const outer = this.#writer;
    this.#writer = new TextWriter(this.#source);
    this.#walk(cell);
    const text = this.#writer.finish()?.text.replace(/\s+/g, ' ') ?? '';
    this.#writer = outer;
    return text;
  }

  #flush(): void {
    this.#outline.add(this.#kind, this.#take().finish());
  }

  #take(): TextWriter {
    const writer = this.#writer;
    this.#writer = new TextWriter(this.#source);
    return writer;
  }

  #placeOf(node: LatexNode | undefined): { readonly start: number; readonly end: number } {
    const position = node?.position;
    if (!position) return { start: 0, end: 0 };
    const { offsetOf } = this.#folded;
    return { start: this.#base + offsetOf(position.start.offset), end: this.#base + offsetOf(position.end.offset) };
  }

  #unfolded(node: LatexNode | undefined, value: string): string {
    return this.#folded.unfolded(value, node?.position?.start.offset ?? 0);
  }
}
