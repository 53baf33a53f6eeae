import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../../src/base/cacheFolder.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { isAbstention } from '../../src/run/aboutPipelines.ts';
import { readDataset } from '../evaluation/dataset.ts';
import { documentFolder } from '../evaluation/workingFolder.ts';
import { bertScored, bertScoreModel, bertScoreOptions } from './evalBertScore.ts';
import { findings, pageName, plotName } from './evalFindings.ts';
import { judgeOf, judgeOptions } from './evalJudge.ts';
import { measure } from './evalMeasure.ts';
import { stringOption, withEffects, takes } from '../../src/cli/effects.ts';
import { systemEffects, systemHelp, systemOptions, systemsOf } from './evalSystems.ts';
import type { Command } from '../../src/cli/terminal.ts';
import { countOption, exitCode, print, printError, printJson } from '../../src/cli/terminal.ts';
import { engineOptions, firstStageOption, scopeOption } from '../../src/cli/askOptions.ts';

export const evalCommand: Command = {
  usage: ['ariadne eval <dataset> [options]'],
  help: `${systemHelp}
A dataset is questions.jsonl with corpus.jsonl[.gz] or docs/. Answers, tables, plots and a report go to --out, by default a folder in the user's cache. Rerun a stopped command to continue.
--scope limits every question without an own scope. Gold documents outside of it count as not found.
BERTScore is computed with a local --embedder, or with the model that --bertscore names.`,
  arguments: ['<dataset>'],
  options: withEffects(
    {
      ...engineOptions,
      ...firstStageOption,
      ...scopeOption,
      ...judgeOptions,
      ...bertScoreOptions,
      ...systemOptions,
      form: takes('own|explained|list|table|auto', 'write answers out; own asks only the questions that have a form'),
      limit: takes('N', 'only the first questions'),
      concurrency: takes('N', 'how many questions are asked at once'),
      out: takes('DIR', 'where answers, tables, plots and the report are'),
    },
    systemEffects,
  ),
  async run(context) {
    const [folder = ''] = context.positionals;
    const systems = systemsOf(context);
    const judge = judgeOf(context);
    const limit = countOption(context, 'limit', Number.MAX_SAFE_INTEGER);
    const isOwn = systems.some(({ system }) => system.models.chat === 'builtin');
    const concurrency = countOption(context, 'concurrency', isOwn ? 1 : 4);
    const dataset = readDataset(folder, isAbstention);
    const encoder = await bertScoreModel(context, systems);
    const isWritten = systems.some(({ system }) => system.form !== undefined);
    const asked = dataset.questions.filter(({ form }) => (form !== undefined) === isWritten);
    const others = dataset.questions.length - asked.length;
    if (asked.length === 0)
      throw new AriadneError('usage', 'No question of this dataset has a "form". Add one to the questions, or leave --form out.');
    if (others > 0 && !isWritten)
      printError(`${others} questions that want an explanation, a list or a table are left out. --form own asks those.`);
    else if (others > 0) printError(`${others} questions that want a short answer are left out.`);
    const questions = asked.slice(0, limit);
    const out = resolve(
      stringOption(context, 'out') ?? join(cacheFolder(), 'evaluations', `${dataset.name}-${dataset.fingerprint.slice(0, 8)}`),
    );
    printError(`Results go to ${out}`);
    const documents = documentFolder(dataset, join(cacheFolder(), 'datasets'));
    const found = await measure(context, { dataset, questions, systems, judge, concurrency, out, documents });
    const records = found.systems.flatMap((one) => one.records);
    const bertScore = encoder === undefined ? undefined : await bertScored(context, encoder, records, out);
    const { json, markdown, plot, page } = findings({ dataset, questions, concurrency, ...found, bertScore });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'RESULTS.md'), markdown);
    writeFileSync(join(out, 'results.json'), `${JSON.stringify(json, null, 2)}\n`);
    writeFileSync(join(out, plotName), plot);
    writeFileSync(join(out, pageName), page);
    if (context.isJson) printJson({ ...json, out });
    else print(markdown.trimEnd());
    printError(`The report is ${join(out, pageName)}`);
    return exitCode.done;
  },
};
