/** What a run can be exported as. Pure. */
import { t } from '@vscode/l10n';
import * as z from 'zod';

interface ExportAbout {
  readonly label: string;
  readonly about: string;
  /** Of the file, without a dot. */
  readonly extension: string;
}

/** In the order in which they are offered. */
export const exportFormats = {
  markdown: { label: 'Markdown', extension: 'md', about: t('Answer, quotes and sources, with links to the documents') },
  html: {
    label: t('Web Page'),
    extension: 'html',
    about: t('One file with the graph and the passages of every step, to read, print or send'),
  },
  quarto: { label: t('Quarto or Pandoc'), extension: 'qmd', about: t('Markdown that cites by key, with a BibTeX file beside it') },
  latex: { label: 'LaTeX', extension: 'tex', about: t('A document with a footnote for each citation') },
  json: { label: 'JSON', extension: 'json', about: t('All of the run for programs, as “ariadne ask --json” prints it') },
  png: { label: t('Graph as PNG'), extension: 'png', about: t('The graph as a picture') },
  svg: { label: t('Graph as SVG'), extension: 'svg', about: t('The graph alone, for documents and slides') },
  dossier: {
    label: t('Dossier'),
    extension: 'zip',
    about: t('Log, passages and checksums: “ariadne replay --verify” checks it on any machine'),
  },
} as const satisfies Readonly<Record<string, ExportAbout>>;

export type ExportFormat = keyof typeof exportFormats;

/** `png` is drawn by the panel, from SVG. */
export const exportFormat = z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]);

/** How a bibliography begins that may be replaced: somebody else's may have more entries. */
export const bibliographyMark = '% Written by Ariadne.';
