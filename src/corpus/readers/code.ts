import { fitsPassage } from '../atoms.ts';
import { withBareUrls } from '../bareUrls.ts';
import { TINY_SECTION_WORDS } from '../cut.ts';
import type { Block, ParsedDocument, TextReader } from '../document.ts';
import { MAX_HEADINGS } from '../outline.ts';
import { NO_REFERENCES } from '../references.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import { countWords } from '../textSize.ts';
import { codeDefinitions } from './codeDefinitions.ts';
import type { CodeDefinition } from './codeDefinitions.ts';
import { MarkupLines } from './markupLines.ts';

/**
 * Source code, verbatim, with every line once. A definition (function, method, class, constant of several lines) and the comment above it
 * are a block under its name and the names of the definitions around it, if that fits in a passage. A larger one is split into its inner
 * definitions and the code between them. Tiny definitions stay with the code around them.
 */
export const codeReader: TextReader = {
  kind: 'text',
  parse(text, path): ParsedDocument {
    const lines = new MarkupLines(new SourceText(text));
    const pieces = joinTiny(piecesOf(lines, codeDefinitions(lines)), lines);
    const blocks = pieces.flatMap((piece) => blocksOf(piece, lines));
    return { title: path.slice(path.lastIndexOf('/') + 1), titleOrigin: 'path', blocks, ...NO_REFERENCES, links: withBareUrls([], blocks) };
  },
};

/** Consecutive lines under one heading path. */
interface Piece {
  readonly headings: readonly string[];
  readonly firstLine: number;
  readonly endLine: number;
}

/**
 * All lines in order. A definition that fits in a passage is one piece; a larger one is split into its inner definitions and the code
 * between them.
 */
function piecesOf(lines: MarkupLines, definitions: readonly CodeDefinition[]): readonly Piece[] {
  const pieces: Piece[] = [];
  const open: { readonly headings: readonly string[]; readonly endLine: number }[] = [{ headings: [], endLine: lines.count }];
  let at = 0;
  const takeTo = (line: number): void => {
    if (line > at) pieces.push({ headings: open.at(-1)?.headings ?? [], firstLine: at, endLine: line });
    at = Math.max(at, line);
  };
  for (const { name, firstLine, endLine } of definitions) {
    if (firstLine < at) continue;
    const text = textOf(lines, firstLine, endLine);
    const fits = fitsPassage(text);
    if (fits && countWords(text) < TINY_SECTION_WORDS) continue;
    for (let top = open.at(-1); top !== undefined && open.length > 1 && top.endLine <= firstLine; top = open.at(-1)) {
      takeTo(top.endLine);
      open.pop();
    }
    takeTo(firstLine);
    open.push({ headings: [...(open.at(-1)?.headings ?? []).slice(0, MAX_HEADINGS - 1), name], endLine });
    if (!fits) continue;
    takeTo(endLine);
    open.pop();
  }
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    takeTo(top.endLine);
    open.pop();
  }
  return pieces;
}

/**
 * Joins pieces of a line or two, which are too small for a passage: closing brackets go with what they close, the first line of a class
 * with its first method. A joined piece is under the deeper heading path.
 */
function joinTiny(pieces: readonly Piece[], lines: MarkupLines): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const whole = last && { headings: piece.headings, firstLine: last.firstLine, endLine: piece.endLine };
    if (last === undefined || whole === undefined) joined.push(piece);
    else if (isInside(last, piece) && (isClosing(piece, lines) || (isTiny(piece, lines) && fits(whole, lines)))) {
      joined[joined.length - 1] = { ...whole, headings: last.headings };
    } else if (isInside(piece, last) && isTiny(last, lines) && (fits(whole, lines) || !fits(piece, lines))) {
      joined[joined.length - 1] = whole;
    } else joined.push(piece);
  }
  return joined;
}

function isInside(inner: Piece, outer: Piece): boolean {
  return outer.headings.every((heading, i) => inner.headings[i] === heading);
}

function isClosing({ firstLine, endLine }: Piece, lines: MarkupLines): boolean {
  for (let line = firstLine; line < endLine; line++) if (!/^(?:[^\p{L}\p{N}]*|end\b.{0,40})$/u.test(lines.trimmedOf(line))) return false;
  return true;
}

function isTiny(piece: Piece, lines: MarkupLines): boolean {
  return fits(piece, lines) && countWords(textOf(lines, piece.firstLine, piece.endLine)) < TINY_SECTION_WORDS;
}

function fits({ firstLine, endLine }: Piece, lines: MarkupLines): boolean {
  return fitsPassage(textOf(lines, firstLine, endLine));
}

function textOf(lines: MarkupLines, firstLine: number, endLine: number): string {
  return lines.source.text.slice(lines.startOf(firstLine), lines.nextOf(endLine - 1)).trim();
}

/** Cuts a piece that is too large for a passage at the least indented line that follows a blank one. */
function blocksOf(piece: Piece, lines: MarkupLines): readonly Block[] {
  const starts = [piece.firstLine];
  if (!fits(piece, lines)) {
    const base = outerIndent(piece, lines);
    let isAfterBlank = false;
    for (let line = piece.firstLine; line < piece.endLine; line++) {
      const isBlank = lines.isBlank(line);
      if (!isBlank && isAfterBlank && lines.indentOf(line) <= base && !isClosing({ ...piece, firstLine: line, endLine: line + 1 }, lines))
        starts.push(line);
      isAfterBlank = isBlank;
    }
  }
  return starts.flatMap((start, i) => {
    const writer = new TextWriter(lines.source);
    writer.copy(lines.startOf(start), lines.nextOf((starts[i + 1] ?? piece.endLine) - 1));
    const text = writer.finish();
    return text === undefined ? [] : [{ kind: 'code' as const, headings: piece.headings, ...text }];
  });
}

/** The smallest indentation of the lines below the first that has content. In a function, that is the indentation of its body. */
function outerIndent(piece: Piece, lines: MarkupLines): number {
  let least = Number.POSITIVE_INFINITY;
  let isFirst = true;
  for (let line = piece.firstLine; line < piece.endLine; line++) {
    if (lines.isBlank(line) || isClosing({ ...piece, firstLine: line, endLine: line + 1 }, lines)) continue;
    if (!isFirst) least = Math.min(least, lines.indentOf(line));
    isFirst = false;
  }
  return least;
}
