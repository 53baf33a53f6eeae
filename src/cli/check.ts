import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { type CheckedDocument, checkDocuments, type CitationFinding, citingFilesIn, summaryOf } from '../check/checkDocuments.ts';
import { DocumentChecks, type DocumentChecksOptions } from '../check/documentChecks.ts';
import { isBibliography } from '../check/pairing.ts';
import type { CheckedEntry } from '../protocol/documentCheck.ts';
import { builtinModels } from '../protocol/runSpec.ts';
import { githubLines, type PlacedFinding, sarifOf } from './checkFormats.ts';
import { flag, stringOption, takes } from './effects.ts';
import type { Command, CommandContext } from './terminal.ts';
import { exitCode, plain, print, printErrors, printJson, styled } from './terminal.ts';
import { storageOf, withEngine } from './withEngine.ts';

const colors = { current: 'green', changed: 'yellow', missing: 'red', unsupported: 'yellow', unresolved: 'dim', uncited: 'dim' } as const;
const formats = ['text', 'json', 'sarif', 'github'] as const;

export const check: Command = {
  usage: ['ariadne check <document or folder>... [--format text|json|sarif|github] [options]'],
  help: `Check the citations of documents (Markdown, Quarto, LaTeX, reStructuredText, AsciiDoc, Org, HTML, notebooks, plain text, comments in code) against what they cite, by links, keys of bibliographies, numbers and footnotes. Of a bibliography, say which document each entry means.
An index of the folder is used where there is one: then titles lead to documents, too.
What is accepted in ".ariadne-accepted.json" beside a document is counted apart.
Ends with 1 when a source is gone or has changed, or does not say what is cited for it.`,
  arguments: ['<document>...'],
  options: {
    format: takes('FORMAT', 'text; json; sarif, for code scanning; github, for annotations of GitHub Actions'),
    all: {
      ...flag('list accepted findings, too'),
      whyIdle: ({ values }) =>
        (values['format'] ?? 'text') === 'text' && values['json'] === undefined
          ? undefined
          : 'Only the format "text" leaves out what was accepted. Leave it out.',
    },
    gaps: flag('list claims without a citation, too: with the passage that supports each, or that none was found; needs an index'),
    entailment: takes('MODEL', 'the model on this machine that judges what rules leave open; needs an index'),
    folder: takes('DIR', "the folder of the documents that are cited, unless it is the document's own"),
    storage: takes('DIR', 'where the index is'),
  },
  async run(context) {
    const format = formatOf(context);
    const folder = homeOf(context);
    const files = (
      await Promise.all(context.positionals.map(async (path) => (isFolder(path) ? citingFilesIn(path, context.signal) : [path])))
    ).flat();
    // Of a folder, what cannot be read is left out.
    const named = !context.positionals.some(isFolder);
    const documents = files.filter((file) => !isBibliography(file));
    const bibliographies = files.filter(isBibliography);
    const { checked, entries } = await withIndex(context, folder, async (options) => ({
      checked: await checkDocuments(documents, {
        ...{ ...options, signal: context.signal, gaps: context.values['gaps'] === true ? 'all' : undefined },
        ...(named ? {} : { onUnreadable: printErrors }),
      }),
      entries: await entriesOf(bibliographies, options, context.signal),
    }));
    const findings = checked.flatMap((one) => one.findings.map((finding): PlacedFinding => ({ ...finding, file: fileOf(one.document) })));
    const summary = summaryOf(findings);
    if (format === 'json')
      printJson({ citations: checked.flatMap(asJson), summary, ...(bibliographies.length > 0 ? { bibliography: entries } : {}) });
    else if (format === 'sarif') print(JSON.stringify(sarifOf(findings, version), undefined, 2));
    else if (format === 'github') for (const line of githubLines(findings)) print(line);
    else {
      const isShown = ({ check: { isAccepted } }: CitationFinding): boolean => !isAccepted || context.values['all'] === true;
      for (const { document, findings: own } of checked) for (const finding of own.filter(isShown)) print(lineOf(document, finding));
      for (const entry of entries) print(entryLine(entry));
      if (documents.length > 0 || bibliographies.length === 0) print(countsOf(summary));
    }
    return summary.changed + summary.missing + summary.unsupported > 0 ? exitCode.negative : exitCode.done;
  },
};

