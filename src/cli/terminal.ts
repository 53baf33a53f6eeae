/** Functions that the commands share. */
import { createInterface } from 'node:readline/promises';
import { join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { styleText } from 'node:util';
import { cacheFolder } from '../base/cacheFolder.ts';
import { AriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { refuseOffline } from '../door/offline.ts';
import { silentLogger } from '../base/logger.ts';
import { plainLine, plainLines } from '../base/plainText.ts';
import { Engine, type EngineHost } from '../engine/engine.ts';
import type { EngineTarget } from '../engine/engine.ts';
import { requireFolder } from '../folder/folderGuard.ts';
import { isOfflineBy } from '../models/library/hubSettings.ts';
import { offerText, progressText } from '../models/library/modelLibrary.ts';
import { builtinModels, defaultFirstStage, firstStageMethod, type FirstStageMethod, type ModelIds } from '../protocol/runSpec.ts';
import type { IndexProgress } from '../protocol/indexStatus.ts';
import { knowledge, type Knowledge } from '../protocol/knowledge.ts';
import { pauseWords } from '../protocol/writing.ts';
import { idle, refuseIdle, stringOption, whyNoServer, withEffects, type AskedModels, type CommandOptions, type Given } from './effects.ts';
import { fetchFrom } from './network.ts';
import { networkOf, serverOptions, serverUsage, timesOf } from './serverOptions.ts';
import { jsonForTerminal, type OwnStyle, shown, unseenCharacters } from './terminalText.ts';

export const exitCode = { done: 0, negative: 1, wrongUsage: 2, failed: 3 } as const;

export interface CommandContext extends Given {
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

/** One command: its arguments, in the order of the usage line, and its action. */
export interface Command {
  readonly usage: string;
  readonly help: string;
  readonly arguments: readonly string[];
  readonly options: CommandOptions;
  run(context: CommandContext): Promise<number>;
}

export const engineOptions: CommandOptions = {
  storage: { type: 'string' },
  chat: { type: 'string' },
  embedder: { type: 'string' },
  reranker: { type: 'string' },
  entailment: { type: 'string' },
  reader: { type: 'string' },
  planner: { type: 'string' },
  ...serverOptions,
};
export const engineUsage = `[--storage DIR] [--chat ID] [--embedder ID] [--reranker ID] [--entailment ID] [--reader ID] [--planner ID] ${serverUsage} [--json]`;

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
  const value = stringOption(context, name);
  if (value === undefined) return byDefault;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new AriadneError('usage', `--${name} takes a whole number from 1, not "${value}".`);
  return count;
}

export function modelsOf(context: Given): ModelIds {
  const roles = ['chat', 'embedder', 'reranker', 'entailment', 'reader', 'planner'] as const;
  const named = roles.flatMap((role) => {
    const id = stringOption(context, role);
    return id === undefined ? [] : [[role, fromHere(id)]];
  });
  return { ...builtinModels, ...(Object.fromEntries(named) as Partial<ModelIds>) };
}

/**
 * For a command that searches with the vectors of the index: whether `--embedder` and the options about servers have an effect depends on
 * whose they are.
 * @param others models that the command asks besides
 * @throws AriadneError `usage`
 */
export async function refuseIdleWithIndex(context: CommandContext, engine: Engine, { talking, others }: AskedModels): Promise<void> {
  const { embedder: asked } = modelsOf(context);
  const { embedder: inUse } = await engine.status();
  if (inUse === undefined) return;
  if (stringOption(context, 'embedder') !== undefined && inUse !== asked) {
    const used = inUse === 'builtin' ? 'the built-in embedder' : inUse;
    const [folder = ''] = context.positionals;
    throw idle(
      'embedder',
      `The index has vectors of ${used}, which are used. "ariadne index ${folder} --embedder ${asked}" replaces them.`,
    );
  }
  refuseIdle(
    withEffects(
      serverOptions,
      whyNoServer(() => ({ talking, others: [...others, inUse] })),
    ),
    context,
  );
}

/** Paths of models are relative to where the command runs. */
export function fromHere(id: string): string {
  const [, path] = /^folder:(.+)$/s.exec(id) ?? [];
  return path === undefined ? id : `folder:${resolve(path)}`;
}

export const firstStageUsage = `[--first-stage ${firstStageMethod.options.join('|')}]`;
export const firstStageOption: CommandOptions = { 'first-stage': { type: 'string' } };

/** @throws AriadneError `usage` */
export function firstStageOf(context: Given): FirstStageMethod {
  const method = firstStageMethod.safeParse(stringOption(context, 'first-stage') ?? defaultFirstStage);
  if (!method.success) throw new AriadneError('usage', `--first-stage is one of ${firstStageMethod.options.join(', ')}.`);
  return method.data;
}

export const knowledgeUsage = `[--knowledge ${knowledge.options.join('|')}]`;
export const knowledgeOption: CommandOptions = { knowledge: { type: 'string' } };

/** @throws AriadneError `usage` */
export function knowledgeOf(context: Given): Knowledge | undefined {
  const given = stringOption(context, 'knowledge');
  if (given === undefined) return undefined;
  const parsed = knowledge.safeParse(given);
  if (!parsed.success) throw new AriadneError('usage', `--knowledge is one of ${knowledge.options.join(', ')}.`);
  return parsed.data;
}

export const scopeUsage = "[--scope 'in:FOLDER type:EXT year:>2020 -in:OTHER']";
export const scopeOption: CommandOptions = { scope: { type: 'string', multiple: true } };

/** Several are joined. */
export function scopeOf({ values }: Given): string | undefined {
  const given = [values['scope'] ?? []].flat().map(String).join(' ').trim();
  return given === '' ? undefined : given;
}

/** For commands that ask or search once. */
export const limitUsage = `${scopeUsage} [--any-document]`;
export const limitOptions: CommandOptions = { ...scopeOption, 'any-document': { type: 'boolean' } };

export function limitsOf(given: Given): { readonly scope?: string; readonly anyDocument?: true } {
  const scope = scopeOf(given);
  return { scope, ...(given.values['any-document'] === true ? { anyDocument: true } : {}) };
}

/** Why `--any-document` has no effect with this first stage; undefined where it has one. */
export function whyNamesNothing(firstStage: string | undefined): string | undefined {
  if ((firstStage ?? defaultFirstStage) === 'linked') return undefined;
  return 'Only linked prefers the documents that a question names. Leave --any-document out.';
}

/** A question or query; for `-`, the content of standard input without its last line break. */
export async function textArgument<T extends string | undefined>(argument: T, { signal }: CommandContext): Promise<T | string> {
  if (argument !== '-') return argument;
  return (await text(addAbortSignal(signal, process.stdin))).replace(/\r?\n$/, '');
}

/**
 * Runs `work` on the engine of a folder and closes it afterward.
 * @throws AriadneError `usage` for a command line that is too long; `folder-missing`, `folder-unreadable`, `not-a-folder`
 */
export async function withEngine<T>(
  context: CommandContext,
  folder: string,
  host: Partial<EngineHost>,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  refuseLongCommandLine();
  const path = resolve(folder);
  await requireFolder(path);
  const engine = await Engine.open(
    { folder: path, ...storageOf(path, stringOption(context, 'storage')) },
    { ...terminalHost(context), ...host },
  );
  try {
    return await work(engine);
  } finally {
    // Clears the progress line after work that was stopped or failed.
    if (isLive(context)) printInPlace(null);
    await engine.close();
  }
}

/**
 * ONNX Runtime (1.30, Linux) reads the command line of its process with a regular expression that recurses on each byte. About 20,000 bytes
 * overflow the stack and kill the process.
 */
const longestCommandLine = 8_000;

function refuseLongCommandLine(): void {
  const bytes = Buffer.byteLength([process.execPath, ...process.execArgv, ...process.argv.slice(1)].join(' '));
  if (process.platform !== 'linux' || bytes <= longestCommandLine) return;
  throw new AriadneError(
    'usage',
    `The command line has ${bytes} bytes; the models take at most ${longestCommandLine}. Give "-" as the question and write it to standard input.`,
  );
}

/** A folder contains index and run logs. With a URI the index is there, and the run logs are in the user's cache directory. */
function storageOf(folder: string, given: string | undefined): Omit<EngineTarget, 'folder'> {
  if (given === undefined) return { storage: defaultStorage(folder), siblings: foldersIn(cacheFolder()) };
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) return { storage: resolve(given) };
  if (isOfflineBy(process.env)) refuseOffline(given);
  return { storage: defaultStorage(folder), indexUri: given };
}

export function openaiBaseUrl(): string {
  return process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1';
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
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Download it? [y/N] ', { signal: context.signal })).trim());
  } finally {
    terminal.close();
  }
}

