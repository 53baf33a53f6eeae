import { existsSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { AriadneError, messageOf } from '../../src/base/errors.ts';
import { replaceFile } from '../../src/base/replaceFile.ts';
import { decompositionMessages } from '../models/decompositionMessages.ts';
import {
  decompositionOf,
  fairOrder,
  rejections,
  type Decomposition,
  type GoldAnswer,
  type Rejection,
} from '../evaluation/decompositions.ts';
import type { EvalRecord } from '../evaluation/evalRecord.ts';
import { ResultsFile } from '../evaluation/resultsFile.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { readTrace } from '../../src/trace/runLog.ts';
import { stringOption, takes } from '../../src/cli/effects.ts';
import type { Command, CommandContext } from '../../src/cli/terminal.ts';
import { exitCode, print, printError, printJson } from '../../src/cli/terminal.ts';

const qualities = ['gold', 'confirmed'] as const;

export const exportCommand: Command = {
  usage: ['ariadne export <run-log>|<eval-out>... --as decompositions --out FILE [options]'],
  help: `Write the plans of runs that led to the right answer as JSON lines of chat messages, to fine-tune a planner: every step has a source, none is too many.`,
  arguments: ['<run-log>|<eval-out>...'],
  options: {
    as: takes('decompositions', 'what is written'),
    out: takes('FILE', 'the file'),
    quality: takes(
      qualities.join('|'),
      'gold takes only answers that a dataset confirms; otherwise a confirmed answer is enough where there is no dataset',
    ),
    sizes: takes('N,N', 'also files with the first N of them, each a part of the next, to measure how much data helps'),
    license: takes('TEXT', 'noted in every line'),
  },
  async run(context) {
    if (stringOption(context, 'as') !== 'decompositions') throw new AriadneError('usage', '--as takes "decompositions".');
    const out = stringOption(context, 'out');
    if (out === undefined) throw new AriadneError('usage', 'Name the file to write with --out FILE.');
    const sizes = sizesOf(context);
    const license = stringOption(context, 'license');
    const { examples, rejected, runs } = await examplesOf(context);
    if (examples.length === 0) {
      printError(`None of ${runs} runs has a verified decomposition, so ${out} is not written. ${wordsOf(rejected)}`);
      return exitCode.negative;
    }
    const lines = examples.map((one) => JSON.stringify(lineOf(one, license)));
    write(out, lines);
    const written = sizes.filter((size) => size <= lines.length);
    for (const size of written) write(sized(out, size), lines.slice(0, size));
    for (const size of sizes.filter((one) => !written.includes(one)))
      printError(`There are fewer than ${size} decompositions, so that size is not written.`);
    if (license === undefined) printError('The lines name no license, because none was given. State that of the documents with --license.');
    if (context.isJson) printJson({ runs, exported: lines.length, rejected, sizes: written, out: resolve(out) });
    else print(`${lines.length} decompositions of ${runs} runs. ${wordsOf(rejected)}`.trimEnd());
    return exitCode.done;
  },
};

interface Example {
  readonly decomposition: Decomposition;
  readonly trace: Trace;
  readonly log: string;
  /** Of a run for an evaluation. */
  readonly record: EvalRecord | undefined;
}

interface Found {
  readonly examples: readonly Example[];
  readonly rejected: Readonly<Partial<Record<Rejection, number>>>;
  readonly runs: number;
}

async function examplesOf(context: CommandContext): Promise<Found> {
  const quality = stringOption(context, 'quality') ?? 'confirmed';
  if (!qualities.some((one) => one === quality)) throw new AriadneError('usage', `--quality is one of ${qualities.join(', ')}.`);
  const logs = context.positionals.flatMap(logsIn);
  const examples: Example[] = [];
  const rejected: Partial<Record<Rejection, number>> = {};
  for (const { log, record } of logs) {
    context.signal.throwIfAborted();
    const trace = await readTrace(log);
    const gold = record && goldOf(record);
    const found = quality === 'gold' && gold === undefined ? 'wrong' : decompositionOf(trace, gold);
    if (typeof found === 'string') rejected[found] = (rejected[found] ?? 0) + 1;
    else examples.push({ decomposition: found, trace, log, record });
  }
  return { examples: fairOrder(examples), rejected, runs: logs.length };
}

/** @throws AriadneError `log-missing` */
function logsIn(path: string): { readonly log: string; readonly record: EvalRecord | undefined }[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [{ log: path, record: undefined }];
  const answers = join(path, 'answers.jsonl');
  if (!existsSync(answers))
    throw new AriadneError('log-missing', `${path} has no answers.jsonl. Choose a run log, or the --out folder of "ariadne eval".`);
  const records = new ResultsFile(answers).all();
  // A folder that was moved has its logs beside its answers.
  const moved = ({ log, pipeline }: EvalRecord): string => join(path, 'runs', pipeline, basename(log));
  return records.map((record) => ({ log: isAbsolute(record.log) && existsSync(record.log) ? record.log : moved(record), record }));
}

function goldOf({ metrics, facets }: EvalRecord): GoldAnswer | undefined {
  const hops = Number(facets['hops']);
  return metrics === null ? undefined : { isRight: metrics.em === 1, hops: Number.isInteger(hops) && hops > 0 ? hops : undefined };
}

/** Chat messages, as fine-tuning takes them, and where they are from. */
function lineOf({ decomposition, trace, log, record }: Example, license: string | undefined): object {
  const { question, type, steps, answer, verifiedBy } = decomposition;
  return {
    messages: decompositionMessages(question, type, steps),
    license: license ?? null,
    provenance: {
      verified_by: verifiedBy,
      pipeline: trace.pipeline,
      models: trace.models,
      run: trace.runId,
      log: basename(log),
      started: trace.startedAtUtc,
      ...(trace.follows === undefined ? {} : { follows: { run: trace.follows.runId, typed: trace.follows.typed, by: trace.follows.by } }),
      ...(record === undefined ? {} : { question_id: record.id, accepted_answers: record.answers }),
      type,
      answer,
      steps: steps.map(({ asked, answer: said, documents }) => ({ question: asked, answer: said, documents })),
    },
  };
}

function write(file: string, lines: readonly string[]): void {
  try {
    replaceFile(resolve(file), `${lines.join('\n')}\n`);
  } catch (cause) {
    throw new AriadneError('results-unwritable', `${file} cannot be written: ${messageOf(cause)}. Choose another file with --out.`, {
      cause,
    });
  }
}

/** `train.jsonl` with 50 lines is `train-50.jsonl`. */
function sized(file: string, size: number): string {
  return /\.[^./\\]+$/u.test(file) ? file.replace(/(\.[^./\\]+)$/u, `-${size}$1`) : `${file}-${size}`;
}

function sizesOf(context: CommandContext): readonly number[] {
  const given = stringOption(context, 'sizes');
  const sizes = given === undefined ? [] : given.split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1))
    throw new AriadneError('usage', '--sizes takes whole numbers from 1 with commas between them.');
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function wordsOf(rejected: Found['rejected']): string {
  const parts = Object.entries(rejected).map(([code, count]) => `${count}: ${rejections[code as Rejection]}`);
  return parts.length === 0 ? '' : `Left out: ${parts.join('; ')}.`;
}
