/** Functions that the commands share. */
import { createInterface } from 'node:readline/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { AriadneError } from '../base/errors.ts';
import { plainLine, plainLines } from '../base/plainText.ts';
import type { IndexProgress } from '../protocol/indexStatus.ts';
import { pauseWords } from '../protocol/writing.ts';
import { numberOption, type CommandOptions, type Given } from './effects.ts';
import { jsonForTerminal, type OwnStyle, shown, unseenCharacters } from './terminalText.ts';

export const exitCode = { done: 0, negative: 1, wrongUsage: 2, failed: 3 } as const;

export interface CommandContext extends Given {
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

/** One command: its arguments, in the order of the usage lines, and its action. */
export interface Command {
  /** Its forms, a line each. */
  readonly usage: readonly string[];
  /** What it does, in a line, and below it what else there is to know. */
  readonly help: string;
  readonly arguments: readonly string[];
  readonly options: CommandOptions;
  run(context: CommandContext): Promise<number>;
}

export function usageOf({ usage }: Command): string {
  return usage.join('\n');
}

export function printJson(value: unknown): void {
  process.stdout.write(`${jsonForTerminal(value)}\n`);
}

/** Prints text with the colors of `styled`; other terminal sequences are removed. */
export function print(text: string): void {
  process.stdout.write(`${shown(text)}\n`);
}

/** Prints one line to stderr. */
export function printError(message: string): void {
  process.stderr.write(`${plain(message)}\n`);
}

/** Prints several lines to stderr. */
export function printErrors(text: string): void {
  process.stderr.write(`${plainLines(text).replace(unseenCharacters, '')}\n`);
}

/** Prints a progress line that replaces the preceding one; `null` clears it. */
export function printInPlace(line: string | null): void {
  writeError(inPlace(line));
}

function inPlace(line: string | null): string {
  return `\r\x1b[2K${plain(line ?? '')}`;
}

function writeError(text: string): void {
  process.stderr.write(text);
}

/** Text of documents, models and servers, without terminal sequences, for lines with colors. */
export function plain(text: string): string {
  return plainLine(text.replace(unseenCharacters, ''));
}

/** Colored if stdout is a terminal that supports colors. */
export function styled(style: OwnStyle | OwnStyle[], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** @throws AriadneError `usage` */
export function countOption(context: Given, name: string, byDefault: number): number {
  return numberOption(context, name, { least: 1 }) ?? byDefault;
}

/** A question or query; for `-`, the content of standard input without its last line break. */
export async function textArgument<T extends string | undefined>(argument: T, { signal }: CommandContext): Promise<T | string> {
  if (argument !== '-') return argument;
  return (await text(addAbortSignal(signal, process.stdin))).replace(/\r?\n$/, '');
}

/** False in scripts, and when the question was read from standard input to its end, because nothing can answer. */
export function mayConfirm({ isJson, values }: CommandContext): boolean {
  return process.stdin.isTTY && process.stdin.readable && process.stderr.isTTY && !isJson && values['yes'] !== true;
}

/**
 * Asks on a terminal. Elsewhere only `--yes` is consent.
 * @throws AriadneError `model-declined` where nothing can be asked
 */
export async function confirmed(question: string, context: CommandContext): Promise<boolean> {
  printError(question);
  if (context.values['yes'] === true) return true;
  if (!mayConfirm(context)) {
    throw new AriadneError(
      'model-declined',
      'Nothing was downloaded, because there is no terminal to ask on. Add --yes to agree, or run "ariadne models pull ID --yes" first.',
    );
  }
  return answersYes('Download it?', context.signal);
}

export async function answersYes(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}

/** Whether progress is shown in place, and overwritten. */
export function isLive({ isJson }: CommandContext): boolean {
  return process.stderr.isTTY && !isJson;
}

/** Off a terminal, a long stage reports how far it is this often. */
const reportEveryMs = 10_000;

/** On a terminal, one line that is overwritten and cleared at the end; elsewhere, a line per stage, then every ten seconds. */
export function progressLine(
  isLive: boolean,
  write = writeError,
  now: () => number = () => performance.now(),
): (progress: IndexProgress) => void {
  let stage = '';
  let writtenAtMs = 0;
  return (progress) => {
    const isDone = progress.fraction === 1;
    if (isLive) return write(inPlace(isDone ? null : liveLine(progress)));
    const next = isDone ? '' : stageLine(progress);
    if (next === stage && (isDone || now() - writtenAtMs < reportEveryMs)) return;
    if (!isDone) write(`${plain(next === stage ? liveLine(progress) : next)}…\n`);
    writtenAtMs = now();
    stage = next;
  };
}

/** Where the work is, in one line. */
export function liveLine(progress: IndexProgress): string {
  const { stage, fraction, documentsDone, documentsTotal, passages, passagesDone, remainingSeconds } = progress;
  const embedded = passagesDone === undefined ? '' : `, ${passagesDone} of ${passages}`;
  const documents = stage === 'read' ? `, ${documentsDone} of ${documentsTotal}` : embedded;
  const pause = pauseWords(progress);
  const rest = pause !== undefined ? `, ${pause}` : remainingSeconds === undefined ? '' : `, about ${remainingSeconds} s left`;
  return `${Math.floor(fraction * 100)}% ${stageName(progress)}${documents}${rest}`;
}

function stageLine(progress: IndexProgress): string {
  return progress.stage === 'read' ? `${stageName(progress)} (${progress.documentsTotal})` : stageName(progress);
}

function stageName({ work, stage, waitingFor }: IndexProgress): string {
  if (stage === 'wait') return `Waiting for ${waitingFor ?? 'another process'}, which is indexing`;
  // All its stages are part of learning.
  if (work === 'learn') return 'Learning from the documents';
  return {
    discover: 'Looking for documents',
    load: 'Loading the model',
    read: 'Reading documents',
    fulltext: 'Building the full-text index',
    embed: 'Embedding passages',
    graph: 'Linking related passages',
    store: 'Saving',
    learn: 'Learning from the documents',
  }[stage];
}
