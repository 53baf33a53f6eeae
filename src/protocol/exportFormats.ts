/** What a run can be exported as. Pure. */
import * as z from 'zod';

interface ExportAbout {
  readonly label: string;
  readonly about: string;
  /** Of the file, without a dot. */
  readonly extension: string;
}

/** In the order in which they are offered. */
export const exportFormats = {
  markdown: { label: 'Markdown', extension: 'md', about: 'Answer, quotes and sources, with links to the documents' },
  html: { label: 'Web Page', extension: 'html', about: 'One file with the graph and the passages of every step, to read, print or send' },
  quarto: { label: 'Quarto or Pandoc', extension: 'qmd', about: 'Markdown that cites by key, with a BibTeX file beside it' },
  latex: { label: 'LaTeX', extension: 'tex', about: 'A document with a footnote for each citation' },
  json: { label: 'JSON', extension: 'json', about: 'All of the run for programs, as “ariadne ask --json” prints it' },
  png: { label: 'Graph as PNG', extension: 'png', about: 'The graph as a picture' },
  svg: { label: 'Graph as SVG', extension: 'svg', about: 'The graph alone, for documents and slides' },
  dossier: { label: 'Dossier', extension: 'zip', about: 'Log, passages and checksums: “ariadne replay --verify” checks it on any machine' },
} as const satisfies Readonly<Record<string, ExportAbout>>;

export type ExportFormat = keyof typeof exportFormats;

/** `png` is drawn by the panel, from SVG. */
export const exportFormat = z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]);

/** How a bibliography begins that may be replaced: somebody else's may have more entries. */
export const bibliographyMark = '% Written by Ariadne.';
