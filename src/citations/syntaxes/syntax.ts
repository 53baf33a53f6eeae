/** How citations and answers are written in the documents of one language, and read back. */
import type { TextRange } from '../textRange.ts';

export interface ParsedCitation {
  /** Of the whole citation in the text that holds it: 0-based UTF-16 offsets, end-exclusive. */
  readonly range: TextRange;
  /** The number a reader sees, or other words; empty where the language numbers itself. */
  readonly label: string;
  /** As written, decoded: relative to the folder of the document that holds it. */
  readonly path: string;
  /** As people count, both ends included. */
  readonly startLine: number;
  readonly endLine: number;
  /** Fingerprint of the cited lines when they were cited. */
  readonly id: string;
  /** Where the document knows the citation by a name that is not its id. */
  readonly name?: string;
  /** Where the citation only names the place by a number: the line that says which it is. */
  readonly definition?: TextRange;
}

/** Where sentences are. Blocks are in order and do not overlap; what is in none is markup, or blank. */
export interface Block extends TextRange {
  readonly kind: 'text' | 'item' | 'heading' | 'code';
  /** Blocks of one list follow each other without a blank line between them. */
  readonly isAfterBlank: boolean;
}

/** A citation to be written. */
export interface NumberedCitation {
  readonly n: number;
  /** As seen from the folder of the document that will hold it. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly id: string;
  /** Unique in the document: the id, with a number where two places have the same. */
  readonly name: string;
  /** The document, or what is written before it, has this citation already. */
  readonly isKnown: boolean;
  /** Another one is directly before it. */
  readonly follows: boolean;
}

export interface CitationSyntax {
  readonly id: string;
  /** In order; what is only shown, as code or in a comment, is among them. */
  parse(text: string): readonly ParsedCitation[];
  /** Code within lines and comments, where nothing is cited. */
  literals(text: string): readonly TextRange[];
  blocks(text: string): readonly Block[];
  /** What a reader sees of a piece of a block, nearly; `isStart`: the piece begins the block. */
  plain(piece: string, isStart: boolean): string;
  /** Text that is shown as it is. @param text has no blank lines; its line breaks may stay */
  escape(text: string): string;
  /** With what separates it from the text before. */
  cite(citation: NumberedCitation): string;
  /** @param lines escaped text with its citations */
  paragraph(lines: string): string;
  list(items: readonly string[], isOrdered: boolean): string;
  /** How `list` begins an item, at its start. */
  readonly itemMark: RegExp;
  /** What is below all of it, for citations that are only numbers. */
  below?(citations: readonly NumberedCitation[]): string;
  /** Of everything that is written at once, the last thing that is done. */
  finish?(text: string): string;
  /** True where numbers in brackets are references, not code: new ones continue behind the highest. */
  readonly hasReferences: boolean;
}
