/** Opens the engine of a folder for a command, with the terminal as its host. */
import { join, resolve } from 'node:path';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { cacheFolder } from '../base/cacheFolder.ts';
import { AriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { refuseOffline } from '../door/offline.ts';
import { silentLogger } from '../base/logger.ts';
import type { Engine, EngineHost, EngineTarget } from '../engine/engine.ts';
import { isOfflineBy } from '../models/library/hubSettings.ts';
import { offerText, downloadText } from '../models/library/modelLibrary.ts';
import { stringOption } from './effects.ts';
import { fetchFrom } from './network.ts';
import { networkOf, timesOf } from './serverOptions.ts';
import { type CommandContext, printInPlace, confirmed, isLive, printErrors, progressLine } from './terminal.ts';

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
  // Help and a command line that is refused do not need these.
  const [{ requireFolder }, { Engine }] = await Promise.all([import('../folder/folderGuard.ts'), import('../engine/engine.ts')]);
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
export function storageOf(folder: string, given: string | undefined): Omit<EngineTarget, 'folder'> {
  if (given === undefined) return { storage: defaultStorage(folder), siblings: foldersIn(cacheFolder()) };
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) return { storage: resolve(given) };
  if (isOfflineBy(process.env)) refuseOffline(given);
  return { storage: defaultStorage(folder), indexUri: given };
}

export function openaiBaseUrl(): string {
  return process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1';
}

/** Where downloaded models are, unless ARIADNE_MODELS names another folder. */
export function modelsFolder(): string {
  return join(cacheFolder(), 'models');
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
      if (isLive(context)) printInPlace(progress.isOver ? null : downloadText(progress));
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
    onNotice: printErrors,
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