function formatOf({ isJson, values }: CommandContext): (typeof formats)[number] {
  const given = values['format'] ?? (isJson ? 'json' : 'text');
  const format = formats.find((one) => one === given);
  if (!format || (isJson && format !== 'json'))
    throw new AriadneError('usage', `--format is one of ${formats.join(', ')}${isJson ? ', and json with --json' : ''}.`);
  return format;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The folder that is named, or that of the first document: the current one, if the document is in it. */
function homeOf(context: CommandContext): string {
  const [first = '.'] = context.positionals;
  const given = stringOption(context, 'folder') ?? (isFolder(first) ? first : undefined);
  if (given !== undefined) return resolve(given);
  return relative('.', first).startsWith('..') ? resolve(first, '..') : resolve('.');
}

function withIndex<T>(context: CommandContext, folder: string, work: (options: DocumentChecksOptions) => Promise<T>): Promise<T> {
  const { storage, indexUri } = storageOf(folder, stringOption(context, 'storage'));
  const options = { folder, storage, reader: join(import.meta.dirname, 'reader.js') };
  const chosen = stringOption(context, 'entailment');
  if (indexUri === undefined && !existsSync(join(storage, 'index.lancedb'))) {
    if (chosen === undefined) return work(options);
    throw new AriadneError(
      'index-missing',
      'A model judges claims only beside an index. Make one with "ariadne index", or leave out --entailment.',
    );
  }
  return withEngine(context, folder, {}, async (engine) => {
    if (chosen !== undefined) await engine.models.requireHere('entailment', chosen);
    return work({ ...options, index: engine, entailment: () => engine.models.entailment(chosen ?? builtinModels.entailment) });
  });
}

async function entriesOf(files: readonly string[], options: DocumentChecksOptions, signal: AbortSignal): Promise<readonly CheckedEntry[]> {
  const checks = new DocumentChecks(options);
  try {
    const all: CheckedEntry[] = [];
    for (const file of files) {
      const { entries, problems } = await checks.bibliography(resolve(file), signal);
      const whole = problems.find(({ line }) => line === undefined);
      if (whole) throw new AriadneError('document-unreadable', `${file} ${whole.reason}. Choose a bibliography.`);
      // The other entries are read.
      for (const { line, reason } of problems) printErrors(`${file}:${line}: ${reason}`);
      all.push(...entries);
    }
    return all;
  } finally {
    await checks.close();
  }
}

function fileOf(document: string): string {
  return relative('.', document).split(sep).join('/');
}

function countsOf(summary: ReturnType<typeof summaryOf>): string {
  const counts = Object.entries(summary).filter(
    ([state, count]) => ['current', 'changed', 'missing', 'unsupported'].includes(state) || count > 0,
  );
  return counts.map(([state, count]) => `${count} ${state}`).join(', ');
}

function lineOf(
  document: string,
  { line, column, state, check: { cited, key, reason, source, evidence, support, isAccepted } }: CitationFinding,
): string {
  const at = evidence ? `${evidence.path}#L${evidence.startLine}-L${evidence.endLine}` : (source?.path ?? '');
  const what = cited
    ? `[${cited.label}] ${cited.path}#L${cited.startLine}-L${cited.endLine}`
    : key === undefined
      ? at
      : `[${key}] ${at}`.trim();
  const how = reason ?? (support === 'supported' && !cited ? 'supported' : '');
  const text = [what, how].filter((part) => part !== '').join(': ');
  const shown = isAccepted ? styled('dim', `${state} (accepted)`) : styled(colors[state], state);
  return `${plain(document)}:${line}:${column} ${shown} ${plain(text)}`;
}

function entryLine({ bibliography, key, state, by, paths }: CheckedEntry): string {
  const what = paths.length === 0 ? 'no document' : `${paths.join(', ')}${by === undefined ? '' : ` (by its ${by})`}`;
  return `${plain(bibliography)} ${styled(state === 'paired' ? 'green' : 'yellow', state)} ${plain(`[${key}] ${what}`)}`;
}

function asJson({ document, findings }: CheckedDocument): readonly object[] {
  return findings.map(({ line, column, state, check: { cited, range: _range, claim: _claim, state: _state, ...rest } }) => ({
    ...{ document, line, column },
    ...(cited ? { n: cited.label, path: cited.path, startLine: cited.startLine, endLine: cited.endLine, id: cited.id } : {}),
    state,
    ...rest,
  }));
}
