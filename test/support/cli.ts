import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { frugalAllocation } from '../../src/base/allocation.ts';

export const root = join(import.meta.dirname, '..', '..');
export const cliFile = join(root, 'dist', 'cli.js');

export interface CliResult {
  /** Exit code; null when the process was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory. Default: that of this process. */
  readonly cwd?: string;
  /** Standard input; empty by default. */
  readonly input?: string;
  /** Kills the process this long after its start, like a power cut. */
  readonly killAfterMs?: number;
  /** Kills the process in the same way when this resolves. */
  readonly kill?: Promise<void>;
  /** Called with all stderr output so far whenever there is more. */
  readonly onStderr?: (text: string) => void;
  /** Presses Ctrl+C when this resolves. */
  readonly interrupt?: Promise<void>;
}

/**
 * The environment of a command, without the keys and servers of this machine. With the allocation that indexing wants, the command does not
 * start again for it, which is half of the time of a short one.
 */
export function cliEnvironment(env: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, ...inherited } = process.env as Record<string, string>;
  return { ...inherited, ...frugalAllocation, ...env };
}

/** Runs the built command line without the keys, servers and caches of this machine. */
export function runCli(
  args: readonly string[],
  { env, cwd, input, killAfterMs, kill, onStderr, interrupt }: CliOptions = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cliFile, ...args], { env: cliEnvironment(env), cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(input);
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (output.stdout += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      output.stderr += piece;
      onStderr?.(output.stderr);
    });
    const killer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    void kill?.then(() => child.kill('SIGKILL'));
    void interrupt?.then(() => child.kill('SIGINT'));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(killer);
      resolve({ code, ...output });
    });
  });
}
