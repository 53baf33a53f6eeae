/** Command line options of what is asked or searched: models, first stage, documents, answer, limits, and changes of an earlier run. */
import { resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { builtinModels, defaultFirstStage, firstStageMethod, modelIds, type FirstStageMethod, type ModelIds } from '../protocol/runSpec.ts';
import { knowledge, type Knowledge } from '../protocol/knowledge.ts';
import {
  choiceOption,
  eachOption,
  idle,
  isGiven,
  numberOption,
  refuseIdle,
  flag,
  stringOption,
  takes,
  takesEach,
  whyNoServer,
  withEffects,
  type AskedModels,
  type CommandOptions,
  type Given,
} from './effects.ts';
import { serverOptions } from './serverOptions.ts';
import type { CommandContext } from './terminal.ts';
import { randomUUID } from 'node:crypto';
import { valueOf } from '../base/valueOf.ts';
import type { RunBudget, RunEdits } from '../protocol/runOptions.ts';
import { answerForm, type AnswerWanted } from '../protocol/writtenAnswer.ts';

const roles = modelIds.keyof().options;

const roleWords: Readonly<Record<(typeof roles)[number], string>> = {
  chat: 'the language model that splits questions, reads and answers; openai:MODEL is at OPENAI_BASE_URL, with the key OPENAI_API_KEY',
  embedder: 'the model of the vectors; the index keeps those of one',
  reranker: 'the model that puts passages in order',
  entailment: 'the model that compares answers',
  reader: 'the model that quotes answers where there is no chat model',
  planner: 'a second chat model, which only splits questions',
};

export const storageOption: CommandOptions = {
  storage: takes('DIR|URI', 'where the index is; by default in a cache folder of yours'),
};

export const engineOptions: CommandOptions = {
  ...storageOption,
  ...Object.fromEntries(roles.map((role) => [role, takes('ID', roleWords[role])])),
  ...serverOptions,
};

export function modelsOf(context: Given): ModelIds {
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
  // The status takes as long as a search.
  if (!['embedder', ...Object.keys(serverOptions)].some((option) => isGiven(context, option))) return;
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

export const firstStageOption: CommandOptions = {
  'first-stage': takes(firstStageMethod.options.join('|'), `how a question is searched for first; usually ${defaultFirstStage}`),
};

/** @throws AriadneError `usage` */
export function firstStageOf(context: Given): FirstStageMethod {
  return choiceOption(context, 'first-stage', firstStageMethod.options) ?? defaultFirstStage;
}

export const knowledgeOption: CommandOptions = {
  knowledge: takes(
    knowledge.options.join('|'),
    'what an answer may rest on: the evidence alone (the default), or where that gives none also what the chat model knows, marked as such',
  ),
};

/** @throws AriadneError `usage` */
export function askedKnowledge(context: Given): Knowledge | undefined {
  return choiceOption(context, 'knowledge', knowledge.options);
}

export const scopeOption: CommandOptions = {
  scope: takesEach(
    "'in:FOLDER type:EXT year:>2020 -in:OTHER'",
    'only some documents: in:FOLDER (or file or glob), type:pdf, modified:>2024-05, author:NAME, tags:TAG, any other field; -term leaves out',
  ),
};

/** Several are joined. */
export function scopeOf(given: Given): string | undefined {
  return eachOption(given, 'scope').join(' ').trim() || undefined;
}

/** For commands that ask or search once. */
export const limitOptions: CommandOptions = {
  ...scopeOption,
  'any-document': flag('search all documents alike, also where the question names some'),
};

export function limitsOf(given: Given): { readonly scope?: string; readonly anyDocument?: true } {
  const scope = scopeOf(given);
  return { scope, ...(given.values['any-document'] === true ? { anyDocument: true } : {}) };
}

/** Why `--any-document` has no effect with this first stage; undefined where it has one. */
export function whyNamesNothing(firstStage: string | undefined): string | undefined {
  if ((firstStage ?? defaultFirstStage) === 'linked') return undefined;
  return 'Only linked prefers the documents that a question names. Leave --any-document out.';
}

/** The parameters of `--set`, and `--knowledge`. */
export function paramsOf(context: CommandContext): Record<string, unknown> {
  const knowledge = askedKnowledge(context);
  return { ...(knowledge === undefined ? {} : { knowledge }), ...parametersOf(context) };
}

/** Sorts by time, so that a folder lists its logs in the order of asking. */
export function newRunId(): string {
  return `${new Date().toISOString().replace(/[-:]/g, '').replace(/\..*/, '')}-${randomUUID().slice(0, 8)}`;
}

/**
 * The parameters of `--set`.
 * @throws AriadneError `usage`
 */
export function parametersOf(given: Pick<Given, 'values'>): Record<string, unknown> {
  return Object.fromEntries(
    eachOption(given, 'set').map((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new AriadneError('usage', `--set takes name=value, not "${pair}".`);
      return [name, valueOf(value)];
    }),
  );
}

export const budgetOptions: CommandOptions = {
  'max-calls': takes('N', 'most calls of the chat model; at a limit, the best answer so far'),
  'max-tokens': takes('N', 'most tokens, read and written'),
  'max-retrievals': takes('N', 'most searches'),
  'max-seconds': takes('N', 'most time'),
  'max-usd': takes('N', 'most dollars, at the prices of --price'),
  price: takes('IN,OUT', 'dollars per million tokens, read and written'),
};

/** The form of the answer. */
export const formOptions: CommandOptions = {
  form: takes(
    answerForm.options.join('|'),
    'write the answer out, each sentence with its citations; auto is what the question calls for. Without a chat model, lists and tables are made of quotes',
  ),
  strict: {
    ...flag('leave out sentences that nothing supports'),
    // The run of --from may have a form.
    whyIdle: (given) =>
      stringOption(given, 'form') === 'short' || !(isGiven(given, 'form') || isGiven(given, 'from'))
        ? 'A short answer has no sentences to leave out. Add --form explained, list, table or auto, or leave --strict out.'
        : undefined,
  },
};

/** @throws AriadneError `usage` */
export function formOf(context: CommandContext): AnswerWanted {
  return { form: choiceOption(context, 'form', answerForm.options), ...(context.values['strict'] === true ? { strict: true } : {}) };
}

export const editOptions: CommandOptions = {
  edit: takesEach('NODE=TEXT', 'with --from: another text of a sub-question'),
  pin: takesEach('[NODE:]PASSAGE', 'with --from: put this passage first'),
  ban: takesEach('PASSAGE', 'with --from: never use this passage'),
  rerun: takesEach('NODE', 'with --from: ask this step again'),
};

/**
 * @returns undefined when there is no limit
 * @throws AriadneError `usage`
 */
export function budgetOf(context: CommandContext): RunBudget | undefined {
  const caps = {
    llmCalls: numberOption(context, 'max-calls', { least: 0 }),
    tokens: numberOption(context, 'max-tokens', { least: 0 }),
    retrievals: numberOption(context, 'max-retrievals', { least: 0 }),
    seconds: numberOption(context, 'max-seconds', { least: 0, isAny: true }),
    usd: numberOption(context, 'max-usd', { least: 0, isAny: true }),
    prices: pricesOf(context),
  };
  const given = Object.entries(caps).filter(([, cap]) => cap !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** @throws AriadneError `usage` */
export function editsOf(context: CommandContext): RunEdits {
  const texts = eachOption(context, 'edit').map((edit) => {
    const [, node, text] = /^([^=]+)=(.*\S.*)$/s.exec(edit) ?? [];
    if (node === undefined || text === undefined) throw new AriadneError('usage', `--edit takes NODE=TEXT, not "${edit}".`);
    return [node, text.trim()] as const;
  });
  const pinned = eachOption(context, 'pin').map((pin) => {
    const colon = pin.lastIndexOf(':');
    return colon < 0 ? { passageId: pin } : { passageId: pin.slice(colon + 1), node: pin.slice(0, colon) };
  });
  const rerun = eachOption(context, 'rerun');
  return {
    texts: Object.fromEntries(texts),
    pinned,
    banned: [...eachOption(context, 'ban')],
    ...(rerun.length === 0 ? {} : { rerun: [...rerun] }),
  };
}

function pricesOf(context: CommandContext): RunBudget['prices'] {
  const value = stringOption(context, 'price');
  if (value === undefined) return undefined;
  const [, input, output] = /^(\d*\.?\d+),(\d*\.?\d+)$/.exec(value.replaceAll(' ', '')) ?? [];
  if (input === undefined || output === undefined) {
    throw new AriadneError(
      'usage',
      `--price takes two numbers, dollars per million tokens read and written, as in 2.5,10, not "${value}".`,
    );
  }
  return { inputPerMillion: Number(input), outputPerMillion: Number(output) };
}
