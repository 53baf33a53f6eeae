/** The formats of documents, known without their readers, which a search does not need. */
import { extensionOf } from '../../protocol/documentFormats.ts';
import type { FormatReader } from '../document.ts';

export interface DocumentFormat {
  readonly name: string;
  readonly kind: FormatReader['kind'];
  /** Increased when the reader makes other passages of the same file, so that indexed files are read again. */
  readonly version: number;
  /** Lowercase, with the dot. */
  readonly extensions: readonly string[];
}

const codeExtensions =
  'ts mts cts tsx js jsx mjs cjs py pyi pyw java c h cc cpp cxx hh hpp hxx rs go php cs rb kt kts swift scala sh bash zsh ps1 sql r lua jl pl pm dart ' +
  'ex exs hs fs ml clj groovy f90 m mm zig proto vb erl nim sol cu cuh vue svelte';

export const documentFormats = [
  { name: 'markdown', kind: 'text', version: 10, extensions: ['.md', '.markdown', '.mdown', '.mkd', '.qmd', '.rmd'] },
  { name: 'text', kind: 'text', version: 4, extensions: ['.txt', '.text'] },
  { name: 'html', kind: 'text', version: 6, extensions: ['.html', '.htm', '.xhtml'] },
  { name: 'notebook', kind: 'text', version: 8, extensions: ['.ipynb'] },
  { name: 'latex', kind: 'text', version: 7, extensions: ['.tex', '.ltx', '.latex'] },
  { name: 'restructuredtext', kind: 'text', version: 7, extensions: ['.rst', '.rest'] },
  { name: 'asciidoc', kind: 'text', version: 5, extensions: ['.adoc', '.asciidoc', '.asc'] },
  { name: 'org', kind: 'text', version: 5, extensions: ['.org'] },
  { name: 'bibtex', kind: 'text', version: 5, extensions: ['.bib'] },
  { name: 'csv', kind: 'text', version: 3, extensions: ['.csv', '.tsv'] },
  { name: 'pdf', kind: 'extracting', version: 8, extensions: ['.pdf'] },
  { name: 'docx', kind: 'extracting', version: 6, extensions: ['.docx', '.docm'] },
  { name: 'odt', kind: 'extracting', version: 5, extensions: ['.odt', '.ott'] },
  { name: 'epub', kind: 'extracting', version: 4, extensions: ['.epub'] },
  { name: 'code', kind: 'text', version: 4, extensions: codeExtensions.split(' ').map((name) => `.${name}`) },
] as const satisfies readonly DocumentFormat[];

/** Lowercase, with the dot. */
export const supportedExtensions: readonly string[] = documentFormats.flatMap(({ extensions }) => extensions);

/** The format of a path's extension, in upper or lower case; undefined when the file is not a document. */
export function formatOf(path: string): DocumentFormat | undefined {
  return formatsByExtension.get(extensionOf(path));
}

const formatsByExtension: ReadonlyMap<string, DocumentFormat> = new Map(
  documentFormats.flatMap((format) => format.extensions.map((extension) => [extension, format] as const)),
);
