import { join, resolve } from 'node:path';
import { type CheckedDocument, checkDocuments, type CitationFinding } from '../check/checkDocuments.ts';
import { stringOption, takes } from './effects.ts';
import type { Command } from './terminal.ts';
import { exitCode, plain, print, printJson, styled } from './terminal.ts';
import { defaultStorage } from './withEngine.ts';

const colors = { current: 'green', changed: 'yellow', missing: 'red', unsupported: 'yellow' } as const;

export const check: Command = {
  usage: ['ariadne check <document>... [--folder DIR]'],
  help: `Check the citations of documents (Markdown, LaTeX, reStructuredText, AsciiDoc, Org, HTML, notebooks, plain text, comments in code) against what they cite: current, changed, missing or unsupported.
Ends with 1 when a citation is not current.`,
  arguments: ['<document>...'],
  options: { folder: takes('DIR', "where links are looked for that lead nowhere from the document's own folder") },
  async run(context) {
    const folder = stringOption(context, 'folder');
    const checked = await checkDocuments(context.positionals, {
      folder,
      storage: defaultStorage(resolve(folder ?? '.')),
      reader: join(import.meta.dirname, 'reader.js'),
      signal: context.signal,
    });
    const summary = { current: 0, changed: 0, missing: 0, unsupported: 0 };
    for (const { state } of checked.flatMap(({ findings }) => findings)) summary[state]++;
    if (context.isJson) printJson({ citations: checked.flatMap(asJson), summary });
    else {
      for (const { document, findings } of checked) for (const finding of findings) print(lineOf(document, finding));
      print(
        Object.entries(summary)
          .map(([state, count]) => `${count} ${state}`)
          .join(', '),
      );
    }
    return summary.changed + summary.missing + summary.unsupported > 0 ? exitCode.negative : exitCode.done;
  },
};

function lineOf(document: string, { line, column, state, check: { cited, reason } }: CitationFinding): string {
  const what = cited ? `[${cited.label}] ${cited.path}#L${cited.startLine}-L${cited.endLine}` : '';
  const text = [what, reason ?? ''].filter((part) => part !== '').join(': ');
  return `${plain(document)}:${line}:${column} ${styled(colors[state], state)} ${plain(text)}`;
}

function asJson({ document, findings }: CheckedDocument): readonly object[] {
  return findings.map(({ line, column, state, check: { cited, reason, movedTo } }) => ({
    document,
    line,
    column,
    ...(cited ? { n: cited.label, path: cited.path, startLine: cited.startLine, endLine: cited.endLine, id: cited.id } : {}),
    state,
    reason,
    movedTo,
  }));
}
