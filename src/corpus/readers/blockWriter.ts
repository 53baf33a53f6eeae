import type { Block } from '../document.ts';
import type { Outline } from '../outline.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';
import type { Stretches } from './stretches.ts';
import { addTable, withHeader } from './tableRows.ts';

/** Adds the blocks that a markup reader finds to the outline. A term is held back until its definition, so that both become one text. */
export class BlockWriter {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #writeText: (stretches: Stretches, writer: TextWriter) => void;
  #term: Piece | undefined;

  /** @param writeText writes running text without its inline markup. */
  constructor(outline: Outline, source: SourceText, writeText: (stretches: Stretches, writer: TextWriter) => void) {
    this.#outline = outline;
    this.#source = source;
    this.#writeText = writeText;
  }

  heading(level: number, stretches: Stretches): void {
    this.flushTerm();
    this.#outline.heading(level, this.read(stretches));
  }

  /** Sets the term that the next text defines. */
  term(piece: Piece | undefined): void {
    this.flushTerm();
    this.#term = piece;
  }

  /** Adds running text, after the term that waits for it. */
  text(kind: Block['kind'], stretches: Stretches): void {
    const piece = this.read(stretches);
    if (piece === undefined || this.#term === undefined) return this.#outline.add(kind, piece);
    const writer = new TextWriter(this.#source);
    writer.append(this.#term);
    writer.make(/[.:!?\]]$/.test(this.#term.text) ? ' ' : ': ');
    writer.append(piece);
    this.#term = undefined;
    this.#outline.add(kind, writer.finish());
  }

  /** Adds text without changing it. */
  verbatim(kind: Block['kind'], stretches: Stretches): void {
    this.flushTerm();
    this.#outline.add(kind, this.copied(stretches));
  }

  table(rows: readonly (readonly Stretches[])[], headerRows: number): void {
    this.flushTerm();
    const pieces = rows.map((row) => row.map((cell) => this.read(cell)));
    addTable(this.#outline, this.#source, withHeader(pieces, headerRows));
  }

  /** Adds a term without a definition, when no running text follows it. A label that the reader made says nothing alone. */
  flushTerm(): void {
    if (this.#term && this.#term.runs.length > 0) this.#outline.add('listItem', this.#term);
    this.#term = undefined;
  }

  read(stretches: Stretches): Piece | undefined {
    const writer = new TextWriter(this.#source);
    this.#writeText(stretches, writer);
    return writer.finish();
  }

  copied(stretches: Stretches): Piece | undefined {
    const writer = new TextWriter(this.#source);
    stretches.copyAll(writer);
    return writer.finish();
  }
}
