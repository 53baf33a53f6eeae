/** Runs the built command line for `runWarmCli`: one command after the other in this process, each with its own arguments and output. */
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CliResult, WarmCommand } from './warmCli.ts';

const dist = join(import.meta.dirname, '..', '..', 'dist');
const ofLab: ReadonlySet<string> = new Set(['lab', 'eval', 'calibrate', 'questions']);
const inherited = { ...process.env };
let output = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (piece: string | Uint8Array) => {
    output[name] += String(piece);
    return true;
  };
}

async function run({ args, env, input }: WarmCommand, nth: number): Promise<CliResult> {
  output = { stdout: '', stderr: '' };
  process.exitCode = undefined;
  process.argv.splice(2, process.argv.length, ...args);
  for (const key of Object.keys(process.env)) if (!(key in inherited)) delete process.env[key];
  Object.assign(process.env, inherited, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === undefined ? [] : [Buffer.from(input)]), configurable: true });
  // The entry runs once more under another address; what it imports is there already.
  await import(`${pathToFileURL(join(dist, ofLab.has(args[0] ?? '') ? 'lab.js' : 'cli.js')).href}?${nth}`);
  process.removeAllListeners('SIGINT');
  process.stdout.removeAllListeners('error');
  return { code: Number(process.exitCode ?? 0), ...output };
}

let count = 0;
process.on('message', (command: WarmCommand) => void run(command, ++count).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
