import { statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { AriadneError } from '../../src/base/errors.ts';
import { usualCount, writeQuestions } from '../models/writeQuestions.ts';
import { reviewDataset, sheetNames } from '../questions/datasetFolder.ts';
import type { QuestionRecord } from '../questions/records.ts';
import { sharedDocuments } from '../questions/split.ts';
import { modelFlaws, type ModelFlaw } from '../questions/verify.ts';
import { stringOption, whyNoServer, withEffects, type WhyIdle, takes } from '../../src/cli/effects.ts';
import { serverOptions } from '../../src/cli/serverOptions.ts';
import type { Command, CommandContext } from '../../src/cli/terminal.ts';
import { countOption, exitCode, print, printError, printJson } from '../../src/cli/terminal.ts';
import { modelsOf } from '../../src/cli/askOptions.ts';
import { withEngine } from '../../src/cli/withEngine.ts';

const isSheet = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const notForSheets: WhyIdle = ({ positionals: [path = ''] }) =>
  isSheet(path) ? 'A review sheet only says which questions of its dataset are kept. Leave it out.' : undefined;

export const questionsCommand: Command = {
  usage: ['ariadne questions <folder> [options]', `ariadne questions DIR/${sheetNames.markdown}`],
  help: `Write up to ${usualCount} questions that need two or more of the folder's documents, with answers, exact sources and steps, to a new folder (--out, by default FOLDER-questions here), with a sheet to review them: ${sheetNames.markdown}, or ${sheetNames.csv}.
"ariadne questions DIR/${sheetNames.markdown}" then makes the dataset of the questions that the sheet keeps. "ariadne eval DIR" measures with it. With --chat, a model words the questions better, and keeps only those that it can answer from all their sources and from nothing less. Where its words ask something else, the question keeps its own.`,
  arguments: ['<folder>|<sheet>'],
  options: withEffects(
    {
      ...withEffects(
        { chat: takes('ID', 'the model that words the questions better'), ...serverOptions },
        whyNoServer((given) => ({ talking: [stringOption(given, 'chat')], others: [] })),
      ),
      storage: takes('DIR', 'where the index is'),
      count: takes('N', `how many questions, usually ${usualCount}`),
      seed: takes('N', 'another choice of questions'),
      out: takes('DIR', 'the new folder, by default FOLDER-questions here'),
    },
    Object.fromEntries(['chat', 'storage', 'count', 'seed', 'out', ...Object.keys(serverOptions)].map((name) => [name, notForSheets])),
  ),
  async run(context) {
    const [path = ''] = context.positionals;
    return isSheet(path) ? review(path, context) : write(path, context);
  },
};

async function write(folder: string, context: CommandContext): Promise<number> {
  const out = stringOption(context, 'out') ?? `${basename(resolve(folder))}-questions`;
  const count = countOption(context, 'count', usualCount);
  const seed = countOption(context, 'seed', 1);
  const onChecked = (done: number, of: number): void => printError(`Checked: ${done} of ${of} questions`);
  const { chat } = modelsOf(context);
  const { questions, documents, leftOut, unfit, failure, sheet } = await withEngine(context, folder, {}, (engine) =>
    writeQuestions(engine, { folder: resolve(folder), out }, { count, seed, chat, onChecked, signal: context.signal }),
  );
  const kinds = Object.fromEntries([...Map.groupBy(questions, ({ type }) => type)].map(([type, own]) => [type, own.length]));
  const shared = sharedDocuments(
    questions.map(({ supporting }) => supporting),
    new Set(questions.flatMap(({ split }, i) => (split === 'dev' ? [i] : []))),
  );
  const { reworded, rejected } = wordingsOf(questions);
  if (failure !== undefined) printError(`The model failed after ${questions.length} questions, which are written: ${failure}`);
  else if (questions.length < count)
    printError(`Found ${questions.length} questions of ${count}: the documents yield no more that pass the checks.`);
  for (const [flaw, number] of Object.entries(unfit)) printError(`The model left out ${number} that ${modelFlaws[flaw as ModelFlaw]}.`);
  if (reworded > 0) printError(`Questions that the model reworded: ${reworded}. The sheet has both wordings.`);
  if (rejected > 0)
    printError(`Questions that keep their words, because the model’s ask something else: ${rejected}. The sheet says what.`);
  if (leftOut > 0) printError(`Documents left out: ${leftOut}. They are not in English, or share their name with another document.`);
  if (context.isJson)
    printJson({
      questions: questions.length,
      kinds,
      documents,
      leftOut,
      unfit,
      sharedDocuments: shared,
      reworded,
      rejected,
      failure,
      out: resolve(out),
      sheet: resolve(sheet),
    });
  else {
    print(
      `${questions.length} questions over ${documents} documents: ${Object.entries(kinds)
        .map(([type, n]) => `${n} ${type}`)
        .join(', ')}`,
    );
    if (shared > 0) print(`Dev and test share ${shared} ${shared === 1 ? 'document' : 'documents'}: too many questions use the same ones.`);
    print(`Review them in ${sheet}, then run: ariadne questions ${sheet}`);
  }
  return exitCode.done;
}

/** How many questions have the model's words, and how many keep theirs because the model's ask something else. */
function wordingsOf(questions: readonly QuestionRecord[]): { readonly reworded: number; readonly rejected: number } {
  const by = (whose: 'model' | 'rules'): number => questions.filter(({ wording }) => wording?.by === whose).length;
  return { reworded: by('model'), rejected: by('rules') };
}

function review(sheet: string, context: CommandContext): number {
  const name = basename(sheet);
  if (!/\.(?:md|csv)$/iu.test(name))
    throw new AriadneError('usage', `${name} is no review sheet. Choose ${sheetNames.markdown} or ${sheetNames.csv}.`);
  const { kept, edited, dropped, out } = reviewDataset(sheet);
  if (context.isJson) printJson({ kept: kept.length, edited, dropped: dropped.length, out });
  else {
    print(`Questions kept: ${kept.length}, of which edited: ${edited}. Dropped: ${dropped.length}.`);
    print(`Measure with them: ariadne eval ${relative(process.cwd(), out) || '.'}`);
  }
  return exitCode.done;
}
