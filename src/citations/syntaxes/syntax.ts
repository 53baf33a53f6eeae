/** Defines how citations and answers are written in one language's documents, and parsed again. */
import type { TextRange } from '../readText.ts';

export interface ParsedCitation {
  /** Range of the whole citation in the containing text: 0-based UTF-16 offsets, end-exclusive. */
  readonly range: TextRange;
  /** The number or words that a reader sees, without a page; empty if the language numbers citations. */
  readonly label: string;
  /** The decoded path as written, relative to the folder of the containing document. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Fingerprint of the cited lines when they were cited. */
  readonly id: string;
  /** The citation's name in the document, if it is not the id. */
  readonly name?: string;
  /** The line that defines the place, if the citation is only a number. */
  readonly definition?: TextRange;
}

/** A block of sentences. Blocks are in order and do not overlap; text in no block is markup or blank. */
export interface SentenceBlock extends TextRange {
  readonly kind: 'text' | 'item' | 'heading' | 'code';
  /** False between items of one list that have no blank line between them. */
  readonly isAfterBlank: boolean;
}

/** A citation to write. */
export interface NumberedCitation {
  readonly n: number;
  /** Path relative to the folder of the document that will contain it. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** 1-based; undefined in formats without pages. */
  readonly page?: number;
  readonly lastPage?: number;
  readonly id: string;
  /** Unique in the document: the id, plus a number if two places have the same id. */
  readonly name: string;
  /** True if the document, or text written before, already has this citation. */
  readonly isKnown: boolean;
  /** True if another citation directly precedes it. */
  readonly follows: boolean;
}

export interface CitationSyntax {
  readonly id: string;
  /** Citations in order, including those only shown as code or in a comment. */
  parse(text: string): readonly ParsedCitation[];
  /** Inline code and comments, in which nothing counts as a citation. */
  literals(text: string): readonly TextRange[];
  blocks(text: string): readonly SentenceBlock[];
  /** Approximately the text of part of a block as a reader sees it. `isStart`: the part begins the block. */
  plain(piece: string, isStart: boolean): string;
  /**
   * Escapes text so that it is shown unchanged.
   * @param text has no blank lines; its line breaks may stay
   */
  escape(text: string): string;
  /** The citation with the separator from the preceding text. */
  cite(citation: NumberedCitation): string;
  /** @param lines escaped text with its citations */
  paragraph(lines: string): string;
  list(items: readonly string[], isOrdered: boolean): string;
  /**
   * Absent where the language has no tables, or none that can contain citations.
   * @param columns as many as each row has cells; all are escaped text without line breaks, with their citations
   */
  table?(columns: readonly string[], rows: readonly (readonly string[])[]): string;
  /** Matches what `list` puts at the start of an item. */
  readonly itemMark: RegExp;
  /** Text to put below the answer, for citations that are only numbers. */
  below?(citations: readonly NumberedCitation[]): string;
  /** The last step over everything that is inserted together. */
  finish?(text: string): string;
  /** True if numbers in brackets are references, not code. New ones continue after the highest. */
  readonly hasReferences: boolean;
}
