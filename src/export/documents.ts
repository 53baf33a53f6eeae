/** A run as a document in Markdown, Quarto's Markdown or LaTeX: the same parts, with the signs of the language. Pure. */
import { posix } from 'node:path';
import { escapeMarkdown } from '../base/escapeMarkdown.ts';
import { oneLine, plainLine } from '../base/plainText.ts';
import { latexSyntax } from '../citations/syntaxes/latex.ts';
import { markdownSyntax } from '../citations/syntaxes/markdown.ts';
import type { CitationSyntax } from '../citations/syntaxes/syntax.ts';
import { writeParts } from '../citations/writeAnswer.ts';
import type { Trace } from '../protocol/trace.ts';
import { bibliographyOf } from './bibtex.ts';
import { escapePandoc, pandocSyntax } from './pandoc.ts';
import { answerBlocks, sections } from './report.ts';

export interface ExportOptions {
  /** Name of the file that is chosen, without its extension; a second file has it, too. */
  readonly name: string;
  /** The way from the folder of that file to the folder of the documents, `/`-separated; empty for that folder itself. */
  readonly toFolder: string;
}

export function runMarkdown(trace: Trace, options: Omit<ExportOptions, 'name'>): string {
  const heading = (level: number, words: string): string => `${'#'.repeat(level)} ${escapeMarkdown(oneLine(words))}`;
  return document(trace, options, markdownSyntax, { title: heading(1, trace.question), heading: (words) => heading(2, words) });
}

/** @returns the document and its bibliography */
export function quartoFiles(trace: Trace, options: ExportOptions): readonly string[] {
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

export function latexDocument(trace: Trace, options: ExportOptions): string {
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
  return `${document(trace, options, { ...latexSyntax, escape: breakable }, { title, heading })}\n\\end{document}\n`;
}

/** LaTeX, which hyphenates only words, may break a line in the fingerprint of a document. */
function breakable(text: string): string {
  return latexSyntax.escape(text).replace(/\b[0-9a-f]{64}\b/g, (hash) => hash.replace(/.{8}(?!$)/g, '$&\\allowbreak{}'));
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

export function pathFrom({ toFolder }: Pick<ExportOptions, 'toFolder'>): (path: string) => string {
  return (path) => posix.join(toFolder, path);
}
