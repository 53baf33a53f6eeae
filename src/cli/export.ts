import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { AriadneError, messageOf } from '../base/errors.ts';
import { replaceFile } from '../base/replaceFile.ts';
import { exportRun } from '../export/exportRun.ts';
import { bibliographyMark, exportFormat, exportFormats } from '../protocol/exportFormats.ts';
import { readRunLog } from '../trace/runLog.ts';
import { choiceOption, stringOption, takes } from './effects.ts';
import { exitCode, print, printJson, type Command } from './terminal.ts';

/** Pictures are drawn by the panel. */
const formats = exportFormat.exclude(['png']).options;

export const exportCommand: Command = {
  usage: [`ariadne export <run-log> --as ${formats.join('|')} --out FILE`],
  help: `Write a run as a file for others: ${formats.map((id) => exportFormats[id].label).join(', ')}.
Quarto has a BibTeX file beside it. Links lead from the file to the documents.`,
  arguments: ['<run-log>'],
  options: {
    as: takes(formats.join('|'), 'what is written'),
    out: takes('FILE', 'the file, which is replaced'),
  },
  async run(context) {
    const format = choiceOption(context, 'as', formats);
    if (!format) throw new AriadneError('usage', `Choose what to write with --as ${formats.join('|')}.`);
    const out = stringOption(context, 'out');
    if (out === undefined) throw new AriadneError('usage', 'Name the file to write with --out FILE.');
    const events = await readRunLog(resolve(context.positionals[0] ?? ''));
    const first = events[0];
    const folder = first?.kind === 'run-started' ? first.folder : '';
    const stem = join(dirname(resolve(out)), basename(out, extname(out)));
    const files = exportRun(events, format, { name: basename(stem), toFolder: wayTo(dirname(stem), folder) });
    // The file that was named, and beside it what it needs.
    const named = files.map(({ ending, content }, i) => ({ file: i === 0 ? resolve(out) : `${stem}${ending}`, content }));
    for (const { file } of named.slice(1)) requireOwn(file);
    for (const { file, content } of named) write(file, content);
    if (context.isJson) printJson({ as: format, files: named.map(({ file }) => file) });
    else for (const { file } of named) print(file);
    return exitCode.done;
  },
};

/** Empty where the folder is not on this machine, or on another drive: then links are those of the folder itself. */
function wayTo(from: string, folder: string): string {
  const way = existsSync(folder) ? relative(from, folder) : '';
  return resolve(way) === way ? '' : way.split(sep).join('/');
}

/** A bibliography that somebody else has written may have more entries. */
function requireOwn(file: string): void {
  if (existsSync(file) && !readFileSync(file, 'utf8').startsWith(bibliographyMark))
    throw new AriadneError(
      'results-unwritable',
      `${file} is there already, and Ariadne has not written it. Choose another name with --out.`,
    );
}

function write(file: string, content: string | Uint8Array): void {
  try {
    replaceFile(file, content);
  } catch (cause) {
    throw new AriadneError('results-unwritable', `${file} cannot be written: ${messageOf(cause)}. Choose another file with --out.`, {
      cause,
    });
  }
}
