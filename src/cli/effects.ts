/**
 * Options that would have no effect beside the others that are given. Each option says when that is so, where it is declared, and the
 * command is refused: it must not seem to do what it does not.
 */
import { planningRole } from '../protocol/runSpec.ts';
import type { ParseArgsOptionsConfig } from 'node:util';
import { AriadneError } from '../base/errors.ts';
import { modelRole, type NamedRole } from '../protocol/modelLibrary.ts';
import { usesOf, type PipelineUses } from '../run/aboutPipelines.ts';

/** The part of a command's context that is read here. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** Why the option has no effect beside what is given, and what to do, in sentences; undefined where it has one. */
export type WhyIdle = (given: Given) => string | undefined;

interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** What it takes, such as `N`; absent for a flag. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** For the help: a few words or a sentence, without a period at its end. */
  readonly means: string;
  readonly whyIdle?: WhyIdle;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

export function flag(means: string): CommandOption {
  return { type: 'boolean', means };
}

export function takes(value: string, means: string): CommandOption {
  return { type: 'string', value, means };
}

/** An option that may be repeated. */
export function takesEach(value: string, means: string): CommandOption {
  return { type: 'string', multiple: true, value, means };
}

/** @throws AriadneError `usage` naming the first option without effect */
export function refuseIdle(options: CommandOptions, given: Given): void {
  for (const [name, { whyIdle }] of Object.entries(options)) {
    const why = given.values[name] === undefined ? undefined : whyIdle?.(given);
    if (why !== undefined) throw idle(name, why);
  }
}

export function idle(name: string, why: string): AriadneError {
  return new AriadneError('usage', `--${name} has no effect. ${why}`);
}

/** The options as Node parses them. */
export function parsed(options: CommandOptions): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [name, { type, ...(multiple === undefined ? {} : { multiple }) }]),
  );
}

/** The options, of which some say when they have no effect. */
export function withEffects(options: CommandOptions, whys: Readonly<Record<string, WhyIdle>>): CommandOptions {
  const said = Object.entries(options).map(([name, option]) => {
    const earlier = option.whyIdle;
    const own = whys[name];
    return [name, own ? { ...option, whyIdle: (given: Given) => earlier?.(given) ?? own(given) } : option] as const;
  });
  return Object.fromEntries(said);
}

export const never =
  (why: string): WhyIdle =>
  () =>
    `${why} Leave it out.`;

export function stringOption({ values }: Pick<Given, 'values'>, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** One of a few words. @throws AriadneError `usage` */
export function choiceOption<T extends string>(given: Pick<Given, 'values'>, name: string, choices: readonly T[]): T | undefined {
  const value = stringOption(given, name);
  const choice = choices.find((one) => one === value);
  if (choice === value) return choice;
  throw new AriadneError('usage', `--${name} is one of ${choices.join(', ')}.`);
}

interface NumberForm {
  readonly least: 0 | 1;
  readonly most?: number;
  /** Default: whole numbers. */
  readonly isAny?: boolean;
}

/** @throws AriadneError `usage` */
export function numberOption(
  given: Pick<Given, 'values'>,
  name: string,
  { least, most = Infinity, isAny = false }: NumberForm,
): number | undefined {
  const value = stringOption(given, name);
  if (value === undefined) return undefined;
  const number = value.trim() === '' ? NaN : Number(value);
  if (Number.isFinite(number) && number >= least && number <= most && (isAny || Number.isInteger(number))) return number;
  const range = most === Infinity ? `from ${least}` : `from ${least} to ${most}`;
  throw new AriadneError('usage', `--${name} takes a ${isAny ? 'number' : 'whole number'} ${range}, not "${value}".`);
}

/** What an option that may be repeated was given, in order. */
export function eachOption({ values }: Pick<Given, 'values'>, name: string): readonly string[] {
  return [values[name] ?? []].flat().map(String);
}

export function isGiven({ values }: Given, name: string): boolean {
  return values[name] !== undefined;
}

/** A chat model answers in place of the reader. */
export const whyNoReader: WhyIdle = (given) =>
  (stringOption(given, 'chat') ?? 'builtin') === 'builtin' ? undefined : 'The model of --chat answers. Leave out --reader or --chat.';

/** @param work what else takes prices */
export const whyNoPrice =
  (work: 'estimate' | undefined): WhyIdle =>
  (given) =>
    isGiven(given, 'max-usd') || (work !== undefined && isGiven(given, work))
      ? undefined
      : `Prices are for a limit in dollars${work === undefined ? '' : ` or for --${work}`}. Add --max-usd N${work === undefined ? '' : ` or --${work}`}, or leave --price out.`;

/** The options of all models but these. */
export function modelsBut(asked: readonly NamedRole[], why: WhyIdle): Readonly<Record<string, WhyIdle>> {
  return Object.fromEntries(modelRole.options.flatMap((role) => (asked.includes(role) ? [] : [[role, why]])));
}

const verbs: Readonly<Record<keyof PipelineUses, string>> = {
  reranker: 'reranks with a model',
  entailment: 'compares sentences with a model',
  [planningRole]: 'has a model plan',
};

export const modelsUsed = Object.keys(verbs) as readonly (keyof PipelineUses)[];

/** @param systems what is asked, with parameters */
export function whyUnused(
  role: keyof PipelineUses,
  systems: readonly { readonly pipeline: string; readonly params: Readonly<Record<string, unknown>> }[],
): string | undefined {
  if (systems.some(({ pipeline, params }) => usesOf(pipeline, params)[role])) return undefined;
  const names = [...new Set(systems.map(({ pipeline }) => pipeline))];
  const [only] = names;
  return `${names.length === 1 ? `${only} never` : `None of ${names.join(', ')}`} ${verbs[role]}. Leave it out, or choose another pipeline.`;
}

/** Ids of the models that a command may ask. */
export interface AskedModels {
  /** Those whose replies are streamed. */
  readonly talking: readonly (string | undefined)[];
  readonly others: readonly (string | undefined)[];
}

/** For the options of `serverOptions`. */
export function whyNoServer(
  asked: (given: Given) => AskedModels,
): Readonly<Record<'timeout' | 'header' | 'connect-timeout' | 'first-token-timeout', WhyIdle>> {
  const atServer = (id: string | undefined): boolean => id?.startsWith('openai:') === true;
  const isDownloaded = (id: string | undefined): boolean => id?.startsWith('hf:') === true;
  const all = (given: Given): readonly (string | undefined)[] => [...asked(given).talking, ...asked(given).others];
  const none = 'No model at a server is asked. Name one as openai:MODEL, or leave it out.';
  const ofServer: WhyIdle = (given) => (all(given).some(atServer) ? undefined : none);
  return {
    timeout: ofServer,
    header: ofServer,
    'connect-timeout': (given) => (all(given).some((id) => atServer(id) || isDownloaded(id)) ? undefined : none),
    'first-token-timeout': (given) =>
      asked(given).talking.some(atServer) ? undefined : 'No chat model at a server is asked. Add --chat openai:MODEL, or leave it out.',
  };
}
