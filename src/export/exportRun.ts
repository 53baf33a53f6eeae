/** A run in the format that is asked for, as the bytes of one or two files. Pure. */
import type { RunEvent } from '../protocol/events.ts';
import { exportFormats, type ExportFormat } from '../protocol/exportFormats.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from '../trace/fold.ts';
import { runJson } from '../trace/runJson.ts';
import { latexDocument, pathFrom, quartoFiles, runMarkdown, type ExportOptions } from './documents.ts';
import { dossierOf } from './dossier.ts';
import { graphStyle, graphSvg, lightGraph } from './graphSvg.ts';
import { htmlPage } from './htmlPage.ts';

export interface ExportedFile {
  /** Ending of its name, with the dot. */
  readonly ending: string;
  readonly content: string | Uint8Array;
}

/** @returns the file that was asked for first; of `png` the SVG that is drawn as one */
export function exportRun(events: readonly RunEvent[], format: ExportFormat, options: ExportOptions): readonly ExportedFile[] {
  const trace = fold(events);
  const ending = `.${exportFormats[format].extension}`;
  const contents = format === 'dossier' ? [dossierOf(events)] : writers[format](trace, options);
  return contents.map((content, i) => ({ ending: i === 0 ? ending : '.bib', content }));
}

type Writer = (trace: Trace, options: ExportOptions) => readonly string[];

const writers: Readonly<Record<Exclude<ExportFormat, 'dossier'>, Writer>> = {
  markdown: (trace, options) => [runMarkdown(trace, options)],
  html: (trace, options) => [htmlPage(trace, pathFrom(options))],
  quarto: (trace, options) => quartoFiles(trace, options),
  latex: (trace, options) => [latexDocument(trace, options)],
  json: (trace) => [`${JSON.stringify(runJson(trace), null, 2)}\n`],
  // To be drawn where no person has chosen light or dark.
  png: (trace) => [graphSvg(trace, lightGraph)],
  svg: (trace) => [`${graphSvg(trace, graphStyle)}\n`],
};
