/** Runs the built command line many times in one process: half of the time of a short command is its start. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cliEnvironment, type CliResult } from './cli.ts';

export type { CliResult } from './cli.ts';

export interface WarmCommand {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  readonly input?: string;
}

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Like `runCli`, without the keys and servers of this machine, but each command follows the one before in the same process. What ends a
 * process, or must begin one, takes `runCli`.
 */
export function runWarmCli(args: readonly string[], options: Omit<WarmCommand, 'args'> = {}): Promise<CliResult> {
  const result = last.then(() => send({ args, ...options }));
  last = result.catch(() => undefined);
  return result;
}

async function send(command: WarmCommand): Promise<CliResult> {
  child ??= start();
  child.ref();
  child.channel?.ref();
  child.send(command);
  const heard = new AbortController();
  const { signal } = heard;
  const [first] = (await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])) as [
    CliResult | number | null,
  ];
  heard.abort();
  child.unref();
  child.channel?.unref();
  if (first !== null && typeof first === 'object') return first;
  child = undefined;
  throw new Error(`"ariadne ${command.args.join(' ')}" ended its process (${first})`);
}

function start(): ChildProcess {
  return fork(join(import.meta.dirname, 'warmCliChild.ts'), {
    env: cliEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
}
