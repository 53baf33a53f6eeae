/** Runs one command of a program on a terminal. Results go to stdout, progress to stderr. */
import { parseArgs } from 'node:util';
import { failureUnder, isAbort } from '../base/abort.ts';
import { AriadneError, isAriadneError, isSystemError, messageOf, type ErrorCode } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { flag, parsed, refuseIdle, type CommandOptions, type Given } from './effects.ts';
import { exitCode, print, printErrors, printError, usageOf, type Command } from './terminal.ts';

const commonOptions: CommandOptions = { json: flag('print one JSON object'), help: flag('print this') };

/** Codes for something that does not exist or is out of range, so that nothing was begun. */
const wrongUsage: ReadonlySet<ErrorCode> = new Set([
  'usage',
  'pipeline-unknown',
  'parameter-invalid',
  'model-unknown',
  'question-empty',
  'storage-invalid',
  'budget-invalid',
  'not-given',
  'edit-invalid',
  'reasoner-lacking',
  'run-finished',
]);

/** Advice for failures in terms of the command line, which the failure's message does not contain. */
const ways: Readonly<Partial<Record<ErrorCode, string>>> = {
  'parameter-invalid': '"ariadne pipelines" lists them.',
  'reasoner-lacking': 'Choose a model with --chat openai:MODEL.',
  'storage-unwritable': 'Choose another location with --storage DIR.',
  'storage-missing': 'Choose another location with --storage DIR.',
  'budget-invalid': 'Set them with --price IN,OUT.',
  'log-unwritable': 'Choose another location with --log FILE.',
  'log-unfinished': '"ariadne ask FOLDER --resume LOG" continues it.',
  'folder-large': '"ariadne index FOLDER --yes" indexes all.',
  'index-missing': 'Create it with "ariadne index FOLDER".',
  'index-outdated': 'Update it with "ariadne index FOLDER".',
};

/** What loads each, by name, in the order of the help. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

export async function loadCommands(commands: Commands): Promise<Readonly<Record<string, Command>>> {
  const loaded = Object.entries(commands).map(async ([name, load]) => [name, await load()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/**
 * @param args the command's name and what is given to it
 * @param more what the help says below the commands
 * @returns the exit code
 */
export async function runProgram(commands: Commands, [name, ...rest]: readonly string[], more = ''): Promise<number> {
  if (name === '--version') {
    print(version);
    return exitCode.done;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (!command) {
    const isHelp = name === 'help' || name === '--help';
    const problem = name === undefined || isHelp ? undefined : `Unknown command "${name}".`;
    (isHelp ? print : printErrors)(usage(await loadCommands(commands), more, problem));
    return isHelp ? exitCode.done : exitCode.wrongUsage;
  }
  // A reader of the output, such as `head`, may stop before its end.
  process.stdout.on('error', (error) => process.exit(isSystemError(error, 'EPIPE') ? exitCode.done : exitCode.failed));
  const cancelled = new AbortController();
  process.once('SIGINT', () => cancelled.abort());
  try {
    const { values, positionals } = argumentsOf(command, rest);
    if (values['help'] === true) {
      print(helpOf(command));
      return exitCode.done;
    }
    requireArguments(command, { values, positionals });
    return await command.run({ values, positionals, isJson: values['json'] === true, signal: cancelled.signal });
  } catch (error) {
    return failed(failureUnder(cancelled.signal, error), command);
  }
}

function argumentsOf(command: Command, args: readonly string[]): Given {
  return parseArgs({ args: withExclusions(args), options: parsed({ ...command.options, ...commonOptions }), allowPositionals: true });
}

/** @throws AriadneError `usage` where arguments are missing, are too many or have no effect */
function requireArguments(command: Command, given: Given): void {
  if (!areEnough(given.positionals, command.arguments)) {
    const [synopsis = ''] = command.usage;
    const [, name] = synopsis.split(' ');
    throw new AriadneError('usage', `"ariadne ${name}" takes ${command.arguments.join(' ') || 'no arguments'}.\n${usageOf(command)}`);
  }
  refuseIdle(command.options, given);
}

/**
 * Whether a command can be given these arguments.
 * @throws Error, or AriadneError `usage`, with the reason
 */
export function checkArguments(command: Command, args: readonly string[]): void {
  requireArguments(command, argumentsOf(command, args));
}

/** `--scope -in:drafts` names a term that leaves out, not an option. */
function withExclusions(args: readonly string[]): string[] {
  const isTerm = (i: number): boolean => args[i - 1] === '--scope' && /^-\p{L}[\p{L}\p{N}_-]*[:：]/u.test(args[i] ?? '');
  return args.flatMap((arg, i) => (isTerm(i + 1) ? [] : isTerm(i) ? [`--scope=${arg}`] : [arg]));
}

/** The last argument may be repeated, `<document>...`, or optional, `[<question>]`. */
function areEnough(positionals: readonly string[], wanted: readonly string[]): boolean {
  const isOpen = wanted.at(-1)?.endsWith('...') === true;
  const needed = wanted.filter((argument) => !argument.startsWith('[')).length;
  return positionals.length >= needed && (isOpen || positionals.length <= wanted.length);
}

function failed(error: unknown, command: Command): number {
  if (isAbort(error)) {
    printError('Stopped. Stored results are kept.');
    return exitCode.failed;
  }
  if (isAriadneError(error)) {
    const way = ways[error.code];
    printErrors(`${messageOf(error)}${way === undefined ? '' : ` ${way}`}`);
    return wrongUsage.has(error.code) ? exitCode.wrongUsage : exitCode.failed;
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    printErrors(`${messageOf(error)}\n${usageOf(command)}`);
    return exitCode.wrongUsage;
  }
  printErrors(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCode.failed;
}

function usage(commands: Readonly<Record<string, Command>>, more: string, problem: string | undefined): string {
  const lines = Object.values(commands).map(({ usage: forms, help }) => `  ${forms.join('\n  ')}\n      ${help.split('\n')[0]}`);
  return `${problem === undefined ? '' : `${problem}\n`}Usage:\n${lines.join('\n')}${more}\n"ariadne COMMAND --help" lists the options.`;
}

function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(
    ([name, { value, multiple, means }]) => `  ${optionForm(name, { value, multiple })}\n      ${means}`,
  );
  return `${usageOf(command)}\n\n${command.help}\n\nOptions:\n${options.join('\n')}`;
}

/** As in `--set NAME=VALUE...`, where the dots say that it may be repeated. */
export function optionForm(name: string, { value, multiple }: { readonly value?: string; readonly multiple?: boolean }): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}${multiple === true ? '...' : ''}`;
}
