import { statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { requireFreshFolder, reviewDataset, sheetNames, writeDataset } from '../questions/datasetFolder.ts';
import { modelFlaws, type ModelFlaw } from '../questions/verify.ts';
import { serverOptions, serverUsage } from './serverOptions.ts';
import type { Command, CommandContext } from './terminal.ts';
import { countOption, exitCode, modelsOf, print, printError, printJson, stringOption, withEngine } from './terminal.ts';

const defaultCount = 60;

export const questionsCommand: Command = {
  usage: `ariadne questions <folder>|<sheet> [--count N] [--seed N] [--out DIR] [--storage DIR] [--chat ID] ${serverUsage} [--json]`,
  help: `Write up to ${defaultCount} questions that need two or more of the folder's documents, with answers, exact sources and steps, to a new folder
      (--out, by default FOLDER-questions here), with a sheet to review them: ${sheetNames.markdown}, or ${sheetNames.csv}.
      "ariadne questions DIR/${sheetNames.markdown}" then makes the dataset of the questions that the sheet keeps. "ariadne eval DIR" measures with it. With --chat, a model keeps only questions that it can answer from all their sources and from nothing less.`,
  arguments: ['<folder>|<sheet>'],
  options: {
    storage: { type: 'string' },
    chat: { type: 'string' },
    ...serverOptions,
    count: { type: 'string' },
    seed: { type: 'string' },
    out: { type: 'string' },
  },
  async run(context) {
    const [path = ''] = context.positionals;
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? review(path, context) : write(path, context);
  },
};

async function write(folder: string, context: CommandContext): Promise<number> {
  const out = stringOption(context, 'out') ?? `${basename(resolve(folder))}-questions`;
  const count = countOption(context, 'count', defaultCount);
  const seed = countOption(context, 'seed', 1);
  requireFreshFolder(out, folder);
  const { questions, documents, leftOut, unfit } = await withEngine(context, folder, {}, async (engine) => {
    const onChecked = (done: number, of: number): void => printError(`Checked: ${done} of ${of} questions`);
    const composed = await engine.questions({ count, seed, chat: modelsOf(context).chat, onChecked, signal: context.signal });
    await writeDataset({ ...composed, folder: resolve(folder), paths: await indexedPaths(engine), out, signal: context.signal });
    return composed;
  });
  const kinds = Object.fromEntries([...Map.groupBy(questions, ({ type }) => type)].map(([type, own]) => [type, own.length]));
  if (questions.length < count)
    printError(`Found ${questions.length} questions of ${count}: the documents yield no more that pass the checks.`);
  for (const [flaw, number] of Object.entries(unfit)) printError(`The model left out ${number} that ${modelFlaws[flaw as ModelFlaw]}.`);
  if (leftOut > 0) printError(`${leftOut} documents are left out: they are not in English, or share their name with another document.`);
  if (context.isJson)
    printJson({
      questions: questions.length,
      kinds,
      documents,
      leftOut,
      unfit,
      out: resolve(out),
      sheet: resolve(out, sheetNames.markdown),
    });
  else {
    print(
      `${questions.length} questions over ${documents} documents: ${Object.entries(kinds)
        .map(([type, n]) => `${n} ${type}`)
        .join(', ')}`,
    );
    print(`Review them in ${join(out, sheetNames.markdown)}, then run: ariadne questions ${join(out, sheetNames.markdown)}`);
  }
  return exitCode.done;
}

function review(sheet: string, context: CommandContext): number {
  const name = basename(sheet);
  if (!/\.(?:md|csv)$/iu.test(name))
    throw new AriadneError('usage', `${name} is no review sheet. Choose ${sheetNames.markdown} or ${sheetNames.csv}.`);
  const { kept, edited, dropped, out } = reviewDataset(sheet);
  if (context.isJson) printJson({ kept: kept.length, edited, dropped: dropped.length, out });
  else {
    print(`${kept.length} questions kept, ${edited} of them edited, ${dropped.length} dropped.`);
    print(`Measure with them: ariadne eval ${relative(process.cwd(), out) || '.'}`);
  }
  return exitCode.done;
}

const filesAtOnce = 5000;

async function indexedPaths(engine: Engine): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let from = 0; ;) {
    const { total, files } = await engine.files(from, filesAtOnce);
    paths.push(...files.filter(({ state }) => state === 'indexed').map(({ path }) => path));
    from += files.length;
    if (from >= total || files.length === 0) return paths;
  }
}
