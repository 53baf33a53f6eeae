/** A run in the format that is asked for, as the bytes of one or two files. Pure. */
import { posix } from 'node:path';
import { escapeMarkdown } from '../base/escapeMarkdown.ts';
import { oneLine, plainLine } from '../base/plainText.ts';
import { latexSyntax } from '../citations/syntaxes/latex.ts';
import { markdownSyntax } from '../citations/syntaxes/markdown.ts';
import type { CitationSyntax } from '../citations/syntaxes/syntax.ts';
import { writeParts } from '../citations/writeAnswer.ts';
import type { RunEvent } from '../protocol/events.ts';
import { exportFormats, type ExportFormat } from '../protocol/exportFormats.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from '../trace/fold.ts';
import { runJson } from '../trace/runJson.ts';
import { bibliographyOf } from './bibtex.ts';
import { graphStyle, graphSvg, lightGraph } from './graphSvg.ts';
import { htmlPage } from './htmlPage.ts';
import { escapePandoc, pandocSyntax } from './pandoc.ts';
import { answerBlocks, sections } from './report.ts';

export interface ExportOptions {
  /** Name of the file that is chosen, without its extension; a second file has it, too. */
  readonly name: string;
  /** The way from the folder of that file to the folder of the documents, `/`-separated; empty for that folder itself. */
  readonly toFolder: string;
}

export interface ExportedFile {
  /** Ending of its name, with the dot. */
  readonly ending: string;
  readonly content: string;
}

/** @returns the file that was asked for first; of `png` the SVG that is drawn as one */
export function exportRun(events: readonly RunEvent[], format: ExportFormat, options: ExportOptions): readonly ExportedFile[] {
  const trace = fold(events);
  const ending = `.${exportFormats[format].extension}`;
  return writers[format](trace, options).map((content, i) => ({ ending: i === 0 ? ending : '.bib', content }));
}

type Writer = (trace: Trace, options: ExportOptions) => readonly string[];

const writers: Readonly<Record<ExportFormat, Writer>> = {
  markdown: (trace, options) => [runMarkdown(trace, options)],
  html: (trace, options) => [htmlPage(trace, pathFrom(options))],
  quarto: (trace, options) => quartoFiles(trace, options),
  latex: (trace, options) => [latexDocument(trace, options)],
  json: (trace) => [`${JSON.stringify(runJson(trace), null, 2)}\n`],
  // To be drawn where no person has chosen light or dark.
  png: (trace) => [graphSvg(trace, lightGraph)],
  svg: (trace) => [`${graphSvg(trace, graphStyle)}\n`],
};

export function runMarkdown(trace: Trace, options: Omit<ExportOptions, 'name'>): string {
  const heading = (level: number, words: string): string => `${'#'.repeat(level)} ${escapeMarkdown(oneLine(words))}`;
  return document(trace, options, markdownSyntax, { title: heading(1, trace.question), heading: (words) => heading(2, words) });
}

function quartoFiles(trace: Trace, options: ExportOptions): readonly string[] {
  const pathOf = pathFrom(options);
  const { text, keys } = bibliographyOf(trace, pathOf);
  const byPath = new Map([...keys].map(([path, key]) => [pathOf(path), key]));
  const syntax = pandocSyntax((path) => byPath.get(path) ?? '');
  // JSON is YAML. Quarto runs code only with an engine that can.
  const head = {
    title: escapePandoc(plainLine(trace.question)),
    date: trace.startedAtUtc.slice(0, 10),
    bibliography: `${options.name}.bib`,
    engine: 'markdown',
  };
  const title = ['---', ...Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---'].join('\n');
  return [document(trace, options, syntax, { title, heading: (words) => `## ${words}` }), text];
}

function latexDocument(trace: Trace, options: ExportOptions): string {
  const title = String.raw`% !TeX program = lualatex
\documentclass{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
\fi
\usepackage{textcomp}
\begin{document}

\section*{${latexSyntax.escape(plainLine(trace.question))}}`;
  const heading = (words: string): string => `\\subsection*{${words}}`;
  return `${document(trace, options, latexSyntax, { title, heading })}\n\\end{document}\n`;
}

interface Frame {
  readonly title: string;
  readonly heading: (words: string) => string;
}

function document(trace: Trace, options: Omit<ExportOptions, 'name'>, syntax: CitationSyntax, { title, heading }: Frame): string {
  const pathOf = pathFrom(options);
  const written = { syntax, before: '', pathOf: ({ path }: { readonly path: string }) => pathOf(path) };
  return `${[
    title,
    writeParts(answerBlocks(trace), written),
    ...sections(trace).flatMap((section) => [heading(section.heading), writeParts(section.blocks, written)]),
  ].join('\n\n')}\n`;
}

function pathFrom({ toFolder }: Pick<ExportOptions, 'toFolder'>): (path: string) => string {
  return (path) => posix.join(toFolder, path);
}
