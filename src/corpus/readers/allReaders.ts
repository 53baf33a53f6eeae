import type { FormatReader } from '../document.ts';
import { asciidocReader } from './asciidoc.ts';
import { bibtexReader } from './bibtex.ts';
import { codeReader } from './code.ts';
import { csvReader } from './csv.ts';
import { docxReader } from './docx.ts';
import { odtReader } from './odt.ts';
import { epubReader } from './epub.ts';
import { htmlReader } from './html.ts';
import { latexReader } from './latex.ts';
import { markdownReader } from './markdown.ts';
import { notebookReader } from './notebook.ts';
import { orgReader } from './org.ts';
import { pdfReader } from './pdf.ts';
import { plainTextReader } from './plainText.ts';
import { rstReader } from './rst.ts';

export const ALL_READERS: readonly FormatReader[] = [
  markdownReader,
  plainTextReader,
  htmlReader,
  notebookReader,
  latexReader,
  rstReader,
  asciidocReader,
  orgReader,
  bibtexReader,
  csvReader,
  pdfReader,
  docxReader,
  odtReader,
  epubReader,
  codeReader,
];

/** Lowercase, with the dot. */
export const SUPPORTED_EXTENSIONS: readonly string[] = ALL_READERS.flatMap(({ extensions }) => extensions);

/** The reader for a path's extension, in upper or lower case; undefined when the file is not a document. */
export function readerOf(path: string): FormatReader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : readersByExtension.get(name.slice(dot).toLowerCase());
}

const readersByExtension: ReadonlyMap<string, FormatReader> = new Map(
  ALL_READERS.flatMap((reader) => reader.extensions.map((extension) => [extension, reader] as const)),
);
