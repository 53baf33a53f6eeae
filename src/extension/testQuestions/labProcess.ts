import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AriadneError } from '../../base/errors.ts';

/** Where the laboratory is if this is a build of the whole repository; the published extension does not contain it. */
export function hasLab(entry: string): boolean {
  return existsSync(entry);
}

/**
 * Runs one command of the laboratory (`lab/main.ts`) to its end, without keys and without a chat model.
 * @param entry path of its bundle
 * @returns what it prints as JSON
 * @throws AriadneError `lab-missing`; `questions-none` with what it says when it fails; AbortError
 */
export async function runLab(entry: string, args: readonly string[], signal?: AbortSignal): Promise<unknown> {
  if (!hasLab(entry))
    throw new AriadneError('lab-missing', 'The published extension writes no questions. Build Ariadne from its source code.');
  const { OPENAI_API_KEY: _key, HF_TOKEN: _token, NODE_OPTIONS: _options, ...env } = process.env;
  const lab = spawn(process.execPath, [entry, ...args, '--json'], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [printed, said] = await Promise.all([text(lab.stdout), text(lab.stderr), once(lab, 'close')]);
  if (lab.exitCode !== 0) throw new AriadneError('questions-none', said.trim() || 'The laboratory was ended from outside.');
  return JSON.parse(printed);
}
