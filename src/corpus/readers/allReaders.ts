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
import { formatOf } from './formats.ts';

/** By the name of their format. */
export const allReaders: Readonly<Record<string, FormatReader>> = {
  markdown: markdownReader,
  text: plainTextReader,
  html: htmlReader,
  notebook: notebookReader,
  latex: latexReader,
  restructuredtext: rstReader,
  asciidoc: asciidocReader,
  org: orgReader,
  bibtex: bibtexReader,
  csv: csvReader,
  pdf: pdfReader,
  docx: docxReader,
  odt: odtReader,
  epub: epubReader,
  code: codeReader,
};

/** The reader for a path's extension; undefined when the file is not a document. */
export function readerOf(path: string): FormatReader | undefined {
  const format = formatOf(path);
  return format && allReaders[format.name];
}