/** Where downloaded models are, unless ARIADNE_MODELS names another folder. */
export function modelsFolder(): string {
  return join(cacheFolder(), 'models');
}

/** Whether progress is shown in place, and overwritten. */
export function isLive({ isJson }: CommandContext): boolean {
  return process.stderr.isTTY && !isJson;
}

/** Beside the bundle of the command line. */
export const engineFiles: EngineHost['files'] = {
  kernels: join(import.meta.dirname, 'kernels'),
  reader: join(import.meta.dirname, 'reader.js'),
  learner: join(import.meta.dirname, 'learner.js'),
  models: { entry: join(import.meta.dirname, 'models.js'), wasm: join(import.meta.dirname, 'ort') },
};

/** Asks before a download, and shows how far it is. */
export function modelsHost(context: CommandContext): NonNullable<EngineHost['models']> {
  return {
    folder: modelsFolder(),
    consent: (offer) => confirmed(offerText(offer), context),
    onDownload: (progress) => {
      if (isLive(context)) printInPlace(progress.isOver ? null : progressText(progress));
    },
  };
}

function terminalHost(context: CommandContext): EngineHost {
  return {
    logger: silentLogger,
    fetch: fetchFrom(openaiBaseUrl(), 'OPENAI_BASE_URL', process.env['OPENAI_API_KEY'], networkOf(context)),
    chatBaseUrl: openaiBaseUrl,
    ...timesOf(context),
    onIndexProgress: progressLine(isLive(context)),
    onRunEvent: () => undefined,
    models: modelsHost(context),
    files: engineFiles,
  };
}

/** A cache directory of the user for this folder, never inside the folder. */
export function defaultStorage(folder: string): string {
  return join(cacheFolder(), hashOf([realPath(folder)], 16));
}

function foldersIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** Two names of one folder share its index. A missing folder is reported when it is read. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
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

function liveLine(progress: IndexProgress): string {
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
